import fc from 'fast-check';
import { DqlSyntaxError } from '../../../../src/dql/errors';
import type { NQuad } from '../../../../src/dql/mutation/ast';
import { predicateHints } from '../../../../src/dql/mutation/hints';
import { parseRdf, parseRdfMutation } from '../../../../src/dql/mutation/rdf';
import { mutationVariables } from '../../../../src/dql/mutation/variables';
import { runs } from '../../../support/runs';

const withoutSpan = ({ span: _, ...nquad }: NQuad): object => JSON.parse(JSON.stringify(nquad)) as object;
const one = (text: string): object => withoutSpan(parseRdf(text)[0]!);
const deleted = (text: string): object => withoutSpan(parseRdf(text, 'delete')[0]!);
const uid = (n: string): object => ({ kind: 'uid', uid: n });
const literal = (type: string, value: string, datatype?: string): object => ({
  kind: 'literal',
  type,
  value,
  ...(datatype === undefined ? {} : { datatype }),
});
const refusal = (read: () => unknown): DqlSyntaxError => {
  try {
    read();
  } catch (error) {
    if (error instanceof DqlSyntaxError) return error;
    throw error;
  }
  throw new Error('not refused');
};

describe('statements', () => {
  it.each<[string, object]>([
    ['<0x1> <p> "x" .', { subject: uid('0x1'), predicate: 'p', object: literal('default', 'x') }],
    ['<17> <p> <0X0F> .', { subject: uid('0x11'), predicate: 'p', object: uid('0xf') }],
    [
      '_:a.b <p> _:é .',
      { subject: { kind: 'blank', label: 'a.b' }, predicate: 'p', object: { kind: 'blank', label: 'é' } },
    ],
    ['<_:q~!> <p> "" .', { subject: { kind: 'blank', label: 'q~!' }, predicate: 'p', object: literal('default', '') }],
    [
      'uid( v ) <p> val(w) .',
      { subject: { kind: 'uidVar', variable: 'v' }, predicate: 'p', object: { kind: 'valVar', variable: 'w' } },
    ],
    [
      '<uid(v)> <p> <val(w)> .',
      { subject: { kind: 'uidVar', variable: 'v' }, predicate: 'p', object: { kind: 'valVar', variable: 'w' } },
    ],
    [
      '<http://a.b/c#d> <http://p/é> <urn:x> .',
      {
        subject: { kind: 'iri', iri: 'http://a.b/c#d' },
        predicate: 'http://p/é',
        object: { kind: 'iri', iri: 'urn:x' },
      },
    ],
    ['<0x1><p>"x".', { subject: uid('0x1'), predicate: 'p', object: literal('default', 'x') }],
    ['<0x1> <p> "x"@en-GB .', { subject: uid('0x1'), predicate: 'p', object: literal('default', 'x'), lang: 'en-GB' }],
    ['<0x1> <p@fr> "x" .', { subject: uid('0x1'), predicate: 'p', object: literal('default', 'x'), lang: 'fr' }],
    ['<0x1> <p@fr> "x"@en .', { subject: uid('0x1'), predicate: 'p', object: literal('default', 'x'), lang: 'en' }],
    ['<0x1> <p> "5"^^<xs:int> .', { subject: uid('0x1'), predicate: 'p', object: literal('int', '5', 'xs:int') }],
    [
      '<0x1> <p> "2006"^^<http://www.w3.org/2001/XMLSchema#gYear> .',
      {
        subject: uid('0x1'),
        predicate: 'p',
        object: literal('datetime', '2006', 'http://www.w3.org/2001/XMLSchema#gYear'),
      },
    ],
    [
      '<0x1> <p> "[1 2]"^^<xs:[]float32> .',
      { subject: uid('0x1'), predicate: 'p', object: literal('float32vector', '[1 2]', 'xs:[]float32') },
    ],
    [
      `<0x1> <p> "{'type':'Point','coordinates':[1,2]}"^^<geo:geojson> .`,
      {
        subject: uid('0x1'),
        predicate: 'p',
        object: literal('geo', '{"type":"Point","coordinates":[1,2]}', 'geo:geojson'),
      },
    ],
    [
      '<0x1> <p> "a\\t\\"\\\\\\u00e9\\U0001F600\\x41" . # comment',
      { subject: uid('0x1'), predicate: 'p', object: literal('default', 'a\t"\\é😀A') },
    ],
    ['<0x1> <p> "x" <0x7> .', { subject: uid('0x1'), predicate: 'p', object: literal('default', 'x') }],
  ])('reads %s', (text, expected) => expect(one(text)).toEqual(expected));

  it('reads facets by notation', () => {
    const nquad = parseRdf(
      '<0x1> <p> <0x2> (i=5, h=0x1F,f=1.5, e=1e3, inf=Infinity, b=true, t=2006-01-02T15:04:05, m=2006-01, ' +
        'y=2006, s="a\\"b, c)", n=, z = "2006-01-02") (k.l=1) .',
    )[0]!;
    expect(nquad.facets).toEqual([
      { key: 'i', value: '5', type: 'int' },
      { key: 'h', value: '0x1F', type: 'int' },
      { key: 'f', value: '1.5', type: 'float' },
      { key: 'e', value: '1e3', type: 'float' },
      { key: 'inf', value: 'Infinity', type: 'float' },
      { key: 'b', value: 'true', type: 'bool' },
      { key: 't', value: '2006-01-02T15:04:05', type: 'datetime' },
      { key: 'm', value: '2006-01', type: 'datetime' },
      { key: 'y', value: '2006', type: 'int' },
      { key: 's', value: 'a"b, c)', type: 'string' },
      { key: 'n', value: '', type: 'string' },
      { key: 'z', value: '2006-01-02', type: 'string' },
      { key: 'k.l', value: '1', type: 'int' },
    ]);
  });

  it('reads stars in deletes', () => {
    expect(deleted('<0x1> * * .')).toEqual({ subject: uid('0x1'), predicate: '*', object: { kind: 'star' } });
    expect(deleted('<0x1> <_STAR_ALL> * .')).toEqual({ subject: uid('0x1'), predicate: '*', object: { kind: 'star' } });
    expect(deleted('<0x1> <p@en> * .')).toEqual({
      subject: uid('0x1'),
      predicate: 'p',
      object: { kind: 'star' },
      lang: 'en',
    });
    expect(deleted('<0x1> <p> "_STAR_ALL" .')).toEqual({
      subject: uid('0x1'),
      predicate: 'p',
      object: { kind: 'star' },
    });
  });

  it('have positions, one per line, with comments and empty lines between', () => {
    const nquads = parseRdf('\ufeff# head\r\n<0x1> <p> "a" .\r\n\r\n\t<0x1> <p> "b" . # } "\n# tail');
    expect(nquads.map((n) => n.span)).toEqual([
      { start: 9, end: 24, line: 2, column: 1 },
      { start: 29, end: 44, line: 4, column: 2 },
    ]);
  });

  it.each([
    ['0x1 <p> "x" .', 'Invalid input: 0 at lexText', 1],
    ['<0x0> <p> "x" .', 'UID must to be greater than 0', 1],
    ['<> <p> "x" .', 'empty required fields in NQuad', 1],
    ['<...> <p> "x" .', 'NQuad failed sanity check. Subject: "..."', 1],
    ['<0x1> <> "x" .', 'empty required fields in NQuad', 7],
    ['<0x1> <p q> "x" .', "Unexpected character ' ' while parsing IRI", 9],
    ['<0x1> <p> "x"', 'invalid end of input. Input: [<0x1> <p> "x"]', 14],
    ['<0x1> <p> "x" . <0x1> <p> "y" .', 'invalid end of input. Expected newline or # after .', 17],
    ['<0x1> <p> .', 'no Object in NQuad', 11],
    ['<0x1> "x" .', 'Invalid quote for non-object.', 7],
    ['<0x1> _:p "x" .', "Invalid character in lexPredicate: '_'", 7],
    ['<0x1> uid(v) "x" .', "Unexpected char 'u'", 7],
    ['uid() <p> "x" .', 'Unexpected end of input while reading variable name', 5],
    ['<0x1> <p> val(v .', "Expected ')' while reading function found: '.'", 17],
    ['<0x1> <p> VAL(v) .', 'Invalid input: V at lexText', 11],
    ['_:a. <p> "x" .', "can not end with '.'", 1],
    ['_:-a <p> "x" .', "Invalid character after _: , Got '-'", 3],
    ['_:a<p> "x" .', "Invalid character '<' after a blank node's label", 4],
    ['<0x1> <p> "a\\\'b" .', 'while unquoting: invalid syntax', 11],
    ['<0x1> <p> "\\ud83d\\ude00" .', 'while unquoting: invalid syntax', 11],
    ['<0x1> <p> "\\a" .', "Invalid escape character : 'a' in literal", 12],
    ['<0x1> <p> "a\nb" .', 'closing quote stands on the same line', 11],
    ['<0x1> <p> "x"@ .', "Invalid language tag prefix: ' '", 15],
    ['<0x1> <p> "x"@en- .', 'Invalid character - at the end of language literal.', 15],
    ['<0x1> <p> "x"^<xs:int> .', 'Expected ^^ for lexObjectType', 14],
    ['<0x1> <p> "x"^^xs:int .', 'Expected < for lexObjectType', 16],
    ['<0x1> <p> "x"^^<a:b> .', 'unrecognized rdf type a:b', 16],
    ['<0x1> <p> ""^^<xs:int> .', 'invalid ObjectValue', 11],
    ['<0x1> <p> "5.5"^^<xs:int> .', 'strconv.ParseInt: parsing "5.5": invalid syntax', 11],
    ['<0x1> <p> "9223372036854775808"^^<xs:int> .', 'value out of range', 11],
    ['<0x1> <p> "NaN"^^<xs:float> .', 'Got invalid value: NaN', 11],
    ['<0x1> <p> "1e400"^^<xs:double> .', 'value out of range', 11],
    ['<0x1> <p> "yes"^^<xs:boolean> .', 'strconv.ParseBool: parsing "yes": invalid syntax', 11],
    ['<0x1> <p> "2006-02-30"^^<xs:date> .', 'not a date or time', 11],
    ['<0x1> <p> "{}"^^<geo:geojson> .', 'Error while unmarshalling: [{}] as geojson', 11],
    ['<0x1> <p> "1,2"^^<xs:[]float32> .', 'cannot convert 1,2 to vfloat', 11],
    ['<0x1> <p> "x" <http://g> .', 'invalid namespace ID', 15],
    ['<0x1> <p> "x" (a=foo) .', 'could not parse facet: Could not parse the facet value : [foo]', 16],
    ['<0x1> <p> "x" () .', 'could not parse facet: expected key but found )', 16],
    ['<0x1> <p> "x" (a) .', 'could not parse facet: expected = after facetKey. Found )', 17],
    ['<0x1> <p> "x" (a=1 b=2) .', 'could not parse facet: expected , or ) after facet. Received b', 20],
    ['<0x1> <p> "x" (a=99999999999999999999) .', 'value out of range', 16],
    ['<0x1> <p> "x" (a=1, a=2) .', 'Repeated keys are not allowed in facets. But got a', 7],
    ['<0x1> <p> "x" (a@b=1) .', 'Facet "a@b", Has invalid characters', 7],
    ['<0x1> <~p> <0x2> .', 'key error: predicate "~p": Has invalid characters', 7],
    ['<0x1> <p> * .', 'Cannot use star in set n-quad: <0x1> <p> * .', 1],
    ['* <p> "x" .', 'Cannot use star in set n-quad', 1],
    ['<0x1> * "x"^^<xs:int> .', 'strconv.ParseInt: parsing "x": invalid syntax', 9],
  ])('refuses %s', (text, reason, column) => {
    const error = refusal(() => parseRdf(`# first line\n${text}\n`));
    expect(error.reason).toContain(reason);
    expect([error.line, error.column]).toEqual([2, column]);
  });

  it.each([['* <p> * .'], ['<0x1> * "x" .'], ['* * * .']])('refuses to delete %s', (text) => {
    expect(refusal(() => parseRdf(text, 'delete')).reason).toContain(
      "Only valid wildcard delete patterns are 'S * *' and 'S P *'",
    );
  });
});

describe('bodies', () => {
  it('reads set and delete', () => {
    const { query, mutations } = parseRdfMutation(
      '# c\n{ set { _:a <p> "x" . } delete { <0x1> <p> * .\n<0x2> * * . } }\n',
    );
    expect(query).toBeUndefined();
    expect(mutations.map((m) => [m.set.length, m.delete.length, m.cond])).toEqual([[1, 2, undefined]]);
  });

  it('reads upsert blocks with fragments, conditions and comments', () => {
    const text = `upsert {
  # a comment with a } and a "
  query {
    q(func: eq(name, "{")) { ...f } # it's here }
  }
  fragment f { v as uid }
  mutation @if(eq(len(v), 0) AND not gt(len(v), 1)) {
    set { _:n <name> "}" . }
  }
  mutation { delete { uid(v) <name> * . } }
}`;
    const request = parseRdfMutation(text);
    expect(request.query).toBe('{\n    q(func: eq(name, "{")) { ...f } # it\'s here }\n  } fragment f { v as uid }');
    expect(request.querySpan).toMatchObject({ line: 3, column: 9 });
    expect(request.mutations.map((m) => [m.cond, m.set.length, m.delete.length])).toEqual([
      ['@if(eq(len(v), 0) AND not gt(len(v), 1))', 1, 0],
      [undefined, 0, 1],
    ]);
    expect(request.mutations[0]!.set[0]!.span).toMatchObject({ line: 8, column: 11 });
    expect(mutationVariables(request.mutations)).toEqual(['v']);
  });

  it('reads a query alone', () => {
    expect(parseRdfMutation('query { q(func: uid(1)) { uid } }')).toMatchObject({
      query: 'query { q(func: uid(1)) { uid } }',
      mutations: [],
    });
    expect(parseRdfMutation('{ q(func: uid(1)) { uid } }').mutations).toEqual([]);
  });

  it('marks a predicate as a list if a node has it twice', () => {
    const [mutation] = parseRdfMutation(
      '{ set { <0x1> <p> "a" .\n<0x1> <p> "b" .\n<0x1> <q> "a" .\n_:a <q> "a" . } }',
    ).mutations;
    expect([...predicateHints(mutation!)]).toEqual([['p', 'list']]);
  });

  it.each([
    ['', 'empty request', 1, 1],
    ['{ del { <0x1> * * . } }', 'Invalid mutation operation.', 1, 3],
    ['{ set { _:a <p> "x" . } set { } }', 'Only one set block is allowed in a mutation', 1, 25],
    ['{ set { _:a <p> "x" . } } { set { } }', 'Unexpected { after the end of the block', 1, 27],
    ['{ set { _:a <p> "x" .', 'Unclosed mutation text', 1, 7],
    ['{ set { _:a <p> "x" . }', 'Unclosed mutation action', 1, 24],
    ['{ set { { } }', "Invalid character '{' inside mutation text", 1, 9],
    ['{ set _:a }', 'Expected { after set', 1, 7],
    ['upsert {}', 'Empty mutation block', 1, 9],
    ['upsert { mutation { set { } } }', 'Query op not found in upsert block', 1, 31],
    ['upsert { query { } query { } }', 'Multiple query ops inside upsert block', 1, 20],
    ['upsert { query { q(func: eq(a, "x)) } }', 'Unexpected end of input.', 1, 32],
    ['upsert { query { q(func: eq(a, 1)) ', 'Matching brackets not found', 1, 16],
    ['upsert { foo { } }', 'Invalid operation type: foo', 1, 10],
    ['upsert { query { } mutation @filter(eq(len(v), 0)) { } }', 'Expected @if, found [@filter]', 1, 29],
    ['upsert { query { } mutation @if(eq(len(v), 0) { set { } } }', 'Matching brackets not found', 1, 32],
    ['upsert { query { } mutation if(x) { } }', "Unrecognized character inside mutation: U+0028 '('", 1, 31],
    ['{ set {\n <0x1> <p> "x" .\n <0x1> <p> 5 .\n} }', 'Invalid input: 5 at lexText', 3, 12],
  ])('refuses %j', (text, reason, line, column) => {
    const error = refusal(() => parseRdfMutation(text));
    expect(error.reason).toContain(reason);
    expect([error.line, error.column]).toEqual([line, column]);
  });
});

it('refuses bodies with DqlSyntaxError only', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    'set',
    'delete',
    'upsert',
    'query',
    'mutation',
    '@if',
    '(',
    ')',
    '<0x1>',
    '<p>',
    '_:a',
    '"x"',
    '"',
    '@en',
    '^^',
    '<xs:int>',
    '*',
    '.',
    '\n',
    '#',
    'uid(v)',
    'val(',
    ',',
    '=',
    '\\',
    '\ud800',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.constantFrom('', ' '), fc.boolean(), (pieces, space, inside) => {
      const text = pieces.join(space);
      try {
        parseRdfMutation(inside ? `{ set { ${text} } }` : text);
      } catch (error) {
        expect(error).toBeInstanceOf(DqlSyntaxError);
      }
    }),
    { numRuns: runs(3000) },
  );
});
