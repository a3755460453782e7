/**
 * Each way of nesting, in each syntax, at depths up to 100,000: read, or refused with a reason; the stack never
 * overflows.
 */
import { DqlSyntaxError, parse } from '../../src/dql';
import { OwlgateError } from '../../src/errors';
import { DEFAULT_LIMITS } from '../../src/graphql/request';
import { parseDocument } from '../../src/graphql/request/parse';
import { RequestFailure } from '../../src/graphql/request/failure';
import { compileOntology } from '../../src/materialize/documents/compile';
import { readMutationBody } from '../../src/mutation';
import { readRdf } from '../../src/rdf';
import { hasAllCases } from '../support/runs';

const PREFIXES =
  '@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . ' +
  '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . ' +
  ':A a owl:Class . :B a owl:Class . :p a owl:ObjectProperty . ';
const around = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);
const turtle = (open: string, close: string) => (depth: number) =>
  `${PREFIXES} ${around(open, ':B', close, depth)} rdfs:subClassOf :A .`;

const OWL_XML = (body: string): string =>
  `<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/">${body}</Ontology>`;
const RDF_XML = (body: string): string =>
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#" ' +
  `xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:e="http://e/">${body}</rdf:RDF>`;

const ONTOLOGIES: Readonly<Record<string, readonly [mediaType: string, make: (depth: number) => string]>> = {
  'Turtle: unions': ['text/turtle', turtle('[ a owl:Class ; owl:unionOf ( :A ', ') ] ')],
  'Turtle: intersections': ['text/turtle', turtle('[ a owl:Class ; owl:intersectionOf ( :A ', ') ] ')],
  'Turtle: complements': ['text/turtle', turtle('[ a owl:Class ; owl:complementOf ', ' ] ')],
  'Turtle: someValuesFrom': [
    'text/turtle',
    turtle('[ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom ', ' ] '),
  ],
  'Turtle: allValuesFrom': [
    'text/turtle',
    (depth) =>
      `${PREFIXES} :A rdfs:subClassOf ` +
      `${around('[ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom ', ':B', ' ]', depth)} .`,
  ],
  'Turtle: lists': ['text/turtle', (depth) => `${PREFIXES} :A :p ${around('( ', ':B', ' )', depth)} .`],
  'Turtle: blank nodes': ['text/turtle', (depth) => `${PREFIXES} :A :p ${around('[ :p ', ':B', ' ]', depth)} .`],
  'Turtle: a chain of classes': [
    'text/turtle',
    (depth) =>
      PREFIXES +
      Array.from({ length: Math.min(depth, 10_000) }, (_, i) => `:C${i + 1} rdfs:subClassOf :C${i} . `).join(''),
  ],
  'Turtle: inverses': [
    'text/turtle',
    (depth) => `${PREFIXES} :p owl:inverseOf ${around('[ owl:inverseOf ', ':p', ' ]', depth)} .`,
  ],
  'JSON-LD: nodes': [
    'application/ld+json',
    (depth) => around('{"@id":"http://e/x","http://e/p":', '{"@id":"http://e/y"}', '}', depth),
  ],
  'JSON-LD: arrays': [
    'application/ld+json',
    (depth) => `{"@id":"http://e/x","http://e/p":${around('[', '1', ']', depth)}}`,
  ],
  'JSON-LD: lists': [
    'application/ld+json',
    (depth) => `{"@id":"http://e/x","http://e/p":${around('{"@list":[', '1', ']}', depth)}}`,
  ],
  'JSON-LD: contexts': [
    'application/ld+json',
    (depth) => around('{"@context":{"p":"http://e/p"},"@id":"http://e/x","p":', '"v"', '}', depth),
  ],
  'JSON-LD: scoped contexts': [
    'application/ld+json',
    (depth) => `{"@context":${around('{"p":{"@id":"http://e/p","@context":', '{}', '}}', depth)},"@id":"http://e/x"}`,
  ],
  'RDF/XML: nodes': ['application/rdf+xml', (depth) => RDF_XML(around('<e:A><e:p>', '<e:B/>', '</e:p></e:A>', depth))],
  'RDF/XML: resources': [
    'application/rdf+xml',
    (depth) => RDF_XML(`<e:A>${around('<e:p rdf:parseType="Resource">', '', '</e:p>', depth)}</e:A>`),
  ],
  'RDF/XML: collections': [
    'application/rdf+xml',
    (depth) => RDF_XML(around('<e:A><e:p rdf:parseType="Collection">', '<e:B/>', '</e:p></e:A>', depth)),
  ],
  'OWL/XML: intersections': [
    'application/owl+xml',
    (depth) => {
      const [open, close] = ['<ObjectIntersectionOf><Class IRI="#C"/>', '</ObjectIntersectionOf>'];
      return OWL_XML(`<SubClassOf><Class IRI="#A"/>${around(open, '<Class IRI="#B"/>', close, depth)}</SubClassOf>`);
    },
  ],
  'OWL/XML: annotations': [
    'application/owl+xml',
    (depth) =>
      OWL_XML(around('<Annotation><AnnotationProperty IRI="#a"/>', '<Literal>x</Literal>', '</Annotation>', depth)),
  ],
};

const DEPTHS = [10, 1_000, 10_000, 100_000];
/** The stack holds about 10,000 calls; reading an ontology takes time in proportion. */
const ONTOLOGY_DEPTHS = hasAllCases ? DEPTHS : [10, 1_000, 30_000];
const cases = Object.entries(ONTOLOGIES).flatMap(([name, [mediaType, make]]) =>
  ONTOLOGY_DEPTHS.map((depth) => [name, depth, mediaType, make] as const),
);

/** @returns the refusal; undefined where there is none @throws whatever is none */
async function refusalOf(work: () => unknown): Promise<Error | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const isRefusal = [OwlgateError, DqlSyntaxError, RequestFailure].some((kind) => error instanceof kind);
    if (isRefusal) return error as Error;
    throw error;
  }
}

describe('an ontology', () => {
  it.each(cases)('is read or refused without stack overflow: %s, %i deep', async (_, depth, mediaType, make) => {
    const refusal = await refusalOf(async () =>
      compileOntology(await readRdf(make(depth), { mediaType }), { profile: 'lenient', equality: true }),
    );
    if (depth === 10 && refusal) expect(refusal.message).not.toMatch(/deep/);
    expect(refusal?.message ?? '').not.toMatch(/call stack/i);
  });
});

describe('a request', () => {
  const requests: Readonly<Record<string, (depth: number) => unknown>> = {
    'DQL: selections': (depth) => parse(`{ q(func: has(a)) ${around('{ a ', '', '}', depth)} }`),
    'DQL: filters': (depth) => parse(`{ q(func: has(a)) @filter(${around('(', 'has(a)', ')', depth)}) { uid } }`),
    'GraphQL: selections': (depth) => parseDocument(around('{ a ', '{ id }', '}', depth), DEFAULT_LIMITS),
    'GraphQL: values': (depth) => parseDocument(`{ a(b: ${around('[', '1', ']', depth)}) { id } }`, DEFAULT_LIMITS),
    'GraphQL: objects': (depth) => parseDocument(`{ a(b: ${around('{c: ', '1', '}', depth)}) { id } }`, DEFAULT_LIMITS),
    'JSON: nodes': (depth) => readMutationBody('application/json', `{"set":${around('{"a":', '1', '}', depth)}}`),
    'JSON: arrays': (depth) => readMutationBody('application/json', `{"set":${around('[', '1', ']', depth)}}`),
    'RDF: an upsert': (depth) =>
      readMutationBody(
        'application/rdf',
        `upsert { query { q(func: has(a)) ${around('{ a ', '', '}', depth)} } mutation { } }`,
      ),
    'RDF: braces': (depth) => readMutationBody('application/rdf', around('{ set ', '', '}', depth)),
  };
  const all = Object.entries(requests).flatMap(([name, read]) => DEPTHS.map((depth) => [name, depth, read] as const));

  it.each(all)('is read or refused without stack overflow: %s, %i deep', async (_, depth, read) => {
    expect((await refusalOf(() => read(depth)))?.message ?? '').not.toMatch(/call stack/i);
  });
});
