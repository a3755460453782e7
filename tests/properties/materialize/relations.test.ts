/**
 * Walk over stored facts of symmetric and transitive relations, page by page, with writes in between: at the end, the
 * facts of a plain fixpoint are stored. OWLGATE_RUNS sets the number of walks.
 */
import * as fc from 'fast-check';
import type { Need } from '../../../src/materialize/store/need';
import { settle, storedIn } from '../../../src/materialize/store/settle';
import type { Settled, SettleOptions } from '../../../src/materialize/store/settle';
import type { ReadTransaction } from '../../../src/materialize/store/transaction';
import { WorkingSet } from '../../../src/materialize/store/working-set';
import { Relevance } from '../../../src/materialize/in-force/relevance';
import { evaluatePage } from '../../../src/materialize/walk/page';
import { planSteps } from '../../../src/materialize/walk/steps';
import { Tally } from '../../../src/materialize/walk/tally';
import type { RuledContext } from '../../../src/materialize/write/context';
import { factAt } from '../../../src/materialize/write/contradiction-messages';
import { TYPE_PREDICATE } from '../../../src/mutation';
import type { RlAxiom } from '../../../src/ontology';
import { compile, NOW_MASK, type Plan } from '../../../src/reasoner';
import { schemaOf } from '../../support/materialize/small';
import { EMPTY, next, resolve, type State, type Write } from '../../support/reasoner/histories';
import { factKey, factOf } from '../../support/reasoner/oracle';
import { edgeHistories, relations } from '../../support/reasoner/relations';
import { assertAsyncRuns, patienceFor } from '../../support/reasoner/runs';
import { NAMES, OBJECT_PROPERTIES } from '../../support/reasoner/samples';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 60);
jest.setTimeout(patienceFor(60_000));

const names = { ...NAMES, type: TYPE_PREDICATE };
const schema = schemaOf(OBJECT_PROPERTIES.map((p) => `${p}: [uid]`).join('\n'));
const transaction = { prefix: '' } as ReadTransaction;

/** Facts in memory, read need by need. */
class Facts {
  readonly asserted: Set<string>;
  readonly inferred: Set<string>;
  reads = 0;

  constructor({ asserted, inferred }: State) {
    this.asserted = new Set(asserted);
    this.inferred = new Set(inferred);
  }

  readonly answer: NonNullable<SettleOptions['answer']> = (needs, workingSet) => {
    for (const need of needs) this.read(need, workingSet);
    return Promise.resolve([]);
  };

  read({ s, p, o }: Pick<Need, 's' | 'p' | 'o'>, workingSet: WorkingSet): void {
    for (const [keys, isInferred] of [
      [this.asserted, false],
      [this.inferred, true],
    ] as const) {
      for (const [subject, predicate, object] of [...keys].map(factOf)) {
        if (predicate !== p || (s ?? subject) !== subject || (o ?? object) !== object) continue;
        workingSet.add(subject, predicate, object, isInferred);
        this.reads++;
      }
    }
    workingSet.cover(s, p, o);
  }

  write({ workingSet }: Pick<Settled, 'workingSet'>): void {
    const { table } = workingSet;
    for (let row = 0; row < table.length; row++) {
      const { s, p, o } = factAt(workingSet, row);
      const key = factKey([s, p, o]);
      const now = (table.flags[row]! & NOW_MASK) >> 2;
      this.asserted.delete(key);
      this.inferred.delete(key);
      if (now !== 0) (now === 1 ? this.asserted : this.inferred).add(key);
    }
  }
}

function contextOf(plan: Plan): RuledContext {
  const no = () => false;
  const relevance = new Relevance(plan);
  return { plan, relevance, schema, isSingle: no, isFunctional: no, isEdge: no, isOfOntology: no };
}

async function writeTo(facts: Facts, plan: Plan, write: Write): Promise<void> {
  const change = resolve(write, facts);
  const settled = await settle({
    ...{ plan, schema, transaction, answer: facts.answer, isIncomplete: true },
    draft: (workingSet) => {
      const { terms } = workingSet;
      const patterns = (triples: typeof change.assert) =>
        triples.map(([s, p, o]) => ({ s: terms.id(s), p: terms.id(p), o: terms.id(o) }));
      const needs = [...change.assert, ...change.retract]
        .map(([s, p, o]) => ({ s, p, o }))
        .filter(({ s, p, o }) => !workingSet.covers(terms.id(s), terms.id(p), terms.id(o)));
      return { change: { assert: patterns(change.assert), retract: patterns(change.retract) }, needs };
    },
  });
  facts.write(settled);
}

/** Walks in pages of some nodes; a write may follow each page. */
async function walk(facts: Facts, before: Plan | undefined, now: Plan, size: number, writes: Write[]): Promise<void> {
  const { list, former } = planSteps(before, now, schema, { has: () => false, steps: () => [] });
  const later = [...writes];
  for (const { kind, need } of list) {
    if (kind !== 'suspect' && kind !== 'revisit') throw new Error(kind);
    for (let after = ''; ;) {
      const subjects = [...facts.asserted, ...facts.inferred].map(factOf).filter(([s, p]) => p === need.p && s > after);
      const nodes = [...new Set(subjects.map(([s]) => s))].sort().slice(0, size);
      if (nodes.length === 0) break;
      after = nodes.at(-1)!;
      const workingSet = new WorkingSet(now, storedIn(schema));
      for (const s of nodes) facts.read({ s, p: need.p }, workingSet);
      const work = {
        ...{ need, nodes, workingSet, transaction, rules: contextOf(now), former, schema },
        ...{ checked: new Set<number>(), tally: new Tally(), answer: facts.answer },
      };
      await evaluatePage(work, kind, (settled) => Promise.resolve(facts.write(settled)));
      const write = later.shift();
      if (write) await writeTo(facts, now, write);
    }
  }
}

const closureOf = (axioms: readonly RlAxiom[], { asserted }: Pick<State, 'asserted'>): State =>
  next(axioms, EMPTY, { assert: [...asserted].map(factOf), retract: [] }, names)!;

const sorted = ({ asserted, inferred }: State) => [[...asserted].sort(), [...inferred].sort()];

test('a walk after a load leads to the fixpoint, whatever is written meanwhile', async () => {
  await assertAsyncRuns(
    fc.asyncProperty(
      relations,
      relations,
      edgeHistories,
      edgeHistories,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('none', 'some', 'unknown'),
      async (first, second, history, writes, size, kind) => {
        const earlier = kind === 'none' ? [] : first.axioms;
        const axioms = kind === 'none' ? first.axioms : [...first.axioms, ...second.axioms];
        const before = compile(earlier, names).plan;
        let state = EMPTY;
        for (const write of history) state = next(earlier, state, resolve(write, state), names)!;
        const facts = new Facts(state);
        const { plan } = compile(axioms, names);
        await walk(facts, kind === 'unknown' ? undefined : before, plan, size, writes);
        expect(sorted(facts)).toEqual(sorted(closureOf(axioms, facts)));
      },
    ),
    RUNS,
  );
});

test('a walk reads each list of a component a few times', async () => {
  const axioms = (['TransitiveObjectProperty', 'SymmetricObjectProperty'] as const).map((kind): RlAxiom => ({
    kind,
    property: 'http://ex.org/p',
    position: { line: 1, column: 1 },
    text: kind,
  }));
  const { plan } = compile(axioms, names);
  const edges = Array.from({ length: 30 }, (_, i) => factKey([`m${i + 10}`, 'p', `m${i + 11}`]));
  const facts = new Facts({ asserted: new Set(edges), inferred: new Set() });
  await walk(facts, compile([], names).plan, plan, 10, []);
  expect(facts.inferred.size).toBe(31 * 31 - 30);
  expect(facts.reads).toBeLessThan(12 * 31 * 31);
});
