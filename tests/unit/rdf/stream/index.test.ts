/** Streaming readers give the statements of the readers of whole documents, however the text is cut. */
import { OwlgateError } from '../../../../src/errors';
import { parseTurtle, readRdf } from '../../../../src/rdf';
import { openQuadStream, type StreamedQuad } from '../../../../src/rdf/stream';
import type { StreamOptions } from '../../../../src/rdf/stream/quad-stream';

type Syntax = StreamOptions['syntax'];

const BASE = 'http://ex.org/doc';

async function streamed(syntax: Syntax, text: string, size: number): Promise<StreamedQuad[]> {
  const stream = openQuadStream({ syntax, base: BASE });
  const quads: StreamedQuad[] = [];
  for (let from = 0; from < text.length; from += size) {
    quads.push(...(await stream.read(text.slice(from, from + size))));
  }
  quads.push(...(await stream.end()));
  return quads;
}

/** Statements with blank nodes numbered in order of occurrence. */
function shape(quads: readonly { subject: string; predicate: string; object: unknown }[]): string[] {
  const numbers = new Map<string, number>();
  const name = (term: unknown): string => {
    if (typeof term !== 'string' || !term.startsWith('_:')) return JSON.stringify(term);
    if (!numbers.has(term)) numbers.set(term, numbers.size);
    return `_:${numbers.get(term)}`;
  };
  const lines = quads.map(({ subject, predicate, object }) => `${name(subject)} ${predicate} ${name(object)}`);
  return lines.sort();
}

const TURTLE = `@prefix ex: <http://ex.org/> .
# a comment
ex:alice a ex:Person ; ex:name "Ada \\"x\\"", """long
text"""@en ;
  ex:knows _:b0, [ ex:age 42 ] .
_:b0 ex:list ( 1 2.5 true ) .
`;
const NT = `<http://ex.org/a> <http://ex.org/p> "v\\u00e9" . # end
# comment

_:b0 <http://ex.org/p> <http://ex.org/a> .\r
<http://ex.org/a> <http://ex.org/q> "5"^^<http://www.w3.org/2001/XMLSchema#integer> .`;
const XML = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://ex.org/">
  <ex:Person rdf:about="http://ex.org/alice">
    <ex:name xml:lang="en">Ada &amp; co</ex:name>
    <ex:knows><ex:Person/></ex:knows>
    <ex:knows rdf:nodeID="b1"/>
  </ex:Person>
</rdf:RDF>`;
const context = '"@context": {"@vocab": "http://ex.org/", "id": "@id", "type": "@type"}';
const GRAPH = `{${context}, "@graph": [
  {"id": "http://ex.org/alice", "type": "Person", "name": "A, \\"{[", "knows": [{"name": "x"}, {"id": "_:b0"}]},
  {"id": "_:b0", "name": "]}"}
]}`;

const SIZES = [1, 7, 64, 100_000];
const CASES: readonly [Syntax, string][] = [
  ['text/turtle', TURTLE],
  ['application/n-triples', NT],
  ['application/rdf+xml', XML],
  ['application/ld+json', GRAPH],
  ['application/ld+json', `{${context}, "id": "http://ex.org/alice", "knows": {"name": "B"}}`],
];

describe.each(CASES)('%s', (syntax, text) => {
  test.each(SIZES)('in parts of %i characters', async (size) => {
    const whole = await readRdf(text, { mediaType: syntax, base: BASE });
    expect(shape(await streamed(syntax, text, size))).toEqual(shape(whole.quads));
  });
});

test('an array and objects in lines are read like one graph', async () => {
  const nodes = [
    '{"@id": "http://ex.org/a", "http://ex.org/p": "1"}',
    '{"@id": "http://ex.org/b", "http://ex.org/p": []}',
  ];
  const graph = shape(await streamed('application/ld+json', `{"@graph": [${nodes.join(',')}]}`, 9));
  expect(graph).toHaveLength(1);
  expect(shape(await streamed('application/ld+json', `[${nodes.join(',\n')}]`, 9))).toEqual(graph);
  expect(shape(await streamed('application/ld+json', nodes.join('\n'), 9))).toEqual(graph);
});

test('statements have lines and graphs', async () => {
  const quads = `<http://e/a> <http://e/p> <http://e/b> <http://e/g> .\n\n<http://e/a> <http://e/p> "x" .\n`;
  const places = (list: readonly StreamedQuad[]) => list.map(({ graph, line }) => [graph, line]);
  expect(places(await streamed('application/n-quads', quads, 10))).toEqual([
    ['http://e/g', 1],
    ['', 3],
  ]);
  const trig = '@prefix e: <http://e/> .\ne:g { e:a e:p e:b }\ne:a e:p "x" .';
  expect(places(await streamed('application/trig', trig, 5))).toEqual([
    ['http://e/g', 2],
    ['', 3],
  ]);
  const json = `{"@graph": [\n{"@id": "http://e/a", "http://e/p": "x"},\n\n{"@id": "http://e/g", "@graph": [{"@id": "http://e/a",\n "http://e/p": "y"}]}]}`;
  expect(places(await streamed('application/ld+json', json, 11))).toEqual([
    ['', 2],
    ['http://e/g', 5],
  ]);
});

test.each<[Syntax, string, object]>([
  ['application/n-triples', '<http://e/a> <http://e/p> "x" .\n<http://e/a> oops .\n', { line: 2, column: 14 }],
  ['text/turtle', '@prefix e: <http://e/> .\ne:a e:p "x" .\ne:a f:p "y" .', { line: 3, column: 5 }],
  ['application/rdf+xml', XML.replace('</ex:name>', '</ex:nam>'), { line: 4 }],
  ['application/ld+json', '[{"@id": "http://e/a"},\n{"@id": 5, "http://e/p": 1}]', { line: 2 }],
  ['application/ld+json', '{"@graph": [{"@id": "http://e/a"}], "@context": {}}', { line: 1 }],
])('errors name their place: %s', async (syntax, text, place) => {
  await expect(streamed(syntax, text, 8)).rejects.toMatchObject({ code: 'OntologySyntax', details: place });
});

test('labels of blank nodes do not depend on the cut, and labels of the document stay apart', async () => {
  const text = '_:genid1 <http://e/p> [] . [] <http://e/p> [] .';
  const [one, many] = [await streamed('text/turtle', text, 3), await streamed('text/turtle', text, 1000)];
  expect(one).toEqual(many);
  expect(new Set(one.flatMap(({ subject, object }) => [subject, object as string]))).toHaveProperty('size', 4);
});

describe('an error of syntax in Turtle has the place and reason of the whole document', () => {
  const failureOf = (read: () => unknown): unknown => {
    try {
      read();
    } catch (error) {
      if (error instanceof OwlgateError) return error.details;
      throw error;
    }
    throw new Error('read without an error');
  };
  const BEFORE = ['', '   ', '\n \t', '# c\n', ':a :b :c . ', ':a :b """x\ny""" .  ', ':a :b :c ;\r\n   ', ':a :b '];
  const WRONG = [
    ...['broken', 'broken .', '<urn:x y> :b :c .', '"x\ny" .', '"C:\\Users" .', '“x” .', '"""x\ny', '1.2.3 .'],
    '<urn:x\n> .',
  ];

  it.each(BEFORE)('after %j', (before) => {
    for (const wrong of WRONG) {
      const text = `@prefix : <urn:x#> .\n${before}${wrong}`;
      const whole = failureOf(() => parseTurtle(text)) as { readonly line: number; readonly column: number };
      const inParts = (...parts: readonly string[]): unknown =>
        failureOf(() => {
          const stream = openQuadStream({ syntax: 'text/turtle', base: BASE });
          for (const part of parts) void stream.read(part);
          void stream.end();
        });
      expect(inParts(text)).toEqual(whole);
      // The lexer may refuse the first characters of a word before it has the others; the place is the same.
      const place = { text, line: whole.line, column: whole.column };
      const at = (parts: readonly string[]) => ({ text, ...(inParts(...parts) as object) });
      for (let i = 1; i < text.length; i++) expect(at([text.slice(0, i), text.slice(i)])).toMatchObject(place);
      expect(at(text.split(''))).toMatchObject(place);
    }
  });
});
