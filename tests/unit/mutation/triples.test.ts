import type { NQuad } from '../../../src/dql/mutation/ast';
import { readTriples } from '../../../src/mutation/triples';

const PREFIXES = '@prefix : <http://ex.org/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n';
const read = (body: string): NQuad[] => readTriples('text/turtle', PREFIXES + body);
const objectOf = (term: string): NQuad['object'] => read(`:a :p ${term} .`)[0]!.object;

describe('Turtle and N-Triples bodies', () => {
  it('read IRIs as identities and keep labels of blank nodes', () => {
    expect(read('_:x :knows :b .')).toEqual([
      {
        subject: { kind: 'blank', label: 'x' },
        predicate: 'http://ex.org/knows',
        object: { kind: 'iri', iri: 'http://ex.org/b' },
        span: { start: 0, end: 0, line: 2, column: 12 },
      },
    ]);
  });

  it('give anonymous blank nodes distinct, unused labels', () => {
    const quads = read(':a :p [ :q 1 ] , [ :q 2 ] . _:genid1 :q 3 .');
    const labels = quads.flatMap(({ subject }) => (subject.kind === 'blank' ? [subject.label] : []));
    expect(new Set(labels).size).toBe(3);
  });

  it.each([
    ['"v"', { type: 'string', value: 'v' }],
    ['42', { type: 'int', value: '42' }],
    ['"42"^^xsd:unsignedByte', { type: 'int', value: '42' }],
    ['"9223372036854775808"^^xsd:integer', { type: 'int', value: '9223372036854775808' }],
    ['1.50', { type: 'float', value: '1.50' }],
    ['1e3', { type: 'float', value: '1e3' }],
    ['true', { type: 'bool', value: 'true' }],
    ['"2020-01-01T00:00:00Z"^^xsd:dateTime', { type: 'datetime', value: '2020-01-01T00:00:00Z' }],
    ['"2020-01-01"^^xsd:date', { type: 'datetime', value: '2020-01-01' }],
    ['"x"^^<http://ex.org/other>', { type: 'default', value: 'x' }],
  ] as const)('read %s as a literal', (term, expected) => {
    expect(objectOf(term)).toEqual({ kind: 'literal', ...expected });
  });

  it('keep the language in the statement', () => {
    expect(read(':a :p "hallo"@de-AT .')[0]).toMatchObject({
      object: { kind: 'literal', type: 'default', value: 'hallo' },
      lang: 'de-AT',
    });
  });

  it('refuse relative IRIs', () => {
    expect(() => readTriples('text/turtle', '<a> <http://ex.org/p> "v" .')).toThrow(
      'Turtle: line 1, column 1: <a> is relative, and an identity must be absolute',
    );
    expect(readTriples('text/turtle', '@base <http://ex.org/> . <a> <p> "v" .')[0]).toMatchObject({
      subject: { kind: 'iri', iri: 'http://ex.org/a' },
      predicate: 'http://ex.org/p',
    });
  });
});
