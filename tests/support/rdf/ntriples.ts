/** Arbitrary N-Triples documents, well-formed or damaged. */
import * as fc from 'fast-check';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

const hex = (width: number) => (c: string) => c.codePointAt(0)!.toString(16).padStart(width, '0');
/** Escapes some characters of a text, and those that require it. */
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
  // oxlint-disable-next-line no-control-regex -- what an IRI cannot have, escaped or not
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
/** Documents in any order, with any line breaks and unnecessary escapes. */
export const document = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n'))), fc.boolean())
  .map(([lines, isEnded]) => {
    const text = lines.flat().join('');
    return isEnded ? text : text.replace(/[\r\n]+$/, '');
  });

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

/** Documents with a few characters replaced. */
export const damaged = fc
  .tuple(document, fc.nat(), fc.nat(6), fc.oneof(pieces, word))
  .map(([text, from, length, instead]) => {
    const start = from % (text.length + 1);
    return text.slice(0, start) + instead + text.slice(start + length);
  });
