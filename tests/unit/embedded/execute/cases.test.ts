/**
 * Dgraph's own query tests, where the shared folder has them: the executor over a store in memory. Prints the pass rate by
 * category and fails under the level that was reached. Cases that need mutations other than N-Quads, or a server, are left
 * to the conformance suite.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as dql from '../../../../src/dql';
import type { Document } from '../../../../src/dql/ast';
import { executeQuery } from '../../../../src/embedded/execute';
import { MemoryStore } from '../../../support/embedded/memory-view';

/** Raised as the engine grows; it never goes down. */
const REACHED = 0.95;

const folder = join(process.env['OWLGATE_SHARED'] ?? join(__dirname, '../../../../../shared'), 'data/dql');
const present = existsSync(join(folder, 'cases.json'));

interface Case {
  readonly id: string;
  readonly category: string;
  readonly base: string;
  readonly pre?: readonly string[];
  readonly op?: string;
  readonly query?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly params?: unknown;
  readonly expect?: unknown;
  readonly expect_alt?: readonly unknown[];
  readonly error?: unknown;
}

interface Setup {
  readonly schema: string;
  readonly rdf: readonly string[];
  readonly ops: Readonly<Record<string, { readonly type: string; readonly schema: string; readonly rdf: string }>>;
}

/** Equal as testify's JSONEq has it: numbers by value, objects whatever the order of their fields. */
function same(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
}

function prepare(setup: Setup, { base, pre = [] }: Case): MemoryStore | undefined {
  const store = new MemoryStore();
  if (base === 'main') {
    store.alter(setup.schema);
    for (const rdf of setup.rdf) store.set(rdf);
  }
  for (const name of pre) {
    const op = setup.ops[name]!;
    if (op.type === 'alter') store.alter(op.schema);
    else if (op.type === 'set') store.set(op.rdf);
    else return undefined;
  }
  return store;
}

/** Stages of the language that the room may not have yet; what needs them counts as failed until then. */
const stages = dql as unknown as {
  readonly expandFragments?: (document: Document) => Document;
  readonly bind?: (document: Document, variables: Readonly<Record<string, string>>) => Document;
  readonly validate?: (document: Document) => void;
};

function passes(c: Case, store: MemoryStore): boolean {
  let data: unknown;
  try {
    let document = dql.parse(c.query!);
    document = stages.expandFragments?.(document) ?? document;
    document = stages.bind?.(document, c.vars ?? {}) ?? document;
    stages.validate?.(document);
    data = JSON.parse(executeQuery(document, store).json);
  } catch (error) {
    return c.error !== undefined && error instanceof Error && /^(Query|Dql|Value)/.test(error.name);
  }
  return c.error === undefined && [c.expect, ...(c.expect_alt ?? [])].some((expected) => same(data, expected));
}

(present ? describe : describe.skip)(
  `Dgraph's query tests${present ? '' : ` (skipped: ${folder} is not there)`}`,
  () => {
    it('pass as far as they did', () => {
      const setup = JSON.parse(readFileSync(join(folder, 'setup.json'), 'utf8')) as Setup;
      const cases = (JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as Case[]).filter(
        (c) => c.op === undefined && c.query !== undefined && c.params === undefined && ('expect' in c || 'error' in c),
      );
      const stores = new Map<string, MemoryStore | undefined>();
      const rates = new Map<string, { passed: number; total: number }>();
      const failed: string[] = [];
      for (const c of cases) {
        const state = JSON.stringify([c.base, c.pre ?? []]);
        if (!stores.has(state)) stores.set(state, prepare(setup, c));
        const store = stores.get(state);
        if (!store) continue;
        const rate = rates.get(c.category) ?? { passed: 0, total: 0 };
        rates.set(c.category, rate);
        rate.total++;
        if (passes(c, store)) rate.passed++;
        else failed.push(c.id);
      }
      let [passed, total] = [0, 0];
      const lines = [...rates].sort().map(([category, rate]) => {
        passed += rate.passed;
        total += rate.total;
        return `${category.padEnd(20)} ${rate.passed}/${rate.total}`;
      });
      console.log([...lines, `total ${passed}/${total}`, `failed: ${failed.join(', ')}`].join('\n'));
      expect(passed / total).toBeGreaterThanOrEqual(REACHED);
    });
  },
);
