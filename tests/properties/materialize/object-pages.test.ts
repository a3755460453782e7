/**
 * Sweeps over edges that lead to a few hubs, in small pages, cut off and resumed: at the end, the facts of a plain
 * fixpoint are stored. Pages of objects, slices of their lists and pages of subjects all occur. OWLGATE_RUNS sets the
 * number of sweeps.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { connectEngine, type Engine } from '../../../src/dgraph';
import { startEmbedded } from '../../../src/embedded';
import type { EmbeddedServer } from '../../../src/embedded/server';
import { Relevance } from '../../../src/materialize/in-force/relevance';
import { sweep } from '../../../src/materialize/walk/sweep';
import type { Progress } from '../../../src/materialize/walk/sweep';
import type { WriteContext } from '../../../src/materialize/write/context';
import { TYPE_PREDICATE } from '../../../src/mutation';
import { compile, type Plan } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { silent } from '../../../src/util/log';
import { counting } from '../../support/materialize/counting';
import { ontologyOf, schemaOf } from '../../support/materialize/small';
import { EMPTY, next, type State } from '../../support/reasoner/histories';
import { factKey, factOf } from '../../support/reasoner/oracle';
import { relations } from '../../support/reasoner/relations';
import { assertAsyncRuns, patienceFor } from '../../support/reasoner/runs';
import { NAMES, OBJECT_PROPERTIES } from '../../support/reasoner/samples';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 25);
jest.setTimeout(patienceFor(600_000));

const names = { ...NAMES, type: TYPE_PREDICATE };
const HEAD = '0x801';

const directory = mkdtempSync(join(tmpdir(), 'owlgate-pages-'));
let server: EmbeddedServer;
let engine: Engine;
let texts: string[];
beforeAll(async () => {
  server = await startEmbedded({ directory });
  ({ engine, texts } = counting(connectEngine({ endpoint: server.endpoint, kind: 'embedded' })));
});
afterAll(async () => {
  await engine.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const set = (lines: readonly string[]): Promise<unknown> =>
  engine.mutate(`{ set {\n${lines.join('\n')}\n} }`, { contentType: 'application/rdf', commitNow: true });

/** Stores facts and returns the context of a sweep over them. */
async function store({ asserted, inferred }: State, plan: Plan, declarations: string): Promise<WriteContext> {
  texts.length = 0;
  await engine.alter({ drop_all: true });
  await engine.alter(`${declarations}\nowlgate.record: string\nowlgate.lock: [string]`.replaceAll(/$/gm, ' .'));
  const line = (facet: string) => (key: string) =>
    `${factOf(key)
      .map((term) => `<${term}>`)
      .join(' ')}${facet} .`;
  await set([
    `<${HEAD}> <owlgate.record> "{\\"version\\":1}" .`,
    ...[...asserted].map(line('')),
    ...[...inferred].map(line(' (owl.inferred=true)')),
  ]);
  const relevance = new Relevance(plan);
  const loaded = ontologyOf(':p a owl:ObjectProperty .');
  const reasoning = { version: 1, loaded, plan, relevance, edges: [...OBJECT_PROPERTIES], assertions: [] };
  return { engine, schema: schemaOf(declarations), reasoning, headUid: HEAD };
}

async function stored(): Promise<State> {
  const state = { asserted: new Set<string>(), inferred: new Set<string>() };
  const blocks = OBJECT_PROPERTIES.map((p) => `${p}(func: has(${p})) { uid ${p} @facets(owl.inferred) { uid } }`);
  const { data } = await engine.query<Record<string, Record<string, unknown>[]>>(`{ ${blocks.join('\n')} }`);
  for (const p of OBJECT_PROPERTIES) {
    for (const node of data[p]!) {
      for (const end of node[p] as Record<string, unknown>[]) {
        const isInferred = end[`${p}|owl.inferred`] === true;
        state[isInferred ? 'inferred' : 'asserted'].add(factKey([node['uid'], p, end['uid']] as Triple));
      }
    }
  }
  return state;
}

/** Sweeps until the end; each cut ends a sweep after so many reports, and the next one resumes at its progress. */
async function sweepOn(options: Parameters<typeof sweep>[0], cuts: readonly number[]): Promise<Progress[]> {
  const reported: Progress[] = [];
  for (const cut of [...cuts, Infinity]) {
    const ending = new AbortController();
    let left = cut;
    const sweeping = sweep({
      ...options,
      from: reported.at(-1),
      signal: ending.signal,
      onProgress: (progress) => {
        if (left < 0) return;
        reported.push(progress);
        if (--left < 0) ending.abort();
      },
    });
    await sweeping.catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    });
    if (left >= 0) break;
  }
  return reported;
}

const node = (n: number): string => `0x${(0x1000 + n).toString(16)}`;
const predicate = fc.constantFrom(...OBJECT_PROPERTIES);
const many = fc.integer({ min: 1, max: 40 });
const few = fc.integer({ min: 40, max: 42 });
/** Edges to hubs, edges from hubs, and others. */
const edges: fc.Arbitrary<Triple[]> = fc.array(
  fc
    .oneof(
      { weight: 16, arbitrary: fc.tuple(many, predicate, few) },
      { weight: 1, arbitrary: fc.tuple(few, predicate, many) },
      { weight: 1, arbitrary: fc.tuple(many, predicate, many) },
    )
    .map(([s, p, o]): Triple => [node(s), p, node(o)]),
  { minLength: 30, maxLength: 90 },
);
const flags = fc.constantFrom('@reverse', '@reverse @count');

test('a sweep in small pages, resumed anywhere, leads to the fixpoint', async () => {
  const counts = { byObjects: 0, bySubjects: 0, slices: 0, resumed: 0 };
  await assertAsyncRuns(
    fc.asyncProperty(
      relations,
      relations,
      edges,
      fc.tuple(flags, flags, flags, flags),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('none', 'some', 'unknown'),
      async (first, second, facts, reverses, cuts, pageSize, kind) => {
        const earlier = kind === 'none' ? [] : first.axioms;
        const axioms = [...first.axioms, ...second.axioms];
        const before = compile(earlier, names).plan;
        const { plan } = compile(axioms, names);
        const declarations = OBJECT_PROPERTIES.map((p, i) => `${p}: [uid] ${reverses[i]}`).join('\n');
        const state = next(earlier, EMPTY, { assert: facts, retract: [] }, names)!;
        const context = await store(state, plan, declarations);
        const options = { context, logger: silent, pageSize, signal: new AbortController().signal };
        const reported = await sweepOn({ ...options, before: kind === 'unknown' ? undefined : before }, cuts);
        const expected = next(axioms, EMPTY, { assert: facts, retract: [] }, names)!;
        const found = await stored();
        expect([...found.asserted].sort()).toEqual([...expected.asserted].sort());
        expect([...found.inferred].sort()).toEqual([...expected.inferred].sort());
        const isAt = (isReverse: boolean) =>
          reported.some(
            ({ position, at }) =>
              position.after !== '0x0' && at?.kind === 'revisit' && (at.need.isReverse === true) === isReverse,
          );
        if (isAt(true)) counts.byObjects++;
        if (isAt(false)) counts.bySubjects++;
        if (texts.some((text) => /~\w+ \(first: \d+, after: 0x1/.test(text))) counts.slices++;
        if (reported.filter(({ position }) => position.step > 0).length > 0 && cuts.length > 0) counts.resumed++;
      },
    ),
    RUNS,
  );
  // Frequencies are random; each kind of page must occur.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});
