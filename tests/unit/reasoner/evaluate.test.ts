/** What a store holds that is not as the rules would have it: stored contradictions, facts in doubt, facts to look at again. */
import { Evaluation, FactTable, NOW_MASK, Stored, Terms, unchanged } from '../../../src/reasoner';
import type { Change, FactSource, Inference, Plan, Triple } from '../../../src/reasoner';
import { facts, planOf } from '../../support/reasoner/cases';

/** A store that is known whole, and holds just what it is given. */
class Store implements FactSource {
  readonly terms: Terms;
  readonly table = new FactTable();

  constructor(
    private readonly plan: Plan,
    stored: { readonly asserted?: string; readonly inferred?: string },
  ) {
    this.terms = new Terms(plan.terms);
    this.put(stored.asserted ?? '', Stored.Asserted);
    this.put(stored.inferred ?? '', Stored.Inferred);
  }

  covers(): boolean {
    return true;
  }

  run(change: { readonly [K in keyof Change]: string }): { evaluation: Evaluation; inference: Inference } {
    const evaluation = new Evaluation(this.plan, this);
    const patterns = Object.entries(change).map(([kind, text]) => [
      kind,
      facts(text).map((fact) => this.pattern(fact)),
    ]);
    return { evaluation, inference: evaluation.run(Object.fromEntries(patterns) as Change) };
  }

  triples(rows: readonly number[]): string[] {
    const { subject, predicate, object } = this.table;
    const text = (row: number) => [subject, predicate, object].map((ids) => this.terms.text(ids[row]!)).join(' ');
    return rows.map(text).sort();
  }

  /** What holds, or would hold after the run. */
  held(): string[] {
    const rows = Array.from({ length: this.table.length }, (_, row) => row);
    return this.triples(rows.filter((row) => (this.table.flags[row]! & NOW_MASK) !== 0));
  }

  private put(text: string, flag: number): void {
    for (const fact of facts(text)) {
      const { s, p, o } = this.pattern(fact);
      this.table.flags[this.table.row(s, p, o)] = unchanged(flag);
    }
  }

  private pattern([s, p, o]: Triple) {
    return { s: this.terms.id(s), p: this.terms.id(p), o: this.terms.id(o) };
  }
}

const DISJOINT = planOf(':A rdfs:subClassOf :C . :B rdfs:subClassOf :C . :A owl:disjointWith :B .');

describe('a contradiction that is stored', () => {
  const stored = { asserted: 'x a A . x a B', inferred: 'x a C' };

  test('does not stand in the way of taking one of its facts back', () => {
    const store = new Store(DISJOINT, stored);
    const { inference } = store.run({ retract: 'x a B' });
    expect([inference.contradictions, store.triples(inference.removed)]).toEqual([[], ['x a B']]);
    expect(store.held()).toEqual(['x a A', 'x a C']);
  });

  test('does not stand in the way of taking back what restores one of its facts', () => {
    const plan = planOf(':A owl:disjointWith :B . :p rdfs:domain :A . :q rdfs:domain :A .');
    const store = new Store(plan, { asserted: 'x p y . x q y . x a B', inferred: 'x a A' });
    const { inference } = store.run({ retract: 'x p y' });
    expect([inference.contradictions, inference.retracted]).toEqual([[], []]);
  });

  test('is not found again by a fact that is asserted once more', () => {
    expect(new Store(DISJOINT, stored).run({ assert: 'x a A' }).inference.contradictions).toEqual([]);
  });

  test('is found where its facts are looked at again', () => {
    const store = new Store(DISJOINT, stored);
    const { contradictions } = store.run({ revisit: 'x a A' }).inference;
    expect(contradictions.map((found) => store.triples(found.facts))).toEqual([['x a A', 'x a B']]);
  });
});

describe('facts that are looked at again', () => {
  const plan = planOf(':A rdfs:subClassOf :B . :B rdfs:subClassOf :C .');

  test('yield what was not stored', () => {
    const store = new Store(plan, { asserted: 'x a A' });
    expect(store.triples(store.run({ revisit: 'x a A' }).inference.inferred)).toEqual(['x a B', 'x a C']);
  });

  test('yield nothing where the same change takes them back, or where they were never there', () => {
    const store = new Store(plan, { asserted: 'x a A' });
    const { inference } = store.run({ revisit: 'x a A . y a A', retract: 'x a A' });
    expect([inference.inferred, store.triples(inference.removed)]).toEqual([[], ['x a A']]);
  });
});

describe('facts in doubt', () => {
  const plan = planOf(':A rdfs:subClassOf :B . :B rdfs:subClassOf :C .');

  test('go where no rule yields them, with what follows from them', () => {
    const store = new Store(plan, { asserted: 'y a A', inferred: 'x a B . x a C . y a B . y a C' });
    const { inference } = store.run({ suspect: 'x a B . y a B' });
    expect(store.triples(inference.retracted)).toEqual(['x a B', 'x a C']);
    expect(store.held()).toEqual(['y a A', 'y a B', 'y a C']);
  });

  test('do not support one another', () => {
    const store = new Store(planOf(':A owl:equivalentClass :B .'), { inferred: 'x a A . x a B' });
    expect(store.triples(store.run({ suspect: 'x a A . x a B' }).inference.retracted)).toEqual(['x a A', 'x a B']);
  });

  test('are left alone where they are asserted', () => {
    const store = new Store(plan, { asserted: 'x a B', inferred: 'x a C' });
    store.run({ suspect: 'x a B' });
    expect(store.held()).toEqual(['x a B', 'x a C']);
  });
});

describe('a run', () => {
  test('that is taken back leaves the store as it was', () => {
    const store = new Store(planOf(':A rdfs:subClassOf :B .'), {
      asserted: 'x a A . y a A',
      inferred: 'x a B . y a B',
    });
    const before = [store.held(), [...store.table.flags.subarray(0, 4)]];
    const { evaluation } = store.run({ assert: 'z a A . x a B', retract: 'y a A' });
    expect(store.held()).not.toEqual(before[0]);
    evaluation.rollback();
    expect([store.held(), [...store.table.flags.subarray(0, 4)]]).toEqual(before);
  });
});
