/** Ontologies in every syntax that POST /ontology takes. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { parseTurtle, writeRdf } from '../../../src/rdf';
import type { RdfMediaType } from '../../../src/rdf/syntax/media-type';
import { ZOO_OWL_XML } from '../../conformance/ontology/zoo-owlxml';
import { WRITERS } from '../../support/rdf/writers';
import { ontologies, PROLOGUE } from '../../support/reasoner/samples';
import type { Format } from '../generate/format';
import type { Random } from '../generate/random';
import { CLASSES, EDGES, NS, ONTOLOGY, VALUES } from '../world';

const example = (name: string): string =>
  readFileSync(path.join(__dirname, '../../../ontologies', `${name}.ttl`), 'utf8');

const OWL = 'http://www.w3.org/2002/07/owl#';
const CONSTRUCTS = [
  ...['Class', 'ObjectProperty', 'DatatypeProperty', 'FunctionalProperty', 'InverseFunctionalProperty', 'Restriction'],
  ...['TransitiveProperty', 'SymmetricProperty', 'AsymmetricProperty', 'IrreflexiveProperty', 'ReflexiveProperty'],
  ...['AllDisjointClasses', 'AllDifferent', 'NamedIndividual', 'Ontology', 'Thing', 'Nothing', 'Axiom', 'imports'],
  ...['equivalentClass', 'disjointWith', 'unionOf', 'intersectionOf', 'complementOf', 'oneOf', 'onProperty', 'members'],
  ...['someValuesFrom', 'allValuesFrom', 'hasValue', 'hasSelf', 'maxCardinality', 'maxQualifiedCardinality', 'onClass'],
  ...['minCardinality', 'cardinality', 'inverseOf', 'propertyChainAxiom', 'hasKey', 'sameAs', 'differentFrom'],
  ...['propertyDisjointWith', 'disjointUnionOf', 'onDatatype', 'withRestrictions', 'NegativePropertyAssertion'],
];
const DATATYPES = [
  'string',
  'integer',
  'decimal',
  'dateTime',
  'boolean',
  'float',
  'token',
  'anyURI',
  'hexBinary',
  'date',
];
const TERMS = [
  ...[...CLASSES, ...EDGES, ...VALUES].map((name) => `:${name}`),
  ...CONSTRUCTS.map((name) => `owl:${name}`),
  ...['rdfs:subClassOf', 'rdfs:subPropertyOf', 'rdfs:domain', 'rdfs:range', 'rdfs:label', 'rdf:type', 'rdf:first', 'a'],
  ...DATATYPES.map((name) => `xsd:${name}`),
  ...['owlgate:index', 'owlgate:list', 'owlgate:name', 'owlgate:vector', 'xsd:pattern', 'xsd:minInclusive', 'rdf:nil'],
];

const makeDocument = (random: Random): string =>
  PROLOGUE + fc.sample(ontologies, { seed: random.next(), numRuns: 1 })[0]!.turtle;

const GRAMMAR_PREFIXES =
  `@prefix : <${NS}> .\n@prefix owl: <${OWL}> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n` +
  '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n@prefix owlgate: <https://owlgate.dev/ns#> .\n';

const turtle: Format = {
  name: 'turtle',
  seeds: () => [ONTOLOGY, example('animals'), example('institute'), example('museum')],
  make: makeDocument,
  words: [
    ...TERMS,
    ...[
      '.',
      ';',
      ',',
      '[',
      ']',
      '(',
      ')',
      '[]',
      '()',
      '"x"',
      '"x"@en',
      '"5"^^xsd:integer',
      '"""',
      "'",
      '^^',
      '@en--ltr',
    ],
    ...[
      '@prefix',
      'PREFIX',
      '@base',
      'BASE',
      '<',
      '>',
      '<a>',
      '<//>',
      '<http://[>',
      '_:b',
      ':',
      'true',
      '1e9',
      '<<',
      '{|',
    ],
  ],
  nests: [
    ['[ owl:complementOf ', ':Being', ' ]'],
    ['( ', ':Being', ' )'],
    ['[ a owl:Class ; owl:intersectionOf ( :Being ', ':Beast', ' ) ]'],
    ['[ a owl:Restriction ; owl:onProperty :tends ; owl:someValuesFrom ', ':Being', ' ]'],
  ],
  grammar: {
    start: [`${GRAMMAR_PREFIXES}«statements»`],
    statements: ['«statement»', '«statement»«statements»', '«statement»«statement»«statements»'],
    statement: [
      ':New a owl:Class .\n',
      '«class» rdfs:subClassOf «expression» .\n',
      '«class» owl:equivalentClass «expression» .\n',
      '«class» owl:disjointWith «class» .\n',
      '«edge» a owl:ObjectProperty , owl:«characteristic» ; rdfs:domain «class» ; rdfs:range «expression» .\n',
      '«edge» rdfs:subPropertyOf «edge» .\n',
      '«edge» owl:inverseOf «edge» .\n',
      '«edge» owl:propertyChainAxiom ( «edge» «edge» ) .\n',
      '«value» a owl:DatatypeProperty ; rdfs:range «range» .\n',
      '«class» owl:hasKey ( «value» «edge» ) .\n',
      '[] a owl:AllDisjointClasses ; owl:members ( «class» «class» «class» ) .\n',
      '«individual» a «class» ; «edge» «individual» ; «value» "x" .\n',
      '«class» owlgate:index "fulltext" .\n',
      '<https://example.org/world> owl:imports <https://example.org/other> .\n',
    ],
    expression: [
      ':Being',
      '«class»',
      '[ owl:unionOf ( «expression» «expression» ) ]',
      '[ owl:intersectionOf ( «expression» «expression» ) ]',
      '[ owl:complementOf «expression» ]',
      '[ owl:oneOf ( «individual» «individual» ) ]',
      '[ a owl:Restriction ; owl:onProperty «edge» ; owl:someValuesFrom «expression» ]',
      '[ a owl:Restriction ; owl:onProperty «edge» ; owl:allValuesFrom «expression» ]',
      '[ a owl:Restriction ; owl:onProperty «edge» ; owl:hasValue «individual» ]',
      '[ a owl:Restriction ; owl:onProperty «edge» ; owl:maxCardinality 1 ]',
      '[ a owl:Restriction ; owl:onProperty «value» ; owl:maxCardinality 0 ]',
    ],
    range: [
      'xsd:string',
      ...DATATYPES.map((name) => `xsd:${name}`),
      '[ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:minInclusive 3 ] [ ' +
        'xsd:maxExclusive 3 ] ) ]',
      '[ owl:oneOf ( "a" "b" 3 ) ]',
      '[ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "(a|b)*[^c-z]{2,}" ] ) ]',
    ],
    characteristic: [
      'FunctionalProperty',
      'TransitiveProperty',
      'SymmetricProperty',
      'AsymmetricProperty',
      'IrreflexiveProperty',
      'InverseFunctionalProperty',
      'ReflexiveProperty',
    ],
    class: [':Being', ...CLASSES.map((name) => `:${name}`), ':New', 'owl:Thing', 'owl:Nothing'],
    edge: [':tends', ...EDGES.map((name) => `:${name}`), ':fresh'],
    value: [':title', ...VALUES.map((name) => `:${name}`), ':freshValue'],
    individual: [':rex', ':ada', ':i1', '[]'],
  },
};

/** The seeds of Turtle in another syntax. */
function translated(write: (text: string) => string): () => readonly string[] {
  let seeds: readonly string[] | undefined;
  return () => (seeds ??= turtle.seeds().map(write));
}

const written =
  (type: string) =>
  (text: string): string =>
    WRITERS[type]!(parseTurtle(text).quads);
const nTriples = (text: string): string => writeRdf(parseTurtle(text), 'application/n-triples');

const MARKUP_WORDS = [
  '<',
  '>',
  '/>',
  '</',
  '"',
  '=',
  '&amp;',
  '&#x41;',
  '&#0;',
  '&x;',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
];

const nTriplesFormat: Format = {
  name: 'n-triples',
  seeds: translated(nTriples),
  words: ['<', '>', '.', '_:b', '"x"', '"x"@en', '^^', '\\u0041', '\\U00110000', '#', '\n', '<a>', `<${OWL}Class>`],
  nests: [['<', 'a', '>']],
};

/** One for each syntax of the program's own table. */
export const RDF_FORMATS: Readonly<Record<RdfMediaType, Format>> = {
  'text/turtle': turtle,
  'application/n-triples': nTriplesFormat,
  'application/n-quads': {
    ...nTriplesFormat,
    name: 'n-quads',
    seeds: translated((text) => nTriples(text).replace(/ \.$/gm, ' <https://example.org/g> .')),
  },
  'application/trig': {
    ...turtle,
    name: 'trig',
    seeds: translated((text) => text.replace(/^((?!@prefix|#).+)$/m, 'GRAPH <https://example.org/g> {\n$1\n}')),
    nests: [...turtle.nests!, ['{', ':a :b :c .', '}'], ['GRAPH :g {', ':a :b :c', '}']],
  },
  'application/rdf+xml': {
    name: 'rdf/xml',
    seeds: translated(written('application/rdf+xml')),
    words: [
      ...MARKUP_WORDS,
      ...['rdf:about', 'rdf:ID', 'rdf:nodeID', 'rdf:resource', 'rdf:parseType="Collection"', 'rdf:parseType="Literal"'],
      ...['rdf:li', 'rdf:datatype', 'xml:lang', 'xml:base', 'xmlns:x=""', 'rdf:Description', 'owl:Class', 'rdf:RDF'],
      ...['<?xml version="1.0" encoding="x"?>', '<!DOCTYPE x [<!ENTITY a "b">]>', '&a;'],
    ],
    nests: [
      ['<rdf:Description><owl:unionOf>', '', '</owl:unionOf></rdf:Description>'],
      ['<a xmlns="u:">', '', '</a>'],
      ['<!--', '', '-->'],
    ],
  },
  'application/owl+xml': {
    name: 'owl/xml',
    seeds: () => [ZOO_OWL_XML],
    words: [
      ...MARKUP_WORDS,
      ...['Ontology', 'Declaration', 'Class', 'SubClassOf', 'IRI="#a"', 'abbreviatedIRI="owl:Thing"', 'ObjectUnionOf'],
      ...[
        'ObjectSomeValuesFrom',
        'ObjectMaxCardinality',
        'cardinality="-1"',
        'DLSafeRule',
        'Prefix',
        'Literal',
        'Import',
      ],
    ],
    nests: [
      ['<ObjectComplementOf>', '<Class IRI="#A"/>', '</ObjectComplementOf>'],
      ['<ObjectIntersectionOf><Class IRI="#A"/>', '<Class IRI="#B"/>', '</ObjectIntersectionOf>'],
    ],
  },
  'application/ld+json': {
    name: 'json-ld',
    seeds: translated(written('application/ld+json')),
    words: [
      ...['"@context"', '"@id"', '"@type"', '"@graph"', '"@list"', '"@set"', '"@value"', '"@language"', '"@reverse"'],
      ...['"@included"', '"@nest"', '"@vocab"', '"@base"', '"@container"', '"@import"', '"@json"', '{', '}', '[', ']'],
      ...['"http://127.0.0.1:1/context"', '"file:///etc/passwd"', ':', ',', 'null', '{"@context":{"a":"a"}}'],
    ],
    nests: [
      ['{"@graph":', '[]', '}'],
      ['[', '1', ']'],
      ['{"@list":[', '1', ']}'],
      ['{"@context":', '{}', '}'],
    ],
  },
};
