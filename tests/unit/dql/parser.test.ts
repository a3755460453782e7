import type { Document, Field, QueryBlock, Selection } from '../../../src/dql/ast';
import { parse } from '../../../src/dql/parser';

/** Strips spans and absent members, for comparison. */
function plain(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(JSON.stringify(value, (key, v: unknown) => (key === 'span' ? undefined : v)));
}
const block = (text: string): QueryBlock => parse(text).blocks[0] as QueryBlock;
const field = (text: string): Field => block(`{ q(func: has(x)) { ${text} } }`).selection![0] as Field;
const select = (text: string): unknown => plain(block(`{ q(func: has(x)) { ${text} } }`).selection);
const filter = (text: string): unknown =>
  plain(block(`{ q(func: has(x)) @filter(${text}) { uid } }`).directives.filter);
const call = (name: string): unknown => ({
  kind: 'FunctionCall',
  name: 'has',
  subject: predicate(name),
  args: [],
  options: [],
});
const predicate = (name: string, more: object = {}): unknown => ({
  kind: 'Predicate',
  name,
  iri: false,
  reverse: false,
  langs: [],
  ...more,
});
const func = (text: string): unknown => plain(block(`{ q(func: ${text}) { uid } }`).func);
const scalar = (text: string, quoted = false): unknown => ({ kind: 'Scalar', text, quoted });
describe('documents', () => {
  it('reads an operation, several blocks and fragments', () => {
    const document = parse(`query people($a: int = 3, $b: string!, $c: float32vector = "[1]") {
      A as var(func: has(name))
      q(func: uid(A), first: $a) { ...f }
    }
    fragment f { name }`);
    expect(plain(document.operation)).toEqual({
      kind: 'Operation',
      name: 'people',
      variables: [
        { kind: 'VariableDefinition', name: '$a', type: 'int', required: false, default: scalar('3') },
        { kind: 'VariableDefinition', name: '$b', type: 'string', required: true },
        {
          kind: 'VariableDefinition',
          name: '$c',
          type: 'float32vector',
          required: false,
          default: scalar('[1]', true),
        },
      ],
    });
    expect(document.blocks.map((b) => b.kind === 'QueryBlock' && [b.variable, b.name])).toEqual([
      ['A', 'var'],
      [undefined, 'q'],
    ]);
    expect(document.fragments.map((f) => f.name)).toEqual(['f']);
  });

  it('reads several operations as one', () => {
    expect(parse('{ a(func: has(x)) { uid }, c(func: has(x)), } { b(func: has(x)) { uid } },').blocks).toHaveLength(3);
  });

  it('reads schema blocks', () => {
    expect(plain(parse('schema {}').blocks)).toEqual([{ kind: 'SchemaBlock', predicates: [], types: [], fields: [] }]);
    expect(plain(parse('schema(pred: [a, <b-c> d]) { type index }').blocks)).toEqual([
      { kind: 'SchemaBlock', predicates: ['a', 'b-c', 'd'], types: [], fields: ['type', 'index'] },
    ]);
    expect(plain(parse('schema(type: Person) {}').blocks)).toEqual([
      { kind: 'SchemaBlock', predicates: [], types: ['Person'], fields: [] },
    ]);
  });

  it('returns an empty document for an empty text', () => {
    expect(plain(parse(' # nothing'))).toEqual({ kind: 'Document', blocks: [], fragments: [] });
  });

  it('freezes every node, with its span', () => {
    const text = '{\n  q(func: has(name)) { friend @filter(eq(age, 3)) { name@en } }\n}';
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || !('span' in value || Array.isArray(value))) return;
      expect(Object.isFrozen(value)).toBe(true);
      Object.values(value).forEach(walk);
    };
    const document: Document = parse(text);
    walk(document);
    const friend = (document.blocks[0] as QueryBlock).selection![0] as Field;
    expect(text.slice(friend.span.start, friend.span.end)).toBe('friend @filter(eq(age, 3)) { name@en }');
    expect([friend.span.line, friend.span.column]).toEqual([2, 24]);
    const name: Selection = friend.selection![0]!;
    expect(name.kind === 'Field' && text.slice(name.predicate.span.start, name.predicate.span.end)).toBe('name@en');
  });
});

describe('functions', () => {
  it.each([
    ['has(~friend)', { name: 'has', subject: predicate('friend', { reverse: true }), args: [] }],
    ['HAS(<~friend>)', { name: 'has', subject: predicate('friend', { reverse: true, iri: true }), args: [] }],
    [
      'eq(name@en, "A", "B")',
      { name: 'eq', subject: predicate('name', { langs: ['en'] }), args: [scalar('A', true), scalar('B', true)] },
    ],
    ['eq(a-b.c, -3)', { name: 'eq', subject: predicate('a-b.c'), args: [scalar('-3')] }],
    [
      'eq(name, ["A", $b])',
      {
        name: 'eq',
        subject: predicate('name'),
        args: [{ kind: 'List', items: [scalar('A', true), { kind: 'GqlVariable', name: '$b' }] }],
      },
    ],
    [
      'ge(count(~friend), 2)',
      {
        name: 'ge',
        subject: { kind: 'CountRef', predicate: predicate('friend', { reverse: true }) },
        args: [scalar('2')],
      },
    ],
    ['le(val(x), 1.5)', { name: 'le', subject: { kind: 'ValRef', variable: 'x' }, args: [scalar('1.5')] }],
    ['eq(name, val(x))', { name: 'eq', subject: predicate('name'), args: [{ kind: 'ValRef', variable: 'x' }] }],
    [
      'between(d, 2006-01-02, "2007")',
      { name: 'between', subject: predicate('d'), args: [scalar('2006-01-02'), scalar('2007', true)] },
    ],
    [
      'uid(0x1, 23, v, <w>)',
      {
        name: 'uid',
        args: [scalar('0x1'), scalar('23'), { kind: 'VariableName', name: 'v' }, { kind: 'VariableName', name: 'w' }],
      },
    ],
    ['uid()', { name: 'uid', args: [] }],
    ['type(Person)', { name: 'type', args: [scalar('Person')] }],
    [
      'regexp(name, /a\\/b+/i)',
      { name: 'regexp', subject: predicate('name'), args: [{ kind: 'Regex', pattern: 'a/b+', flags: 'i' }] },
    ],
    [
      'near(loc, [-1.1, 2], 5)',
      {
        name: 'near',
        subject: predicate('loc'),
        args: [{ kind: 'List', items: [scalar('-1.1'), scalar('2')] }, scalar('5')],
      },
    ],
    [
      'similar_to(emb, 3, $v, ef: 64, distance_threshold: -0.5)',
      {
        name: 'similar_to',
        subject: predicate('emb'),
        args: [scalar('3'), { kind: 'GqlVariable', name: '$v' }],
        options: [
          { kind: 'FunctionOption', key: 'ef', value: scalar('64') },
          { kind: 'FunctionOption', key: 'distance_threshold', value: scalar('-0.5') },
        ],
      },
    ],
  ])('reads %s', (text, expected) => {
    expect(func(text)).toEqual({ kind: 'FunctionCall', options: [], ...expected });
  });

  it('reads uid(v) and len(v) where they are allowed', () => {
    expect(filter('uid_in(school, uid(s)) or eq(len(v), 0)')).toEqual({
      kind: 'Or',
      operands: [
        {
          kind: 'FunctionCall',
          name: 'uid_in',
          subject: predicate('school'),
          options: [],
          args: [{ kind: 'FunctionCall', name: 'uid', args: [{ kind: 'VariableName', name: 's' }], options: [] }],
        },
        {
          kind: 'FunctionCall',
          name: 'eq',
          subject: { kind: 'LenRef', variable: 'v' },
          args: [scalar('0')],
          options: [],
        },
      ],
    });
  });
});

describe('filters', () => {
  it('binds not before and, and before or', () => {
    expect(filter('has(a) OR not has(b) And has(c) or has(d)')).toEqual({
      kind: 'Or',
      operands: [call('a'), { kind: 'And', operands: [{ kind: 'Not', operand: call('b') }, call('c')] }, call('d')],
    });
  });
  it('respects brackets, and reads no filter in ()', () => {
    expect(filter('not (has(a) or has(b)) and ((has(c)))')).toEqual({
      kind: 'And',
      operands: [{ kind: 'Not', operand: { kind: 'Or', operands: [call('a'), call('b')] } }, call('c')],
    });
    expect(filter('')).toBeUndefined();
  });
});

describe('math', () => {
  /** Prints the tree with every operation in brackets. */
  const math = (text: string): string => {
    const show = (e: { kind: string; [key: string]: unknown }): string => {
      const sub = (x: unknown): string => show(x as { kind: string });
      switch (e.kind) {
        case 'MathBinary':
          return `(${sub(e['left'])} ${String(e['operator'])} ${sub(e['right'])})`;
        case 'MathUnary':
          return `(-${sub(e['operand'])})`;
        case 'MathCall':
          return `${String(e['function'])}[${(e['args'] as unknown[]).map(sub).join(' ')}]`;
        default:
          return String(e['text'] ?? e['name']);
      }
    };
    const selection = block(`{ q(func: has(x)) { m: math(${text}) } }`).selection![0]!;
    if (selection.kind !== 'MathField') throw new Error('no math');
    return show(selection.expression as never);
  };
  it.each([
    ['a + b * c', '(a + (b * c))'],
    ['a - b - c', '((a - b) - c)'],
    ['a - b + c', '((a - b) + c)'],
    ['a + b - c', '(a + (b - c))'],
    ['5 * 10 / 50', '((5 * 10) / 50)'],
    ['a * v dot b * w', '((a * v) dot (b * w))'],
    ['a % b * c', '(a % (b * c))'],
    ['a < b == c >= d', '((a < b) == (c >= d))'],
    ['-a * -3 - -(b)', '(((-a) * (-3)) - (-b))'],
    ['cond(a > 1, pow(a, 2), max(ln(b), 1.5))', 'cond[(a > 1) pow[a 2] max[ln[b] 1.5]]'],
    ['dot(v, w) + $x', '(dot[v w] + $x)'],
    ['Since(d) / (60 * 60)', '(since[d] / (60 * 60))'],
  ])('reads %s', (text, expected) => expect(math(text)).toBe(expected));
});

describe('selections', () => {
  it('reads aliases and variables in either order', () => {
    expect(select('v as a: name')).toEqual(select('a: v as name'));
    expect(field('v as <http://a.b/c>: name')).toMatchObject({ variable: 'v', alias: 'http://a.b/c' });
  });

  it("reads all parts of a field's suffix, in any order", () => {
    expect(
      plain(
        field('friend (first: -3) @filter(has(x)) (offset: $o, orderasc: name@en, orderdesc: age) @cascade { uid }'),
      ),
    ).toMatchObject({
      pagination: { first: scalar('-3'), offset: { kind: 'GqlVariable', name: '$o' } },
      order: [
        { by: predicate('name', { langs: ['en'] }), descending: false },
        { by: predicate('age'), descending: true },
      ],
      directives: { filter: call('x'), cascade: [] },
      selection: [{ kind: 'UidField' }],
    });
  });

  // Real Dgraph takes each of them, and refuses the last two with these words.
  it.each(['uid', 'count', 'val', 'min', 'max', 'sum', 'avg', 'math', 'expand', 'checkpwd', 'UID', 'Math'])(
    'reads a name that begins with %s and a dash as a predicate',
    (word) => {
      for (const [written, name] of [
        [`${word}-a`, `${word}-a`],
        [`${word} - a`, `${word}-a`],
        [`${word}-`, `${word}-`],
      ] as const) {
        for (const text of [written, `x: ${written}@en`, `${written} { uid }`, `count(${written})`]) {
          const [block] = parse(`{ q(func: has(a)) { ${text} } }`).blocks as unknown as readonly {
            selection: readonly { predicate: { name: string } }[];
          }[];
          expect([text, block!.selection[0]!.predicate.name]).toEqual([text, name]);
        }
      }
      const refusal = `Only aggregator/count functions allowed inside @groupby. Got: ${word}-a`;
      expect(() => parse(`{ q(func: has(a)) @groupby(b) { ${word}-a } }`)).toThrow(refusal);
      expect(() => parse(`{ q() { ${word}-a } }`)).toThrow(
        `Only aggregation/math functions allowed inside empty blocks. Got: ${word.toLowerCase()}-a`,
      );
    },
  );

  it('reads language lists', () => {
    expect(field('name@en-US:fr:.').predicate.langs).toEqual(['en-US', 'fr', '.']);
    expect(field('name@*').predicate.langs).toEqual(['*']);
    expect(field('name@.').predicate.langs).toEqual(['.']);
  });

  it('reads facets in all their forms', () => {
    const facets = (text: string): unknown => plain(field(`friend ${text}`).directives);
    expect(facets('@facets')).toEqual({ facets: { kind: 'FacetSelection', all: true, keys: [], order: [] } });
    expect(facets('@facets()')).toEqual({ facets: { kind: 'FacetSelection', all: false, keys: [], order: [] } });
    expect(facets('@facets(a, v as b-c, x: d, orderdesc: e, orderasc: w as f) @facets(not eq(a, 1))')).toEqual({
      facets: {
        kind: 'FacetSelection',
        all: false,
        keys: [
          { kind: 'FacetKey', key: 'a' },
          { kind: 'FacetKey', key: 'b-c', variable: 'v' },
          { kind: 'FacetKey', key: 'd', alias: 'x' },
          { kind: 'FacetKey', key: 'f', variable: 'w' },
        ],
        order: [
          { kind: 'FacetOrder', key: 'e', descending: true },
          { kind: 'FacetOrder', key: 'f', descending: false },
        ],
      },
      facetsFilter: { kind: 'Not', operand: expect.objectContaining({ name: 'eq' }) },
    });
  });

  it('reads arguments of count inside and outside its brackets alike', () => {
    expect(select('n: count(~friend @filter(has(x)))')).toEqual(select('n: count(~friend) @filter(has(x))'));
    expect(select('count(uid)')).toEqual([{ kind: 'CountField', pagination: {}, order: [], directives: {} }]);
    expect(select('count, min, val')).toMatchObject([{ kind: 'Field' }, { kind: 'Field' }, { kind: 'Field' }]);
  });

  it('reads aggregates, val, expand, checkpwd and spreads', () => {
    expect(
      select(
        'x as min(val(a)) val(b) expand(_all_) expand(A, B) @filter(type(C)) { uid } expand(val(c)) ok: ' +
          'checkpwd(pwd, "s") ...f',
      ),
    ).toMatchObject([
      { kind: 'AggregateField', function: 'min', of: { kind: 'ValRef', variable: 'a' }, variable: 'x' },
      { kind: 'ValField', value: { variable: 'b' } },
      { kind: 'ExpandField', types: ['_all_'] },
      { kind: 'ExpandField', types: ['A', 'B'], selection: [{ kind: 'UidField' }] },
      { kind: 'ExpandField', types: { kind: 'ValRef', variable: 'c' } },
      { kind: 'CheckPasswordField', alias: 'ok', password: scalar('s', true) },
      { kind: 'FragmentSpread', name: 'f' },
    ]);
  });

  it('reads groupby with its own kind of selection', () => {
    expect(plain(field('friend @groupby(a: age, name@en) { count(uid) m: max(name@en) }'))).toMatchObject({
      directives: {
        groupby: [{ alias: 'a', predicate: predicate('age') }, { predicate: predicate('name', { langs: ['en'] }) }],
      },
      selection: [{ kind: 'CountField' }, { kind: 'AggregateField', of: predicate('name', { langs: ['en'] }) }],
    });
  });
});

describe('blocks', () => {
  it('reads root arguments and directives', () => {
    expect(
      plain(
        block(
          '{ v as q(func: has(x), orderasc: name@en, orderdesc: b, first: 5, after: 0x2) @Recurse(Depth: 3, ' +
            'loop: true) @cascade(a, ~b) @normalize @ignorereflex { uid } }',
        ),
      ),
    ).toMatchObject({
      variable: 'v',
      order: [{ by: predicate('name', { langs: ['en'] }) }, { by: predicate('b'), descending: true }],
      pagination: { first: scalar('5'), after: scalar('0x2') },
      directives: {
        recurse: { depth: scalar('3'), loop: scalar('true') },
        cascade: [predicate('a'), predicate('b', { reverse: true })],
        normalize: true,
        ignoreReflex: true,
      },
    });
  });
  it('reads shortest paths', () => {
    expect(
      plain(
        block('{ p as shortest(from: 0x1, to: uid(b), numpaths: 2, depth: $d, maxfrontiersize: 9) { friend } }')
          .shortest,
      ),
    ).toEqual({
      kind: 'ShortestPath',
      from: scalar('0x1'),
      to: { kind: 'FunctionCall', name: 'uid', args: [{ kind: 'VariableName', name: 'b' }], options: [] },
      numpaths: scalar('2'),
      depth: { kind: 'GqlVariable', name: '$d' },
      maxfrontiersize: scalar('9'),
    });
  });
});
