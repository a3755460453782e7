/** Stores that deviate from the rules: stored contradictions, facts in doubt, facts to revisit. */
import fc from 'fast-check';
import {
  Evaluation,
  FactTable,
  NOW_MASK,
  Stored,
  Terms,
  unchanged,
  type Change,
  type FactSource,
  type Inference,
  type Plan,
} from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { facts, planOf } from '../../support/reasoner/cases';

/** Fully covered store with given facts. */
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

  /** Facts that hold, or would hold after the run. */
  held(): string[] {
    const rows = Array.from({ length: this.table.length }, (_, row) => row);
    return this.triples(rows.filter((row) => (this.table.flags[row]! & NOW_MASK) !== 0));
  }

  private put(text: string, flag: number): void {
    for (const fact of facts(text)) {
      const { s, p, o } = this.pattern(fact);
      // A new row may replace the array of flags.
      const row = this.table.row(s, p, o);
      this.table.flags[row] = unchanged(flag);
    }
  }

  private pattern([s, p, o]: Triple) {
    return { s: this.terms.id(s), p: this.terms.id(p), o: this.terms.id(o) };
  }
}

const DISJOINT = planOf(':A rdfs:subClassOf :C . :B rdfs:subClassOf :C . :A owl:disjointWith :B .');

describe('a stored contradiction', () => {
  const stored = { asserted: 'x a A . x a B', inferred: 'x a C' };

  test('does not prevent the retraction of one of its facts', () => {
    const store = new Store(DISJOINT, stored);
    const { inference } = store.run({ retract: 'x a B' });
    expect([inference.contradictions, store.triples(inference.removed)]).toEqual([[], ['x a B']]);
    expect(store.held()).toEqual(['x a A', 'x a C']);
  });

  test('does not prevent a retraction that restores one of its facts', () => {
    const plan = planOf(':A owl:disjointWith :B . :p rdfs:domain :A . :q rdfs:domain :A .');
    const store = new Store(plan, { asserted: 'x p y . x q y . x a B', inferred: 'x a A' });
    const { inference } = store.run({ retract: 'x p y' });
    expect([inference.contradictions, inference.retracted]).toEqual([[], []]);
  });

  test('is not reported for a repeated assertion', () => {
    expect(new Store(DISJOINT, stored).run({ assert: 'x a A' }).inference.contradictions).toEqual([]);
  });

  test('is reported when its facts are revisited', () => {
    const store = new Store(DISJOINT, stored);
    const { contradictions } = store.run({ revisit: 'x a A' }).inference;
    expect(contradictions.map((contradiction) => store.triples(contradiction.facts))).toEqual([['x a A', 'x a B']]);
  });
});

describe('revisited facts', () => {
  const plan = planOf(':A rdfs:subClassOf :B . :B rdfs:subClassOf :C .');

  test('derive facts that were not stored', () => {
    const store = new Store(plan, { asserted: 'x a A' });
    expect(store.triples(store.run({ revisit: 'x a A' }).inference.inferred)).toEqual(['x a B', 'x a C']);
  });

  test('derive nothing if the same change retracts them, or if they were never stored', () => {
    const store = new Store(plan, { asserted: 'x a A' });
    const { inference } = store.run({ revisit: 'x a A . y a A', retract: 'x a A' });
    expect([inference.inferred, store.triples(inference.removed)]).toEqual([[], ['x a A']]);
  });

  describe('of a relation that is closed, or nearly', () => {
    const relation = planOf(':p a owl:SymmetricProperty , owl:TransitiveProperty .');
    const transitive = planOf(':p a owl:TransitiveProperty .');
    const textOf = (pairs: Iterable<string>): string => [...pairs].map((pair) => pair.replace(' ', ' p ')).join(' . ');
    const pairsOf = (nodes: readonly string[]): string[] => nodes.flatMap((s) => nodes.map((o) => `${s} ${o}`));
    const members = (prefix: string, count: number): string[] =>
      Array.from({ length: count }, (_, i) => `${prefix}${i}`);

    /** Returns the pairs that follow from pairs, without those of a node with itself. */
    function closed(pairs: Iterable<string>, isSymmetric: boolean): string[] {
      const all = new Set(pairs);
      for (let size = -1; size !== all.size;) {
        size = all.size;
        for (const [s, o] of [...all].map((pair) => pair.split(' ') as [string, string])) {
          if (isSymmetric) all.add(`${o} ${s}`);
          for (const pair of [...all]) if (pair.startsWith(`${o} `)) all.add(`${s} ${pair.split(' ')[1]!}`);
        }
      }
      return [...all].filter((pair) => pair.split(' ')[0] !== pair.split(' ')[1]).sort();
    }

    test('entail what follows from them, whatever is missing', () => {
      const nodes = [...members('a', 10), ...members('b', 9), 'c'];
      const pair = fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)).map((ends) => ends.join(' '));
      const few = fc.array(pair, { maxLength: 6 });
      fc.assert(
        fc.property(
          few,
          few,
          fc.boolean(),
          fc.boolean(),
          fc.integer({ min: 1, max: 5 }),
          (gone, more, isSymmetric, isJoined, nth) => {
            const whole = isJoined ? pairsOf(nodes) : [...pairsOf(nodes.slice(0, 10)), ...pairsOf(nodes.slice(10, 19))];
            const stored = whole.filter((each) => !gone.includes(each) && each.split(' ')[0] !== each.split(' ')[1]);
            const isAsserted = (_: string, i: number): boolean => i % nth === 0;
            const store = new Store(isSymmetric ? relation : transitive, {
              asserted: textOf(stored.filter(isAsserted)),
              inferred: textOf(stored.filter((each, i) => !isAsserted(each, i))),
            });
            store.run({ revisit: textOf(stored), ...(more.length > 0 && { assert: textOf(more) }) });
            const held = store.held().map((triple) => triple.replace(' p ', ' '));
            const between = held.filter((each) => each.split(' ')[0] !== each.split(' ')[1]).sort();
            expect(between).toEqual(closed([...stored, ...more], isSymmetric));
          },
        ),
        { numRuns: 60 },
      );
    });

    test('entail what each visited one entails with another', () => {
      const nodes = [...members('a', 10), ...members('b', 9)];
      const pair = fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)).map((ends) => ends.join(' '));
      const several = fc.array(pair, { minLength: 1, maxLength: 8 });
      fc.assert(
        fc.property(several, several, (gone, visited) => {
          const block = (some: readonly string[]): string[] => pairsOf(some).filter((each) => !gone.includes(each));
          const stored = new Set([...block(nodes.slice(0, 10)), ...block(nodes.slice(10)), ...visited]);
          const store = new Store(transitive, { asserted: textOf(stored) });
          store.run({ revisit: textOf(visited) });
          const held = new Set(store.held());
          for (const [s, o] of visited.map((each) => each.split(' ') as [string, string])) {
            for (const other of stored) {
              const [from, to] = other.split(' ') as [string, string];
              if (to === s) expect(held).toContain(`${from} p ${o}`);
              if (from === o) expect(held).toContain(`${s} p ${to}`);
            }
          }
        }),
        { numRuns: 100 },
      );
    });

    test('are not joined with each other if they are complete', () => {
      const lookups = (pairs: readonly string[]): number => {
        const store = new Store(relation, { asserted: textOf(pairs.slice(0, 50)), inferred: textOf(pairs.slice(50)) });
        const lookup = jest.spyOn(FactTable.prototype, 'row');
        store.run({ revisit: textOf(pairs) });
        const { length } = lookup.mock.calls;
        lookup.mockRestore();
        return length / pairs.length;
      };
      const pairs = pairsOf(members('a', 40));
      // One fact that is missing costs a join of each with all others.
      expect(lookups(pairs.slice(1))).toBeGreaterThan(40);
      expect(lookups(pairs)).toBeLessThan(4);
    });
  });
});

describe('facts that are impossible', () => {
  const plan = planOf(
    ':p a owl:SymmetricProperty , owl:TransitiveProperty . :q rdfs:subPropertyOf :p . :r rdfs:subPropertyOf :v .',
  );
  const nodes = ['a', 'b', 'c', 'd', 'e', 'f'];
  const node = fc.constantFrom(...nodes);
  const edges = fc.array(
    fc.tuple(node, fc.constantFrom('p', 'q', 'r'), node).map((fact) => fact.join(' ')),
    { minLength: 1, maxLength: 14 },
  );
  const impossible = fc.array(
    fc.tuple(node, fc.constantFrom('p', 'q', 'v', 'v'), node).map((fact) => fact.join(' ')),
    { minLength: 1, maxLength: 4 },
  );

  /** Returns what follows from facts, without those that are impossible and what follows from them alone. */
  function closureOf(stated: readonly string[], without: readonly string[]): string[] {
    const all = new Set<string>();
    const add = (fact: string): unknown => without.includes(fact) || all.add(fact);
    stated.forEach(add);
    for (let size = -1; size !== all.size;) {
      size = all.size;
      for (const [s, p, o] of [...all].map((fact) => fact.split(' ') as [string, string, string])) {
        if (p === 'q') add(`${s} p ${o}`);
        if (p === 'r') add(`${s} v ${o}`);
        if (p !== 'p') continue;
        add(`${o} p ${s}`);
        for (const z of nodes) if (all.has(`${o} p ${z}`)) add(`${s} p ${z}`);
      }
    }
    return [...all].sort();
  }
  const withoutLoops = (held: readonly string[]): string[] => held.filter((fact) => !/^(\w+) p \1$/.test(fact)).sort();

  test('are left out with what follows from them alone', () => {
    fc.assert(
      fc.property(edges, impossible, (stated, bar) => {
        const store = new Store(plan, {});
        store.run({ assert: stated.join(' . '), bar: bar.join(' . ') });
        expect(withoutLoops(store.held())).toEqual(withoutLoops(closureOf(stated, bar)));
      }),
      { numRuns: 300 },
    );
  });

  test.each(['bar', 'retract'] as const)('do not make the closure of another property join all pairs (%s)', (kind) => {
    const path = Array.from({ length: 60 }, (_each, i) => `n${i} p n${i + 1}`).join(' . ');
    const store = new Store(plan, { asserted: kind === 'retract' ? 'x v y' : '' });
    const lookup = jest.spyOn(FactTable.prototype, 'row');
    const { inferred } = store.run({ assert: path, [kind]: 'x v y' }).inference;
    const { length } = lookup.mock.calls;
    lookup.mockRestore();
    expect(inferred.length).toBeGreaterThan(60 * 59);
    expect(length / inferred.length).toBeLessThan(6);
  });
});

describe('facts in doubt', () => {
  const plan = planOf(':A rdfs:subClassOf :B . :B rdfs:subClassOf :C .');

  test('are removed with their consequences if no rule derives them', () => {
    const store = new Store(plan, { asserted: 'y a A', inferred: 'x a B . x a C . y a B . y a C' });
    const { inference } = store.run({ suspect: 'x a B . y a B' });
    expect(store.triples(inference.retracted)).toEqual(['x a B', 'x a C']);
    expect(store.held()).toEqual(['y a A', 'y a B', 'y a C']);
  });

  test('do not support one another', () => {
    const store = new Store(planOf(':A owl:equivalentClass :B .'), { inferred: 'x a A . x a B' });
    expect(store.triples(store.run({ suspect: 'x a A . x a B' }).inference.retracted)).toEqual(['x a A', 'x a B']);
  });

  test('stay if they are asserted', () => {
    const store = new Store(plan, { asserted: 'x a B', inferred: 'x a C' });
    store.run({ suspect: 'x a B' });
    expect(store.held()).toEqual(['x a B', 'x a C']);
  });
});

describe('rollback', () => {
  test('leaves the store as it was before the run', () => {
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
