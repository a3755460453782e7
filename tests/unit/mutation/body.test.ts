import { OwlgateError } from '../../../src/errors';
import { isMutationType, readMutationBody } from '../../../src/mutation';

const failure = (type: string, text: string): Record<string, unknown> => {
  try {
    readMutationBody(type, text);
  } catch (error) {
    if (error instanceof OwlgateError) return { code: error.code, message: error.message };
    throw error;
  }
  return {};
};

describe('bodies of /mutate', () => {
  it.each([
    ['application/json', true],
    ['application/rdf', true],
    ['text/turtle', true],
    ['application/n-triples', true],
    ['application/dql', false],
    ['', false],
  ])('isMutationType of %s is %s', (type, expected) => expect(isMutationType(type)).toBe(expected));

  it.each([
    ['application/json', '{"set":{"uid":"_:a","knows":{"uid":"0x2"}}}'],
    ['application/rdf', '{ set { _:a <knows> <0x2> . } }'],
  ])('%s gives the same statement', (type, text) => {
    const { mutations, query } = readMutationBody(type, text);
    expect(query).toBeUndefined();
    expect(mutations).toHaveLength(1);
    expect(mutations[0]!.delete).toEqual([]);
    expect(mutations[0]!.set).toEqual([
      expect.objectContaining({
        subject: { kind: 'blank', label: 'a' },
        predicate: 'knows',
        object: { kind: 'uid', uid: '0x2' },
      }),
    ]);
  });

  it('Turtle is one mutation of statements to set', () => {
    const { mutations } = readMutationBody('text/turtle', '<http://ex.org/a> <http://ex.org/p> "v" .');
    expect(mutations).toHaveLength(1);
    expect(mutations[0]).toMatchObject({ delete: [], set: [{ subject: { kind: 'iri', iri: 'http://ex.org/a' } }] });
  });

  it.each([
    ['application/json', '{\n "set": [{"a":}]}', 'JSON: line 2, column '],
    ['application/rdf', '{ set {\n _:a <p> } }', 'RDF: line 2, column '],
    ['text/turtle', '<http://ex.org/a>\n  <http://ex.org/p> oops .', 'Turtle: line 2, column '],
    ['application/n-triples', '<http://ex.org/a> <http://ex.org/p>\n "v', 'N-Triples: line 2, column '],
  ])('%s: errors give the position', (type, text, position) => {
    const { code, message } = failure(type, text);
    expect(code).toBe('BodySyntax');
    expect(message).toContain(position);
  });

  it.each([
    '_:d <graph.type> "Doctor" .',
    '# a comment { set {\n\n<0x1> <name> "Ada" .\n_:d <knows> <0x1> .',
    '\ufeff<http://e/a> <http://e/p> "v" .',
  ])('reads statements without a block as a set: %j', (text) => {
    const { mutations } = readMutationBody('application/rdf', text);
    expect(mutations).toHaveLength(1);
    const block = readMutationBody('application/rdf', `{ set {\n${text.replace('\ufeff', '')}\n} }`);
    const plain = (statements: readonly object[]) => statements.map((each) => ({ ...each, span: undefined }));
    expect(plain(mutations[0]!.set)).toEqual(plain(block.mutations[0]!.set));
  });

  it('gives the position of an error among statements without a block', () => {
    const { code, message } = failure('application/rdf', '# a comment\n<0x1> <name> oops .');
    expect(code).toBe('BodySyntax');
    expect(message).toContain('RDF: line 2, column 14');
  });
});
