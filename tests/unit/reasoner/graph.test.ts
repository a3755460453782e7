import type { MemoryGraph } from '../../../src/reasoner';
import { facts, graphOf as reasonerOf, inferred } from '../../support/reasoner/cases';

const graphOf = (turtle: string): MemoryGraph => reasonerOf(turtle).graph;

const ANIMALS = `
:Dog rdfs:subClassOf :Mammal . :Mammal rdfs:subClassOf :Animal . :Pet rdfs:subClassOf :Animal .
:Mammal owl:disjointWith :Fish . :Fish a owl:Class .
:owns a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Pet ; owl:inverseOf :ownedBy ; rdfs:subPropertyOf :knows .
:knows a owl:ObjectProperty , owl:SymmetricProperty .
`;

describe('an assertion', () => {
  test('entails ancestor types', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('rex a Dog') });
    expect(inferred(graph)).toEqual(['rex a Animal', 'rex a Mammal']);
  });

  test('entails domain, range, inverse, super-property and symmetry, and their consequences', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('ann owns rex') });
    expect(inferred(graph)).toEqual([
      'ann a Person',
      'ann knows rex',
      'rex a Animal',
      'rex a Pet',
      'rex knows ann',
      'rex ownedBy ann',
    ]);
  });

  test('joins with stored facts', () => {
    const graph = graphOf(':p a owl:ObjectProperty , owl:TransitiveProperty .');
    graph.apply({ assert: facts('a p b . c p d') });
    graph.apply({ assert: facts('b p c') });
    expect(inferred(graph)).toEqual(['a p c', 'a p d', 'b p d']);
  });

  test('is refused as a whole if it contradicts, also with stored facts', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('rex a Dog') });
    const before = [...graph.facts()];
    const { contradictions } = graph.apply({ assert: facts('rex a Fish . ann owns rex') });
    expect(
      contradictions.map(({ rule, facts: rows }) => [rule.name, ...rows.map((row) => graph.triple(row)[2])]),
    ).toEqual([['cax-dw', 'Mammal', 'Fish']]);
    expect([...graph.facts()]).toEqual(before);
  });

  test('is refused if it entails more facts than the limit', () => {
    const graph = graphOf(ANIMALS);
    expect(graph.apply({ assert: facts('rex a Dog') }, { limit: 1 }).overflow).toBe(true);
    expect([...graph.facts()]).toEqual([]);
    expect(graph.apply({ assert: facts('rex a Dog') }, { limit: 2 }).overflow).toBe(false);
  });

  test('promotes an inferred fact', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('rex a Dog') });
    graph.apply({ assert: facts('rex a Mammal') });
    expect(graph.state(['rex', 'a', 'Mammal'])).toBe('asserted');
  });
});

describe('a retraction', () => {
  test('removes facts without other support', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('rex a Dog . rex a Pet') });
    const { removed, retracted } = graph.apply({ retract: facts('rex a Dog') });
    expect([removed.length, retracted.length]).toEqual([1, 1]);
    expect(inferred(graph)).toEqual(['rex a Animal']);
  });

  test('leaves a fact inferred if rules still derive it, and reports it', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('rex a Dog . rex a Mammal') });
    const { demoted, stillEntailed } = graph.apply({ retract: facts('rex a Mammal') });
    expect(demoted.map((row) => graph.triple(row))).toEqual([['rex', 'a', 'Mammal']]);
    expect(stillEntailed).toEqual(demoted);
    expect(graph.state(['rex', 'a', 'Mammal'])).toBe('inferred');
  });

  test('removes facts supported only by their own consequences', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('ann knows bob') });
    graph.apply({ retract: facts('ann knows bob') });
    expect([...graph.facts()]).toEqual([]);
  });

  test('has no effect if the same change asserts the fact', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('rex a Dog') });
    graph.apply({ retract: facts('rex a Dog'), assert: facts('rex a Dog') });
    expect(graph.state(['rex', 'a', 'Dog'])).toBe('asserted');
    expect(inferred(graph)).toEqual(['rex a Animal', 'rex a Mammal']);
  });

  test('accepts support from assertions of the same change', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('rex a Dog') });
    const { inferred: fresh } = graph.apply({ retract: facts('rex a Dog'), assert: facts('rex a Mammal') });
    expect(fresh).toEqual([]);
    expect(inferred(graph)).toEqual(['rex a Animal']);
  });

  test('has no effect on a fact that does not hold', () => {
    const graph = graphOf(ANIMALS);
    graph.apply({ assert: facts('rex a Dog') });
    const { removed, retracted, stillEntailed } = graph.apply({ retract: facts('rex a Fish . rex a Animal') });
    expect([removed, retracted]).toEqual([[], []]);
    expect(stillEntailed.map((row) => graph.triple(row)[2])).toEqual(['Animal']);
  });

  test('breaks an inferred chain only at its edge', () => {
    const graph = graphOf(':p a owl:ObjectProperty , owl:TransitiveProperty .');
    graph.apply({ assert: facts('a p b . b p c . c p d . b p d') });
    graph.apply({ retract: facts('c p d') });
    expect(inferred(graph)).toEqual(['a p c', 'a p d']);
  });
});

describe('class expressions', () => {
  test('in a condition: intersection, union, some values', () => {
    const graph = graphOf(`
      :Course a owl:Class . :takes a owl:ObjectProperty . :Person a owl:Class .
      [ a owl:Class ; owl:intersectionOf ( :Person [ a owl:Restriction ; owl:onProperty :takes ; owl:someValuesFrom :Course ] ) ]
        rdfs:subClassOf :Student .`);
    graph.apply({ assert: facts('ann a Person . ann takes math') });
    graph.apply({ assert: facts('math a Course') });
    expect(inferred(graph)).toEqual(['ann a Student']);
    graph.apply({ retract: facts('ann takes math') });
    expect(inferred(graph)).toEqual([]);
  });

  test('in a conclusion: all values', () => {
    const graph = graphOf(`
      :eats a owl:ObjectProperty . :Plant a owl:Class .
      :Herbivore rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :eats ; owl:allValuesFrom :Plant ] .`);
    graph.apply({ assert: facts('cow eats grass') });
    graph.apply({ assert: facts('cow a Herbivore') });
    expect(inferred(graph)).toEqual(['grass a Plant']);
  });
});
