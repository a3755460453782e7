import {
  contradictionToJson,
  contradictionToText,
  Evaluation,
  explainContradiction,
  explainFact,
  MemoryGraph,
  proofToJson,
  proofToText,
} from '../../../src/reasoner';
import type { ExplainOptions, Explanation, Plan } from '../../../src/reasoner';
import { facts, planOf } from '../../support/reasoner/cases';
import { checkProof, lengthOf } from '../../support/reasoner/proofs';

function graphOf(turtle: string, text: string): { readonly plan: Plan; readonly graph: MemoryGraph } {
  const plan = planOf(turtle);
  const graph = new MemoryGraph(plan);
  expect(graph.apply({ assert: facts(text) }).contradictions).toEqual([]);
  return { plan, graph };
}

function explain({ plan, graph }: ReturnType<typeof graphOf>, fact: string, options?: ExplainOptions): Explanation {
  const [s, p, o] = fact.split(' ').map((text) => graph.terms.id(text));
  const explanation = explainFact(plan, graph, { s: s!, p: p!, o: o! }, options);
  expect(explanation.missing).toEqual([]);
  for (const proof of explanation.proofs) checkProof(graph, plan, proof);
  return explanation;
}

/** Returns the texts of proofs without axioms. */
const texts = ({ plan }: ReturnType<typeof graphOf>, { proofs }: Explanation) =>
  proofs.map((proof) => proofToText(proof, { plan }).replace(/ {3}\[[^\]]*\]/g, ''));

describe('a fact', () => {
  const animals = ':A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :p rdfs:domain :A .';

  test('that is inferred has a proof down to assertions, with axioms', () => {
    const world = graphOf(animals, 'm a A');
    const { state, proofs, complete } = explain(world, 'm a C');
    expect([state, proofs.length, complete]).toEqual(['inferred', 1, true]);
    expect(proofToText(proofs[0]!, { plan: world.plan, type: 'graph.type', name: (term) => `${term}!` })).toBe(
      [
        'm! graph.type C!',
        '  since every B! is a C!   [cax-sco, line 8: SubClassOf(:B :C)]',
        '  and m! graph.type B!',
        '    since every A! is a B!   [cax-sco, line 8: SubClassOf(:A :B)]',
        '    and m! graph.type A!   (asserted)',
      ].join('\n'),
    );
    expect(proofToJson(proofs[0]!, { plan: world.plan, type: 'graph.type' })).toMatchObject({
      fact: { subject: 'm', predicate: 'graph.type', object: 'C' },
      kind: 'inferred',
      rule: { name: 'cax-sco', says: 'every B is a C', axiom: { text: 'SubClassOf(:B :C)', line: 8 } },
      premises: [{ kind: 'inferred', premises: [{ kind: 'asserted', fact: { object: 'A' } }] }],
    });
  });

  test('that is asserted has the assertion as first proof, then its derivations', () => {
    const world = graphOf(animals, 'm a A . m a B');
    expect(texts(world, explain(world, 'm a B'))).toEqual(['m a B   (asserted)']);
    expect(texts(world, explain(world, 'm a B', { max: 5 }))).toEqual([
      'm a B   (asserted)',
      'm a B\n  since every A is a B\n  and m a A   (asserted)',
    ]);
    expect(explain(world, 'm a B', { max: 5 })).toMatchObject({ state: 'asserted', complete: true });
  });

  test('that does not hold has no proof', () => {
    const world = graphOf(animals, 'm a B');
    for (const fact of ['m a A', 'n a B', 'm nothing n']) {
      expect(explain(world, fact)).toEqual({ missing: [], proofs: [], complete: true });
    }
  });

  test('that is retracted with its premise has no proof', () => {
    const world = graphOf(animals, 'm a A');
    world.graph.apply({ retract: facts('m a A') });
    expect(explain(world, 'm a C').proofs).toEqual([]);
  });

  test('has its shortest proof first', () => {
    const world = graphOf(animals, 'm a A . m p n . m a B');
    expect(texts(world, explain(world, 'm a C', { max: 9 }))).toEqual([
      'm a C\n  since every B is a C\n  and m a B   (asserted)',
    ]);
    world.graph.apply({ retract: facts('m a B') });
    expect(texts(world, explain(world, 'm a C', { max: 9 })).map((text) => text.split('\n').length)).toEqual([5]);
    world.graph.apply({ retract: facts('m a A') });
    const [only] = texts(world, explain(world, 'm a C', { max: 9 }));
    expect(only).toContain('since what has p is an A');
  });

  test('has a proof length that counts repeated facts each time', () => {
    const world = graphOf(
      `:K a owl:Class . :L a owl:Class . :B2 a owl:Class . :R owl:equivalentClass [ owl:intersectionOf ( :K :L ) ] .
       :A rdfs:subClassOf :K . :B rdfs:subClassOf :B2 . :B2 rdfs:subClassOf :K . :K rdfs:subClassOf :L .
       :C rdfs:subClassOf :C1 . :C1 rdfs:subClassOf :C2 . :C2 rdfs:subClassOf :C3 . :C3 rdfs:subClassOf :C4 . :C4 rdfs:subClassOf :R .
       :R a owl:Class . :C1 a owl:Class . :C2 a owl:Class . :C3 a owl:Class . :C4 a owl:Class .`,
      'm a A . m a B . m a C',
    );
    const { proofs, complete } = explain(world, 'm a R', { max: 9 });
    expect([proofs.map(lengthOf), complete]).toEqual([[4, 5, 6], true]);
  });

  test('that is stored as inferred but not entailed has no proof', () => {
    const world = graphOf(animals, 'm a A');
    const { table, terms } = world.graph;
    const [n, a, C] = ['n', 'a', 'C'].map((text) => terms.id(text)) as [number, number, number];
    table.flags[table.row(n, a, C)] = 2 | 8;
    expect(explain(world, 'n a C')).toEqual({ state: 'inferred', missing: [], proofs: [], complete: true });
  });
});

describe('the reason of a proof', () => {
  test.each([
    ['inverse', ':p owl:inverseOf :q .', 'm p n', 'n q m', 'p implies q the other way round'],
    ['symmetric', ':p a owl:SymmetricProperty .', 'm p n', 'n p m', 'p holds both ways'],
    ['range', ':p rdfs:range :B .', 'm p n', 'n a B', 'what p leads to is a B'],
    ['sub-property', ':p rdfs:subPropertyOf :q .', 'm p n', 'm q n', 'p implies q'],
    ['transitive', ':p a owl:TransitiveProperty .', 'm p n . n p o', 'm p o', 'p is transitive'],
    ['chain', ':r owl:propertyChainAxiom (:p :q) .', 'm p n . n q o', 'm r o', 'p, then q make r'],
    [
      'chain backwards',
      ':r owl:propertyChainAxiom (:p [ owl:inverseOf :q ]) .',
      'm p n . o q n',
      'm r o',
      'p, then q backwards make r',
    ],
    [
      'some values',
      '[] a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A ; rdfs:subClassOf :B .',
      'm p n . n a A',
      'm a B',
      'if x p y and y is an A, then x is a B',
    ],
    [
      'all values',
      ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :B ] .',
      'm a A . m p n',
      'n a B',
      'if x is an A and x p y, then y is a B',
    ],
    [
      'intersection',
      ':C owl:equivalentClass [ owl:intersectionOf (:A :B) ] .',
      'm a A . m a B',
      'm a C',
      'if x is an A and x is a B, then x is a C',
    ],
  ])('words a rule of the kind: %s', (_, ontology, facts_, fact, says) => {
    const world = graphOf(ontology, facts_);
    const { proofs, complete } = explain(world, fact, { max: 3 });
    expect([proofs.length, complete]).toEqual([1, true]);
    expect(proofToText(proofs[0]!, { plan: world.plan }).split('\n')[1]).toContain(`since ${says}   [`);
  });
});

describe('a proof', () => {
  test('has no circle: no fact supports itself', () => {
    const world = graphOf(
      ':A owl:equivalentClass :B . :B owl:equivalentClass :C . :p owl:inverseOf :q . :p a owl:SymmetricProperty .',
      'm a A . m p n',
    );
    expect(texts(world, explain(world, 'm a C', { max: 9 }))).toHaveLength(1);
    const edges = explain(world, 'm q n', { max: 99 });
    expect(edges.complete).toBe(true);
    // n p m follows from m p n by symmetry.
    expect(texts(world, edges)[0]).toBe(
      'm q n\n  since p implies q the other way round\n  and n p m\n    since p holds both ways\n    and m p ' +
        'n   (asserted)',
    );
  });
});

describe('large derivation graphs', () => {
  const chain = (length: number) => Array.from({ length }, (_, i) => `n${i} p n${i + 1}`).join(' . ');

  test('yield some proof of a long transitive chain, marked as incomplete', () => {
    const plan = planOf(':p a owl:TransitiveProperty .');
    const graph = new MemoryGraph(plan);
    graph.apply({ assert: facts(chain(150)) });
    const [s, p, o] = ['n0', 'p', 'n150'].map((text) => graph.terms.id(text)) as [number, number, number];
    const { proofs, complete } = explainFact(plan, graph, { s, p, o });
    expect([proofs.length, complete]).toEqual([1, false]);
    const text = proofToText(proofs[0]!, { plan });
    expect(new Set(text.match(/n\d+ p n\d+ {3}\(asserted\)/g)).size).toBe(150);
  });

  test('yield a short proof at a hub without full expansion', () => {
    const plan = planOf(
      '[] a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A ; rdfs:subClassOf :B . :C rdfs:subClassOf :A .',
    );
    const graph = new MemoryGraph(plan, 200_000);
    const spokes = Array.from({ length: 20_000 }, (_, i) => `hub p n${i} . n${i} a C`).join(' . ');
    graph.apply({ assert: facts(spokes) });
    const [s, p, o] = ['hub', 'a', 'B'].map((text) => graph.terms.id(text)) as [number, number, number];
    const first = explainFact(plan, graph, { s, p, o });
    expect(first.proofs).toHaveLength(1);
    expect(first.complete).toBe(false);
    graph.apply({ assert: facts('n777 a A') });
    const [proof] = explainFact(plan, graph, { s, p, o }, { limits: { matches: 50_000 } }).proofs;
    expect(proof!.premises.map(({ fact, kind }) => [fact.s, kind])).toEqual([
      ['hub', 'asserted'],
      ['n777', 'asserted'],
    ]);
  });

  test('print a repeated proof once', () => {
    // Each class follows from the two before it: as a tree, the last proof has thousands of steps.
    const classes = Array.from({ length: 18 }, (_, i) => `:K${i} a owl:Class .`).join(' ');
    const steps = Array.from(
      { length: 16 },
      (_, i) => `:K${i + 2} owl:equivalentClass [ owl:intersectionOf (:K${i} :K${i + 1}) ] .`,
    ).join(' ');
    const plan = planOf(`${classes} ${steps}`);
    const graph = new MemoryGraph(plan);
    graph.apply({ assert: facts('m a K0 . m a K1') });
    const [s, p, o] = ['m', 'a', 'K17'].map((text) => graph.terms.id(text)) as [number, number, number];
    const [proof] = explainFact(plan, graph, { s, p, o }).proofs;
    const text = proofToText(proof!, { plan });
    expect(text.split('\n').length).toBeLessThan(60);
    expect(text).toMatch(/m a K15 {3}\(see \(\d+\) above\)/);
    const json = JSON.stringify(proofToJson(proof!, { plan }));
    expect(json.match(/"rule":/g)).toHaveLength(16);
    for (const [, id] of json.matchAll(/"see":(\d+)/g)) expect(json).toContain(`"id":${id}`);
  });
});

describe('a contradiction', () => {
  test('has proofs of the facts that contradict each other', () => {
    const plan = planOf(':A rdfs:subClassOf :B . :B owl:disjointWith :C . :p rdfs:range :C .');
    const graph = new MemoryGraph(plan);
    graph.apply({ assert: facts('m a A') });
    const pattern = facts('o p m').map(([s, p, o]) => ({
      s: graph.terms.id(s),
      p: graph.terms.id(p),
      o: graph.terms.id(o),
    }));
    const evaluation = new Evaluation(plan, graph);
    const { contradictions } = evaluation.run({ assert: pattern });
    expect(contradictions).toHaveLength(1);
    const { proofs, complete } = explainContradiction(plan, graph, contradictions[0]!, { max: 5 });
    expect([proofs.length, complete]).toEqual([1, true]);
    checkProof(graph, plan, proofs[0]!);
    const remark = (proof: { row: number }) => (proof.row >= 2 ? 'in this request' : undefined);
    expect(contradictionToText(proofs[0]!, { plan, remark }).replace(/ {3}\[[^\]]*\]/g, '')).toBe(
      [
        'contradiction',
        '  since nothing is both a B and a C',
        '  but m a B',
        '    since every A is a B',
        '    and m a A   (asserted)',
        '  but m a C   (in this request)',
        '    since what p leads to is a C',
        '    and o p m   (asserted, in this request)',
      ].join('\n'),
    );
    expect(contradictionToJson(proofs[0]!, { plan })).toMatchObject({
      rule: { name: 'cax-dw', axiom: { text: 'DisjointClasses(:B :C)' } },
      premises: [{ fact: { object: 'B' } }, { fact: { object: 'C' } }],
    });
    evaluation.rollback();
  });
});

describe('the reason of a contradiction', () => {
  test.each([
    ['disjoint classes', ':A owl:disjointWith :B .', 'm a A . m a B', 'nothing is both an A and a B'],
    ['nothing', ':A rdfs:subClassOf owl:Nothing .', 'm a A', 'nothing is an A'],
    ['irreflexive', ':p a owl:IrreflexiveProperty .', 'm p m', 'p never leads from a thing to itself'],
    ['asymmetric', ':p a owl:AsymmetricProperty .', 'm p n . n p m', 'p never leads there and back'],
    [
      'disjoint properties',
      ':p owl:propertyDisjointWith :q .',
      'm p n . m q n',
      'p and q never lead from one to the same other',
    ],
    [
      'inverse functional',
      ':p a owl:InverseFunctionalProperty .',
      'm p n . o p n',
      'it cannot be that x p y and z p y and x and z differ',
    ],
    [
      'at most none',
      ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 0 ] .',
      'm a A . m p n',
      'it cannot be that x is an A and x p y',
    ],
  ])('is worded for %s', (_, ontology, text, says) => {
    const plan = planOf(ontology);
    const graph = new MemoryGraph(plan);
    const assert = facts(text).map(([s, p, o]) => ({
      s: graph.terms.id(s),
      p: graph.terms.id(p),
      o: graph.terms.id(o),
    }));
    const { contradictions } = new Evaluation(plan, graph).run({ assert, seed: true });
    const { proofs } = explainContradiction(plan, graph, contradictions[0]!);
    expect(proofs).toHaveLength(1);
    checkProof(graph, plan, proofs[0]!);
    const lines = contradictionToText(proofs[0]!, { plan }).split('\n');
    expect(lines[1]).toContain(`  since ${says}   [`);
    expect(lines).toHaveLength(2 + assert.length);
  });
});
