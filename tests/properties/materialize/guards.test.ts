/** Guards: of two writes over one state, one is aborted if the results of both together are not a closure. */
import * as fc from 'fast-check';
import { Relevance } from '../../../src/materialize/in-force/relevance';
import type { Need } from '../../../src/materialize/store/need';
import { settle, storedIn } from '../../../src/materialize/store/settle';
import type { ReadTransaction } from '../../../src/materialize/store/transaction';
import { WorkingSet } from '../../../src/materialize/store/working-set';
import { factAt } from '../../../src/materialize/write/contradiction-messages';
import { fenceValues, guardsOf, laneGuards, nodeLocks, takesBack } from '../../../src/materialize/write/guards';
import { TYPE_PREDICATE } from '../../../src/mutation';
import { compile, NOW_MASK, STORED_MASK, type Plan } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { schemaOf } from '../../support/materialize/small';
import { EMPTY, histories, next, resolve, type State } from '../../support/reasoner/histories';
import { factKey } from '../../support/reasoner/oracle';
import { assertAsyncRuns, patienceFor } from '../../support/reasoner/runs';
import { DATA_PROPERTIES, NAMES, OBJECT_PROPERTIES, ontologies } from '../../support/reasoner/samples';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 12);
jest.setTimeout(patienceFor(60_000));
afterEach(() => jest.restoreAllMocks());

const names = { ...NAMES, type: TYPE_PREDICATE };
const schema = schemaOf(
  [...OBJECT_PROPERTIES.map((p) => `${p}: [uid]`), ...DATA_PROPERTIES.map((p) => `${p}: [string]`)].join('\n'),
);

interface Change {
  readonly assert: readonly Triple[];
  readonly retract: readonly Triple[];
  /** Facts of a page of a materialization, which takes a lane. */
  readonly revisit?: readonly Triple[];
}

/** Change of a write in the store, by the key of the fact; undefined for facts that go. */
interface Decision {
  readonly changed: ReadonlyMap<string, 'asserted' | 'inferred' | undefined>;
  readonly guards: ReadonlySet<string>;
}

/** Decides a write over a state as a gateway does. @param stripe of its shared guards, from 0 to 1 */
async function decide(plan: Plan, relevance: Relevance, state: State, change: Change, stripe: number) {
  const facts = [...state.asserted, ...state.inferred].map((key) => ({
    triple: key.split(' ') as unknown as Triple,
    isInferred: state.inferred.has(key),
  }));
  const answer = (needs: readonly Need[], workingSet: WorkingSet): Promise<readonly Need[]> => {
    for (const { s, p, o } of needs) {
      for (const { triple, isInferred } of facts) {
        const [subject, predicate, object] = triple;
        if (predicate === p && (s ?? subject) === subject && (o ?? object) === object) {
          workingSet.add(subject, predicate, object, isInferred);
        }
      }
      workingSet.cover(s, p, o);
    }
    return Promise.resolve([]);
  };
  const isInLane = change.revisit !== undefined;
  const page = new WorkingSet(plan, storedIn(schema), 64, (end, p) => relevance.joinsSome(end, p));
  for (const [s, p, o] of change.revisit ?? []) page.add(s, p, o, false);
  const { workingSet, inference } = await settle({
    plan,
    workingSet: page,
    schema,
    transaction: { prefix: '' } as ReadTransaction,
    answer,
    draft: ({ terms }) => {
      const patterns = (triples: readonly Triple[]) =>
        triples.map(([s, p, o]) => ({ s: terms.id(s), p: terms.id(p), o: terms.id(o) }));
      const { assert, retract, revisit = [] } = change;
      return {
        change: { assert: patterns(assert), retract: patterns(retract), revisit: patterns(revisit) },
        needs: [],
      };
    },
  });
  if (inference.contradictions.length > 0) return undefined;
  const changed = new Map<string, 'asserted' | 'inferred' | undefined>();
  const { table } = workingSet;
  for (let row = 0; row < table.length; row++) {
    const [before, after] = [table.flags[row]! & STORED_MASK, (table.flags[row]! & NOW_MASK) >> 2];
    const { s, p, o } = factAt(workingSet, row);
    if (before !== after) changed.set(factKey([s, p, o]), ([undefined, 'asserted', 'inferred'] as const)[after]);
  }
  jest.spyOn(Math, 'random').mockReturnValue(stripe);
  const guards = new Set([
    ...(isInLane ? laneGuards(0) : fenceValues(!takesBack(inference))),
    ...guardsOf(nodeLocks(workingSet, inference, relevance, isInLane)),
  ]);
  jest.restoreAllMocks();
  return { changed, guards } satisfies Decision;
}

/** Returns the facts of a state after both changes, with their status. */
function together(state: State, decisions: readonly Decision[]): string[] {
  const facts = new Map<string, string | undefined>(statusOf(state));
  for (const { changed } of decisions) for (const [key, status] of changed) facts.set(key, status);
  return texts(facts);
}

const statusOf = ({ asserted, inferred }: State): (readonly [string, string])[] => [
  ...[...asserted].map((key) => [key, 'asserted'] as const),
  ...[...inferred].map((key) => [key, 'inferred'] as const),
];

const texts = (facts: ReadonlyMap<string, string | undefined>): string[] =>
  [...facts].flatMap(([key, status]) => (status === undefined ? [] : [`${status} ${key}`])).sort();

const assertedIn = (facts: readonly string[]): Triple[] =>
  facts.filter((text) => text.startsWith('asserted ')).map((text) => text.split(' ').slice(1) as unknown as Triple);

const withTypes = ({ assert, retract }: Change): Change => {
  const placed = (triples: readonly Triple[]) =>
    triples.map(([s, p, o]): Triple => (p === NAMES.type ? [s, TYPE_PREDICATE, o] : [s, p, o]));
  return { assert: placed(assert), retract: placed(retract) };
};

/** Expects of two decisions that change different facts: a common guard, or a closure of both. */
function expectSeparated(
  axioms: Parameters<typeof next>[0],
  state: State,
  [a, b]: readonly [Decision, Decision],
  counts: { conflicting: number; free: number },
): void {
  if ([...a.changed.keys()].some((key) => b.changed.has(key))) return;
  const isGuarded = [...a.guards].some((value) => b.guards.has(value));
  counts[isGuarded ? 'conflicting' : 'free']++;
  if (isGuarded) return;
  const found = together(state, [a, b]);
  const complete = next(axioms, EMPTY, { assert: assertedIn(found), retract: [] }, names);
  expect(found).toEqual(complete && texts(new Map(statusOf(complete))));
}

test('two writes over one state conflict, or lead to a closure together', async () => {
  const counts = { conflicting: 0, free: 0 };
  await assertAsyncRuns(
    fc.asyncProperty(ontologies, histories, histories, async ({ axioms }, history, pairs) => {
      const { plan } = compile(axioms, names);
      const relevance = new Relevance(plan);
      let state = next(axioms, EMPTY, { assert: [], retract: [] }, names);
      if (!state) return;
      for (const write of history) state = next(axioms, state, withTypes(resolve(write, state)), names) ?? state;
      const before = state;
      const changes = pairs.map((write) => withTypes(resolve(write, before)));
      for (const [i, first] of changes.entries()) {
        for (const second of changes.slice(i + 1)) {
          const a = await decide(plan, relevance, state, first, 0);
          const b = await decide(plan, relevance, state, second, 0.5);
          if (a && b) expectSeparated(axioms, state, [a, b], counts);
        }
      }
    }),
    RUNS,
  );
  expect(Math.min(counts.free, counts.conflicting)).toBeGreaterThan(RUNS / 2);
});

test('a page in a lane and a write over one state conflict, or lead to a closure together', async () => {
  const counts = { conflicting: 0, free: 0 };
  await assertAsyncRuns(
    fc.asyncProperty(ontologies, histories, histories, async ({ axioms }, history, writes) => {
      const { plan } = compile(axioms, names);
      const relevance = new Relevance(plan);
      // Facts that were written under no ontology.
      let state = EMPTY;
      for (const write of history) state = next([], state, withTypes(resolve(write, state)), names) ?? state;
      const revisit = [...state.asserted].map((key) => key.split(' ') as unknown as Triple);
      // Facts that hold by axioms alone are written before the pages.
      const seeds = next(axioms, EMPTY, { assert: [], retract: [] }, names);
      if (!seeds) return;
      const { asserted } = state;
      state = { asserted, inferred: new Set([...seeds.inferred].filter((key) => !asserted.has(key))) };
      const page = await decide(plan, relevance, state, { assert: [], retract: [], revisit }, 0);
      if (!page) return;
      for (const each of writes) {
        const write = await decide(plan, relevance, state, withTypes(resolve(each, state)), 0.5);
        if (write) expectSeparated(axioms, state, [page, write], counts);
      }
    }),
    RUNS,
  );
  expect(Math.min(counts.free, counts.conflicting)).toBeGreaterThan(RUNS / 3);
});
