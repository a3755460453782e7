/** Round trips of the same statements through every syntax. */
import fc from 'fast-check';
import { detectSyntax, mergeDocuments, parseTurtle, readRdf, termKey } from '../../../src/rdf';
import type { Quad, QuadDocument, Term } from '../../../src/rdf';
import { WRITERS } from '../../support/rdf/writers';
import { canonical, rejectionOf } from '../../support/rdf/documents';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const at = { line: 1, column: 1 };

// Local names are valid in XML, and IRIs need no escapes in any syntax.
const local = fc.constantFrom('a', 'B1', 'c-d', 'ż', 'e.f', '_g');
const iri = fc.tuple(fc.constantFrom('http://e/', 'http://e/x#', 'urn:x:'), local).map((parts) => parts.join(''));
const blank = fc.constantFrom('_:a', '_:b1', '_:genid1', '_:c_d');
const text = fc
  .string({ unit: 'binary' })
  // XML 1.0 cannot represent these characters, and it reads a carriage return as a line feed.
  .map((s) => s.replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd]/gu, '?'));
const literal: fc.Arbitrary<Term> = fc.oneof(
  text.map((value) => ({ kind: 'Literal' as const, value, datatype: `${XSD}string` })),
  fc.tuple(text, iri).map(([value, datatype]) => ({ kind: 'Literal' as const, value, datatype })),
  text.map((value) => ({ kind: 'Literal' as const, value, datatype: `${RDF}langString`, lang: 'en-gb' })),
);
const quads: fc.Arbitrary<Quad[]> = fc.array(
  fc.record({
    subject: fc.oneof(iri, blank),
    predicate: iri,
    object: fc.oneof(iri, blank, literal),
    position: fc.constant(at),
    subjectPosition: fc.constant(at),
    predicatePosition: fc.constant(at),
  }),
  { maxLength: 12 },
);

const lines = ({ quads: list }: Pick<QuadDocument, 'quads'>): string[] =>
  [...new Set(list.map(({ subject, predicate, object }) => `${subject} ${predicate} ${termKey(object)}`))].sort();

describe.each(Object.keys(WRITERS))('documents in %s', (mediaType) => {
  it('yield the written statements, the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(quads, async (list) => {
        const document = WRITERS[mediaType]!(list);
        const read = await readRdf(document, { mediaType });
        expect(lines(read)).toEqual(lines({ quads: list }));
        expect(await readRdf(document, { mediaType })).toEqual(read);
        // Syntax detection needs at least one statement.
        if (list.length > 0) expect(lines(await readRdf(document))).toEqual(lines({ quads: list }));
      }),
      { numRuns: 30 },
    );
  });

  it('yield only documented errors if damaged', async () => {
    const damaged = fc.tuple(quads, fc.nat(), fc.nat(12), fc.string({ maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(damaged, async ([list, from, length, instead]) => {
        const document = WRITERS[mediaType]!(list);
        const start = from % (document.length + 1);
        const broken = document.slice(0, start) + instead + document.slice(start + length);
        await readRdf(broken, { mediaType }).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'OntologySyntax', details: { line: expect.any(Number) } });
        });
      }),
      { numRuns: 80 },
    );
  });
});

describe('syntax detection', () => {
  it.each([
    ['text/turtle', '@prefix : <http://e/> . :a a :b .'],
    ['text/turtle', '[ :p "o" ] :q :r .'],
    ['text/turtle', '<http://e/a> a <http://e/Ontology> .'],
    ['text/turtle', '<urn:a:RDF> a <urn:b> .'],
    ['text/turtle', ''],
    ['application/ld+json', ' {"@id": "http://e/a"}'],
    ['application/ld+json', '[\n {} ]'],
    ['application/ld+json', '[]'],
    ['application/rdf+xml', '<?xml version="1.0"?><rdf:RDF/>'],
    [
      'application/rdf+xml',
      '<!-- <Ontology> --><!DOCTYPE rdf:RDF [<!ENTITY o "<Ontology>">]>\n<rdf:RDF xmlns="x"><Ontology/></rdf:RDF>',
    ],
    ['application/rdf+xml', '<rdf:RDF xmlns:rdf="x">'],
    ['application/owl+xml', '<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#">'],
    ['application/owl+xml', '<!DOCTYPE Ontology [ <!ENTITY xsd "http://x#" > ]>\n<owl:Ontology\n xmlns:owl="x"/>'],
  ])('recognizes %s by its text: %j', (syntax, source) => {
    expect(detectSyntax(source, {})).toBe(syntax);
    expect(detectSyntax(source, { mediaType: 'application/octet-stream', name: 'x.owl' })).toBe(syntax);
  });

  it.each([
    ['a.ttl', 'text/turtle'],
    ['a.NT', 'application/n-triples'],
    ['a.rdf', 'application/rdf+xml'],
    ['a.owx', 'application/owl+xml'],
    ['a.jsonld', 'application/ld+json'],
    ['a.b.nq', 'application/n-quads'],
    ['constructor', 'text/turtle'],
    ['a.constructor', 'text/turtle'],
  ])('recognizes the file name %s', (name, syntax) => {
    expect(detectSyntax('', { name })).toBe(syntax);
  });

  it('refuses unsupported media types', async () => {
    const error = await rejectionOf(readRdf('', { mediaType: 'text/html; charset=utf-8' }));
    expect(error.message).toMatch(
      /Content-Type text\/html; charset=utf-8 is not accepted here; use one of: text\/turtle,/,
    );
  });
});

describe('bytes', () => {
  const xml = (encoding: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?><r:RDF xmlns:r="${RDF}"><r:Description ` +
    'r:about="http://é/"><p xmlns="x:">żółć</p></r:Description></r:RDF>';
  it.each([
    ['UTF-8', Buffer.from(xml('UTF-8'))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${xml('utf-8')}`)],
    ['UTF-16', Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')],
  ])('are decoded from %s', async (_, bytes) => {
    expect((await readRdf(bytes)).quads).toMatchObject([{ subject: 'http://é/', object: { value: 'żółć' } }]);
  });

  it('with a wrong encoding are refused with their position', async () => {
    const error = await rejectionOf(readRdf(Buffer.from('# a\n<a> <b> "\xff" .', 'latin1'), { name: 'x.ttl' }));
    expect(error.details).toMatchObject({ line: 2, column: 10, document: 'x.ttl' });
    expect((await rejectionOf(readRdf(Buffer.from(xml('ebcdic-x'))))).message).toMatch(/unknown encoding "ebcdic-x"/);
  });
});

describe('mergeDocuments', () => {
  it('separates blank nodes and positions', () => {
    const one = parseTurtle('_:a <http://p> _:d1 . _:d1_a <http://p> "1" .');
    const two = parseTurtle('_:a <http://p> _:b .');
    const merged = mergeDocuments(one, [
      { name: 'two', document: two },
      { name: 'three', document: two },
    ]);
    const quadsOf = (document: string | undefined) =>
      merged.quads.filter(({ position }) => position.document === document);
    const nodes = (list: Quad[]) =>
      new Set(
        list
          .flatMap(({ subject, object }) => [subject, object])
          .filter((t) => typeof t === 'string' && t.startsWith('_:')),
      );
    expect(merged.quads.map(({ position: { document } }) => document)).toEqual([undefined, undefined, 'three', 'two']);
    expect(quadsOf(undefined)).toEqual(one.quads);
    const sets = [nodes(quadsOf(undefined)), nodes(quadsOf('two')), nodes(quadsOf('three'))];
    expect(new Set(sets.flatMap((s) => [...s])).size).toBe(3 + 2 + 2);
    expect(canonical({ quads: quadsOf('two'), prefixes: new Map() })).toEqual(canonical(two));
  });
});
