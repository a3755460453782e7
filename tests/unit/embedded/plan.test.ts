/** Plans: resolved names, selected indexes, noted problems, variables of blocks. */
import { parse } from '../../../src/dql';
import { planQuery, QueryError, type BlockPlan, type FunctionPlan, type QueryPlan } from '../../../src/embedded/plan';
import { sampleStore } from '../../support/embedded/sample';

const plan = (query: string): QueryPlan => planQuery(parse(query), sampleStore().schema);
const block = (query: string): BlockPlan => plan(query).blocks[0]!;
const func = (call: string): FunctionPlan => block(`{ q(func: ${call}) { uid } }`).node.func!;

describe('the index of a comparison', () => {
  it.each([
    ['eq(name, "x")', 'exact'],
    ['eq(email, "x")', 'hash'],
    ['eq(motto, "x")', 'fulltext'],
    ['ge(name, "x")', 'exact'],
    ['ge(born, "2000")', 'year'],
    ['type(Person)', 'exact'],
  ])('%s uses %s', (call, tokenizer) => {
    const planned = func(call);
    expect(planned.kind === 'compare' && planned.tokenizer?.name).toBe(tokenizer);
    expect(planned.problem).toBeUndefined();
  });

  it('is required only at a root', () => {
    expect(func('ge(email, "x")').problem).toBe('Attribute:0-email does not have proper index for comparison');
    const filter = block('{ q(func: has(age)) @filter(ge(email, "x")) { uid } }').node.filter!;
    expect('problem' in filter ? filter.problem : undefined).toBeUndefined();
  });

  it('is irrelevant for an unknown predicate', () => {
    expect(func('eq(nothing, "x")').problem).toBeUndefined();
  });
});

describe('arguments', () => {
  it('of lists are flattened', () => {
    const planned = func('eq(name, ["a", "b"])');
    expect(planned.kind === 'compare' && planned.args).toEqual([{ text: 'a' }, { text: 'b' }]);
  });

  it('that do not fit the predicate are a problem', () => {
    expect(func('eq(age, "x")').problem).toContain('strconv.ParseInt: parsing "x": invalid syntax');
    expect(func('eq(age, 99999999999999999999)').problem).toContain('value out of range');
  });

  it('of pages are 32 bits', () => {
    const page = block('{ q(func: has(age), first: 0x10, offset: 2, after: 0x5) { uid } }').node;
    expect([page.count, page.offset, page.after]).toEqual([16, 2, 5]);
    expect(() => plan('{ q(func: has(age), first: 4294967296) { uid } }')).toThrow(QueryError);
    expect(() => plan('{ q(func: has(age), first: few) { uid } }')).toThrow(
      'strconv.ParseInt: parsing "few": invalid syntax',
    );
  });

  it('that are unbound variables are refused', () => {
    expect(() => plan('query q($a: string) { q(func: eq(name, $a)) { uid } }')).toThrow('Variable $a has no value');
  });
});

describe('variables', () => {
  it('are needed and defined by blocks', () => {
    const { needs, defines } = block(
      '{ var(func: uid(a)) @filter(ge(val(b), 1) or uid(c)) { d as name knows @facets(e as since) { f as ' +
        'math(g + 1) } } }',
    );
    expect([...needs].sort()).toEqual(['a', 'b', 'c', 'g']);
    expect([...defines].sort()).toEqual(['d', 'e', 'f']);
  });
});

describe('cascade', () => {
  it('postpones the page, and applies to the levels below', () => {
    const { node } = block('{ q(func: has(age), first: 2) @cascade(name) { name knows(first: 1) { name } } }');
    expect(node.count).toBe(0);
    expect(node.cascade).toEqual({ fields: ['name'], first: 2, offset: 0 });
    const knows = node.children[1]!;
    expect(knows.cascade).toEqual({ fields: ['name'], first: 1, offset: 0 });
  });

  it('without names applies to all fields', () => {
    expect(block('{ q(func: has(age)) @cascade { name } }').node.cascade?.fields).toEqual(['__all__']);
  });
});

describe('fields', () => {
  it.each([
    ['{ q(func: has(age)) { name name } }', 'name not allowed multiple times in same sub-query.'],
    ['{ q(func: has(age)) { a: name a: age } }', 'a not allowed multiple times in same sub-query.'],
    [
      '{ q(func: has(age)) { knows @facets(orderasc: since) (orderasc: name) { uid } } }',
      'Cannot specify order at both args and facets',
    ],
    ['{ q(func: eq(uid, "x")) { uid } }', 'Argument cannot be "uid"'],
    ['{ shortest(from: 0x1) { knows } }', "from/to can't be nil for shortest path"],
  ])('of %s are refused', (query, message) => {
    expect(() => plan(query)).toThrow(message);
  });

  it('may repeat with different languages', () => {
    expect(() => plan('{ q(func: has(age)) { name name@en name@en:fr } }')).not.toThrow();
  });
});
