import fc from 'fast-check';
import { DqlSyntaxError } from '../../../../src/dql/errors';
import type { NQuad } from '../../../../src/dql/mutation/ast';
import { predicateHints } from '../../../../src/dql/mutation/hints';
import { parseJson, parseJsonMutation } from '../../../../src/dql/mutation/json';
import { JsonArray, JsonNumber, JsonObject, readJson } from '../../../../src/dql/mutation/jsonReader';
import { printNQuad } from '../../../../src/dql/mutation/printer';
import { cpuTime } from '../../../support/cpu-time';
import { runs } from '../../../support/runs';

/** Prints the parsed body as RDF, which shows nodes, types, languages and facets at once. */
const set = (value: unknown): string[] => lines(parseJson(text(value)).set);
const deleted = (value: unknown): string[] => lines(parseJson(text(value), 'delete').delete);
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const lines = (nquads: readonly NQuad[]): string[] => nquads.map(printNQuad);
const refusal = (read: () => unknown): DqlSyntaxError => {
  try {
    read();
  } catch (error) {
    if (error instanceof DqlSyntaxError) return error;
    throw error;
  }
  throw new Error('not refused');
};

describe('node objects', () => {
  it('numbers unlabelled objects depth first, each before its descendants', () => {
    expect(
      set([
        { name: 'a', friend: [{ name: 'b', friend: { name: 'c' } }, { uid: '_:x', name: 'x' }, {}], empty: {} },
        { uid: '0x5', friend: { name: 'd' } },
      ]),
    ).toEqual([
      '_:blank-0 <name> "a"^^<xs:string> .',
      '_:blank-0 <friend> _:blank-1 .',
      '_:blank-1 <name> "b"^^<xs:string> .',
      '_:blank-1 <friend> _:blank-2 .',
      '_:blank-2 <name> "c"^^<xs:string> .',
      '_:blank-0 <friend> _:x .',
      '_:x <name> "x"^^<xs:string> .',
      '_:blank-0 <friend> _:blank-3 .',
      '<0x5> <friend> _:blank-4 .',
      '_:blank-4 <name> "d"^^<xs:string> .',
    ]);
  });

  it('skips labels that the request uses itself, anywhere and in any spelling', () => {
    expect(set([{ name: 'a', friend: { uid: '_:blank-1' } }, { name: 'b' }, { uid: '_:blank-0', name: 'c' }])).toEqual([
      '_:blank-2 <name> "a"^^<xs:string> .',
      '_:blank-2 <friend> _:blank-1 .',
      '_:blank-3 <name> "b"^^<xs:string> .',
      '_:blank-0 <name> "c"^^<xs:string> .',
    ]);
    const { mutations } = parseJsonMutation(
      '{"set":{"a":1},"mutations":[{"set":[{"a":2},{"uid":"\\u005f:bl\\u0061nk-0","a":3}]}]}',
    );
    expect(mutations.flatMap((m) => lines(m.set))).toEqual([
      '_:blank-1 <a> "1"^^<xs:int> .',
      '_:blank-2 <a> "2"^^<xs:int> .',
      '_:blank-0 <a> "3"^^<xs:int> .',
    ]);
  });

  it('uses labels of the caller, counted through the whole request', () => {
    const body = '{"set":{"a":1},"mutations":[{"set":[{"a":2},{"a":3}]}]}';
    const { mutations } = parseJsonMutation(body, { labels: (i) => `dg.7.${i + 1}` });
    expect(mutations.flatMap((m) => lines(m.set))).toEqual([
      '_:dg.7.1 <a> "1"^^<xs:int> .',
      '_:dg.7.2 <a> "2"^^<xs:int> .',
      '_:dg.7.3 <a> "3"^^<xs:int> .',
    ]);
  });

  it.each([
    ['"0x1"', '<0x1>'],
    ['"17"', '<0x11>'],
    ['17', '<0x11>'],
    ['18446744073709551615', undefined],
    ['"18446744073709551615"', '<0xffffffffffffffff>'],
    ['"_:x"', '_:x'],
    ['"uid( v )"', 'uid(v)'],
    ['"http://a.b"', '<http://a.b>'],
    ['0', '_:blank-0'],
    ['""', '_:blank-0'],
    ['"0x0"', '_:blank-0'],
    ['null', '_:blank-0'],
    ['1.0', '_:blank-0'],
    ['true', '_:blank-0'],
  ])('reads the uid %s', (uid, node) => {
    const read = (): string[] => set(`{"uid":${uid},"a":true}`);
    if (node === undefined) expect(refusal(read).reason).toContain('out of range');
    else expect(read()).toEqual([`${node} <a> "true"^^<xs:boolean> .`]);
  });

  it('keeps numbers exact and distinguishes integers from floats by notation', () => {
    expect(set('{"uid":1,"a":9223372036854775807,"b":-9223372036854775808,"c":5.0,"d":1e3,"e":0.1}')).toEqual([
      '<0x1> <a> "9223372036854775807"^^<xs:int> .',
      '<0x1> <b> "-9223372036854775808"^^<xs:int> .',
      '<0x1> <c> "5.0"^^<xs:float> .',
      '<0x1> <d> "1e3"^^<xs:float> .',
      '<0x1> <e> "0.1"^^<xs:float> .',
    ]);
  });

  it('recognizes vectors, variables and geometries in values', () => {
    expect(
      set({
        uid: '0x1',
        a: '[1.0, 2]',
        b: '[]',
        c: '[x]',
        d: ' u i d ( v ) ',
        e: 'val(w)',
        f: 'uid is a word',
        g: { type: 'Point', coordinates: [1.5, 2] },
        h: { type: 'Point', coordinates: 'x' },
      }),
    ).toEqual([
      '<0x1> <a> "[1.0, 2]"^^<xs:[]float32> .',
      '<0x1> <b> "[]"^^<xs:string> .',
      '<0x1> <c> "[x]"^^<xs:string> .',
      '<0x1> <d> uid(v) .',
      '<0x1> <e> val(w) .',
      '<0x1> <f> "uid is a word"^^<xs:string> .',
      '<0x1> <g> "{\\"type\\":\\"Point\\",\\"coordinates\\":[1.5,2]}"^^<geo:geojson> .',
      '<0x1> <h> _:blank-0 .',
      '_:blank-0 <type> "Point"^^<xs:string> .',
      '_:blank-0 <coordinates> "x"^^<xs:string> .',
    ]);
  });

  it('reads languages, and drops nulls and empty values from a set', () => {
    expect(set({ uid: '0x1', 'name@en': 'x', '@en': null, a: null, b: {}, c: [], d: '' })).toEqual([
      '<0x1> <name@en> "x"^^<xs:string> .',
      '<0x1> <d> ""^^<xs:string> .',
    ]);
  });

  it('uses the last of two members with one name', () => {
    expect(set('{"uid":"0x1","a":1,"b":2,"a":3}')).toEqual(['<0x1> <a> "3"^^<xs:int> .', '<0x1> <b> "2"^^<xs:int> .']);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, i]));
    expect(set(JSON.stringify({ uid: '0x1', ...many }).replace('}', ',"p0":99}'))[0]).toBe(
      '<0x1> <p0> "99"^^<xs:int> .',
    );
  });

  it('reads facets of values, of edges inside their ends, and of lists by index', () => {
    expect(
      set(
        `{"uid":"0x1","name":"x","name|i":5,"name|f":5.0,"name|b":true,"name|s":"a b","name|t":"2006-01-02","name|y":"2006","name|n":null,
          "friend":[{"uid":"0x2","friend|since":"2006"},{"uid":"0x3"}],"one":{"uid":"0x4","one|k":1},"one|lost":1,
          "list":["a","b","c"],"list|k":{"0":"x","2":7},"name@en":"y","name@en|k":1}`,
      ),
    ).toEqual([
      '<0x1> <name> "x"^^<xs:string> (i=5, f=5.0, b=true, s="a b", t=2006-01-02, y=2006-01-01) .',
      '<0x1> <friend> <0x2> (since=2006-01-01) .',
      '<0x1> <friend> <0x3> .',
      '<0x1> <one> <0x4> (k=1) .',
      '<0x1> <list> "a"^^<xs:string> (k="x") .',
      '<0x1> <list> "b"^^<xs:string> .',
      '<0x1> <list> "c"^^<xs:string> (k=7) .',
      '<0x1> <name@en> "y"^^<xs:string> (k=1) .',
    ]);
  });

  it('reads deletes: of a node, of a predicate, of values, of edges', () => {
    expect(deleted({ uid: '0x1' })).toEqual(['<0x1> * * .']);
    expect(deleted({ uid: '0x1', _STAR_ALL: null })).toEqual(['<0x1> * * .']);
    expect(
      deleted(
        '{"uid":"0x1","a":null,"name@en":null,"b":"x","c":"","d":0,"e":0.0,"f":false,"g":true,"h":{},"i":["x",""]}',
      ),
    ).toEqual([
      '<0x1> <a> * .',
      '<0x1> <name@en> * .',
      '<0x1> <b> "x"^^<xs:string> .',
      '<0x1> <c> * .',
      '<0x1> <d> "0"^^<xs:int> .',
      '<0x1> <e> * .',
      '<0x1> <f> * .',
      '<0x1> <g> "true"^^<xs:boolean> .',
      '<0x1> <i> "x"^^<xs:string> .',
      '<0x1> <i> * .',
    ]);
    expect(deleted([{ uid: '0x1', friend: [{ uid: '0x2' }, { uid: '0x3', name: null }] }])).toEqual([
      '<0x1> <friend> <0x2> .',
      '<0x1> <friend> <0x3> .',
      '<0x3> <name> * .',
    ]);
  });

  it('returns the predicates that are lists', () => {
    const mutation = parseJson('[{"a":1,"b":[1],"c":{"d":[{}]},"e":1,"name@en":"x"},{"e":[1]}]');
    expect([...predicateHints(mutation)]).toEqual([
      ['a', 'single'],
      ['b', 'list'],
      ['d', 'list'],
      ['c', 'single'],
      ['e', 'list'],
    ]);
  });
});

describe('bodies', () => {
  it('reads query, cond and mutations', () => {
    const request = parseJsonMutation(
      text({
        query: '{ v as var(func: has(name)) }',
        cond: '@if(eq(len(v), 0))',
        set: { uid: '0x1', a: 1 },
        mutations: [{ cond: '', delete: { uid: '0x2' } }, { cond: '@if(x)' }, { set: null, delete: [] }],
      }),
    );
    expect(request.query).toBe('{ v as var(func: has(name)) }');
    expect(request.mutations.map((m) => [m.cond, lines(m.set), lines(m.delete)])).toEqual([
      ['@if(eq(len(v), 0))', ['<0x1> <a> "1"^^<xs:int> .'], []],
      [undefined, [], ['<0x2> * * .']],
      [undefined, [], []],
    ]);
  });

  it('returns the position of each statement', () => {
    const { mutations } = parseJsonMutation('{\n "set": [\n  {"a": 1,\n   "é": [1, 2]}]}');
    expect(mutations[0]!.set.map((n) => [n.span!.line, n.span!.column])).toEqual([
      [3, 4],
      [4, 4],
      [4, 4],
    ]);
  });

  it.each([
    ['', 'unexpected end of JSON input', 1, 1],
    ['[]', 'a mutation is a JSON object', 1, 1],
    ['{}', 'empty request', 1, 1],
    ['{"set":null}', 'empty request', 1, 1],
    ['{"set":5}', 'set must be an object or an array of objects', 1, 2],
    ['{"set":[5]}', 'only array of map allowed at root', 1, 8],
    ['{"set":[{"a":1}]', 'unexpected end of JSON input', 1, 17],
    ['{"set":[\n{"a":1,}]}', "invalid character '}' looking for beginning of object key string", 2, 8],
    ['{"set":[{"a":1}]} x', "invalid character 'x' after top-level value", 1, 19],
    ['{"set":[{"a":01}]}', "invalid character '1' after object key:value pair", 1, 15],
    ['{"set":[{"a":.5}]}', "invalid character '.' looking for beginning of value", 1, 14],
    ['{"set":[{"a":nul}]}', 'invalid literal; expected null', 1, 14],
    ['{"set":[{"a":"\\x"}]}', 'invalid escape in a string: \\x', 1, 15],
    ['{"set":[{"a":"\\ud800"}]}', 'half a surrogate pair in a string', 1, 14],
    ['{"set":[{"a":"\u0001"}]}', 'invalid control character in a string', 1, 15],
    ['{"query":5,"set":[]}', 'query must be a string', 1, 2],
    ['{"mutations":{}}', 'mutations must be an array of objects', 1, 2],
    ['{"set":[{"b":9223372036854775808}]}', 'value out of range', 1, 10],
    ['{"set":[{"b":1e400}]}', 'value out of range', 1, 10],
    ['{"set":[{"b":[true]}]}', 'got unsupported type for list: b', 1, 14],
    ['{"set":[{"b":[[1]]}]}', 'got unsupported type for list: b', 1, 14],
    ['{"set":[{"b":"val(v"}]}', "while processing 'val(v', brackets are not closed properly", 1, 10],
    ['{"set":[{"b":"x","b|k":[1]}]}', 'facet: b|k: facet value can only be string/number/bool', 1, 18],
    ['{"set":[{"b":["x"],"b|k":"y"}]}', 'facets format should be of type map for scalarlist predicates', 1, 20],
    ['{"set":[{"b":["x"],"b|k":{"z":"y"}}]}', 'facet: b|k, index: z: strconv.Atoi', 1, 20],
    ['{"set":[{"b":"x","b|a b":1}]}', 'key error: Facet "a b", Must not contain spaces', 1, 9],
    ['{"set":[{"a b":1}]}', 'key error: predicate "a b": Must not contain spaces', 1, 10],
    ['{"set":[{"":1}]}', 'key error: predicate "": Has zero length', 1, 10],
    ['{"set":[{"~f":{}},{"~f":1}]}', 'key error: predicate "~f": Has invalid characters', 1, 10],
    ['{"set":{"_STAR_ALL":"x"}}', 'Cannot use star in set n-quad', 1, 9],
    ['{"delete":{"uid":"0x1","_STAR_ALL":"x"}}', 'Only valid wildcard delete patterns', 1, 24],
    ['{"delete":{"uid":"0x1","*":null}}', '"*" is no predicate', 1, 24],
    ['{"delete":[{"a":1}]}', 'UID must be present and non-zero while deleting edges', 1, 12],
    ['{"delete":[{"uid":"0x1","f":{"a":1}}]}', 'UID must be present and non-zero while deleting edges', 1, 29],
  ])('refuses %j', (body, reason, line, column) => {
    const error = refusal(() => parseJsonMutation(body));
    expect(error.reason).toContain(reason);
    expect([error.line, error.column]).toEqual([line, column]);
  });

  it('refuses hostile nesting without stack overflow', () => {
    expect(refusal(() => parseJsonMutation('{"set":' + '{"a":'.repeat(100_000))).reason).toContain('nested deeper');
    expect(refusal(() => parseJsonMutation('['.repeat(100_000))).reason).toContain('nested deeper');
  });

  it('is not slowed down by many facets', async () => {
    const members = Array.from({ length: 20_000 }, (_, i) => `"p${i}":1,"p${i}|k":1`);
    const took = await cpuTime(() => expect(parseJson(`{${members.join(',')}}`).set).toHaveLength(20_000));
    expect(took).toBeLessThan(2_000);
  });
});

describe('readJson', () => {
  const plain = (value: unknown): unknown => {
    if (value instanceof JsonNumber) return Number(value.text);
    if (value instanceof JsonArray) return value.items.map(plain);
    if (!(value instanceof JsonObject)) return value;
    return Object.fromEntries(Array.from({ length: value.size }, (_, i) => [value.key(i), plain(value.value(i))]));
  };

  it('agrees with JSON.parse', () => {
    const sample =
      ' {"a": [1, -0.5, 1e+2, true, false, null, "x\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é", [], ' +
      '{}], "b": {"c": {"d": []}}} ';
    expect(plain(readJson(sample))).toEqual(JSON.parse(sample));
    fc.assert(
      fc.property(fc.json({ stringUnit: 'grapheme' }), fc.constantFrom(undefined, 2), (text, indent) => {
        const value = JSON.parse(text) as unknown;
        const written = JSON.stringify(value, null, indent);
        expect(JSON.stringify(plain(readJson(written)))).toBe(JSON.stringify(value));
      }),
      { numRuns: runs(500) },
    );
  });

  it('refuses the texts that JSON.parse refuses, with DqlSyntaxError only', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '.5',
      'e',
      'true',
      'nul',
      '\\',
      '\\u00',
      ' ',
      '\n',
    );
    const accepts = (read: () => unknown): boolean => {
      try {
        read();
        return true;
      } catch (error) {
        expect(error instanceof DqlSyntaxError || error instanceof SyntaxError).toBe(true);
        return false;
      }
    };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const body = pieces.join('');
        expect(accepts(() => readJson(body))).toBe(accepts(() => JSON.parse(body) as unknown));
      }),
      { numRuns: runs(3000) },
    );
  });
});

it('refuses bodies with DqlSyntaxError only', () => {
  const key = fc.constantFrom(
    'uid',
    'a',
    'a|k',
    'a@en',
    '_STAR_ALL',
    '*',
    '~f',
    'namespace',
    'type',
    'coordinates',
    '',
  );
  const body = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
    object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, false, 0, 1.5, -1, '', 'x', '0x1', '_:a', 'uid(v)', 'val(v', '[1]', 'Point', '2006'),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
  }));
  fc.assert(
    fc.property(body.object, body.object, (setting, deleting) => {
      try {
        parseJsonMutation(JSON.stringify({ set: setting, delete: deleting }));
      } catch (error) {
        expect(error).toBeInstanceOf(DqlSyntaxError);
      }
    }),
    { numRuns: runs(3000) },
  );
});
