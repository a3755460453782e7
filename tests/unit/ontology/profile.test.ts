import { checkProfile } from '../../../src/ontology/profile';
import type { RlAxiom } from '../../../src/ontology/rl';
import { ontologyOf } from '../../support/ontology/documents';

const DECLARED = [
  ...['A', 'B', 'C', 'D'].map((name) => `:${name} a owl:Class .`),
  ...['p', 'q', 'r'].map((name) => `:${name} a owl:ObjectProperty .`),
  ...['d', 'f'].map((name) => `:${name} a owl:DatatypeProperty .`),
].join(' ');

/** Prefixes; the test's text is on line 3. */
const check = (text: string) => checkProfile(ontologyOf(`${DECLARED}\n${text}`));

/** Reduced axioms without position and text, with IRIs shortened to local names. */
function reduced(text: string): unknown[] {
  return check(text).reduced.axioms.map(({ position: _, text: __, ...body }: RlAxiom) => shorten(body));
}

function shorten(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/http:\/\/e\/#|http:\/\/www\.w3\.org\/[^"]*#/g, '')) as unknown;
}

const cls = (iri: string) => ({ kind: 'Class', iri });
const p = { iri: 'p', inverse: false };
const inverseP = { iri: 'p', inverse: true };
const some = (property: unknown, filler?: unknown) => ({
  kind: 'ObjectSomeValuesFrom',
  property,
  ...(filler ? { filler } : {}),
});
const datatype = (iri: string) => ({ kind: 'Datatype', iri });
const rangeOf = (range: unknown) => ({ kind: 'DataPropertyRange', property: 'd', range });
const sub = (lower: unknown, upper: unknown) => ({ kind: 'SubClassOf', sub: lower, super: upper });

describe('axioms in the profile are carried completely', () => {
  it.each<[string, unknown[]]>([
    [':A rdfs:subClassOf :B .', [sub(cls('A'), cls('B'))]],
    [':A owl:equivalentClass :B .', [sub(cls('A'), cls('B')), sub(cls('B'), cls('A'))]],
    [':A rdfs:subClassOf [ owl:intersectionOf ( :B :C ) ] .', [sub(cls('A'), cls('B')), sub(cls('A'), cls('C'))]],
    ['[ owl:unionOf ( :A :B ) ] rdfs:subClassOf :C .', [sub(cls('A'), cls('C')), sub(cls('B'), cls('C'))]],
    [
      '[ owl:intersectionOf ( :A [ owl:onProperty :p ; owl:someValuesFrom :B ] ) ] rdfs:subClassOf :C .',
      [sub({ kind: 'IntersectionOf', operands: [cls('A'), some(p, cls('B'))] }, cls('C'))],
    ],
    [
      '[ owl:onProperty :p ; owl:someValuesFrom owl:Thing ] rdfs:subClassOf :C .',
      [{ kind: 'ObjectPropertyDomain', property: 'p', domain: cls('C') }],
    ],
    [':A rdfs:subClassOf [ owl:complementOf :B ] .', [{ kind: 'DisjointClasses', classes: [cls('A'), cls('B')] }]],
    [':A owl:disjointWith :B .', [{ kind: 'DisjointClasses', classes: [cls('A'), cls('B')] }]],
    [
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:allValuesFrom [ owl:intersectionOf ( :B :C ) ] ] .',
      ['B', 'C'].map((name) => sub(cls('A'), { kind: 'ObjectAllValuesFrom', property: p, filler: cls(name) })),
    ],
    [
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:maxQualifiedCardinality 1 ; owl:onClass :B ] .',
      [sub(cls('A'), { kind: 'ObjectMaxCardinality', cardinality: 1, property: p, filler: cls('B') })],
    ],
    [
      ':A owl:equivalentClass [ owl:onProperty :p ; owl:hasValue :a ] .',
      [
        sub(cls('A'), { kind: 'ObjectHasValue', property: p, individual: 'a' }),
        sub({ kind: 'ObjectHasValue', property: p, individual: 'a' }, cls('A')),
      ],
    ],
    [':A owl:hasKey ( :p :d ) .', [{ kind: 'HasKey', class: cls('A'), objectProperties: [p], dataProperties: ['d'] }]],
    [':p rdfs:subPropertyOf :q .', [{ kind: 'SubObjectPropertyOf', sub: 'p', super: { iri: 'q', inverse: false } }]],
    [
      '[ owl:inverseOf :p ] rdfs:subPropertyOf :q .',
      [{ kind: 'SubObjectPropertyOf', sub: 'p', super: { iri: 'q', inverse: true } }],
    ],
    [':p owl:inverseOf :q .', [{ kind: 'InverseObjectProperties', first: 'p', second: 'q' }]],
    [':p owl:inverseOf :p .', [{ kind: 'SymmetricObjectProperty', property: 'p' }]],
    ['[ owl:inverseOf :p ] rdfs:domain :A .', [{ kind: 'ObjectPropertyRange', property: 'p', range: cls('A') }]],
    ['[ owl:inverseOf :p ] a owl:FunctionalProperty .', [{ kind: 'InverseFunctionalObjectProperty', property: 'p' }]],
    [
      ':p rdfs:range [ owl:intersectionOf ( :A :B ) ] .',
      ['A', 'B'].map((name) => ({ kind: 'ObjectPropertyRange', property: 'p', range: cls(name) })),
    ],
    [
      ':p owl:propertyChainAxiom ( :q [ owl:inverseOf :p ] ) .',
      [{ kind: 'PropertyChain', chain: [{ iri: 'q', inverse: false }, inverseP], super: p }],
    ],
    [':d rdfs:range xsd:int .', [rangeOf(datatype('int'))]],
    [
      ':d owl:equivalentProperty :f .',
      [
        { kind: 'SubDataPropertyOf', sub: 'd', super: 'f' },
        { kind: 'SubDataPropertyOf', sub: 'f', super: 'd' },
      ],
    ],
    [':a :p :b .', [{ kind: 'ObjectPropertyAssertion', property: 'p', source: 'a', target: 'b' }]],
    [
      ':T a rdfs:Datatype ; owl:equivalentClass [ owl:intersectionOf ( xsd:int xsd:nonNegativeInteger ) ] . ' +
        ':d rdfs:range :T .',
      [{ kind: 'DataPropertyRange', property: 'd', range: datatype('T') }],
    ],
  ])('%s', (text, expected) => {
    const { violations, deviations } = check(text);
    expect({ violations, deviations }).toEqual({ violations: [], deviations: [] });
    expect(reduced(text)).toEqual(expected);
  });
});

describe('violation', () => {
  it.each<[string, string, unknown[]]>([
    ['superclass-union', ':A rdfs:subClassOf [ owl:unionOf ( :B :C ) ] .', []],
    ['superclass-union', ':p rdfs:domain [ owl:unionOf ( :B :C ) ] .', []],
    ['superclass-union', ':p rdfs:range [ owl:unionOf ( :B :C ) ] .', []],
    ['superclass-union', ':A owl:unionOf ( :B :C ) .', [sub(cls('B'), cls('A')), sub(cls('C'), cls('A'))]],
    ['superclass-existential', ':A rdfs:subClassOf [ owl:onProperty :p ; owl:someValuesFrom :B ] .', []],
    [
      'superclass-existential',
      ':A owl:intersectionOf ( :B [ owl:onProperty :p ; owl:someValuesFrom :C ] ) .',
      [sub(cls('A'), cls('B')), sub({ kind: 'IntersectionOf', operands: [cls('B'), some(p, cls('C'))] }, cls('A'))],
    ],
    ['superclass-enumeration', ':A owl:oneOf ( :a ) .', [sub({ kind: 'OneOf', individuals: ['a'] }, cls('A'))]],
    ['min-cardinality', ':A rdfs:subClassOf [ owl:onProperty :p ; owl:minCardinality 1 ] .', []],
    [
      'exact-cardinality',
      ':A rdfs:subClassOf [ owl:onProperty :d ; owl:cardinality 1 ] .',
      [sub(cls('A'), { kind: 'DataMaxCardinality', cardinality: 1, property: 'd' })],
    ],
    ['max-cardinality', ':A rdfs:subClassOf [ owl:onProperty :p ; owl:maxCardinality 2 ] .', []],
    ['subclass-complement', '[ owl:complementOf :A ] rdfs:subClassOf :B .', []],
    [
      'subclass-complement',
      '[ owl:unionOf ( :A [ owl:complementOf :B ] ) ] rdfs:subClassOf :C .',
      [sub(cls('A'), cls('C'))],
    ],
    ['subclass-complement', '[ owl:intersectionOf ( :A [ owl:complementOf :B ] ) ] rdfs:subClassOf :C .', []],
    ['subclass-universal', '[ owl:onProperty :p ; owl:allValuesFrom :A ] rdfs:subClassOf :B .', []],
    ['subclass-cardinality', '[ owl:onProperty :p ; owl:minCardinality 2 ] rdfs:subClassOf :B .', []],
    ['subclass-thing', 'owl:Thing rdfs:subClassOf :A .', ['B', 'C', 'D'].map((name) => sub(cls(name), cls('A')))],
    [
      'covering',
      ':A owl:disjointUnionOf ( :B :C ) .',
      [sub(cls('B'), cls('A')), sub(cls('C'), cls('A')), { kind: 'DisjointClasses', classes: [cls('B'), cls('C')] }],
    ],
    ['top-property', 'owl:topObjectProperty rdfs:subPropertyOf :p .', []],
    ['two-kinds', ':x a owl:ObjectProperty , owl:DatatypeProperty .', []],
    ['malformed', ':A rdfs:subClassOf [] .', []],
    ['unknown-term', ':A owl:subClassOf :B .', []],
  ])('%s: %s', (code, text, expected) => {
    const { violations } = check(text);
    expect(violations).toMatchObject([{ severity: 'violation', code, line: 3, column: expect.any(Number) }]);
    for (const violation of violations) {
      for (const words of [
        violation.axiom,
        violation.rule,
        violation.section,
        violation.advice,
        violation.notInferred!,
      ]) {
        expect(words.length).toBeGreaterThan(1);
      }
    }
    expect(reduced(text)).toEqual(expected);
  });

  it('names the omitted inference in terms of the ontology', () => {
    const { violations } = check(':A owl:intersectionOf ( :B [ owl:onProperty :p ; owl:someValuesFrom :C ] ) .');
    expect(violations[0]).toMatchObject({
      axiom: 'EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:p :C)))',
      notInferred: 'that each :A is ObjectSomeValuesFrom(:p :C)',
    });
    const [covering] = check(':A owl:disjointUnionOf ( :B :C ) .').violations;
    expect(covering!.notInferred).toBe('that each :A is one of :B, :C');
  });

  it('is reported for every omitted part', () => {
    const { violations } = check(
      ':A rdfs:subClassOf [ owl:intersectionOf ( [ owl:unionOf ( :B :C ) ] [ owl:onProperty :p ; ' +
        'owl:minCardinality 1 ] :D ) ] .',
    );
    expect(violations.map(({ code }) => code)).toEqual(['superclass-union', 'min-cardinality']);
  });
});

const SELF = { kind: 'ObjectHasSelf', property: p } as const;

describe('deviation', () => {
  it.each<[string, string, unknown[]]>([
    ['says-nothing', ':A rdfs:subClassOf owl:Thing .', []],
    ['says-nothing', ':p rdfs:domain owl:Thing .', []],
    ['says-nothing', ':A rdfs:subClassOf [ owl:onProperty :p ; owl:minCardinality 0 ] .', []],
    [
      'other-words',
      'owl:Thing rdfs:subClassOf [ owl:onProperty :p ; owl:allValuesFrom :A ] .',
      [{ kind: 'ObjectPropertyRange', property: 'p', range: cls('A') }],
    ],
    [
      'other-words',
      'owl:Thing rdfs:subClassOf [ owl:onProperty :p ; owl:maxCardinality 1 ] .',
      [{ kind: 'FunctionalObjectProperty', property: 'p' }],
    ],
    ['other-words', 'owl:Thing owl:hasKey ( :d ) .', [{ kind: 'HasKey', objectProperties: [], dataProperties: ['d'] }]],
    [
      'other-words',
      '[ owl:onProperty :p ; owl:minCardinality 1 ] rdfs:subClassOf :A .',
      [{ kind: 'ObjectPropertyDomain', property: 'p', domain: cls('A') }],
    ],
    [
      'other-words',
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:cardinality 0 ] .',
      [sub(cls('A'), { kind: 'ObjectMaxCardinality', cardinality: 0, property: p })],
    ],
    [
      'other-words',
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:someValuesFrom [ owl:oneOf ( :a ) ] ] .',
      [sub(cls('A'), { kind: 'ObjectHasValue', property: p, individual: 'a' })],
    ],
    [
      'inverse-functional-data',
      ':d a owl:InverseFunctionalProperty .',
      [{ kind: 'InverseFunctionalDataProperty', property: 'd' }],
    ],
    ['undeclared', ':A rdfs:subClassOf :X .', [sub(cls('A'), cls('X'))]],
    ['punning', ':x a owl:ObjectProperty , owl:AnnotationProperty .', []],
    ['punning', ':x a owl:Class , rdfs:Datatype .', []],
    ['reserved', ':p rdfs:range rdf:List .', [{ kind: 'ObjectPropertyRange', property: 'p', range: cls('List') }]],
    ['annotation-axiom', ':n a owl:AnnotationProperty ; rdfs:range :A .', []],
    ['self', ':A rdfs:subClassOf [ owl:onProperty :p ; owl:hasSelf true ] .', [sub(cls('A'), SELF)]],
    ['self', '[ owl:onProperty :p ; owl:hasSelf true ] rdfs:subClassOf :B .', [sub(SELF, cls('B'))]],
    ['reflexive', ':p a owl:ReflexiveProperty .', [{ kind: 'ReflexiveObjectProperty', property: 'p' }]],
    [
      'data-range',
      ':d rdfs:range [ owl:onDatatype xsd:int ; owl:withRestrictions ( [ xsd:minInclusive 0 ] ) ] .',
      [rangeOf({ kind: 'DatatypeRestriction', datatype: 'int' })],
    ],
    [
      'data-range',
      ':T a rdfs:Datatype ; owl:equivalentClass [ owl:onDatatype xsd:int ; owl:withRestrictions ( [ ' +
        'xsd:minInclusive 0 ] ) ] . :d rdfs:range :T .',
      [rangeOf(datatype('T'))],
    ],
    [
      'data-range',
      ':d rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:int xsd:string ) ] .',
      [rangeOf({ kind: 'DataUnionOf', operands: [datatype('int'), datatype('string')] })],
    ],
    [
      'data-range',
      '[ owl:onProperty :d ; owl:someValuesFrom [ owl:onDatatype xsd:int ; owl:withRestrictions ( [ ' +
        'xsd:minInclusive 0 ] ) ] ] rdfs:subClassOf :A .',
      [sub({ kind: 'DataSomeValuesFrom', property: 'd', range: { kind: 'DatatypeRestriction' } }, cls('A'))],
    ],
    ['datatype', ':d rdfs:range owl:real .', [rangeOf(datatype('real'))]],
    ['datatype', ':d rdfs:range xsd:date .', [rangeOf(datatype('date'))]],
    ['undefined-datatype', ':T a rdfs:Datatype . :d rdfs:range :T .', [rangeOf(datatype('T'))]],
    ['imports', '<http://e/> a owl:Ontology ; owl:imports <http://f/> .', []],
    ['orphan', '[] owl:unionOf ( :A :B ) .', []],
    [
      'not-simple',
      ':p a owl:TransitiveProperty . :p rdfs:subPropertyOf :q . :q owl:inverseOf :r . :r a owl:FunctionalProperty .',
      [
        { kind: 'TransitiveObjectProperty', property: 'p' },
        { kind: 'SubObjectPropertyOf', sub: 'p', super: { iri: 'q', inverse: false } },
        { kind: 'InverseObjectProperties', first: 'q', second: 'r' },
        { kind: 'FunctionalObjectProperty', property: 'r' },
      ],
    ],
  ])('%s: %s', (code, text, expected) => {
    const { violations, deviations } = check(text);
    expect(violations).toEqual([]);
    expect(deviations).toMatchObject([{ severity: 'deviation', code, line: 3 }]);
    const axioms = reduced(text);
    expect(axioms).toHaveLength(expected.length);
    expect(axioms).toMatchObject(expected);
  });
});

describe('restrictions of bottom properties', () => {
  const restricted = (property: string, restriction: string) =>
    reduced(`:A rdfs:subClassOf [ owl:onProperty owl:${property} ; ${restriction} ] .`);
  const number = (text: string) => `${text.replace(' ', ' "')}"^^xsd:nonNegativeInteger`;

  it.each(['owl:minCardinality 0', 'owl:maxCardinality 0', 'owl:maxCardinality 2', 'owl:cardinality 0'])(
    'hold for everything: %s',
    (restriction) => {
      expect(restricted('bottomObjectProperty', number(restriction))).toEqual([]);
      expect(restricted('bottomDataProperty', number(restriction))).toEqual([]);
    },
  );

  it.each(['owl:minCardinality 1', 'owl:minCardinality 2', 'owl:cardinality 1', 'owl:cardinality 2'])(
    'hold for nothing: %s',
    (restriction) => {
      const empty = [sub(cls('A'), cls('Nothing'))];
      expect(restricted('bottomObjectProperty', number(restriction))).toEqual(empty);
      expect(restricted('bottomDataProperty', number(restriction))).toEqual(empty);
    },
  );

  it.each<[string, string, unknown[]]>([
    ['bottomObjectProperty', 'owl:minQualifiedCardinality 0 ; owl:onClass :B', []],
    ['bottomObjectProperty', 'owl:qualifiedCardinality 0 ; owl:onClass :B', []],
    ['bottomDataProperty', 'owl:minQualifiedCardinality 0 ; owl:onDataRange xsd:int', []],
    ['bottomDataProperty', 'owl:qualifiedCardinality 0 ; owl:onDataRange xsd:int', []],
    ['bottomObjectProperty', 'owl:allValuesFrom :B', []],
    ['bottomDataProperty', 'owl:allValuesFrom xsd:int', []],
    ['bottomObjectProperty', 'owl:someValuesFrom :B', [sub(cls('A'), cls('Nothing'))]],
    ['bottomDataProperty', 'owl:someValuesFrom xsd:int', [sub(cls('A'), cls('Nothing'))]],
    ['bottomObjectProperty', 'owl:hasSelf true', [sub(cls('A'), cls('Nothing'))]],
  ])('%s: %s', (property, restriction, expected) => {
    expect(restricted(property, restriction)).toEqual(expected);
  });
});

describe('restrictions of top properties', () => {
  const OBJECT = 'owl:onProperty owl:topObjectProperty';
  const DATA = 'owl:onProperty owl:topDataProperty';
  const count = (name: string, n: number) => `owl:${name} "${n}"^^xsd:nonNegativeInteger`;

  it.each([
    `${OBJECT} ; ${count('minCardinality', 0)}`,
    `${OBJECT} ; ${count('minCardinality', 1)}`,
    `${OBJECT} ; ${count('minQualifiedCardinality', 0)} ; owl:onClass :B`,
    `${OBJECT} ; ${count('maxQualifiedCardinality', 0)} ; owl:onClass owl:Nothing`,
    `${OBJECT} ; owl:someValuesFrom owl:Thing`,
    `${OBJECT} ; owl:allValuesFrom owl:Thing`,
    `${OBJECT} ; owl:hasValue :a`,
    `${OBJECT} ; owl:hasSelf true`,
    `${DATA} ; ${count('minCardinality', 0)}`,
    `${DATA} ; ${count('minCardinality', 7)}`,
    `${DATA} ; owl:someValuesFrom rdfs:Literal`,
    `${DATA} ; owl:hasValue 1`,
  ])('hold for everything: %s', (restriction) => {
    const above = check(`:A rdfs:subClassOf [ ${restriction} ] .`);
    expect([above.violations, above.reduced.axioms]).toEqual([[], []]);
    expect(above.deviations).toMatchObject([{ code: 'says-nothing' }]);
    const below = `[ owl:intersectionOf ( :A [ ${restriction} ] ) ] rdfs:subClassOf :B .`;
    expect(check(below).violations).toEqual([]);
    expect(reduced(below)).toMatchObject([sub(cls('A'), cls('B'))]);
  });

  it.each([`${OBJECT} ; owl:someValuesFrom owl:Nothing`, 'owl:onProperty owl:bottomObjectProperty ; owl:hasSelf true'])(
    'hold for nothing: %s',
    (restriction) => {
      expect(reduced(`:A rdfs:subClassOf [ ${restriction} ] .`)).toMatchObject([sub(cls('A'), cls('Nothing'))]);
      const below = check(`[ ${restriction} ] rdfs:subClassOf :B .`);
      expect([below.violations, below.reduced.axioms]).toEqual([[], []]);
    },
  );

  it.each([
    `${OBJECT} ; ${count('minCardinality', 2)}`,
    `${OBJECT} ; ${count('maxCardinality', 1)}`,
    `${OBJECT} ; ${count('cardinality', 1)}`,
    `${OBJECT} ; owl:someValuesFrom :B`,
    `${OBJECT} ; owl:allValuesFrom :B`,
    `${DATA} ; owl:someValuesFrom xsd:int`,
    `${DATA} ; ${count('maxCardinality', 0)}`,
  ])('say something that rules lose: %s', (restriction) => {
    expect(check(`:A rdfs:subClassOf [ ${restriction} ] .`).violations).toMatchObject([{ code: 'top-property' }]);
    expect(check(`[ ${restriction} ] rdfs:subClassOf :A .`).violations).toMatchObject([{ code: 'top-property' }]);
  });
});

describe('literals with the IRI of a built-in property', () => {
  const top = 'http://www.w3.org/2002/07/owl#topDataProperty';

  it.each([
    [`:a :d "${top}" .`],
    [`:A rdfs:subClassOf [ owl:onProperty :d ; owl:hasValue "${top}" ] .`],
    [`:d rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "${top}" ) ] .`],
  ])('are no properties: %s', (text) => {
    expect(check(text).violations).toEqual([]);
    expect(check(text).reduced.axioms).toHaveLength(1);
  });

  it('do not hide a built-in property', () => {
    expect(check(`:a owl:bottomDataProperty "${top}" .`).violations).toMatchObject([{ code: 'top-property' }]);
  });
});
