import { DqlSyntaxError } from '../../../src/dql/errors';
import { expandFragments } from '../../../src/dql/fragments';
import { parse, parseCondition } from '../../../src/dql/parser';
import { prepare } from '../../../src/dql/prepare';
import { print } from '../../../src/dql/printer';
import { blockVariables } from '../../../src/dql/variables';
import { transform, visit } from '../../../src/dql/visitor';

const refusal = (read: () => unknown): DqlSyntaxError => {
  try {
    read();
  } catch (error) {
    if (error instanceof DqlSyntaxError) return error;
    throw error;
  }
  throw new Error('not refused');
};
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('expandFragments', () => {
  const expanded = (text: string): string => line(print(expandFragments(parse(text))));
  it('replaces spreads by fragments, also nested ones', () => {
    expect(
      expanded(
        '{ q(func: has(a)) { x ...f friend { ...g y } } } fragment f { a ...g } fragment g { b { c } } ' +
          'fragment unused { ...gone }',
      ),
    ).toBe('{ q(func: has(a)) { x a b { c } friend { b { c } y } } }');
  });
  it('uses the later of two fragments with one name', () => {
    expect(expanded('{ q(func: has(a)) { ...f } } fragment f { a } fragment f { b }')).toBe(
      '{ q(func: has(a)) { b } }',
    );
  });
  it('returns a document without spreads unchanged', () => {
    const document = parse('{ q(func: has(a)) { a } }');
    expect(expandFragments(document)).toBe(document);
  });
  it('refuses missing fragments and cycles, at the spread', () => {
    const missing = refusal(() => expandFragments(parse('{ q(func: has(a)) {\n ...f } }')));
    expect([missing.message, missing.line, missing.column]).toEqual(['Missing fragment: f', 2, 2]);
    expect(
      refusal(() =>
        expandFragments(parse('{ q(func: has(a)) { ...f } } fragment f { x { ...g } } fragment g { ...f }')),
      ).message,
    ).toBe('Cycle detected: f');
  });
  it('refuses fragments with too many selections, quickly', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `fragment f${i} { ...f${i + 1} ...f${i + 1} }`).join('\n');
    expect(
      refusal(() => expandFragments(parse(`{ q(func: has(a)) { ...f0 } } ${doubling} fragment f60 { a }`))).message,
    ).toContain('come to more than');
    const deep = Array.from({ length: 5000 }, (_, i) => `fragment f${i} { a { ...f${i + 1} } }`).join('\n');
    expect(
      refusal(() => expandFragments(parse(`{ q(func: has(a)) { ...f0 } } ${deep} fragment f5000 { a }`))).message,
    ).toContain('deeper');
  });
  it('refuses nested deep fragments, and accepts the deepest that the parser allows', () => {
    const nest = (inner: string, levels: number): string => `${'{ a '.repeat(levels)}${inner}${'}'.repeat(levels)}`;
    const chain = Array.from({ length: 100 }, (_, i) => `fragment f${i} ${nest(`{ ...f${i + 1} }`, 100)}`).join('\n');
    expect(
      refusal(() => expandFragments(parse(`{ q(func: has(a)) { ...f0 } } ${chain} fragment f100 { a }`))).message,
    ).toContain('deeper');
    expect(expandFragments(parse(`{ q(func: has(a)) ${nest('{ ...f }', 120)} } fragment f { a }`)).fragments).toEqual(
      [],
    );
  });
  it('accepts only documents that the next stages can traverse', () => {
    const levels = 60;
    const nest = (inner: string): string => `${'{ a '.repeat(levels)}${inner}${'}'.repeat(levels)}`;
    const sum = `m: math(a${' + a'.repeat(256)})`;
    const text = `{ q(func: has(a)) ${nest('{ ...f }')} } fragment f ${nest(`{ ${sum} }`)}`;
    const document = expandFragments(parse(text));
    let math = 0;
    visit(document, { MathBinary: () => math++ });
    expect(math).toBe(256);
    expect(transform(document, { MathNumber: () => undefined })).toBe(document);
    expect(print(document)).toContain('math(a + a');
  });
});

describe('validate, through prepare', () => {
  it.each([
    [
      '{ A as var(func: has(a)) q(func: uid(B)) { uid } }',
      'Variables are not used properly. \nDefined:[A]\nUsed:[B]\n',
      1,
      38,
    ],
    [
      '{ A as var(func: has(a)) { b as b }\n q(func: uid(A)) { uid } }',
      'Some variables are defined but not used\nDefined:[A b]\nUsed:[A]\n',
      1,
      28,
    ],
    [
      '{ q(func: uid(z, y)) {\n val(x) } }',
      'Some variables are used but not defined\nDefined:[]\nUsed:[x y z]\n',
      1,
      15,
    ],
    [
      '{ A as var(func: has(a)) A as var(func: has(b)) q(func: uid(A)) { uid } }',
      'Some variables are declared multiple times.',
      1,
      26,
    ],
    ['{ q(func: has(a)) { uid } q(func: has(b)) { uid } }', 'Duplicate aliases not allowed: q', 1, 27],
    [
      `{ q(func: has(a)) { ${'p'.repeat(65536)} } }`,
      `Predicate name length cannot be bigger than 2^16. Predicate: ${'p'.repeat(80)}`,
      1,
      21,
    ],
  ])('refuses %.60s', (text, message, row, column) => {
    const error = refusal(() => prepare(text));
    expect([error.message, error.line, error.column]).toEqual([message, row, column]);
  });

  it('counts every kind of definition and use', () => {
    prepare(`{
      A as var(func: has(a)) { B as b C as count(f) f @facets(D as k, orderasc: E as l) { F as uid } G as math(B + C) H as min(val(B)) }
      P as shortest(from: uid(A), to: uid(F)) { f }
      q(func: uid(P), orderasc: val(G)) @filter(eq(val(D), 1) or eq(name, val(E)) or uid_in(f, uid(A))) {
        expand(val(B)) x (orderdesc: val(C)) val(H) s: sum(val(B))
      }
      var(func: has(a)) var(func: has(b)) shortest(from: 1, to: 2) { f } shortest(from: 1, to: 3) { f }
    }`);
    expect(() => prepare('{ v as var(func: has(a)) }', { used: ['v'] })).not.toThrow();
    expect(refusal(() => prepare('{ v as var(func: has(a)) }', { used: ['v', '42'] })).message).toBe(
      'Some variables are used but not defined\nDefined:[v]\nUsed:[42 v]\n',
    );
  });

  it('expands, binds and checks in that order', () => {
    const document = prepare(
      'query q($n: int = 2) { A as var(func: has(a)) { ...f } q(func: uid(A, B), first: $n) { uid } } ' +
        'fragment f { B as friend { uid } }',
    );
    expect(line(print(document))).toBe(
      '{ A as var(func: has(a)) { B as friend { uid } } q(func: uid(A, B), first: 2) { uid } }',
    );
  });
});

describe('blockVariables', () => {
  it('returns the variables that each block defines and needs, with their kinds', () => {
    const blocks = blockVariables(
      parse(
        '{ A as var(func: uid(Z)) @filter(eq(len(L), 1)) { b as friend { uid } c as name d as count(x) f ' +
          '@facets(e as k) } q(func: uid(A)) { m: math(d) } schema2() { x: sum(val(d)) } }',
      ),
    );
    const show = (list: readonly { name: string; kind: string }[]): string =>
      list.map((v) => `${v.name}:${v.kind}`).join(' ');
    expect(blocks.map((b) => [b.block.name, show(b.defines), show(b.needs)])).toEqual([
      ['var', 'A:uid b:uid c:any d:value e:value', 'Z:uid L:any'],
      ['q', '', 'A:uid d:value'],
      ['schema2', '', 'd:value'],
    ]);
  });
});

describe('parseCondition', () => {
  it('reads the filter of an upsert', () => {
    const filter = parseCondition(' @if (eq(len(v), 0) AND not gt(len(w), 1)) ');
    expect(filter && print(filter)).toBe('eq(len(v), 0) AND NOT gt(len(w), 1)');
    expect(parseCondition('@FILTER(has(a))')).toMatchObject({ kind: 'FunctionCall', name: 'has' });
    expect(parseCondition('@if()')).toBeUndefined();
  });
  it.each([
    ['', 'invalid cond value: must start with @if( or @filter('],
    ['eq(len(v), 0)', 'invalid cond value: must start with @if( or @filter('],
    ['@when(eq(len(v), 0))', 'invalid cond value: must start with @if( or @filter('],
    ['@if(eq(len(v), 0)', 'Unclosed Brackets'],
    ['@if(eq(len(v), 0)) leak(func: has(a)) { uid }', 'invalid cond value: unexpected content after condition'],
    ['@if(eq(len(v), 0)) }', 'Too many right curl'],
  ])('refuses %j', (text, reason) => {
    expect(refusal(() => parseCondition(text)).reason).toContain(reason);
  });
});

describe('visit and transform', () => {
  it('visits in the order of the text and skips on request', () => {
    const predicates: string[] = [];
    visit(parse('{ q(func: eq(a, 1), orderasc: b) @filter(has(c)) { d (orderasc: e) @cascade(g) { h } i } }'), {
      Predicate: ({ name }) => predicates.push(name),
      Field: ({ predicate }) => predicate.name !== 'i',
    });
    expect(predicates).toEqual(['a', 'b', 'c', 'd', 'e', 'g', 'h']);
  });
  it('replaces nodes, also by several in a list, and shares unchanged nodes', () => {
    const document = parse('{ q(func: has(a)) { b c { d } } r(func: has(a)) { c } }');
    const changed = transform(document, {
      Field: (field) => (field.predicate.name === 'b' ? [field, field] : undefined),
    });
    expect(line(print(changed))).toBe('{ q(func: has(a)) { b b c { d } } r(func: has(a)) { c } }');
    expect(changed.blocks[1]).toBe(document.blocks[1]);
    expect(Object.isFrozen(changed.blocks[0])).toBe(true);
  });
});
