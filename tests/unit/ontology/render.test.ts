import { Renderer, WholeRenderer } from '../../../src/ontology/render';
import { WELL_KNOWN_PREFIXES } from '../../../src/ontology/vocabulary';
import { load, ontologyOf } from '../../support/ontology/documents';

describe('well-known prefixes', () => {
  it.each([
    ['http://schema.org/Person', 'schema:Person'],
    ['https://schema.org/Person', 'sdo:Person'],
    ['http://xmlns.com/foaf/0.1/Person', 'foaf:Person'],
  ])('shorten %s', (iri, text) => {
    expect(new Renderer(new Map()).iri(iri)).toBe(text);
  });

  it('give way to the prefixes of the document', () => {
    const renderer = new Renderer(new Map([['schema', 'https://schema.org/']]));
    expect(renderer.iri('https://schema.org/Person')).toBe('schema:Person');
    expect(renderer.iri('http://schema.org/Person')).toBe('<http://schema.org/Person>');
  });

  it('are different for different namespaces', () => {
    expect(new Set(WELL_KNOWN_PREFIXES.values()).size).toBe(WELL_KNOWN_PREFIXES.size);
  });
});

describe('long axioms', () => {
  const many = (prefix: string, count = 400) => Array.from({ length: count }, (_, i) => `:${prefix}${i}`).join(' ');
  const declared = (kind: string, prefix: string) =>
    many(prefix)
      .split(' ')
      .map((name) => `${name} a owl:${kind} .`)
      .join(' ');
  const TERMS = `:A a owl:Class . :p a owl:ObjectProperty . :d a owl:DatatypeProperty . ${declared('Class', 'C')}
    ${declared('NamedIndividual', 'i')} ${declared('ObjectProperty', 'r')}`;

  it.each([
    ['an enumeration', `:A owl:equivalentClass [ owl:oneOf ( ${many('i')} ) ] .`],
    ['an enumeration above', `:A rdfs:subClassOf [ owl:oneOf ( ${many('i')} ) ] .`],
    [
      'a nested enumeration',
      `:A rdfs:subClassOf [ owl:onProperty :p ; owl:someValuesFrom [ owl:oneOf ( ${many('i')} ) ] ] .`,
    ],
    ['a union', `:A rdfs:subClassOf [ owl:unionOf ( ${many('C')} ) ] .`],
    ['a disjoint union', `:A owl:disjointUnionOf ( ${many('C')} ) .`],
    ['an intersection', `:A owl:equivalentClass [ owl:intersectionOf ( ${many('C')} ) ] .`],
    ['disjoint classes', `[] a owl:AllDisjointClasses ; owl:members ( ${many('C')} ) .`],
    ['different individuals', `[] a owl:AllDifferent ; owl:distinctMembers ( ${many('i')} ) .`],
    ['a key', `:A owl:hasKey ( ${many('r')} ) .`],
    ['a key of an enumeration', `[ owl:unionOf ( [ owl:oneOf ( ${many('i')} ) ] ) ] owl:hasKey ( :d ) .`],
    ['a chain', `:p owl:propertyChainAxiom ( ${many('r')} ) .`],
    [
      'a data range',
      `:d rdfs:range [ a rdfs:Datatype ; owl:oneOf ( ${many('x').replaceAll(':', '').replaceAll(/\w+/g, '"$&"')} ) ] .`,
    ],
  ])('%s is shortened in every text', (_, text) => {
    const { warnings, violations, deviations, reduced } = load(`${TERMS} ${text}`, { profile: 'lenient' });
    const texts = [...warnings, ...violations, ...deviations, ...reduced.axioms].flatMap((each) =>
      Object.values(each).filter((value) => typeof value === 'string'),
    );
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(2_000);
  });

  it('say how many operands they leave out, and are whole for comparisons', () => {
    const [axiom] = ontologyOf(`[] a owl:AllDifferent ; owl:distinctMembers ( ${many('i', 3_000)} ) .`).axioms.filter(
      ({ kind }) => kind === 'DifferentIndividuals',
    );
    const prefixes = new Map([['', 'http://e/#']]);
    expect(new Renderer(prefixes).axiom(axiom!)).toBe('DifferentIndividuals(:i0 :i1 :i2 :i3 :i4 … and 2,995 more)');
    expect(new WholeRenderer(prefixes).axiom(axiom!)).toContain(' :i2998 :i2999)');
  });
});
