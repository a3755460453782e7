import { DqlSyntaxError } from '../../../../src/dql/errors';
import { parse } from '../../../../src/dql/parser';

const refusal = (text: string): DqlSyntaxError => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof DqlSyntaxError) return error;
    throw error;
  }
  throw new Error(`not refused: ${text}`);
};

describe('refusals', () => {
  it.each([
    ['{ q(func: has(x), random: 3) { uid } }', 'Got invalid keyword: random at root'],
    ['{ q(func: has(x), first: 1, first: 2) { uid } }', 'Repeated key "first" at root'],
    ['{ q(func: min(x)) { uid } }', 'Function name: min is not valid.'],
    ['{ q(func: eq("name", 1)) { uid } }', 'Attribute in function must not be quoted with ": "name"'],
    ['{ q(func: eq(name, 1 2)) { uid } }', 'Expected comma or language but got: 2'],
    ['{ q(func: eq(name, "a"@en)) { uid } }', "Invalid usage of '@' in function argument"],
    ['{ q(func: eq(name@*, "a")) { uid } }', 'The * symbol cannot be used as a valid language inside functions'],
    ['{ q(func: eq(name, [])) { uid } }', 'Empty Argument'],
    ['{ q(func: allofterms()) { uid } }', 'Got empty attr for function: [allofterms]'],
    ['{ q(func: type(A, B)) { uid } }', 'type function only supports one argument.'],
    ['{ q(func: uid(99999999999999999999)) { uid } }', 'The uid value "99999999999999999999" is too large.'],
    ['{ q(func: eq(name, "a\\\'b")) { uid } }', 'could not unquote'],
    ['{ q(func: eq(name, "a\nb")) { uid } }', 'could not unquote'],
    ['{ q(func: similar_to(e, 3, $v, foo: 1)) { uid } }', 'Unknown option "foo" in similar_to'],
    ['{ q(func: has(x)) @filter(has(a) has(b)) { uid } }', 'Expected one item in value stack, but got 2'],
    ['{ q(func: has(x)) @filter(and has(b)) { uid } }', 'Invalid filter statement'],
    ['{ q(func: has(x)) @foo { uid } }', 'Unknown directive [foo]'],
    ['{ q(func: has(x)) { friend @foo(a) } }', 'Unknown directive [foo]'],
    ['{ q(func: has(x)) { friend @en { uid } } }', 'Cannot have children for attr: friend with lang tags: [en]'],
    ['{ q(func: has(x)) { name@en:* } }', 'If * is used, no other languages are allowed'],
    ['{ q(func: has(x)) { name@.. } }', 'Expected only one dot(.) while parsing language list.'],
    ['{ q(func: has(x)) { @filter(has(x)) } }', 'Invalid use of directive.'],
    ['{ q(func: has(x)) { a: b: name } }', 'Invalid colon after alias declaration'],
    ['{ q(func: has(x)) { count() } }', 'Cannot use count(), please use count(uid)'],
    ['{ q(func: has(x)) { count(friend) { name } } }', 'Cannot have children attributes when asking for count.'],
    ['{ q(func: has(x)) { count(a b) } }', 'Multiple predicates not allowed in single count.'],
    ['{ q(func: has(x)) { min(name) } }', 'Only variables allowed in aggregate functions. Got: name'],
    ['{ q(func: has(x)) { math(1 + 1) } }', 'Function math should be used with a variable or have an alias'],
    ['{ q(func: has(x)) { m: math(log(a)) } }', 'Unknown math function: log'],
    ['{ q(func: has(x)) { m: math() } }', 'Empty () not allowed in math block.'],
    ['{ q(func: has(x)) { m: math(a / floor(0.5)) } }', 'Division by zero'],
    ['{ q(func: has(x)) { m: math(pow(a)) } }', 'Expected 2 operands'],
    ['{ q(func: has(x)) { expand(_all_) @filter(has(a)) } }', 'expand is only compatible with type filters'],
    ['{ q(func: has(x)) { expand(_reverse_) } }', 'Argument _reverse_ has been deprecated'],
    [
      '{ q(func: has(x)) { friend @groupby(first: age) { count(uid) } } }',
      "Can't use keyword first as alias in groupby",
    ],
    [
      '{ q(func: has(x)) @groupby(age) { name } }',
      'Only aggregator/count functions allowed inside @groupby. Got: name',
    ],
    ['{ q() { name } }', 'Only aggregation/math functions allowed inside empty blocks. Got: name'],
    ['{ q(func: has(x)) { friend @facets(eq(val(a), 1)) } }', 'variables are not allowed in facets filter.'],
    ['{ q(func: has(x)) { friend @facets(a as k, b as k) } }', 'Duplicate variable mappings for facet k'],
    ['{ q(func: has(x), orderasc: a, orderdesc: a) { uid } }', 'Sorting by an attribute: [a] can only be done once'],
    [
      '{ q(func: has(x), orderasc: val(a), orderdesc: b) { uid } }',
      'Val() is not allowed in multiple sorting. Got: [a]',
    ],
    ['{ q(func: has(x)) @recurse(loop: maybe) { uid } }', 'Value inside loop should be type of boolean'],
    ['query ($a: int) { q(func: has(x)) { uid } }', 'Variables can be defined only in named queries.'],
    ['query q($a: int! = 3) { q(func: has(x)) { uid } }', "Type ending with ! can't have default value: Got: int!"],
    ['schema {} query { q(func: has(x)) { uid } }', 'Schema block is not allowed with query block'],
  ])('%s', (text, reason) => expect(refusal(text).reason).toContain(reason));

  it('has a position', () => {
    const error = refusal('{\n  q(func: has(name)) {\n    friend (first: ) { uid }\n  }\n}');
    expect(error.message).toBe('line 3 column 20: Expecting argument value. Got: ")"');
    expect(error).toMatchObject({ line: 3, column: 20, offset: 44 });
  });

  it.each([
    ['braces', '{ q(func: has(x)) ' + '{ a '.repeat(100_000) + '}'.repeat(100_001)],
    ['brackets in a filter', `{ q(func: has(x)) @filter(${'('.repeat(100_000)}has(a)${')'.repeat(100_001)} { uid } }`],
    ['negations', `{ q(func: has(x)) @filter(${'not '.repeat(100_000)}has(a)) { uid } }`],
    ['minus signs', `{ q(func: has(x)) { m: math(${'-'.repeat(100_000)}a) } }`],
    ['operators', `{ q(func: has(x)) { m: math(a${' + a'.repeat(100_000)}) } }`],
    ['calls', `{ q(func: has(x)) { m: math(${'floor('.repeat(100_000)}a${')'.repeat(100_001)} } }`],
    ['functions', `{ q(func: ${'uid_in(a, '.repeat(100_000)}1${')'.repeat(100_001)} { uid } }`],
  ])('refuses hostile nesting of %s without stack overflow', (_, text) => {
    expect(refusal(text)).toBeInstanceOf(DqlSyntaxError);
  });
});
