/** Closure of LUBM(1) under univ-bench, against the counts on which two other engines agree. */
import { readOntology } from '../../../src/ontology';
import { compile, explainFact, MemoryGraph, Now, type Plan } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { hasLubm, lubm1, LUBM1_ANSWERS, LUBM1_EDGES, LUBM1_TYPES, lubmQuery, univBench } from '../../support/lubm';
import { checkProof } from '../../support/reasoner/proofs';
import { countAnswers, parseGraphPattern, TripleIndex } from '../../support/reasoner/basic-graph-pattern';

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const suite = hasLubm ? describe : describe.skip;

function counts(graph: MemoryGraph): { types: Record<string, number>; edges: Record<string, number> } {
  const types: Record<string, number> = {};
  const edges: Record<string, number> = {};
  for (const { triple } of graph.facts()) {
    const [map, key] = triple[1] === 'type' ? [types, triple[2]] : [edges, triple[1]];
    map[key] = (map[key] ?? 0) + 1;
  }
  return { types, edges };
}

suite(`the closure of LUBM(1)${hasLubm ? '' : ' (skipped: data/lubm is not in the shared folder)'}`, () => {
  let plan: Plan;
  let data: Triple[];

  beforeAll(() => {
    const { reduced, names } = readOntology(univBench(), { profile: 'lenient' });
    const vocabulary = {
      type: 'type',
      class: (iri: string) => names.class(iri)!,
      property: (iri: string) => names.property(iri)!,
    };
    plan = compile(reduced.axioms, vocabulary).plan;
    data = [...lubm1()].map(([s, p, o]) =>
      p === RDF_TYPE ? [s, 'type', vocabulary.class(o)] : [s, vocabulary.property(p), o],
    );
  });

  test('samples of its inferred facts have shortest proofs', () => {
    const graph = new MemoryGraph(plan);
    graph.apply({ assert: data });
    const { table } = graph;
    const rows = Array.from({ length: table.length }, (_, row) => row).filter(
      (row) => (table.flags[row]! & Now.Inferred) !== 0,
    );
    const sample = rows.filter((_, i) => i % 101 === 0);
    for (const row of sample) {
      const fact = { s: table.subject[row]!, p: table.predicate[row]!, o: table.object[row]! };
      const { proofs, complete } = explainFact(plan, graph, fact);
      expect([proofs.length, complete]).toEqual([1, true]);
      checkProof(graph, plan, proofs[0]!);
    }
    expect(sample.length).toBeGreaterThan(300);
  });

  test('has the expected counts after one change', () => {
    const graph = new MemoryGraph(plan);
    const { contradictions } = graph.apply({ assert: data });
    expect(contradictions).toEqual([]);
    expect(counts(graph)).toEqual({ types: LUBM1_TYPES, edges: LUBM1_EDGES });
  });

  test('answers its 14 queries', () => {
    const { reduced } = readOntology(univBench(), { profile: 'lenient' });
    const names = { type: RDF_TYPE, class: (iri: string) => iri, property: (iri: string) => iri };
    const graph = new MemoryGraph(compile(reduced.axioms, names).plan);
    const stated = [...lubm1()];
    graph.apply({ assert: stated });
    const patterns = LUBM1_ANSWERS.map((_, i) => parseGraphPattern(lubmQuery(i + 1)));
    const answers = (triples: Iterable<Triple>) => {
      const index = new TripleIndex(triples);
      return patterns.map((pattern) => countAnswers(pattern, index));
    };
    expect(answers([...graph.facts()].map(({ triple }) => triple))).toEqual(LUBM1_ANSWERS);
    // Stated facts alone answer few of them.
    expect(answers(stated)).toEqual([4, 0, 6, ...new Array<number>(10).fill(0), 5916]);
  });

  test('has the expected counts after partial, unordered and repeated changes', () => {
    const graph = new MemoryGraph(plan);
    const part = (n: number) => data.filter((_, i) => (i * 7919) % 3 === n);
    for (const n of [2, 0, 1]) graph.apply({ assert: part(n) });
    expect(counts(graph)).toEqual({ types: LUBM1_TYPES, edges: LUBM1_EDGES });

    graph.apply({ retract: part(1) });
    const rest = new MemoryGraph(plan);
    rest.apply({ assert: [...part(0), ...part(2)] });
    expect(counts(graph)).toEqual(counts(rest));

    graph.apply({ assert: part(1) });
    expect(counts(graph)).toEqual({ types: LUBM1_TYPES, edges: LUBM1_EDGES });
  });
});
