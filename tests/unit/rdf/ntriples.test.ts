/** N-Triples by its own reader, held against the reader of Turtle: the same statements in the same places, the same errors. */
import fc from 'fast-check';
import { NTriplesLines, parseNTriples, parseTurtle } from '../../../src/rdf';
import type { QuadDocument } from '../../../src/rdf';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

const outcome = (read: () => QuadDocument): unknown => {
  try {
    return read();
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown };
    return { code, message, details };
  }
};
const agree = (text: string, base?: string) =>
  expect(outcome(() => parseNTriples(text, base))).toEqual(outcome(() => parseTurtle(text, base)));

/** Whether the reader got through by itself. */
function isRead(text: string): boolean {
  const lines = new NTriplesLines(text);
  while (lines.next());
  return !lines.isStuck;
}

const hex = (width: number) => (c: string) => c.codePointAt(0)!.toString(16).padStart(width, '0');
/** A text with some characters spelled as escapes, and those that have to be. */
const spelled = (text: string, must: RegExp, seed: number): string =>
  Array.from(text)
    .map((c, i) => {
      if (!must.test(c) && (seed >> (i % 16)) % 4 !== 0) return c;
      if (/[\ud800-\udfff]/.test(c) && c.length === 1) return c;
      return c.length === 1 && (seed >> (i % 8)) % 2 === 0
        ? `\\u${hex(4)(c)}`
        : `\\U${hex(8)(c)}`.replace(/[a-f]/g, (d) => (seed % 2 ? d.toUpperCase() : d));
    })
    .join('');

const space = fc.constantFrom(' ', ' ', ' ', '\t', '  ', ' \t ');
const gap = fc.constantFrom('', ' ', '\t');
const word = fc
  .string({ unit: 'binary', maxLength: 6 })
  .map((s) => s.replace(/[\ud800-\udfff](?![\udc00-\udfff])/g, ''));
const seed = fc.nat(0xffff);
const iri = fc
  .tuple(fc.constantFrom('http://e/', 'urn:x:', 'X+1.a-b:', 'http://e/x#a>'.slice(0, -1)), word, seed)
  // eslint-disable-next-line no-control-regex -- what an IRI cannot have, escaped or not
  .map(([start, end, n]) => `<${start}${spelled(end.replace(/[\u0000-\u0020<>"{}|^`\\]/g, '_'), /$^/, n)}>`);
const repeated = fc.constantFrom('<http://e/a>', '<http://e/b>', `<${RDF}type>`);
const blank = fc.constantFrom(
  '_:a',
  '_:B1',
  '_:0',
  '_:genid1',
  '_:a.b',
  '_:a-b',
  '_:_x',
  '_:żółć',
  '_:\u{10000}x',
  '_:a\u00b7',
);
const string = fc
  .tuple(word, seed, fc.constantFrom('', '\\n', '\\t', '\\"', '\\\\', "\\'", '\\f\\b\\r', '\\\\\\"'))
  .map(([text, n, escaped]) => `"${spelled(text, /["\\\r\n]/, n)}${escaped}"`);
const literal = fc.oneof(
  string,
  fc.tuple(string, fc.oneof(iri, fc.constant(`<${XSD}integer>`))).map(([s, type]) => `${s}^^${type}`),
  fc.tuple(string, fc.constantFrom('en', 'EN-gb', 'de-1996', 'x-abcdefgh')).map(([s, lang]) => `${s}@${lang}`),
);
const node = fc.oneof(iri, repeated, blank);
const comment = fc.constantFrom('', '', '', '# a comment <a> "b" .', '#');
const statement = fc
  .tuple(gap, node, space, fc.oneof(iri, repeated), space, fc.oneof(node, literal), space, gap, comment)
  .map(([a, s, b, p, c, o, d, e, f]) => `${a}${s}${b}${p}${c}${o}${d}.${e}${f}`);
const line = fc.oneof(
  { weight: 5, arbitrary: statement },
  fc.tuple(gap, comment).map((parts) => parts.join('')),
);
const document = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n'))), fc.boolean())
  .map(([lines, isEnded]) => {
    const text = lines.flat().join('');
    return isEnded ? text : text.replace(/[\r\n]+$/, '');
  });

describe('N-Triples', () => {
  it('is read as the reader of Turtle reads it, places included, and never by it', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(isRead(text)).toBe(true);
        agree(text);
      }),
      { numRuns: 300 },
    );
  });

  it('that is damaged is read or refused as the reader of Turtle does', () => {
    const pieces = fc.constantFrom(
      '"',
      '<',
      '>',
      '.',
      '\\',
      '\\u12',
      '@',
      '^^',
      '_:',
      ' ',
      '\n',
      '#',
      '""',
      ',',
      'a',
      ':',
      '[',
      '\u0000',
      '\ufeff',
      '-',
      '..',
    );
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(6), fc.oneof(pieces, word), (text, from, length, instead) => {
        const start = from % (text.length + 1);
        agree(text.slice(0, start) + instead + text.slice(start + length), 'http://base/');
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    ['a relative IRI', '<a> <http://e/p> <http://e/o> .'],
    ['an empty IRI', '<http://e/s> <> <http://e/o> .'],
    ['a forbidden character', '<http://e/s> <http://e/p> <http://e/{o}> .'],
    ['an escaped forbidden character', '<http://e/s> <http://e/p> <http://e/\\u0020> .'],
    ['an escape of strings in an IRI', '<http://e/s> <http://e/p> <http://e/\\n> .'],
    ['half a character', '<http://e/s> <http://e/p> "\\uD800" .'],
    ['a character too large', '<http://e/s> <http://e/p> "\\U00110000" .'],
    ['an unknown escape', '<http://e/s> <http://e/p> "\\x" .'],
    ['a string that does not end', '<http://e/s> <http://e/p> "a .\n<http://e/s> <http://e/p> "b" .'],
    ['a quote that is escaped', '<http://e/s> <http://e/p> "a\\" .'],
    ['a line break in a string', '<http://e/s> <http://e/p> "a\nb" .'],
    ['an IRI over two lines', '<http://e/s> <http://e/p> <http://e/a\nb> .'],
    ['a missing dot', '<http://e/s> <http://e/p> <http://e/o>\n<http://e/s> <http://e/p> <http://e/o> .'],
    ['a literal as subject', '"s" <http://e/p> <http://e/o> .'],
    ['a blank node as predicate', '<http://e/s> _:p <http://e/o> .'],
    ['a triple term', '<http://e/s> <http://e/p> <<( <http://e/s> <http://e/p> <http://e/o> )>> .'],
    ['a language tag that is too long', '<http://e/s> <http://e/p> "a"@abcdefghi .'],
    ['a direction', '<http://e/s> <http://e/p> "a"@en--ltr .'],
    ['a language string without language', `<http://e/s> <http://e/p> "a"^^<${RDF}langString> .`],
    ['a label that ends with dots', '<http://e/s> <http://e/p> _:a.. .'],
    ['a colon in a label', '<http://e/s> <http://e/p> _:a:b .'],
    ['a byte order mark', '\ufeff<http://e/s> <http://e/p> <http://e/o> .'],
    ['text behind the dot', '<http://e/s> <http://e/p> <http://e/o> . x'],
    ['a version', 'VERSION "1.2"\n<http://e/s> <http://e/p> <http://e/o> .'],
    ['Turtle', '@prefix : <http://e/> .\n:a a :b ; :c "d", """e""", 1 .'],
    ['two statements in a line', '<http://e/s> <http://e/p> <http://e/o> . <http://e/s> <http://e/p> <http://e/q> .'],
  ])('with %s is left to the reader of Turtle', (_, text) => {
    expect(isRead(text)).toBe(false);
    agree(text);
    agree(`<http://e/s> <http://e/p> "\\\\" .\r\n${text}`);
  });

  it.each([
    '_:a<http://e/p>_:b.',
    '<http://e/s><http://e/p>"o"@en.#c',
    '<http://e/s><http://e/p>"o"^^<x:y>.',
    '',
    '\r',
    '#',
    ' ',
  ])('needs no space: %j', (text) => {
    expect(isRead(text)).toBe(true);
    agree(text);
  });

  it('tells IRIs apart that look alike', () => {
    const name = (i: number) => `<http://e/${String(i % 7).repeat(40)}${i}/${'x'.repeat(12)}>`;
    const text = Array.from({ length: 500 }, (_, i) => `${name(i)} ${name(i + 1)} ${name(i * 3)} .\n`).join('');
    expect(isRead(text)).toBe(true);
    agree(text);
  });

  it('takes time in proportion to its length, whatever ends its lines', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const text = `<http://e/s> <http://e/p> "o" .${end}`.repeat(60_000);
      const started = performance.now();
      expect(parseNTriples(text).quads).toHaveLength(60_000);
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });
});
