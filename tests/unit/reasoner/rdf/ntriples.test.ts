/** N-Triples from bytes against the text parser: the same statements at the same positions, or none. */
import * as fc from 'fast-check';
import { parseNTriples } from '../../../../src/rdf/ntriples';
import { ByteTerms } from '../../../../src/reasoner/byte-terms';
import { expectedLines, readNTriples } from '../../../../src/reasoner/rdf/ntriples';
import { termText } from '../../../../src/reasoner/rdf/terms';
import { damaged, document } from '../../../support/rdf/ntriples';
import { runs } from '../../../support/runs';

interface Statement {
  readonly triple: readonly string[];
  /** Offset of the object, in UTF-16 units of the text. */
  readonly place: number;
}

function fromBytes(text: string): Statement[] | undefined {
  const bytes = Buffer.from(text);
  const terms = new ByteTerms();
  const statements: Statement[] = [];
  const isRead = readNTriples(bytes, terms, (s, p, o, place) => {
    statements.push({
      triple: [s, p, o].map((id) => terms.text(id)),
      place: bytes.toString('utf8', 0, place).length,
    });
  });
  return isRead ? statements : undefined;
}

function fromText(text: string): Statement[] {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ index, 0: { length } }) => index + length)];
  return parseNTriples(text).quads.map(({ subject, predicate, object, position }) => ({
    triple: [subject, predicate, object].map(termText),
    place: starts[position.line - 1]! + position.column - 1,
  }));
}

/** Bytes cannot encode a lone surrogate. */
const inUtf8 = (texts: fc.Arbitrary<string>) => texts.map((text) => Buffer.from(text).toString());

describe('readNTriples', () => {
  it('reads the same statements as the text parser', () => {
    fc.assert(
      fc.property(inUtf8(document), (text) => {
        expect(fromBytes(text)).toEqual(fromText(text));
      }),
      { numRuns: runs(500) },
    );
  });

  it('leaves damaged documents to the text parser, or agrees with it', () => {
    fc.assert(
      fc.property(inUtf8(damaged), (text) => {
        const statements = fromBytes(text);
        if (statements) expect(statements).toEqual(fromText(text));
      }),
      { numRuns: runs(1500) },
    );
  });

  it.each([
    ['a comment at the end', '<http://e/s> <http://e/p> <http://e/o> . # <http://e/x>', 1],
    ['a label that goes on', '_:a <http://e/p> _:a .\n_:a.b <http://e/p> _:a-c .\n_:ab <http://e/p> _:a.\n', 3],
    ['a line break within a line', '<http://e/s> <http://e/p> "a" .\r<http://e/s> <http://e/p> "b" .\r\n', 2],
    ['no space at all', '<http://e/s><http://e/p>"a"@en.\n<http://e/s><http://e/p>"a"@EN.\n', 2],
    ['a string that says so', '<http://e/s> <http://e/p> "a"^^<http://www.w3.org/2001/XMLSchema#string> .\n', 1],
    [
      'half an escape before the end',
      '<http://e/s> <http://e/p> "a\\\\" .\n<http://e/s> <http://e/p> "a\\\\\\"" .\n',
      2,
    ],
  ])('reads a document with %s', (_, text, count) => {
    expect(fromBytes(text)).toHaveLength(count);
    expect(fromBytes(text)).toEqual(fromText(text));
  });

  it.each([
    ['a blank node between brackets', '_:b <http://e/p> <http://e/o> .\n<_:b> <http://e/p> <http://e/o> .\n'],
    ['a literal between brackets', '<http://e/s> <http://e/p> "o" .\n<http://e/s> <http://e/p> <"o"> .\n'],
    ['a string over two lines', '<http://e/s> <http://e/p> "a\nb" .\n'],
    ['Turtle', '@prefix : <http://e/> .\n:s :p :o .\n'],
  ])('leaves a document with %s to the text parser', (_, text) => {
    expect(fromBytes(text)).toBeUndefined();
  });

  it('leaves documents that are not UTF-8 to the text parser', () => {
    const latin1 = Buffer.from('<http://e/s> <http://e/p> "\xe9" .\n', 'latin1');
    expect(readNTriples(latin1, new ByteTerms(), () => undefined)).toBe(false);
  });

  it('estimates the number of lines from the beginning', () => {
    expect(expectedLines(Buffer.from('<http://e/s> <http://e/p> "o" .\n'.repeat(10_000)))).toBeLessThan(11_000);
    expect(expectedLines(Buffer.alloc(0))).toBe(0);
  });
});
