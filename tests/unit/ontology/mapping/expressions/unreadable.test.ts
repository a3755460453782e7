import { canonicalStatements } from '../../../../../src/ontology/canonical';
import { axioms, e, load, ontologyOf } from '../../../../support/ontology/documents';

/** Expressions without a reading in OWL 2, as OWL 1.1 and editors wrote them. */
const UNREADABLE: Readonly<Record<string, string>> = {
  'a blank node without an expression': '[ a owl:DataRange ]',
  'a restriction without a constraint': '[ a owl:Restriction ; owl:onProperty :p ]',
  'a restriction without a property': '[ a owl:Restriction ; owl:someValuesFrom :B ]',
  'facets of OWL 1.1':
    '[ owl:onProperty :d ; owl:someValuesFrom [ a owl:DataRange ; owl:onDataRange xsd:int ; owl:minInclusive 1 ] ]',
  'a literal': '"text"',
  'a datatype': 'xsd:string',
};
const DECLARED = ':p a owl:ObjectProperty . :d a owl:DatatypeProperty . :A a owl:Class . ';

describe.each(Object.entries(UNREADABLE))('%s as an operand', (_, operand) => {
  const above = (text: string, iri: string) =>
    load(DECLARED + text)
      .taxonomy.classes.ancestors(e(iri))
      .sort();

  it.each([
    ['of an equivalent intersection', `:A owl:equivalentClass [ owl:intersectionOf ( :B ${operand} :C ) ] .`],
    ['of a named intersection', `:A owl:intersectionOf ( ${operand} :B :C ) .`],
    ['of a superclass', `:A rdfs:subClassOf [ owl:intersectionOf ( :B :C ${operand} ) ] .`],
  ])('%s leaves the other operands as superclasses, and nothing follows from them', (_place, text) => {
    const both = `${text} :D rdfs:subClassOf :B , :C .`;
    expect(above(both, 'A')).toEqual([e('B'), e('C')]);
    expect(above(both, 'D')).toEqual([e('B'), e('C')]);
    expect(load(DECLARED + both).violations).toEqual([
      expect.objectContaining({ line: 2, axiom: expect.stringMatching(/^a part of :A /) as string }),
    ]);
  });

  it('has a canonical text that does not depend on the label of the blank node', () => {
    const text = `:A owl:equivalentClass [ owl:intersectionOf ( :B ${operand} ) ] .`;
    const statements = (body: string) => canonicalStatements(ontologyOf(DECLARED + body), []).map((each) => each.text);
    expect(statements(`[] a :C . [] a :D . ${text}`)).toEqual(expect.arrayContaining(statements(text)));
  });

  it('of a union in a subclass leaves the other operands below', () => {
    expect(above(`[ owl:unionOf ( :B ${operand} :C ) ] rdfs:subClassOf :A .`, 'C')).toEqual([e('A')]);
  });

  it('of a union in a superclass leaves nothing', () => {
    expect(above(`:B rdfs:subClassOf [ owl:unionOf ( :A ${operand} ) ] .`, 'B')).toEqual([]);
  });
});

describe('constructions of OWL 1.1', () => {
  it.each(['[ owl:propertyChain ( :p :q ) ] rdfs:subPropertyOf :r .', '( :p :q ) rdfs:subPropertyOf :r .'])(
    '%s is a property chain',
    (text) => {
      expect(axioms(text)).toEqual(['SubObjectPropertyOf(ObjectPropertyChain(:p :q) :r)']);
      expect(ontologyOf(text)).toMatchObject({
        unrecognized: [],
        notes: [{ code: 'not-owl', advice: 'write :r owl:propertyChainAxiom ( q r )' }],
      });
    },
  );

  it('a blank node that is no chain stays unreadable', () => {
    expect(ontologyOf('[ :p :a ] rdfs:subPropertyOf :r .').unrecognized).toHaveLength(1);
  });
});

describe('remarks on statements that no axiom uses', () => {
  it.each([
    [':d a owl:DatatypeProperty ; rdfs:range [ a owl:Class ; owl:unionOf ( xsd:int xsd:date ) ] .', /does not fit/],
    [':s :p ( :a ) . :p a owl:ObjectProperty .', /a list outside of axioms/],
    ['[] a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A . :p a owl:ObjectProperty .', /no axiom uses/],
  ])('%s', (text, reason) => {
    const { notes } = ontologyOf(text);
    expect(notes.filter(({ code }) => code === 'orphan')).toEqual([
      expect.objectContaining({ reason: expect.stringMatching(reason) as string }),
    ]);
  });

  it('a datatype below a datatype is refused with the definition to write', () => {
    expect(ontologyOf(':T a rdfs:Datatype ; rdfs:subClassOf xsd:string .').unrecognized).toEqual([
      expect.objectContaining({ code: 'wrong-kind', advice: expect.stringContaining('owl:onDatatype') as string }),
    ]);
  });

  it('a class as the range of a data property is refused with both ways to correct it', () => {
    expect(ontologyOf(':d a owl:DatatypeProperty ; rdfs:range :A . :A a owl:Class .').unrecognized).toEqual([
      expect.objectContaining({ code: 'wrong-kind', advice: expect.stringContaining('owl:ObjectProperty') as string }),
    ]);
  });
});
