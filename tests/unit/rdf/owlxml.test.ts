import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { DEFAULT_BASE } from '../../../src/rdf/document';
import { parseOwlXml } from '../../../src/rdf/owlxml';
import { parseTurtle } from '../../../src/rdf';
import { canonical, failureOf } from '../../support/rdf/documents';

const PREFIXES = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix swrl: <http://www.w3.org/2003/11/swrl#> .`;
const OPEN = '<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://e/" ontologyIRI="http://e/o">';
const wrap = (body: string): string => `${OPEN}\n<Prefix name="" IRI="http://e/"/>\n${body}\n</Ontology>`;

/** Kinds of the one-letter names in the tests. */
const SHORT: Readonly<Record<string, string>> = {
  A: 'Class',
  B: 'Class',
  C: 'Class',
  T: 'Datatype',
  p: 'ObjectProperty',
  q: 'ObjectProperty',
  r: 'ObjectProperty',
  d: 'DataProperty',
  e: 'DataProperty',
  n: 'AnnotationProperty',
  i: 'NamedIndividual',
  j: 'NamedIndividual',
  k: 'NamedIndividual',
};
/** `{A}` → `<Class IRI="A"/>`, and `{xsd:int}` → `<Datatype abbreviatedIRI="xsd:int"/>`. */
const expand = (text: string): string =>
  text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, local?: string) =>
    local === undefined ? `<${SHORT[name]} IRI="${name}"/>` : `<Datatype abbreviatedIRI="${name}:${local}"/>`,
  );
const KINDS: Readonly<Record<string, string>> = {
  Class: 'owl:Class',
  Datatype: 'rdfs:Datatype',
  ObjectProperty: 'owl:ObjectProperty',
  DataProperty: 'owl:DatatypeProperty',
  AnnotationProperty: 'owl:AnnotationProperty',
};
/** Declarations that follow from the element names. */
const declarations = (text: string): string =>
  [...text.matchAll(/\{([A-Za-z])\}/g)]
    .filter(([, name]) => KINDS[SHORT[name!]!])
    .map(([, name]) => `:${name} a ${KINDS[SHORT[name!]!]} .`)
    .join(' ');

const ONE = '<Literal datatypeIRI="http://www.w3.org/2001/XMLSchema#integer">1</Literal>';
const restrictions: [string, string][] = [
  ['<ObjectIntersectionOf>{A}{B}</ObjectIntersectionOf>', '[ a owl:Class ; owl:intersectionOf ( :A :B ) ]'],
  ['<ObjectUnionOf>{A}{B}{C}</ObjectUnionOf>', '[ a owl:Class ; owl:unionOf ( :A :B :C ) ]'],
  ['<ObjectComplementOf>{A}</ObjectComplementOf>', '[ a owl:Class ; owl:complementOf :A ]'],
  ['<ObjectOneOf>{i}<AnonymousIndividual nodeID="x"/></ObjectOneOf>', '[ a owl:Class ; owl:oneOf ( :i _:x ) ]'],
  [
    '<ObjectSomeValuesFrom>{p}{A}</ObjectSomeValuesFrom>',
    '[ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A ]',
  ],
  [
    '<ObjectAllValuesFrom><ObjectInverseOf>{p}</ObjectInverseOf>{A}</ObjectAllValuesFrom>',
    '[ a owl:Restriction ; owl:onProperty [ owl:inverseOf :p ] ; owl:allValuesFrom :A ]',
  ],
  ['<ObjectHasValue>{p}{i}</ObjectHasValue>', '[ a owl:Restriction ; owl:onProperty :p ; owl:hasValue :i ]'],
  ['<ObjectHasSelf>{p}</ObjectHasSelf>', '[ a owl:Restriction ; owl:onProperty :p ; owl:hasSelf true ]'],
  [
    '<ObjectMinCardinality cardinality="2">{p}</ObjectMinCardinality>',
    '[ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality "2"^^xsd:nonNegativeInteger ]',
  ],
  [
    '<ObjectMaxCardinality cardinality="1">{p}{A}</ObjectMaxCardinality>',
    '[ a owl:Restriction ; owl:onProperty :p ; owl:maxQualifiedCardinality "1"^^xsd:nonNegativeInteger ; ' +
      'owl:onClass :A ]',
  ],
  [
    '<ObjectExactCardinality cardinality="0">{p}{A}</ObjectExactCardinality>',
    '[ a owl:Restriction ; owl:onProperty :p ; owl:qualifiedCardinality "0"^^xsd:nonNegativeInteger ; owl:onClass :A ]',
  ],
  [
    '<DataSomeValuesFrom>{d}{xsd:string}</DataSomeValuesFrom>',
    '[ a owl:Restriction ; owl:onProperty :d ; owl:someValuesFrom xsd:string ]',
  ],
  [
    '<DataAllValuesFrom>{d}{e}{T}</DataAllValuesFrom>',
    '[ a owl:Restriction ; owl:onProperties ( :d :e ) ; owl:allValuesFrom :T ]',
  ],
  [`<DataHasValue>{d}${ONE}</DataHasValue>`, '[ a owl:Restriction ; owl:onProperty :d ; owl:hasValue 1 ]'],
  [
    '<DataMinCardinality cardinality="1">{d}</DataMinCardinality>',
    '[ a owl:Restriction ; owl:onProperty :d ; owl:minCardinality "1"^^xsd:nonNegativeInteger ]',
  ],
  [
    '<DataMaxCardinality cardinality="3">{d}{xsd:int}</DataMaxCardinality>',
    '[ a owl:Restriction ; owl:onProperty :d ; owl:maxQualifiedCardinality "3"^^xsd:nonNegativeInteger ; ' +
      'owl:onDataRange xsd:int ]',
  ],
  [
    '<DataExactCardinality cardinality="1">{d}</DataExactCardinality>',
    '[ a owl:Restriction ; owl:onProperty :d ; owl:cardinality "1"^^xsd:nonNegativeInteger ]',
  ],
];
const ranges: [string, string][] = [
  ['<DataIntersectionOf>{T}{xsd:int}</DataIntersectionOf>', '[ a rdfs:Datatype ; owl:intersectionOf ( :T xsd:int ) ]'],
  ['<DataUnionOf>{T}{xsd:int}</DataUnionOf>', '[ a rdfs:Datatype ; owl:unionOf ( :T xsd:int ) ]'],
  ['<DataComplementOf>{T}</DataComplementOf>', '[ a rdfs:Datatype ; owl:datatypeComplementOf :T ]'],
  [
    `<DataOneOf>${ONE}<Literal xml:lang="EN">x </Literal><Literal>y</Literal></DataOneOf>`,
    '[ a rdfs:Datatype ; owl:oneOf ( 1 "x "@EN "y" ) ]',
  ],
  [
    '<DatatypeRestriction>{xsd:int}<FacetRestriction ' +
      `facet="http://www.w3.org/2001/XMLSchema#minInclusive">${ONE}</FacetRestriction><FacetRestriction ` +
      `facet="http://www.w3.org/2001/XMLSchema#maxExclusive">${ONE}</FacetRestriction></DatatypeRestriction>`,
    '[ a rdfs:Datatype ; owl:onDatatype xsd:int ; owl:withRestrictions ( [ xsd:minInclusive 1 ] [ ' +
      'xsd:maxExclusive 1 ] ) ]',
  ],
];
const axioms: [string, string][] = [
  ['<SubClassOf>{A}{B}</SubClassOf>', ':A rdfs:subClassOf :B .'],
  ['<EquivalentClasses>{A}{B}{C}</EquivalentClasses>', ':A owl:equivalentClass :B . :B owl:equivalentClass :C .'],
  ['<DisjointClasses>{A}{B}</DisjointClasses>', ':A owl:disjointWith :B .'],
  ['<DisjointClasses>{A}{B}{C}</DisjointClasses>', '[] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) .'],
  ['<DisjointUnion>{A}{B}{C}</DisjointUnion>', ':A owl:disjointUnionOf ( :B :C ) .'],
  ['<SubObjectPropertyOf>{p}{q}</SubObjectPropertyOf>', ':p rdfs:subPropertyOf :q .'],
  [
    '<SubObjectPropertyOf><ObjectPropertyChain>{p}<ObjectInverseOf>{q}</ObjectInverseOf></ObjectPropertyChain>{r}</SubObjectPropertyOf>',
    ':r owl:propertyChainAxiom ( :p [ owl:inverseOf :q ] ) .',
  ],
  ['<EquivalentObjectProperties>{p}{q}</EquivalentObjectProperties>', ':p owl:equivalentProperty :q .'],
  ['<DisjointObjectProperties>{p}{q}</DisjointObjectProperties>', ':p owl:propertyDisjointWith :q .'],
  [
    '<DisjointObjectProperties>{p}{q}{r}</DisjointObjectProperties>',
    '[] a owl:AllDisjointProperties ; owl:members ( :p :q :r ) .',
  ],
  ['<InverseObjectProperties>{p}{q}</InverseObjectProperties>', ':p owl:inverseOf :q .'],
  ['<ObjectPropertyDomain>{p}{A}</ObjectPropertyDomain>', ':p rdfs:domain :A .'],
  ['<ObjectPropertyRange>{p}{A}</ObjectPropertyRange>', ':p rdfs:range :A .'],
  ...['Functional', 'InverseFunctional', 'Reflexive', 'Irreflexive', 'Symmetric', 'Asymmetric', 'Transitive'].map(
    (c): [string, string] => [`<${c}ObjectProperty>{p}</${c}ObjectProperty>`, `:p a owl:${c}Property .`],
  ),
  ['<SubDataPropertyOf>{d}{e}</SubDataPropertyOf>', ':d rdfs:subPropertyOf :e .'],
  ['<EquivalentDataProperties>{d}{e}</EquivalentDataProperties>', ':d owl:equivalentProperty :e .'],
  ['<DisjointDataProperties>{d}{e}</DisjointDataProperties>', ':d owl:propertyDisjointWith :e .'],
  ['<DataPropertyDomain>{d}{A}</DataPropertyDomain>', ':d rdfs:domain :A .'],
  ['<DataPropertyRange>{d}{xsd:int}</DataPropertyRange>', ':d rdfs:range xsd:int .'],
  ['<FunctionalDataProperty>{d}</FunctionalDataProperty>', ':d a owl:FunctionalProperty .'],
  ['<DatatypeDefinition>{T}{xsd:int}</DatatypeDefinition>', ':T owl:equivalentClass xsd:int .'],
  ['<HasKey>{A}{p}{d}</HasKey>', ':A owl:hasKey ( :p :d ) .'],
  ['<SameIndividual>{i}{j}{k}</SameIndividual>', ':i owl:sameAs :j . :j owl:sameAs :k .'],
  ['<DifferentIndividuals>{i}{j}</DifferentIndividuals>', ':i owl:differentFrom :j .'],
  ['<DifferentIndividuals>{i}{j}{k}</DifferentIndividuals>', '[] a owl:AllDifferent ; owl:members ( :i :j :k ) .'],
  ['<ClassAssertion>{A}{i}</ClassAssertion>', ':i a :A .'],
  ['<ObjectPropertyAssertion>{p}{i}{j}</ObjectPropertyAssertion>', ':i :p :j .'],
  ['<ObjectPropertyAssertion><ObjectInverseOf>{p}</ObjectInverseOf>{i}{j}</ObjectPropertyAssertion>', ':j :p :i .'],
  [`<DataPropertyAssertion>{d}{i}${ONE}</DataPropertyAssertion>`, ':i :d 1 .'],
  [
    '<NegativeObjectPropertyAssertion>{p}{i}{j}</NegativeObjectPropertyAssertion>',
    '[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :i ; owl:assertionProperty :p ; ' +
      'owl:targetIndividual :j .',
  ],
  [
    `<NegativeDataPropertyAssertion>{d}{i}${ONE}</NegativeDataPropertyAssertion>`,
    '[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :i ; owl:assertionProperty :d ; owl:targetValue 1 .',
  ],
  ['<AnnotationAssertion>{n}<IRI>A</IRI><Literal xml:lang="de">x</Literal></AnnotationAssertion>', ':A :n "x"@de .'],
  [
    '<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:seeAlso"/><AnonymousIndividual ' +
      'nodeID="_:y"/><AbbreviatedIRI>:B</AbbreviatedIRI></AnnotationAssertion>',
    '_:y rdfs:seeAlso :B .',
  ],
  [
    '<SubAnnotationPropertyOf>{n}<AnnotationProperty abbreviatedIRI="rdfs:label"/></SubAnnotationPropertyOf>',
    ':n rdfs:subPropertyOf rdfs:label .',
  ],
  ['<AnnotationPropertyDomain>{n}<IRI>http://e/A</IRI></AnnotationPropertyDomain>', ':n rdfs:domain :A .'],
  ['<AnnotationPropertyRange>{n}<IRI>A</IRI></AnnotationPropertyRange>', ':n rdfs:range :A .'],
  [
    '<DLSafeRule><Body><ClassAtom>{A}<Variable IRI="x"/></ClassAtom><DataRangeAtom>{xsd:int}<Variable ' +
      'IRI="y"/></DataRangeAtom>' +
      '<BuiltInAtom IRI="http://b/lt"><Variable IRI="y"/><Literal>1</Literal></BuiltInAtom></Body>' +
      '<Head><ObjectPropertyAtom>{p}<Variable IRI="x"/>{i}</ObjectPropertyAtom></Head></DLSafeRule>',
    ':x a swrl:Variable . :y a swrl:Variable . [] a swrl:Imp ; swrl:body ( ' +
      '[ a swrl:ClassAtom ; swrl:classPredicate :A ; swrl:argument1 :x ] ' +
      '[ a swrl:DataRangeAtom ; swrl:dataRange xsd:int ; swrl:argument1 :y ] ' +
      '[ a swrl:BuiltinAtom ; swrl:builtin <http://b/lt> ; swrl:arguments ( :y "1" ) ] ) ; ' +
      ('swrl:head ( [ a swrl:IndividualPropertyAtom ; swrl:propertyPredicate :p ; swrl:argument1 :x ; ' +
        'swrl:argument2 :i ] ) .'),
  ],
  ['<Declaration>{T}</Declaration><Declaration>{i}</Declaration>', ':T a rdfs:Datatype . :i a owl:NamedIndividual .'],
  ['<Import>http://e/other</Import><Annotation>{n}<IRI>x</IRI></Annotation>', ':o owl:imports :other ; :n :x .'],
];

describe('parseOwlXml', () => {
  const expectSame = (xml: string, turtle: string): void => {
    const expected = `${PREFIXES} :o a owl:Ontology . ${declarations(xml)} ${turtle}`;
    expect(canonical(parseOwlXml(wrap(expand(xml))))).toEqual(canonical(parseTurtle(expected)));
  };

  it.each(axioms)('reads %s', expectSame);

  it.each(restrictions)('reads the class expression %s', (xml, turtle) => {
    expectSame(`<SubClassOf>${xml}{C}</SubClassOf>`, `${turtle} rdfs:subClassOf :C .`);
    expectSame(`<ClassAssertion>${xml}{i}</ClassAssertion>`, `:i a ${turtle} .`);
  });

  it.each(ranges)('reads the data range %s', (xml, turtle) => {
    expectSame(`<DataPropertyRange>{d}${xml}</DataPropertyRange>`, `:d rdfs:range ${turtle} .`);
  });

  it('reads annotations of statements, of nodes and of annotations', () => {
    const note = '<Annotation><Annotation>{n}<Literal>2</Literal></Annotation>{n}<Literal>1</Literal></Annotation>';
    const annotated = (s: string, p: string, o: string): string =>
      `[] a owl:Axiom ; owl:annotatedSource ${s} ; owl:annotatedProperty ${p} ; owl:annotatedTarget ${o} ; :n "1" .`;
    const { quads } = parseOwlXml(wrap(expand(`<SubClassOf>${note}{A}{B}</SubClassOf>`)));
    const axiom = quads.find(({ object }) => object === 'http://www.w3.org/2002/07/owl#Axiom')!.subject;
    const nested = quads.find(({ object }) => object === 'http://www.w3.org/2002/07/owl#Annotation')!.subject;
    const statementsOf = (node: string) =>
      quads
        .filter(({ subject }) => subject === node)
        .map(({ predicate, object }) => [predicate.replace(/.*[#/]/, ''), object]);
    expect(statementsOf(axiom)).toEqual(
      expect.arrayContaining([
        ['annotatedSource', 'http://e/A'],
        ['annotatedTarget', 'http://e/B'],
        ['n', expect.objectContaining({ value: '1' })],
      ]),
    );
    expect(statementsOf(nested)).toEqual(
      expect.arrayContaining([
        ['annotatedSource', axiom],
        ['n', expect.objectContaining({ value: '2' })],
      ]),
    );
    const plain = '<Annotation>{n}<Literal>1</Literal></Annotation>';
    expectSame(
      `<EquivalentClasses>${plain}{A}{B}{C}</EquivalentClasses>`,
      ':A owl:equivalentClass :B . :B owl:equivalentClass :C . ' +
        `${annotated(':A', 'owl:equivalentClass', ':B')} ${annotated(':B', 'owl:equivalentClass', ':C')}`,
    );
    expectSame(
      `<Declaration>${plain}{A}</Declaration>`,
      `:A a owl:Class . ${annotated(':A', 'rdf:type', 'owl:Class')}`,
    );
    expectSame(
      `<DisjointClasses>${plain}{A}{B}{C}</DisjointClasses>`,
      '[] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) ; :n "1" .',
    );
  });

  it('gives each statement the positions of its elements', () => {
    const { quads } = parseOwlXml(
      wrap(
        '<Declaration><Class IRI="A"/></Declaration>\n<SubClassOf>\n  <Class IRI="A"/>\n  <Class ' +
          'IRI="B"/></SubClassOf>',
      ),
    );
    const sub = quads.find(({ predicate }) => predicate.endsWith('subClassOf'))!;
    expect(sub).toMatchObject({
      position: { line: 6, column: 3 },
      subjectPosition: { line: 5, column: 3 },
      predicatePosition: { line: 4, column: 1 },
    });
    const places = quads.map(({ position: { line, column } }) => line * 1000 + column);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('resolves names by base, prefix and entity', () => {
    const { quads, prefixes, relativeIri } = parseOwlXml(
      `<!DOCTYPE Ontology [<!ENTITY z "http://z/">]><owl:Ontology xmlns:owl="http://www.w3.org/2002/07/owl#"
        xml:base="http://b/x" versionIRI="http://v/1" ontologyIRI=""><owl:Prefix name="z" IRI="&z;"/>
        <owl:Declaration><owl:Class IRI="#A"/></owl:Declaration><owl:Declaration><owl:Class abbreviatedIRI="z:B"/></owl:Declaration>
        <owl:Declaration><owl:Class IRI="C" xml:base="http://c/d/"/></owl:Declaration></owl:Ontology>`,
    );
    expect(prefixes).toEqual(new Map([['z', 'http://z/']]));
    expect(relativeIri).toBeUndefined();
    expect(quads.map(({ subject, object }) => [subject, object]).slice(1)).toEqual([
      [quads[0]!.subject, 'http://v/1'],
      ...['http://b/x#A', 'http://z/B', 'http://c/d/C'].map((iri) => [iri, 'http://www.w3.org/2002/07/owl#Class']),
    ]);
    const without = parseOwlXml(
      '<Ontology xmlns="http://www.w3.org/2002/07/owl#"><Declaration><Class IRI="#A"/></Declaration></Ontology>',
    );
    expect(without.quads[1]!.subject).toBe(`${DEFAULT_BASE}#A`);
    expect(without.relativeIri).toMatchObject({ text: '#A', position: { line: 1 } });
  });

  it('reads what the OWL API writes: names after a base with #, declared terms of RDF', () => {
    const { quads } = parseOwlXml(
      '<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://b/x#"><Declaration><Class ' +
        'IRI="A"/></Declaration>' +
        '<Declaration><Class IRI="#B"/></Declaration><Declaration><Class IRI="/C"/></Declaration>' +
        '<Declaration><ObjectProperty abbreviatedIRI="rdf:value"/></Declaration></Ontology>',
    );
    const declared = quads.slice(1).map(({ subject }) => subject);
    expect(declared.slice(0, 3)).toEqual(['http://b/x#A', 'http://b/x#B', 'http://b/C']);
    expect(declared[3]).toMatch(/rdf-syntax-ns#value$/);
  });

  it.each(['null', '../x', ''])('resolves the base %j to an absolute IRI', (base) => {
    const { quads } = parseOwlXml(
      `<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="${base}"><Declaration><Class ` +
        'IRI="#A"/></Declaration></Ontology>',
    );
    expect(quads[1]!.subject).toMatch(/^https:\/\/.*#A$/);
  });

  it.each([
    ['another root', '<Class xmlns="http://www.w3.org/2002/07/owl#"/>', 1, 1, /begins with <Ontology>/],
    [
      'another namespace',
      '<Ontology xmlns="http://www.w3.org/2006/12/owl2-xml#"/>',
      1,
      1,
      /is in the namespace http:\/\/www.w3.org\/2006/,
    ],
    ['an unknown element', wrap('<SubClasOf/>'), 3, 1, /<SubClasOf> is not an axiom/],
    ['a part of a rule', wrap('<DLSafeRule>\n<Neck/></DLSafeRule>'), 4, 1, /takes a <Body> and a <Head>, not <Neck>/],
    ['an atom of a rule', wrap('<DLSafeRule><Body>\n<Atom/></Body></DLSafeRule>'), 4, 1, /<Atom> is not an atom/],
    [
      'an atom with too few arguments',
      wrap(expand('<DLSafeRule><Body>\n<ObjectPropertyAtom>{p}{i}</ObjectPropertyAtom></Body></DLSafeRule>')),
      4,
      1,
      /takes an object property expression and 2 arguments; it has 2 parts/,
    ],
    [
      'a missing part',
      wrap(expand('<SubClassOf>{A}</SubClassOf>')),
      3,
      1,
      /takes a class expression and a class expression; it has 1/,
    ],
    ['no part', wrap('<AnnotationAssertion/>'), 3, 1, /lacks an annotation property/],
    [
      'a part of another kind',
      wrap(expand('<SubClassOf>{A}\n{p}</SubClassOf>')),
      4,
      1,
      /expected a class expression, not <ObjectProperty>/,
    ],
    [
      'an undeclared prefix',
      wrap('<Declaration><Class abbreviatedIRI="x:A"/></Declaration>'),
      3,
      14,
      /the prefix "x:" is not declared/,
    ],
    ['no IRI', wrap('<Declaration><Class/></Declaration>'), 3, 14, /takes either an IRI or an abbreviatedIRI/],
    ['an IRI with a space', wrap('<Declaration><Class IRI="a b"/></Declaration>'), 3, 14, /"a b" is not an IRI/],
    [
      'an invalid cardinality',
      wrap(expand('<SubClassOf>{A}<ObjectMinCardinality cardinality="x">{p}</ObjectMinCardinality></SubClassOf>')),
      3,
      29,
      /takes a cardinality/,
    ],
    ['an object method as an element', wrap('<constructor/>'), 3, 1, /not an axiom/],
    ['XML that is not well-formed', wrap('<SubClassOf>'), 4, 11, /not XML/],
    [
      'an undeclared entity',
      wrap('<Declaration><Class IRI="&x;A"/></Declaration>'),
      3,
      28,
      /entity &x; is not declared/,
    ],
  ])('names line and column of %s', (_, text, line, column, reason) => {
    const error = failureOf(() => parseOwlXml(text));
    expect(error.code).toBe('OntologySyntax');
    expect(error.details['reason']).toMatch(reason);
    expect(error.details).toMatchObject({ line, column });
  });

  it('refuses too deep nesting', () => {
    const nested = (depth: number) =>
      wrap(
        expand(
          `<SubClassOf>{A}${'<ObjectComplementOf>'.repeat(depth)}{B}${'</ObjectComplementOf>'.repeat(depth)}</SubClassOf>`,
        ),
      );
    expect(parseOwlXml(nested(400)).quads.length).toBe(1 + 2 + 1 + 800);
    expect(failureOf(() => parseOwlXml(nested(5000))).details['reason']).toMatch(/nested deeper/);
  });

  it('has a test for every element of axioms and expressions', () => {
    const folder = path.join(__dirname, '../../../src/rdf/owlxml');
    const source = ['axioms.ts', 'expressions.ts']
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .join('\n');
    const supported = [...source.matchAll(/^ {2,4}([A-Z]\w+): /gm)].map((match) => match[1]!);
    const tested = [...axioms, ...restrictions, ...ranges].map(([xml]) => expand(xml)).join('');
    expect(supported.filter((name) => !tested.includes(`<${name}`))).toEqual([]);
    expect(supported.length).toBeGreaterThan(60);
  });
});
