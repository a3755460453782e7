import { bind } from '../../../src/dql/bind';
import { DqlSyntaxError } from '../../../src/dql/errors';
import { parse } from '../../../src/dql/parser';
import { print } from '../../../src/dql/printer';

const bound = (text: string, variables?: Record<string, string>): string =>
  print(bind(parse(text), variables))
    .replace(/\s+/g, ' ')
    .trim();
const refusal = (text: string, variables?: Record<string, string>): DqlSyntaxError => {
  try {
    bind(parse(text), variables);
  } catch (error) {
    if (error instanceof DqlSyntaxError) return error;
    throw error;
  }
  throw new Error('not refused');
};

describe('bind', () => {
  it('replaces variables by values, or else by defaults', () => {
    expect(
      bound(
        `query q($a: string = "A", $n: int = 3, $o: int, $s: string) {
          q(func: eq(name, [$a, "B", $s]), first: $n, offset: $o) @filter(eq(age, $n)) @recurse(depth: $n, loop: $t) {
            friend (first: $n) ok: checkpwd(p, $s)
          }
        }`.replace('$t)', 'true)'),
        { $o: '7', $s: 'x "y"', $a: '' },
      ),
    ).toBe(
      '{ q(func: eq(name, ["A", "B", "x \\"y\\""]), first: 3, offset: 7) @filter(eq(age, "3")) ' +
        '@recurse(depth: 3, loop: true) { friend (first: 3) ok: checkpwd(p, "x \\"y\\"") } }',
    );
  });

  it('reads uids, also several in one value', () => {
    const query = 'query q($u: string) { q(func: uid($u)) @filter(uid($u, v)) { uid } }';
    expect(bound(query, { $u: '0x1' })).toBe('{ q(func: uid(0x1)) @filter(uid(0x1, v)) { uid } }');
    expect(bound(query, { $u: ' [0x1, 2 ,0x3]' })).toBe(
      '{ q(func: uid(0x1, 2, 0x3)) @filter(uid(0x1, 2, 0x3, v)) { uid } }',
    );
  });

  it('reads regular expressions', () => {
    const query = 'query q($r: string) { q(func: regexp(name, $r)) { uid } }';
    expect(bound(query, { $r: '/a\\/b/i' })).toBe('{ q(func: regexp(name, /a\\/b/i)) { uid } }');
  });

  it('returns math numbers with their types, and constants', () => {
    const query = (type: string): string => `query q($x: ${type}) { q(func: has(a)) { m: math(a + $x) } }`;
    expect(bound(query('int'), { $x: '0x10' })).toContain('math(a + 16)');
    expect(bound(query('int'), { $x: '-5' })).toContain('math(a + -5)');
    expect(bound(query('float'), { $x: '3' })).toContain('math(a + 3.0)');
    expect(bound(query('float'), { $x: '-2.5' })).toContain('math(a + -2.5)');
    const vector = bind(parse(query('float32vector')), { $x: '[1, 2]' });
    expect(JSON.stringify(vector)).toContain('"kind":"MathConstant","type":"float32vector","text":"[1, 2]"');
  });

  it('binds the options of similar_to', () => {
    const query = 'query q($v: float32vector, $k: int, $e: int) { q(func: similar_to(emb, $k, $v, ef: $e)) { uid } }';
    expect(bound(query, { $v: '[1.0, 2]', $k: '3', $e: '64' })).toBe(
      '{ q(func: similar_to(emb, "3", "[1.0, 2]", ef: 64)) { uid } }',
    );
  });

  it('keeps the objects of a query without variables, except its operation', () => {
    const document = parse('{ q(func: eq(name, "a")) @filter(has(b)) { m: math(1 + 2) friend { uid } } }');
    expect(bind(document).blocks).toBe(document.blocks);
  });

  it('accepts undeclared variables in recurse and uid filters, as Dgraph does', () => {
    const query = 'query { q(func: uid(1)) @filter(uid($u)) @recurse(depth: $d) { friend } }';
    expect(bound(query, { $u: '2', $d: '3' })).toContain('@filter(uid(2)) @recurse(depth: 3)');
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'query q($a: int) { q(func: has(x), first: $a) { uid } }',
      { $a: '3.3' },
      'Expected an int but got 3.3: strconv.ParseInt: parsing "3.3": invalid syntax',
    ],
    [
      'query q($a: float) { q(func: has(x), first: $a) { uid } }',
      { $a: 'x' },
      'Expected a float but got x: strconv.ParseFloat: parsing "x": invalid syntax',
    ],
    [
      'query q($a: bool) { q(func: has(x), first: $a) { uid } }',
      { $a: 'x' },
      'Expected a bool but got x: strconv.ParseBool: parsing "x": invalid syntax',
    ],
    [
      'query q($a: float32vector) { q(func: has(x), first: $a) { uid } }',
      { $a: 'x' },
      'Expected a vector32float but got x: cannot convert x to vfloat',
    ],
    ['query q($a: uid) { q(func: has(x), first: $a) { uid } }', { $a: '1' }, 'Type "uid" not supported'],
    ['query q($a: int!) { q(func: has(x), first: $a) { uid } }', {}, 'Variable $a should be initialised'],
    ['query q($a: int) { q(func: has(x), first: $a) { uid } }', { $b: '1' }, 'Type of variable $b not specified'],
    ['query q($b: int) { q(func: has(x), first: $a) { uid } }', {}, 'Variable not defined $a'],
    ['query { q(func: has(x), first: $a) { uid } }', { $a: '1' }, 'Variable not defined $a'],
    ['query { q(func: uid($a)) { uid } }', { $a: '1' }, 'Variable not defined $a'],
    ['query { q(func: has(x)) @filter(uid($a)) { uid } }', {}, "Couldn't find value for DQL variable: [$a]"],
    ['query q($a: string) { q(func: uid($a)) { uid } }', {}, "ID can't be empty"],
    ['query q($a: string) { q(func: uid($a)) { uid } }', { $a: '[1, [2]]' }, 'Invalid id list at root. Got: [1,[2]]'],
    ['query q($a: string) { q(func: uid($a)) { uid } }', { $a: 'x' }, 'strconv.ParseUint: parsing "x": invalid syntax'],
    ['query q($a: string) { q(func: regexp(n, $a)) { uid } }', { $a: 'aman/' }, 'Found invalid regex: [aman/]'],
    ['query q($a: string) { q(func: regexp(n, $a)) { uid } }', {}, 'Found empty regex: []'],
    [
      'query q($a: string) { q(func: uid(1)) @recurse(depth: $a) { f } }',
      { $a: 'x' },
      '$a should be type of integer: strconv.ParseUint: parsing "x": invalid syntax',
    ],
    [
      'query q($a: string) { q(func: uid(1)) @recurse(depth: 1, loop: $a) { f } }',
      { $a: 'tre' },
      '$a should be type of boolean: strconv.ParseBool: parsing "tre": invalid syntax',
    ],
    ['query q($b: string) { q(func: uid(1)) @recurse(depth: $a) { f } }', {}, 'variable $a not defined'],
    ['query q($b: int) { q(func: uid(1)) { m: math(1 + $a) } }', {}, 'Variable not found in math'],
    ['query q($a: int) { q(func: uid(1)) { m: math(1 + $a) } }', {}, 'No value found'],
  ])('%s with %j', (query, variables, message) => {
    expect(refusal(query, variables).message).toBe(message);
  });

  it('is not misled by names of Object.prototype', () => {
    expect(refusal('query q($toString: int!) { q(func: has(x), first: $toString) { uid } }').message).toContain(
      'initialised',
    );
    expect(refusal('query q($a: constructor) { q(func: has(x), first: $a) { uid } }', { $a: '1' }).message).toContain(
      'not supported',
    );
  });
});
