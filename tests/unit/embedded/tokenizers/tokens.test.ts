/** Tokens: words and stems of Dgraph's analysis, and byte order that equals value order. */
import fc from 'fast-check';
import { queryTokens, tokens } from '../../../../src/embedded/tokenizers';
import { parseLiteral, type Value } from '../../../../src/embedded/values';

const text = (value: string, tokenizer: string, lang = ''): string[] =>
  tokens({ type: 'string', value }, tokenizer, lang).map((token) => token.toString('utf8'));

describe('terms', () => {
  it.each([
    ['Hello, World! hello', ['hello', 'world']],
    ["O'Brien's e-mail: a.b@c.d", ["o'brien's", 'e', 'mail', 'a.b', 'c.d']],
    ['3.14 1,000 x2y', ['3.14', '1,000', 'x2y']],
    ['Ｆｕｌｌ ｗｉｄｔｈ', ['full', 'width']],
    ['straße Ünïcode', ['straße', 'ünïcode']],
    ['漢字 かな', ['漢', '字', 'か', 'な']],
    ['', ['']],
    ['— … !', []],
  ])('of %j', (value, expected) => {
    expect(text(value, 'term')).toEqual(expected);
  });

  it('split at spaces only for languages without them', () => {
    expect(text('漢字 かな', 'term', 'ja')).toEqual(['漢字', 'かな']);
  });
});

describe('full text', () => {
  it.each([
    ['The running dogs are happily relational', '', ['run', 'dog', 'happili', 'relat']],
    ['ponies caresses sky hopping', 'en', ['poni', 'caress', 'sky', 'hop']],
    ['Die Katzen schlafen', 'de', ['katz', 'schlaf']],
    ['katterna och hundarna', 'sv', ['katt', 'hund']],
  ])('of %j in %j', (value, lang, expected) => {
    expect(text(value, 'fulltext', lang)).toEqual(expected);
  });
});

describe('other strings', () => {
  it('has distinct trigrams of bytes', () => {
    expect(text('ababab', 'trigram')).toEqual(['aba', 'bab']);
    expect(tokens({ type: 'string', value: 'é1' }, 'trigram')).toEqual([Buffer.from('é1')]);
    expect(text('ab', 'trigram')).toEqual([]);
  });

  it('separates languages in exact', () => {
    expect(text('a', 'exact')).not.toEqual(text('a', 'exact', 'en'));
    expect(text('a', 'exact', 'en-US')).toEqual(text('a', 'exact', 'en'));
  });

  it('has n-grams of words, and looks up the longest', () => {
    expect(text('quick brown fox', 'ngram')).toEqual([
      'quick',
      'quick brown',
      'quick brown fox',
      'brown',
      'brown fox',
      'fox',
    ]);
    expect(queryTokens('quick brown fox jumps', 'ngram').map(String)).toEqual(['quick brown fox', 'brown fox jump']);
  });

  it('refuses unknown tokenizers', () => {
    expect(() => text('a', 'soundex')).toThrow('Invalid tokenizer soundex');
  });
});

describe('sortable tokens', () => {
  const sorted = (tokenizer: string, values: fc.Arbitrary<Value>, less: (a: Value, b: Value) => boolean): void => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const order = Buffer.compare(tokens(a, tokenizer)[0]!, tokens(b, tokenizer)[0]!);
        if (less(a, b)) expect(order).toBeLessThanOrEqual(0);
        if (less(b, a)) expect(order).toBeGreaterThanOrEqual(0);
      }),
    );
  };
  const smaller = (a: Value, b: Value): boolean => (a.value as number) < (b.value as number);

  it('of integers', () => {
    const ints = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }));
    sorted(
      'int',
      ints.map((value) => ({ type: 'int', value })),
      smaller,
    );
    const [a, b] = ['-9223372036854775808', '-9007199254740991'].map((t) => tokens(parseLiteral(t, 'int'), 'int')[0]!);
    expect(Buffer.compare(a!, b!)).toBe(-1);
  });

  it('of floats', () => {
    sorted(
      'float',
      fc.double({ noNaN: true }).map((value) => ({ type: 'float', value })),
      smaller,
    );
  });

  it('of datetimes', () => {
    const times = fc
      .integer({ min: 0, max: 253402300799 })
      .map((seconds): Value => ({ type: 'datetime', value: { seconds, nanos: 0, offset: 0 } }));
    const earlier = (a: Value, b: Value): boolean =>
      (a.value as { seconds: number }).seconds < (b.value as { seconds: number }).seconds;
    for (const tokenizer of ['year', 'month', 'day', 'hour']) sorted(tokenizer, times, earlier);
  });
});

describe('geometries', () => {
  it('are indexed by cells and their parents', () => {
    const point = tokens(parseLiteral('{"type":"Point","coordinates":[-122.082506,37.4249518]}', 'geo'), 'geo');
    expect(point).toHaveLength(13);
    const square = tokens(
      parseLiteral('{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}', 'geo'),
      'geo',
    );
    expect(square.length).toBeGreaterThan(10);
    expect(square.filter((token) => token[0] === 'c'.charCodeAt(0)).length).toBeLessThanOrEqual(18);
  });

  it('without cells are refused', () => {
    expect(() => tokens(parseLiteral('{"type":"LineString","coordinates":[[0,0],[1,1]]}', 'geo'), 'geo')).toThrow(
      'Cannot index geometry of type *geom.LineString',
    );
  });
});
