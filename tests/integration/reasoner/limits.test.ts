/** Deep, wide and cyclic inputs, and limits set by the caller. */
import type { RlAxiom, RlAxiomBody } from '../../../src/ontology';
import { compile, MemoryGraph } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { facts, graphOf, inferred } from '../../support/reasoner/cases';

const axiom = (body: RlAxiomBody): RlAxiom => ({ ...body, position: { line: 1, column: 1 }, text: body.kind });
const named = (iri: string) => ({ kind: 'Class', iri }) as const;
const subClassOf = (sub: string, sup: string) => axiom({ kind: 'SubClassOf', sub: named(sub), super: named(sup) });
const local = { type: 'a', class: (iri: string) => iri, property: (iri: string) => iri };
const graphFrom = (axioms: readonly RlAxiom[]) => new MemoryGraph(compile(axioms, local).plan);
const forward = (iri: string) => ({ iri, inverse: false });

/** n0 p n1, n1 p n2, … */
const path = (length: number, p = 'p'): Triple[] => Array.from({ length }, (_, i) => [`n${i}`, p, `n${i + 1}`]);
const count = (graph: MemoryGraph, expectedState: 'asserted' | 'inferred') =>
  [...graph.facts()].filter(({ state }) => state === expectedState).length;

describe('the closure', () => {
  test('follows 10,000 classes, each below the next', () => {
    const graph = graphFrom(Array.from({ length: 10_000 }, (_, i) => subClassOf(`C${i}`, `C${i + 1}`)));
    graph.apply({ assert: [['x', 'a', 'C0']] });
    expect(count(graph, 'inferred')).toBe(10_000);
    graph.apply({ retract: [['x', 'a', 'C0']] });
    expect([...graph.facts()]).toEqual([]);
  });

  test('follows 10,000 classes in a circle', () => {
    const graph = graphFrom(Array.from({ length: 10_000 }, (_, i) => subClassOf(`C${i}`, `C${(i + 1) % 10_000}`)));
    graph.apply({ assert: [['x', 'a', 'C5000']] });
    expect(count(graph, 'inferred')).toBe(9_999);
    graph.apply({ retract: [['x', 'a', 'C5000']] });
    expect([...graph.facts()]).toEqual([]);
  });

  test.each([
    [300, 298],
    [100, 49],
  ])('follows a transitive chain of %d nodes, cut after node %d', (nodes, cut) => {
    const graph = graphFrom([axiom({ kind: 'TransitiveObjectProperty', property: 'p' })]);
    const pairs = (n: number) => (n * (n - 1)) / 2;
    graph.apply({ assert: path(nodes - 1) });
    expect(count(graph, 'asserted') + count(graph, 'inferred')).toBe(pairs(nodes));
    graph.apply({ retract: [[`n${cut}`, 'p', `n${cut + 1}`]] });
    expect(count(graph, 'asserted') + count(graph, 'inferred')).toBe(pairs(cut + 1) + pairs(nodes - cut - 1));
  });

  test('follows a transitive circle of 60 nodes that is opened', () => {
    const graph = graphFrom([axiom({ kind: 'TransitiveObjectProperty', property: 'p' })]);
    graph.apply({ assert: [...path(59), ['n59', 'p', 'n0']] });
    expect(count(graph, 'asserted') + count(graph, 'inferred')).toBe(60 * 60);
    graph.apply({ retract: [['n59', 'p', 'n0']] });
    expect(count(graph, 'asserted') + count(graph, 'inferred')).toBe((60 * 59) / 2);
  });

  test('follows a chain of 50 properties', () => {
    const chain = Array.from({ length: 50 }, () => forward('p'));
    const graph = graphFrom([axiom({ kind: 'PropertyChain', chain, super: forward('q') })]);
    graph.apply({ assert: path(51) });
    expect(inferred(graph)).toEqual(['n0 q n50', 'n1 q n51']);
  });

  test('follows an intersection of 100 classes with the last asserted later', () => {
    const operands = Array.from({ length: 100 }, (_, i) => named(`C${i}`));
    const graph = graphFrom([
      axiom({ kind: 'SubClassOf', sub: { kind: 'IntersectionOf', operands }, super: named('All') }),
    ]);
    graph.apply({ assert: operands.slice(1).map(({ iri }) => ['x', 'a', iri]) });
    expect(inferred(graph)).toEqual([]);
    graph.apply({ assert: [['x', 'a', 'C0']] });
    expect(inferred(graph)).toEqual(['x a All']);
  });

  test('finds a contradiction among 300 classes, pairwise disjoint', () => {
    const classes = Array.from({ length: 300 }, (_, i) => named(`C${i}`));
    const graph = graphFrom([axiom({ kind: 'DisjointClasses', classes })]);
    expect(graph.apply({ assert: facts('x a C0 . y a C1 . z a C299') }).contradictions).toEqual([]);
    expect(graph.apply({ assert: facts('x a C299') }).contradictions).toHaveLength(1);
  });

  test('leaves out an axiom with too many alternatives, with the reason', () => {
    const union = (i: number) =>
      ({ kind: 'UnionOf', operands: Array.from({ length: 10 }, (_, j) => named(`C${i}_${j}`)) }) as const;
    const { leftOut, plan } = compile(
      [
        axiom({
          kind: 'SubClassOf',
          sub: { kind: 'IntersectionOf', operands: Array.from({ length: 4 }, (_, i) => union(i)) },
          super: named('A'),
        }),
      ],
      local,
    );
    expect([leftOut.map(({ reason }) => reason), plan.rules]).toEqual([['too many combinations of unions'], []]);
  });
});

describe('the limit of inferred facts', () => {
  const CLASSES = ':A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :p rdfs:range :A .';

  test('counts new facts, and neither asserted nor stored ones', () => {
    const { graph } = graphOf(CLASSES);
    graph.apply({ assert: facts('x a A') });
    const change = { assert: facts('x a B . y p x . y p z . z a C') };
    expect(graph.apply(change, { limit: 1 }).overflow).toBe(true);
    expect(inferred(graph)).toEqual(['x a B', 'x a C']);
    expect(graph.apply(change, { limit: 2 }).overflow).toBe(false);
    expect(inferred(graph)).toEqual(['x a C', 'z a A', 'z a B']);
  });

  test('does not count facts that are retracted and derived again', () => {
    const { graph } = graphOf(CLASSES);
    graph.apply({ assert: facts('x a A . y p x') });
    const { overflow, retracted } = graph.apply({ retract: facts('y p x') }, { limit: 0 });
    expect([overflow, retracted]).toEqual([false, []]);
    expect(graph.apply({ assert: facts('y p x'), retract: facts('x a A') }, { limit: 0 }).overflow).toBe(false);
    expect(inferred(graph)).toEqual(['x a A', 'x a B', 'x a C']);
  });

  test('ends a run long before the closure', () => {
    const graph = graphFrom([axiom({ kind: 'TransitiveObjectProperty', property: 'p' })]);
    const { overflow, inferred: rows } = graph.apply({ assert: path(2000) }, { limit: 5000 });
    expect(overflow).toBe(true);
    expect(rows.length).toBeLessThan(10_000);
    expect([...graph.facts()]).toEqual([]);
  });
});

describe('contradictions', () => {
  const DISJOINT = ':A owl:disjointWith :B .';
  const many = Array.from({ length: 250 }, (_, i) => [
    [`x${i}`, 'a', 'A'] as Triple,
    [`x${i}`, 'a', 'B'] as Triple,
  ]).flat();

  test('are listed up to a limit, 100 by default', () => {
    const { graph } = graphOf(DISJOINT);
    expect(graph.apply({ assert: many }).contradictions).toHaveLength(100);
    expect(graph.apply({ assert: many }, { maxContradictions: 1 }).contradictions).toHaveLength(1);
    expect(graph.apply({ assert: many }, { maxContradictions: 1000 }).contradictions).toHaveLength(250);
    expect([...graph.facts()]).toEqual([]);
  });

  test('are listed once for each set of facts', () => {
    const { graph } = graphOf(DISJOINT);
    const { contradictions } = graph.apply({ assert: facts('x a A . x a B . x a A') });
    expect(contradictions.map(({ facts: rows }) => rows.map((row) => graph.triple(row)[2]))).toEqual([['A', 'B']]);
  });

  test('name the violated axiom, with its position', () => {
    const { graph } = graphOf(DISJOINT);
    const [first] = graph.apply({ assert: facts('x a A . x a B') }).contradictions;
    expect(first!.rule.axiom).toMatchObject({ kind: 'DisjointClasses', text: 'DisjointClasses(:A :B)' });
    expect(first!.rule.axiom.position.line).toBeGreaterThan(1);
  });
});
