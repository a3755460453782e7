/** The N-Triples reader against the Turtle reader: same statements, same positions, same errors. */
import fc from 'fast-check';
import { NTriplesLines, parseNTriples } from '../../../src/rdf/ntriples';
import { parseTurtle, type QuadDocument } from '../../../src/rdf';
import { damaged, document } from '../../support/rdf/ntriples';
import { cpuTime } from '../../support/cpu-time';
import { runs } from '../../support/runs';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

const outcome = (read: () => QuadDocument): unknown => {
  try {
    return read();
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown };
    return { code, message, details };
  }
};
const expectAgreement = (text: string, base?: string) =>
  expect(outcome(() => parseNTriples(text, base))).toEqual(outcome(() => parseTurtle(text, base)));

/** True if the N-Triples reader does not need the Turtle reader. */
function isRead(text: string): boolean {
  const lines = new NTriplesLines(text);
  while (lines.next());
  return !lines.isStuck;
}

describe('N-Triples', () => {
  it('gives the same result as the Turtle reader, without its help', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(isRead(text)).toBe(true);
        expectAgreement(text);
      }),
      { numRuns: runs(300) },
    );
  });

  it('gives the same result or error as the Turtle reader for damaged documents', () => {
    fc.assert(
      fc.property(damaged, (text) => expectAgreement(text, 'http://base/')),
      { numRuns: runs(1500) },
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
    ['an unclosed string', '<http://e/s> <http://e/p> "a .\n<http://e/s> <http://e/p> "b" .'],
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
    ['text after the dot', '<http://e/s> <http://e/p> <http://e/o> . x'],
    ['a version', 'VERSION "1.2"\n<http://e/s> <http://e/p> <http://e/o> .'],
    ['Turtle', '@prefix : <http://e/> .\n:a a :b ; :c "d", """e""", 1 .'],
    ['two statements in a line', '<http://e/s> <http://e/p> <http://e/o> . <http://e/s> <http://e/p> <http://e/q> .'],
  ])('leaves %s to the Turtle reader', (_, text) => {
    expect(isRead(text)).toBe(false);
    expectAgreement(text);
    expectAgreement(`<http://e/s> <http://e/p> "\\\\" .\r\n${text}`);
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
    expectAgreement(text);
  });

  it('distinguishes similar IRIs', () => {
    const name = (i: number) => `<http://e/${String(i % 7).repeat(40)}${i}/${'x'.repeat(12)}>`;
    const text = Array.from({ length: 500 }, (_, i) => `${name(i)} ${name(i + 1)} ${name(i * 3)} .\n`).join('');
    expect(isRead(text)).toBe(true);
    expectAgreement(text);
  });

  it('takes linear time with all line ends', async () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const text = `<http://e/s> <http://e/p> "o" .${end}`.repeat(60_000);
      expect(await cpuTime(() => expect(parseNTriples(text).quads).toHaveLength(60_000))).toBeLessThan(5_000);
    }
  });
});
