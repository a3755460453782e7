/** Retraction of facts that support one another in circles: backward search and re-derivation. */
import * as fc from 'fast-check';
import { MemoryGraph, type Plan } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { planOf } from '../../support/reasoner/cases';
import { assertRuns, patienceFor } from '../../support/reasoner/runs';
import { WindowedStore } from '../../support/reasoner/window';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 40);
jest.setTimeout(patienceFor(60_000));

const TRANSITIVE = planOf(':p a owl:ObjectProperty , owl:TransitiveProperty .');
const CLIQUES = planOf(':p a owl:ObjectProperty , owl:TransitiveProperty , owl:SymmetricProperty .');
const edge = (from: number, to: number): Triple => [`x${from}`, 'p', `x${to}`];
const path = (nodes: number): Triple[] => Array.from({ length: nodes - 1 }, (_, i) => edge(i, i + 1));
const ring = (nodes: number): Triple[] => [...path(nodes), edge(nodes - 1, 0)];

const stateOf = (graph: MemoryGraph): string[] =>
  [...graph.facts()].map(({ triple, state }) => `${triple.join(' ')} ${state}`).sort();

function complete(plan: Plan, facts: readonly Triple[]): MemoryGraph {
  const graph = new MemoryGraph(plan);
  graph.apply({ assert: facts });
  return graph;
}

/** Retracts facts one by one; after each, expects the closure of the remaining facts. */
function takeBack(plan: Plan, facts: readonly Triple[], retracted: readonly Triple[]): void {
  const graph = complete(plan, facts);
  const retractedKeys = new Set<string>();
  for (const fact of retracted) {
    graph.apply({ retract: [fact] });
    retractedKeys.add(fact.join(' '));
    const left = facts.filter((other) => !retractedKeys.has(other.join(' ')));
    expect(stateOf(graph)).toEqual(stateOf(complete(plan, left)));
  }
}

// Larger than the limits of one search: some facts are proved, others removed and restored.
describe.each([
  ['transitive', TRANSITIVE],
  ['transitive and symmetric', CLIQUES],
])('edges of a %s property', (_, plan) => {
  test('lose their closure when a ring is cut, and cut again', () => {
    takeBack(plan, ring(40), [edge(0, 1), edge(20, 21), edge(21, 22)]);
  });

  test('survive the loss of a path or a shortcut, and not of both', () => {
    const facts = [...path(24), edge(8, 16)];
    takeBack(plan, facts, [edge(8, 16), edge(11, 12)]);
    takeBack(plan, facts, [edge(11, 12), edge(8, 16)]);
  });

  test('agree with a fresh closure after random retractions', () => {
    const node = fc.nat(13);
    const edges = fc.uniqueArray(fc.tuple(node, node), { minLength: 8, maxLength: 60, selector: String });
    assertRuns(
      fc.property(edges, fc.infiniteStream(fc.nat()), (ends, picks) => {
        const facts = ends.map(([from, to]) => edge(from, to));
        takeBack(
          plan,
          facts,
          [...picks.take(5)].map((pick) => facts[pick % facts.length]!),
        );
      }),
      RUNS,
    );
  });

  test('agree with a fresh closure after random simultaneous retractions and assertions', () => {
    const node = fc.nat(9);
    const edges = fc.uniqueArray(fc.tuple(node, node), { minLength: 6, maxLength: 30, selector: String });
    assertRuns(
      fc.property(edges, fc.nat(6), fc.nat(6), (ends, count, later) => {
        const facts = ends.map(([from, to]) => edge(from, to));
        const [retract, assert, others] = [
          facts.slice(0, count),
          facts.slice(count, count + later),
          facts.slice(count + later),
        ];
        const graph = complete(plan, [...retract, ...others]);
        graph.apply({ retract, assert });
        expect(stateOf(graph)).toEqual(stateOf(complete(plan, [...assert, ...others])));
      }),
      RUNS,
    );
  });
});

test('a deletion finds a long proof without stack overflow', () => {
  const classes = 20_000;
  const lines = Array.from({ length: classes }, (_, i) => `:C${i} rdfs:subClassOf :C${i + 1} .`);
  const plan = planOf(`${lines.join('\n')} :C${classes} rdfs:subClassOf :C0 . :p rdfs:domain :C1 .`);
  const graph = complete(plan, [
    ['x', 'a', 'C0'],
    ['x', 'p', 'y'],
  ]);
  expect(graph.apply({ retract: [['x', 'a', 'C0']] }).retracted).toEqual([]);
  expect(graph.state(['x', 'a', 'C0'])).toBe('inferred');
  expect(graph.apply({ retract: [['x', 'p', 'y']] }).retracted).toHaveLength(classes + 1);
});

test('a deletion requests no consequences of a fact that another fact supports', () => {
  const plan = planOf(
    `:p rdfs:range :B . [ a owl:Class ; owl:intersectionOf ( :A :B ) ] rdfs:subClassOf
       [ a owl:Restriction ; owl:onProperty :q ; owl:allValuesFrom :C ] .`,
  );
  const members = [['y', 'a', 'A'] as Triple, ...Array.from({ length: 50 }, (_, i): Triple => ['y', 'q', `m${i}`])];
  const takenBack = (facts: readonly Triple[]) => {
    const store = new WindowedStore(plan, 1000);
    store.apply({ assert: facts });
    return store.apply({ retract: [['x', 'p', 'y']] });
  };
  const withoutSupport = takenBack([['x', 'p', 'y'], ...members]);
  expect(withoutSupport.inference.retracted).toHaveLength(51);
  const withSupport = takenBack([['x', 'p', 'y'], ['z', 'p', 'y'], ...members]);
  expect(withSupport.inference.retracted).toEqual([]);
  expect([withSupport.rounds, withSupport.patterns]).toEqual([1, 4]);
  expect(withoutSupport.rounds).toBe(3);
});
