/**
 * Symmetric and transitive relations, with inverses, subproperties and chains: after every write, each evaluator has
 * the facts of a plain fixpoint. OWLGATE_RUNS sets the number of histories.
 */
import * as fc from 'fast-check';
import { readOntology } from '../../../src/ontology';
import { compile, MemoryGraph } from '../../../src/reasoner';
import { follow } from '../../support/reasoner/follow';
import { closureOf } from '../../support/reasoner/oracle';
import { edge, edgeHistories, relations } from '../../support/reasoner/relations';
import { assertRuns, patienceFor } from '../../support/reasoner/runs';
import { NAMES, OBJECT_PROPERTIES, PROLOGUE } from '../../support/reasoner/samples';
import { NS } from '../../support/reasoner/samples/names';
import { WindowedStore } from '../../support/reasoner/window';
import { Reasoned } from '../../support/w3c/run';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 100);
jest.setTimeout(patienceFor(60_000));

describe('relations equal the fixpoint', () => {
  test.each([1, 5, 256])('in memory, with batches of %i facts', (batchSize) => {
    assertRuns(
      fc.property(relations, edgeHistories, ({ axioms }, history) => {
        const graph = new MemoryGraph(compile(axioms, NAMES).plan, 1);
        const apply = (change: Parameters<MemoryGraph['apply']>[0]) => ({
          inference: graph.apply(change, { batchSize }),
          triple: (row: number) => graph.triple(row),
        });
        follow(axioms, { facts: () => graph.facts(), apply }, history);
      }),
      RUNS,
    );
  });

  test('over a store that is read pattern by pattern', () => {
    assertRuns(
      fc.property(relations, edgeHistories, fc.integer({ min: 1, max: 4 }), ({ axioms }, history, page) => {
        const store = new WindowedStore(compile(axioms, NAMES).plan, page);
        follow(axioms, { facts: () => store.facts(), apply: (change) => store.apply(change) }, history);
      }),
      RUNS,
    );
  });

  test('in a graph that states the ontology', () => {
    assertRuns(
      fc.property(relations, fc.array(edge, { maxLength: 20 }), ({ axioms, turtle }, facts) => {
        const iri = (name: string) => `<${NS}${name}>`;
        const lines = facts.map(([s, p, o]) => `${iri(s)} ${iri(p)} ${iri(o)} .`);
        const found = [...new Reasoned(`${PROLOGUE}${turtle}\n${lines.join('\n')}`).triples()]
          .map((triple) => triple.map((text) => text.replace(NS, '').replace(/^<|>$/g, '')))
          .filter(([, p]) => (OBJECT_PROPERTIES as readonly string[]).includes(p!));
        const { reduced } = readOntology(PROLOGUE + turtle, { profile: 'lenient' });
        const expected = closureOf([...axioms, ...reduced.axioms], facts, NAMES).facts;
        expect(found.map((triple) => triple.join(' ')).sort()).toEqual([...expected].sort());
      }),
      RUNS,
    );
  });
});

describe('the work of a closure', () => {
  const EQUIVALENCE = [
    { kind: 'TransitiveObjectProperty' as const, property: `${NS}p` },
    { kind: 'SymmetricObjectProperty' as const, property: `${NS}p` },
  ].map((body) => ({ ...body, position: { line: 1, column: 1 }, text: body.kind }));

  /** Counts the facts that an evaluation looks at per fact that it infers. */
  function looksPerFact(graph: MemoryGraph, change: Parameters<MemoryGraph['apply']>[0]): number {
    const { table } = graph;
    const spies = (['nextOfSubject', 'nextOfObject', 'row', 'find'] as const).map((name) => jest.spyOn(table, name));
    const { inferred } = graph.apply(change);
    const looks = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    return looks / inferred.length;
  }

  const path = (name: string, length: number) =>
    Array.from({ length }, (_, i) => [`${name}${i}`, 'p', `${name}${i + 1}`] as const);

  test('asks a store for the lists of its nodes, not for each fact', () => {
    const store = new WindowedStore(compile(EQUIVALENCE, NAMES).plan, 1_000_000);
    const { inference, patterns } = store.apply({ assert: path('a', 30) });
    expect(inference.inferred).toHaveLength(31 * 31 - 30);
    expect(patterns).toBeLessThanOrEqual(3 * 31);
  });

  test('grows with its facts, not with their pairs', () => {
    const graph = new MemoryGraph(compile(EQUIVALENCE, NAMES).plan);
    expect(looksPerFact(graph, { assert: path('a', 100) })).toBeLessThan(12);
    graph.apply({ assert: path('b', 100) });
    expect(looksPerFact(graph, { assert: [['a50', 'p', 'b50']] })).toBeLessThan(12);
  });
});
