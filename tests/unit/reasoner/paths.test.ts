/** Paths of transitive properties. */
import * as fc from 'fast-check';
import { MemoryGraph, type Plan } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { findPath, stepsOf } from '../../../src/reasoner/paths';
import { FactTable, Now } from '../../../src/reasoner/table';
import { planOf } from '../../support/reasoner/cases';
import { assertRuns, patienceFor } from '../../support/reasoner/runs';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 100);
jest.setTimeout(patienceFor(60_000));

const PROPERTIES = ':p a owl:ObjectProperty . :q a owl:ObjectProperty . :r a owl:ObjectProperty . :C a owl:Class .';
const TRANSITIVE = ':p a owl:TransitiveProperty .';

/** Returns the steps of each transitive property as texts; `-` precedes a reversed one. */
function stepsIn(axioms: string): Record<string, readonly string[]> {
  const plan = planOf(`${PROPERTIES} ${axioms}`);
  const text = (id: number) => plan.terms.text(id);
  const listed = [...stepsOf(plan)].map(([p, steps]): [string, string[]] => [
    text(p),
    steps.map((step) => `${step.isReversed ? '-' : ''}${text(step.p)}`).sort(),
  ]);
  return Object.fromEntries(listed);
}

test.each<[string, string, Record<string, readonly string[]>]>([
  ['nothing transitive', ':q rdfs:subPropertyOf :p .', {}],
  ['a transitive property alone', TRANSITIVE, { p: ['p'] }],
  ['a chain of the property with itself', ':p owl:propertyChainAxiom (:p :p) .', { p: ['p'] }],
  ['another chain', ':p owl:propertyChainAxiom (:p :q) .', {}],
  ['a symmetric one', `${TRANSITIVE} :p a owl:SymmetricProperty .`, { p: ['-p', 'p'] }],
  [
    'a subproperty of a subproperty',
    `${TRANSITIVE} :q rdfs:subPropertyOf :p . :r rdfs:subPropertyOf :q .`,
    { p: ['p', 'q', 'r'] },
  ],
  [
    'the inverse of a subproperty',
    `${TRANSITIVE} :q rdfs:subPropertyOf :p . :r owl:inverseOf :q .`,
    { p: ['-r', 'p', 'q'] },
  ],
  ['inverse properties', `${TRANSITIVE} :q owl:inverseOf :p .`, { p: ['-q', 'p'] }],
  ['what entails only the type of an end', `${TRANSITIVE} :p rdfs:domain :C .`, { p: ['p'] }],
])('%s', (_, axioms, expected) => expect(stepsIn(axioms)).toEqual(expected));

const node = fc.nat(11);
const edges = fc.uniqueArray(fc.tuple(node, fc.constantFrom('p', 'q', 'r'), node), { maxLength: 40, selector: String });

test('a path is found if and only if the edges have one', () => {
  const plan = planOf(`${PROPERTIES} ${TRANSITIVE} :q rdfs:subPropertyOf :p . :r owl:inverseOf :q .`);
  const id = (name: string) => plan.terms.find(name);
  const [, steps] = [...stepsOf(plan)].find(([p]) => p === id('p'))!;
  assertRuns(
    fc.property(
      edges,
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      node,
      node,
      (all, isEdge, from, to) => {
        const table = new FactTable();
        const pairs: [number, number][] = [];
        all.forEach(([s, p, o], i) => {
          const row = table.row(s + 100, id(p), o + 100);
          table.flags[row] = isEdge[i] ? Now.Asserted : Now.Inferred;
          if (isEdge[i]) pairs.push(p === 'r' ? [o, s] : [s, o]);
        });
        const { isFound, looks } = findPath(table, steps, [from + 100, to + 100], Now.Asserted, Infinity);
        expect(isFound).toBe(hasPath(pairs, from, to));
        expect(looks).toBeLessThanOrEqual(2 * all.length * steps.length);
        // Without an allowance nothing is found, and nothing hangs.
        expect(findPath(table, steps, [from + 100, to + 100], Now.Asserted, 0)).toEqual({ isFound: false, looks: 0 });
      },
    ),
    RUNS,
  );
});

function hasPath(pairs: readonly [number, number][], from: number, to: number): boolean {
  const reached = new Set<number>();
  const follow = (at: number): void => {
    for (const [s, o] of pairs) {
      if (s !== at || reached.has(o)) continue;
      reached.add(o);
      follow(o);
    }
  };
  follow(from);
  return reached.has(to);
}

test('the loneliest end decides: few facts are looked at if one end has none', () => {
  const plan = planOf(`${PROPERTIES} ${TRANSITIVE}`);
  const p = plan.terms.find('p');
  const table = new FactTable();
  for (let i = 0; i < 10_000; i++) table.flags[table.row(100, p, 200 + i)] = Now.Asserted;
  const found = findPath(table, stepsOf(plan).get(p)!, [100, 99], Now.Asserted, Infinity);
  expect(found.isFound).toBe(false);
  expect(found.looks).toBeLessThanOrEqual(10_000);
  expect(findPath(table, stepsOf(plan).get(p)!, [99, 100], Now.Asserted, Infinity).looks).toBe(0);
});

const PLANS: readonly [string, Plan][] = [
  ['subproperties and inverses', `${TRANSITIVE} :q rdfs:subPropertyOf :p . :r owl:inverseOf :q .`],
  ['transitive inverses', `${TRANSITIVE} :q owl:inverseOf :p . :r rdfs:subPropertyOf :q .`],
  ['a symmetric subproperty', `${TRANSITIVE} :q rdfs:subPropertyOf :p ; a owl:SymmetricProperty . :p rdfs:domain :C .`],
  [
    'a transitive subproperty of a transitive one',
    `${TRANSITIVE} :q rdfs:subPropertyOf :p ; a owl:TransitiveProperty .`,
  ],
  ['a chain into it', `${TRANSITIVE} :p owl:propertyChainAxiom (:q :r) .`],
].map(([name, axioms]) => [name!, planOf(`${PROPERTIES} ${axioms}`)]);

test.each(PLANS)('retractions leave the closure of what is left: %s', (_, plan) => {
  assertRuns(
    fc.property(edges, fc.nat(8), (ends, count) => {
      const facts = ends.map(([s, p, o]): Triple => [`x${s}`, p, `x${o}`]);
      const graph = complete(plan, facts);
      graph.apply({ retract: facts.slice(0, count) });
      expect(stateOf(graph)).toEqual(stateOf(complete(plan, facts.slice(count))));
    }),
    RUNS,
  );
});

function complete(plan: Plan, facts: readonly Triple[]): MemoryGraph {
  const graph = new MemoryGraph(plan);
  graph.apply({ assert: facts });
  return graph;
}

const stateOf = (graph: MemoryGraph): string[] =>
  [...graph.facts()].map(({ triple, state }) => `${triple.join(' ')} ${state}`).sort();
