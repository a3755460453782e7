import fc from 'fast-check';
import type { Facet, MutationRequest, NQuad } from '../../../../src/dql/mutation/ast';
import { parseJsonMutation } from '../../../../src/dql/mutation/json';
import { printMutation, printMutationBytes, printNQuad, printNQuads } from '../../../../src/dql/mutation/printer';
import { parseRdf, parseRdfMutation } from '../../../../src/dql/mutation/rdf';
import { runs } from '../../../support/runs';

/** Strips spans, absent members and datatypes, which RDF adds to statements from JSON. */
const bare = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, v: unknown) =>
      key === 'span' || key === 'querySpan' || key === 'datatype' || key === 'hints' ? undefined : v,
    ),
  );

const text = fc.string({ unit: 'binary' }).map((s) => s.replace(/\p{Surrogate}/gu, ''));
const name = fc.oneof(
  fc.stringMatching(/^[a-z][a-zA-Z0-9_.-]{0,6}$/),
  fc.stringMatching(/^http:\/\/[a-z]{1,5}\/[a-zé#]{1,5}$/),
);
const label = fc.oneof(
  fc.stringMatching(/^[a-z0-9:_][a-z0-9._-]{0,4}[a-z0-9]$/),
  fc.constantFrom('é', 'a~b', 'x.', '-y'),
);
const node = fc.oneof(
  fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }).map((n) => ({ kind: 'uid' as const, uid: `0x${n.toString(16)}` })),
  label.map((l) => ({ kind: 'blank' as const, label: l })),
  fc.constant({ kind: 'iri' as const, iri: 'http://a.b/c#d' }),
  fc.constant({ kind: 'uidVar' as const, variable: 'v' }),
);
const literal = fc.oneof(
  fc.record({
    kind: fc.constant('literal' as const),
    type: fc.constantFrom('default' as const, 'string' as const),
    value: text.filter((t) => t !== '_STAR_ALL'),
  }),
  fc
    .bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n })
    .map((n) => ({ kind: 'literal' as const, type: 'int' as const, value: String(n) })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((n) => ({ kind: 'literal' as const, type: 'float' as const, value: String(n) })),
  fc.constantFrom(
    { kind: 'literal' as const, type: 'bool' as const, value: 'true' },
    { kind: 'literal' as const, type: 'geo' as const, value: '{"type":"Point","coordinates":[1,2]}' },
    { kind: 'literal' as const, type: 'float32vector' as const, value: '[1.0, 2.0]' },
    { kind: 'literal' as const, type: 'datetime' as const, value: '2006-01-02T15:04:05Z' },
    { kind: 'literal' as const, type: 'bigfloat' as const, value: '1.23456789012345678901234567890' },
    { kind: 'literal' as const, type: 'password' as const, value: 'secret' },
    { kind: 'literal' as const, type: 'binary' as const, value: 'YWJj' },
  ),
);
const facet: fc.Arbitrary<Facet> = fc.oneof(
  fc.record({ key: name, value: text, type: fc.constant('string' as const) }),
  fc.record({ key: name, value: fc.integer().map(String), type: fc.constant('int' as const) }),
  fc.record({
    key: name,
    value: fc.constantFrom('5.0', '1e3', '-0.5', 'Infinity'),
    type: fc.constant('float' as const),
  }),
  fc.record({ key: name, value: fc.constantFrom('true', 'false'), type: fc.constant('bool' as const) }),
  fc.record({
    key: name,
    value: fc.constantFrom('2006-01', '2006-01-02', '2006-01-02T15:04:05.5+05:30'),
    type: fc.constant('datetime' as const),
  }),
);
const lang = fc.option(fc.constantFrom('en', 'zh-Hans', '*', '1x'), { nil: undefined });
const facets = fc.option(fc.uniqueArray(facet, { selector: (f) => f.key, minLength: 1, maxLength: 3 }), {
  nil: undefined,
});
const setStatement: fc.Arbitrary<NQuad> = fc.record({
  subject: node,
  predicate: name,
  object: fc.oneof(node, literal, fc.constant({ kind: 'valVar' as const, variable: 'w' })),
  lang,
  facets,
});
const star = fc.constant({ kind: 'star' as const });
const deleteStatement: fc.Arbitrary<NQuad> = fc.oneof(
  fc.record({ subject: node, predicate: fc.constant('*'), object: star }),
  fc.record({ subject: node, predicate: name, object: star, lang }),
  setStatement,
);

describe('printNQuad', () => {
  it('round-trips statements', () => {
    fc.assert(
      fc.property(
        fc.array(setStatement, { maxLength: 4 }),
        fc.array(deleteStatement, { maxLength: 4 }),
        (set, deletes) => {
          expect(bare(parseRdf(printNQuads(set)))).toEqual(bare(set));
          expect(bare(parseRdf(printNQuads(deletes), 'delete'))).toEqual(bare(deletes));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('escapes only characters that a line of RDF cannot hold', () => {
    const object = {
      kind: 'literal' as const,
      type: 'string' as const,
      value: '"\\\n\r\t\b\f\u0000\u007f\u2028é😀{}#<>',
    };
    expect(printNQuad({ subject: { kind: 'uid', uid: '0x1' }, predicate: 'p', object })).toBe(
      String.raw`<0x1> <p> "\"\\\n\r\t\b\f\u0000\u007f\u2028é😀{}#<>"^^<xs:string> .`,
    );
  });

  it('keeps a written datatype, and writes a time as RDF reads it', () => {
    const line = '<0x1> <p> "5"^^<http://www.w3.org/2001/XMLSchema#positiveInteger> .';
    expect(printNQuad(parseRdf(line)[0]!)).toBe(line);
    const since = (value: string): string =>
      printNQuad({
        subject: { kind: 'uid', uid: '0x1' },
        predicate: 'p',
        object: { kind: 'uid', uid: '0x2' },
        facets: [{ key: 'k', value, type: 'datetime' }],
      });
    expect(since('2006')).toBe('<0x1> <p> <0x2> (k=2006-01-01) .');
    expect(since('2006-01-02 15:04:05 +0130 CET')).toBe('<0x1> <p> <0x2> (k=2006-01-02T15:04:05+01:30) .');
    expect(since('2006-01-02T15:04:05,25Z')).toBe('<0x1> <p> <0x2> (k=2006-01-02T15:04:05.25Z) .');
  });

  it.each<[string, Partial<NQuad>]>([
    ['predicate', { predicate: 'a b' }],
    ['predicate', { predicate: 'a{b' }],
    ['label', { subject: { kind: 'blank', label: 'a b' } }],
    ['variable', { subject: { kind: 'uidVar', variable: 'a)b' } }],
    ['facet key', { facets: [{ key: 'a=b', value: '1', type: 'int' }] }],
  ])('refuses a %s that RDF cannot express', (part, more) => {
    const nquad: NQuad = {
      subject: { kind: 'uid', uid: '0x1' },
      predicate: 'p',
      object: { kind: 'uid', uid: '0x2' },
      ...more,
    };
    expect(() => printNQuad(nquad)).toThrow(`the ${part} `);
  });
});

describe('printMutation', () => {
  const again = (request: MutationRequest): unknown => bare(parseRdfMutation(printMutation(request)).mutations);

  it('prints the same bytes as text', () => {
    // A lone surrogate has no bytes of its own, wherever it stands.
    const any = fc.array(fc.tuple(setStatement, fc.string({ unit: 'binary', maxLength: 200 })), { maxLength: 40 });
    fc.assert(
      fc.property(any, fc.array(deleteStatement, { maxLength: 4 }), (statements, deletes) => {
        const set = statements.map(([statement, value], i): NQuad => {
          return i % 2 === 0 ? statement : { ...statement, object: { kind: 'literal', type: 'default', value } };
        });
        for (const request of [
          { mutations: [{ set, delete: deletes }] },
          { query: '{ q(func: uid(1)) { uid } }', mutations: [{ set, delete: [] }] },
        ]) {
          expect(printMutationBytes(request).equals(Buffer.from(printMutation(request)))).toBe(true);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('prints a plain mutation', () => {
    const request = parseJsonMutation('{"set":{"uid":"_:a","name":"x"},"delete":{"uid":"0x1"}}');
    expect(printMutation(request)).toBe('{\nset {\n_:a <name> "x"^^<xs:string> .\n}\ndelete {\n<0x1> * * .\n}\n}\n');
    expect(again(request)).toEqual(bare(request.mutations));
  });

  it('prints an upsert, its query without comments', () => {
    const request = parseJsonMutation(
      JSON.stringify({
        query: 'query q { # it\'s "here }\n v as var(func: regexp(name, /a{2}#"/)) } fragment f { uid }'.replace(
          '#"',
          '#',
        ),
        mutations: [{ cond: ' @if(eq(len(v), 0)) ', set: { a: 1 } }, { delete: { uid: 'uid(v)' } }],
      }),
    );
    const printed = printMutation(request);
    expect(printed).toBe(
      'upsert {\nquery { \n v as var(func: regexp(name, /a{2}#/)) } fragment f { uid }\n' +
        ('mutation @if(eq(len(v), 0)) {\nset {\n_:blank-0 <a> "1"^^<xs:int> .\n}\n}\nmutation @if() {\ndelete ' +
          '{\nuid(v) * * .\n}\n}\n}\n'),
    );
    expect(parseRdfMutation(printed).query).toBe('{ \n v as var(func: regexp(name, /a{2}#/)) } fragment f { uid }');
  });

  it('puts several mutations without a query under an empty query', () => {
    const request = parseJsonMutation('{"mutations":[{"set":{"uid":"0x1","a":1}},{"delete":{"uid":"0x1","a":null}}]}');
    expect(printMutation(request)).toContain('query { var(func: uid()) }');
    expect(again(request)).toEqual(bare(request.mutations));
  });

  it.each([
    ['query q($a: int) { v as var(func: has(a)) }', 'cannot have variables'],
    ['{ v as var(func: has(a)) } { w as var(func: has(a)) }', 'one pair of braces'],
    ['{ v as var(func: regexp(a, /}/)) }', 'as many { as }'],
    ['schema {}', 'expected { at the start of the query'],
  ])('refuses the query %s', (query, reason) => {
    const request = parseJsonMutation(JSON.stringify({ query, set: { a: 1 } }));
    expect(() => printMutation(request)).toThrow(reason);
  });
});
