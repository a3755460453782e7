/** Documents of every writer, read again by the readers, are the statements that were written. */
import fc from 'fast-check';
import { makeWriter, readRdf, WRITTEN_SYNTAXES, xsd, type Quad, type Statement } from '../../../src/rdf';
import type { Term, WrittenSyntax } from '../../../src/rdf';
import { runs } from '../../support/runs';

const PREFIXES = new Map([
  ['', 'http://e.org/x#'],
  ['ex', 'http://e.org/x/'],
  ['urn', 'http://e.org/other#'],
]);

const XML = 'application/rdf+xml';
const RDF_LANG = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString';

function written(batches: readonly (readonly Statement[])[], syntax: WrittenSyntax): string {
  const writer = makeWriter(syntax, PREFIXES);
  return writer.begin() + batches.map((batch) => writer.write(batch)).join('') + writer.end();
}

const keyOf = ({ subject, predicate, object }: Pick<Quad, 'subject' | 'predicate' | 'object'>): string => {
  const term = typeof object === 'string' ? object : [object.value, object.datatype, object.lang ?? ''];
  return JSON.stringify([subject, predicate, term]);
};
const keys = (statements: readonly Pick<Quad, 'subject' | 'predicate' | 'object'>[]): string[] =>
  [...new Set(statements.map(keyOf))].sort();

/** Texts with every kind of character that a syntax treats specially. */
const text = (isXml: boolean): fc.Arbitrary<string> => {
  const special = [
    '"',
    '\\',
    "'",
    '\n',
    '\r',
    '\t',
    '<',
    '>',
    '&',
    ']]>',
    '"""',
    '\u007f',
    '\u0085',
    '\u2028',
    '𝒳',
    'é',
  ];
  const controls = ['\u0000', '\u0001', '\b', '\f', '\u001f', '\ufffe', '\uffff'];
  const characters = fc.constantFrom(...special, ...(isXml ? [] : controls));
  return fc
    .array(fc.oneof(characters, fc.string({ unit: 'grapheme-ascii', maxLength: 5 })), { maxLength: 8 })
    .map((parts) => parts.join(''));
};

const iri = fc.constantFrom(
  'http://e.org/x#a',
  'http://e.org/x/b.c',
  'http://e.org/x/d.',
  'http://e.org/x/',
  'urn:isbn:0',
  'ex:a',
  'http://e.org/ünï/%20?q=1&r=2#z',
  "http://e.org/it's(1),*!;$",
);
const property = fc.constantFrom('http://e.org/x#p', 'http://e.org/x/q', 'http://e.org/ü#名', 'urn:isbn:p', 'ex:p');
const blank = fc.constantFrom('_:x2a', '_:b', '_:0z');
const literal = (isXml: boolean): fc.Arbitrary<Term> =>
  fc.oneof(
    text(isXml).map((value) => ({ kind: 'Literal' as const, value, datatype: xsd('string') })),
    fc.tuple(text(isXml), fc.constantFrom('en', 'de-at', 'zh-hant')).map(([value, lang]) => ({
      kind: 'Literal' as const,
      value,
      datatype: RDF_LANG,
      lang,
    })),
    fc
      .tuple(
        fc.constantFrom(
          '1',
          '-007',
          '1.5',
          '.5',
          '1.',
          '1e3',
          '1.0E-7',
          'true',
          '1',
          'INF',
          '123456789012345678901234567890',
        ),
        fc.constantFrom('integer', 'decimal', 'double', 'boolean', 'float', 'date'),
      )
      .map(([value, type]) => ({ kind: 'Literal' as const, value, datatype: xsd(type) })),
  );
const statement = (isXml: boolean): fc.Arbitrary<Statement> =>
  fc.record({
    subject: fc.oneof(iri, blank),
    predicate: property,
    object: fc.oneof(iri, blank, literal(isXml)),
    graph: fc.constantFrom(undefined, undefined, 'http://e.org/x#g'),
  });

describe.each(WRITTEN_SYNTAXES)('%s', (syntax) => {
  it('is read as what was written', async () => {
    const isXml = syntax === XML;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(statement(isXml), { maxLength: 6 }), { maxLength: 3 }), async (batches) => {
        const document = written(batches, syntax);
        const { quads } = await readRdf(document, { mediaType: syntax });
        const plain = (label: string): string => (isXml ? label.replace(/^_:b/, '_:') : label);
        const read = quads.map(({ subject, predicate, object }) => ({
          subject: plain(subject),
          predicate,
          object: typeof object === 'string' ? plain(object) : object,
        }));
        expect(keys(read)).toEqual(keys(batches.flat()));
      }),
      { numRuns: runs(400) },
    );
  });
});

it('writes the statements of a subject once in Turtle, with prefixes', () => {
  const about = (predicate: string, object: Term) => ({ subject: 'http://e.org/x#a', predicate, object });
  const batch = [
    about('http://www.w3.org/1999/02/22-rdf-syntax-ns#type', 'http://e.org/x#C'),
    about('http://e.org/x#p', { kind: 'Literal', value: '5', datatype: xsd('integer') }),
    { ...about('http://e.org/x#q', '_:x1'), graph: 'http://e.org/x#g' },
    about('http://e.org/x#p', { kind: 'Literal', value: 'a"b', datatype: xsd('string') }),
  ];
  expect(written([batch], 'application/trig').split('\n\n')[1]).toBe(
    ':a a :C ;\n  :p 5, "a\\"b" .\n:g {\n:a :q _:x1 .\n}\n',
  );
});

it('encodes characters that no IRI has', () => {
  const batch = [
    { subject: 'http://e.org/a b<>"{}|^`\\\u0001', predicate: 'http://e.org/p', object: 'http://e.org/o' },
  ];
  expect(written([batch], 'application/n-quads')).toBe(
    '<http://e.org/a%20b%3C%3E%22%7B%7D%7C%5E%60%5C%01> <http://e.org/p> <http://e.org/o> .\n',
  );
});

it.each([
  ['a control character', { kind: 'Literal', value: '\u0001', datatype: xsd('string') }, 'http://e.org/p'],
  ['a property without a name', 'http://e.org/o', 'http://e.org/p/'],
  ['a property with a number for a name', 'http://e.org/o', 'http://e.org/1'],
] as const)('RDF/XML refuses %s', (_, object, predicate) => {
  expect(() => written([[{ subject: 'http://e.org/s', predicate, object }]], XML)).toThrow(
    /^the ontology cannot be written as RDF\/XML: /,
  );
});
