import fc from 'fast-check';
import { Hierarchy } from '../../../src/ontology/hierarchy';
import { runs } from '../../support/runs';

const TERMS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

/** Oracle: reachability by Warshall's algorithm, everything else by definition. */
function naive(edges: readonly (readonly [string, string])[]) {
  const above = new Map(TERMS.map((term) => [term, new Set<string>()]));
  for (const [lower, upper] of edges) above.get(lower)!.add(upper);
  for (const middle of TERMS) {
    for (const from of TERMS) {
      if (!above.get(from)!.has(middle)) continue;
      for (const to of above.get(middle)!) above.get(from)!.add(to);
    }
  }
  const isAbove = (upper: string, lower: string) => above.get(lower)!.has(upper);
  const strictly = (upper: string, lower: string) => isAbove(upper, lower) && !isAbove(lower, upper);
  const termsWhere = (term: string, test: (other: string) => boolean) =>
    TERMS.filter((other) => other !== term && test(other));
  const equivalent = (a: string, b: string) => isAbove(a, b) && isAbove(b, a);
  const direct = (upper: string, lower: string) =>
    equivalent(upper, lower) ||
    (strictly(upper, lower) && !TERMS.some((between) => strictly(upper, between) && strictly(between, lower)));
  return {
    ancestors: (term: string) => termsWhere(term, (other) => isAbove(other, term)),
    descendants: (term: string) => termsWhere(term, (other) => isAbove(term, other)),
    parents: (term: string) => termsWhere(term, (other) => direct(other, term)),
    children: (term: string) => termsWhere(term, (other) => direct(term, other)),
    equivalents: (term: string) => termsWhere(term, (other) => equivalent(other, term)),
    isWithin: (lower: string, upper: string) => lower === upper || isAbove(upper, lower),
  };
}

/** Terms without edges, beside which the others are few. */
const OTHERS = Array.from({ length: 200 }, (_, i) => `${'ABCDEFGH'[i % 8]!}${i}`);

const term = fc.constantFrom(...TERMS);
const edges = fc.array(fc.tuple(term, term), { maxLength: 16 });

describe('Hierarchy', () => {
  it('agrees with the definitions on random graphs with cycles', () => {
    fc.assert(
      fc.property(edges, fc.boolean(), (pairs, isLarge) => {
        const hierarchy = new Hierarchy(isLarge ? [...TERMS, ...OTHERS] : TERMS, pairs);
        const oracle = naive(pairs);
        const answers = (subject: typeof oracle) =>
          TERMS.map((t) => [
            t,
            subject.ancestors(t),
            subject.descendants(t),
            subject.parents(t),
            subject.children(t),
            subject.equivalents(t),
            TERMS.filter((other) => subject.isWithin(t, other)),
          ]);
        expect(answers(hierarchy)).toEqual(answers(oracle));
        const printed = TERMS.map((t) => [hierarchy.ancestorsJson(t), hierarchy.descendantsJson(t)]);
        expect(printed).toEqual(
          TERMS.map((t) => [JSON.stringify(oracle.ancestors(t)), JSON.stringify(oracle.descendants(t))]),
        );
        const count = TERMS.reduce((sum, each) => sum + oracle.ancestors(each).length, 0);
        expect([hierarchy.pairCount(Infinity), hierarchy.pairCount(0) > 0]).toEqual([count, count > 0]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('returns direct and transitive relations', () => {
    fc.assert(
      fc.property(edges, (pairs) => {
        const hierarchy = new Hierarchy(TERMS, pairs);
        for (const t of TERMS) {
          const reached = new Set(hierarchy.parents(t));
          for (const other of reached) for (const parent of hierarchy.parents(other)) reached.add(parent);
          reached.delete(t);
          expect([...reached].sort()).toEqual(hierarchy.ancestors(t));
        }
      }),
    );
  });

  it('finds the keys of a map among the terms above', () => {
    fc.assert(
      fc.property(edges, fc.uniqueArray(term), (pairs, keys) => {
        const hierarchy = new Hierarchy(TERMS, pairs);
        const map = new Map(keys.map((key) => [key, true]));
        for (const t of TERMS) {
          const expected = [t, ...hierarchy.ancestors(t)].filter((upper) => map.has(upper));
          expect(hierarchy.keysFrom(t, map).sort()).toEqual(expected.sort());
        }
        expect(hierarchy.keysFrom('unknown', map)).toEqual([]);
      }),
    );
  });

  it('is the same under other names', () => {
    // Their order is the reverse of the terms' order.
    const nameOf = (t: string) => String.fromCharCode(2 * 'E'.charCodeAt(0) - t.charCodeAt(0));
    fc.assert(
      fc.property(edges, (pairs) => {
        const hierarchy = new Hierarchy(TERMS, pairs);
        const renamed = hierarchy.renamed(nameOf);
        expect(renamed.terms()).toEqual(TERMS.map(nameOf).sort());
        for (const t of TERMS) {
          for (const relation of ['ancestors', 'parents', 'children', 'equivalents'] as const) {
            expect(renamed[relation](nameOf(t))).toEqual(hierarchy[relation](t).map(nameOf).sort());
          }
        }
      }),
    );
  });

  it('inherits items from upper terms', () => {
    fc.assert(
      fc.property(edges, (pairs) => {
        const hierarchy = new Hierarchy(TERMS, pairs);
        const inherited = hierarchy.inherit((t) => ('ABC'.includes(t) ? [t.toLowerCase(), 'all'] : []));
        for (const t of TERMS) {
          const from = [t, ...hierarchy.ancestors(t)].filter((upper) => 'ABC'.includes(upper));
          const expected = from.length === 0 ? [] : ['all', ...from.map((upper) => upper.toLowerCase())];
          expect([...inherited!.get(t)!].sort()).toEqual(expected.sort());
        }
      }),
    );
  });

  it('inherits shared sets, up to a limit', () => {
    const lowers = Array.from({ length: 100 }, (_, i): [string, string] => [`l${i}`, 'top']);
    const hierarchy = new Hierarchy(['alone', 'other'], lowers);
    const itemsOf = (term: string) => (term === 'top' ? [1, 2, 3] : []);
    const inherited = hierarchy.inherit(itemsOf, 3)!;
    expect(new Set(lowers.map(([lower]) => inherited.get(lower)))).toEqual(new Set([new Set([1, 2, 3])]));
    expect(inherited.get('alone')).toBe(inherited.get('other'));
    expect(hierarchy.inherit(itemsOf, 2)).toBeUndefined();
  });

  it('returns the most specific terms, one of each equivalence class', () => {
    const hierarchy = new Hierarchy(
      [],
      [
        ['A', 'B'],
        ['B', 'C'],
        ['D', 'E'],
        ['E', 'D'],
      ],
    );
    expect(hierarchy.mostSpecific(['C', 'A', 'E', 'D', 'F', 'B', 'A'])).toEqual(['A', 'E', 'F']);
  });

  it('returns nothing for unknown terms', () => {
    const hierarchy = new Hierarchy(['A'], []);
    expect([hierarchy.parents('X'), hierarchy.ancestors('X'), hierarchy.equivalents('X'), hierarchy.has('X')]).toEqual([
      [],
      [],
      [],
      false,
    ]);
    expect(hierarchy.has('A')).toBe(true);
  });

  it('is not bounded by the call stack', () => {
    const chain = Array.from({ length: 50_000 }, (_, i) => [`t${i}`, `t${i + 1}`] as const);
    const hierarchy = new Hierarchy([], chain);
    expect(hierarchy.ancestors('t0')).toHaveLength(50_000);
    expect(hierarchy.parents('t0')).toEqual(['t1']);
    const circle = new Hierarchy([], [...chain, ['t50000', 't0']]);
    expect(circle.equivalents('t7')).toHaveLength(50_000);
  });
});
