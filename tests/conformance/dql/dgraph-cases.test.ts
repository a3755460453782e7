/**
 * Dgraph's own query and mutation tests as black-box cases, where the shared folder has them (`OWLGATE_SHARED`, default
 * `../shared`): each one over HTTP on the embedded engine. On a real Dgraph they pass by construction: that is where
 * they were verified. Prints the pass rate by category, and fails under the rate that is promised.
 */
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { isLosslessNumber, parse } from 'lossless-json';
import { describeIf } from '../../support/conditional';
import { embedded } from '../../support/engines';
import { alter, alterJson, query, queryJson, rdf, type Posted } from '../../support/engines/wire';

const PROMISED = 0.98;

const folder = path.join(process.env['OWLGATE_SHARED'] ?? path.join(__dirname, '../../../../shared'), 'data/dql');
const present = existsSync(path.join(folder, 'cases.json'));

interface Case {
  readonly id: string;
  readonly category: string;
  readonly base: 'main' | 'empty';
  /** Names of operations that come before it. */
  readonly pre?: readonly string[];
  /** The operation that is the case itself, instead of a query. */
  readonly op?: string;
  readonly query?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly expect?: unknown;
  readonly expect_alt?: readonly unknown[];
  /** The order of lists does not matter. */
  readonly unordered?: boolean;
  readonly contains?: readonly string[];
  readonly not_contains?: readonly string[];
  readonly error?: unknown;
}

interface Operation {
  readonly type: 'alter' | 'drop_all' | 'drop_attr' | 'drop_data' | 'drop_type' | 'set' | 'delete' | 'mutate';
  readonly schema: string;
  readonly rdf: string;
  readonly attr: string;
  readonly name: string;
  readonly body: string;
  readonly content_type: string;
}

interface Setup {
  readonly schema: string;
  readonly rdf: readonly string[];
  readonly ops: Readonly<Record<string, Operation>>;
}

const REQUESTS: Record<Operation['type'], (operation: Operation) => Posted> = {
  alter: ({ schema }) => alter(schema),
  drop_all: () => alterJson({ drop_all: true }),
  drop_attr: ({ attr }) => alterJson({ drop_attr: attr }),
  drop_data: () => alterJson({ drop_op: 'DATA' }),
  drop_type: ({ name }) => alterJson({ drop_op: 'TYPE', drop_value: name }),
  set: (operation) => rdf(`{ set {\n${operation.rdf}\n} }`),
  delete: (operation) => rdf(`{ delete {\n${operation.rdf}\n} }`),
  mutate: ({ body, content_type }) => ({ path: '/mutate?commitNow=true', type: content_type, body }),
};

/**
 * Compares as testify's JSONEq does: objects with members in any order, numbers by value. Large integers must agree in
 * every digit.
 */
function areEqual(a: unknown, b: unknown, unordered: boolean): boolean {
  if (isLosslessNumber(a) && isLosslessNumber(b)) {
    const integers = [a, b].every((number) => /^-?\d+$/.test(number.value));
    return integers ? BigInt(a.value) === BigInt(b.value) : Number(a.value) === Number(b.value);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    if (!unordered) return a.every((item, i) => areEqual(item, b[i], false));
    const left = [...(b as unknown[])];
    return a.every((item) => {
      const index = left.findIndex((other) => areEqual(item, other, true));
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    });
  }
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && areEqual(one[key], other[key], unordered))
  );
}

describeIf(present, `no ${path.basename(folder)}/cases.json in the shared folder`)('Dgraph’s own cases', () => {
  const engine = embedded();

  it(
    `at least ${100 * PROMISED} % pass on the embedded engine`,
    async () => {
      const setup = JSON.parse(readFileSync(path.join(folder, 'setup.json'), 'utf8')) as Setup;
      const cases = parse(readFileSync(path.join(folder, 'cases.json'), 'utf8')) as Case[];
      const send = async (request: Posted): Promise<string> => {
        const { path: target, type, body } = request;
        return (await fetch(engine.url + target, { method: 'POST', headers: { 'Content-Type': type }, body })).text();
      };
      const prepare = async (request: Posted): Promise<void> => {
        const { errors } = JSON.parse(await send(request)) as { errors?: unknown };
        if (errors) throw new Error(`setup: ${JSON.stringify(errors)}`);
      };

      /** State of the engine: a base and the operations on it; undefined after a case has written. */
      let state: string | undefined;
      const reach = async ({ base, pre = [] }: Case): Promise<void> => {
        const target = [base, ...pre].join(' ');
        if (state === target) return;
        let appliedCount = 0;
        if (state !== undefined && `${target} `.startsWith(`${state} `)) appliedCount = state.split(' ').length - 1;
        else {
          await prepare(REQUESTS.drop_all({} as Operation));
          if (base === 'main') {
            await prepare(alter(setup.schema));
            for (const block of setup.rdf) await prepare(rdf(`{ set {\n${block}\n} }`));
          }
        }
        // A step may be refused; the case is about the state afterwards.
        for (const name of pre.slice(appliedCount)) await send(REQUESTS[setup.ops[name]!.type](setup.ops[name]!));
        state = target;
      };

      const judge = (expected: Case, text: string): string | undefined => {
        const { data, errors } = parse(text) as { data?: unknown; errors?: unknown };
        if (expected.error !== undefined) return errors ? undefined : 'was expected to be refused';
        if (errors) return `refused: ${text.slice(0, 300)}`;
        const accepted = 'expect' in expected ? [expected.expect, ...(expected.expect_alt ?? [])] : [];
        if (accepted.length > 0 && !accepted.some((one) => areEqual(one, data, expected.unordered ?? false))) {
          return `answered ${text.slice(0, 300)}`;
        }
        const lacks = expected.contains?.find((part) => !text.includes(part));
        if (lacks !== undefined) return `lacks ${lacks}`;
        const has = expected.not_contains?.find((part) => text.includes(part));
        return has === undefined ? undefined : `has ${has}`;
      };

      // Cases with the same state are adjacent; those that write come last.
      const key = (one: Case): string => [one.base === 'main' ? 0 : 1, ...(one.pre ?? [])].join(' ');
      const ordered = [...cases].sort(
        (a, b) => key(a).localeCompare(key(b), 'en', { numeric: true }) || Number('op' in a) - Number('op' in b),
      );
      const tally = new Map<string, { passed: number; total: number }>();
      const failures: string[] = [];
      for (const testCase of ordered) {
        await reach(testCase);
        const { op, vars, params } = testCase;
        let text: string;
        if (op !== undefined) {
          text = await send(REQUESTS[setup.ops[op]!.type](setup.ops[op]!));
          if (!text.includes('"errors"')) state = undefined;
        } else {
          text = await send(
            vars ? queryJson({ query: testCase.query, variables: vars }, params) : query(testCase.query!, params),
          );
        }
        const problem = judge(testCase, text);
        const row = tally.get(testCase.category) ?? { passed: 0, total: 0 };
        tally.set(testCase.category, { passed: row.passed + Number(!problem), total: row.total + 1 });
        if (problem) failures.push(`${testCase.id}: ${problem}`);
      }

      const passed = cases.length - failures.length;
      const lines = [...tally].sort().map(([name, row]) => `  ${name}: ${row.passed} of ${row.total}`);
      process.stderr.write(`\nDgraph's own cases: ${passed} of ${cases.length}\n${lines.join('\n')}\n`);
      if (failures.length > 0) process.stderr.write(`failed:\n  ${failures.join('\n  ')}\n`);
      expect(cases.length).toBeGreaterThan(600);
      expect(passed / cases.length).toBeGreaterThanOrEqual(PROMISED);
    },
    10 * 60_000,
  );
});
