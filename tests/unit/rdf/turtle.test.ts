import { DEFAULT_BASE } from '../../../src/rdf/document';
import { parseTurtle } from '../../../src/rdf';
import { OwlgateError } from '../../../src/errors';

const PREFIX = '@prefix : <http://e/> .\n';

function failure(text: string): OwlgateError {
  try {
    parseTurtle(text);
  } catch (error) {
    if (error instanceof OwlgateError) return error;
    throw error;
  }
  throw new Error('parsed without an error');
}

describe('parseTurtle', () => {
  it('gives each triple the positions of subject, predicate and object', () => {
    const { quads } = parseTurtle(`${PREFIX}:a :p :b ,\n    [ :q "x"@EN ] ;\n  :r 1 .\n`);
    expect(quads.map((q) => [q.subject, q.predicate, q.object, q.position])).toEqual([
      ['http://e/a', 'http://e/p', 'http://e/b', { line: 2, column: 7 }],
      ['http://e/a', 'http://e/p', '_:genid1', { line: 3, column: 5 }],
      [
        '_:genid1',
        'http://e/q',
        { kind: 'Literal', value: 'x', datatype: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString', lang: 'EN' },
        { line: 3, column: 10 },
      ],
      [
        'http://e/a',
        'http://e/r',
        { kind: 'Literal', value: '1', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
        { line: 4, column: 6 },
      ],
    ]);
    expect(quads[3]).toMatchObject({
      subjectPosition: { line: 2, column: 1 },
      predicatePosition: { line: 4, column: 3 },
    });
  });

  it('gives literals the position of their first character', () => {
    const { quads } = parseTurtle(`${PREFIX}:a :p """long\nliteral""" , 'b'^^:t , true .`);
    expect(quads.map((q) => q.position)).toEqual([
      { line: 2, column: 7 },
      { line: 3, column: 14 },
      { line: 3, column: 24 },
    ]);
  });

  it('keeps blank node labels and numbers the others without clashes', () => {
    const { quads } = parseTurtle(`${PREFIX}_:genid1 :p [] . [] :p _:genid1 .`);
    expect(quads.map((q) => [q.subject, q.object])).toEqual([
      ['_:genid1', '_:genid_1'],
      ['_:genid_2', '_:genid1'],
    ]);
  });

  it('returns prefixes and resolves IRIs against the base', () => {
    const document = parseTurtle('@base <http://e/x/> . @prefix p: <y#> . <a> p:b <../c> .');
    expect([...document.prefixes]).toEqual([['p', 'http://e/x/y#']]);
    expect(document.quads[0]).toMatchObject({
      subject: 'http://e/x/a',
      predicate: 'http://e/x/y#b',
      object: 'http://e/c',
    });
    expect(document.relativeIri).toBeUndefined();
  });

  it('reports relative IRIs without a base', () => {
    const document = parseTurtle('<> <#p>\n <#q> .');
    expect(document.quads[0]).toMatchObject({ subject: DEFAULT_BASE, predicate: `${DEFAULT_BASE}#p` });
    expect(document.relativeIri).toEqual({ text: '', position: { line: 1, column: 1 } });
    expect(parseTurtle('<> <#p> <#q> .', 'http://b/').relativeIri).toBeUndefined();
  });

  it.each([
    [
      'an undeclared well-known prefix',
      `${PREFIX}:a a\n  owl:Class .`,
      3,
      3,
      /@prefix owl: <http:\/\/www\.w3\.org\/2002\/07\/owl#> \./,
    ],
    ['an undefined prefix', `${PREFIX}:a :p :b ;\n  q:x 3 .`, 3, 3, /Undefined prefix "q:"; declare it/],
    ['a missing end', `${PREFIX}:a :p :b\n\n:c :p :d .`, 4, 1, /Expected punctuation/],
    ['an open string', `${PREFIX}:a :p # comment "\n   "abc\n .`, 3, 4, /Unexpected/],
    ['a stray character', `${PREFIX}:a :p """x\ny""" . $$$`, 3, 8, /Unexpected "\$\$\$"/],
    ['the end of the text', `${PREFIX}:a :p`, 2, 6, /in the middle of a statement/],
    ['a closed bracket', `${PREFIX}:a :p ( :b ] .`, 2, 12, /Unexpected|Expected/],
    ['XML', '<?xml version="1.0"?>\n<rdf:RDF/>', 1, 1, /looks like XML/],
    ['JSON', '  {"a": 1}', 1, 3, /looks like JSON/],
    ['a triple term', `${PREFIX}:a :p <<( :a :p :b )>> .`, 2, 24, /triple terms/],
    ['a bad escape', `${PREFIX}:a :p "\\q" .`, 2, 7, /Unexpected/],
    ['an error on the first line', 'oops', 1, 1, /Unexpected "oops"/],
  ])('names line and column of %s', (_, text, line, column, reason) => {
    const error = failure(text);
    expect(error.code).toBe('OntologySyntax');
    expect(error.details).toMatchObject({ line, column });
    expect(error.details['reason']).toMatch(reason);
    expect(error.message).toContain(`line ${line}, column ${column}`);
  });

  it.each(['text/turtle', 'application/n-triples'])('reads <_:label> as a blank node in %s', (mediaType) => {
    const text = '<http://e/a> <http://e/p> <_:genid-1.x> .\n<_:genid-1.x> <http://e/p> _:genid-1.x .\n';
    const terms = parseTurtle(text, undefined, mediaType).quads.map(({ subject, object }) => [subject, object]);
    expect(terms).toEqual([
      ['http://e/a', '_:genid-1.x'],
      ['_:genid-1.x', '_:genid-1.x'],
    ]);
    expect(failure('<_:> <http://e/p> 1 .').details['reason']).toMatch(/Invalid IRI/);
  });

  it('accepts nesting of any depth', () => {
    const depth = 50_000;
    const { quads } = parseTurtle(`${PREFIX}:a :p ${'[ :p '.repeat(depth)}:b${' ]'.repeat(depth)} .`);
    expect(quads).toHaveLength(depth + 1);
  });
});
