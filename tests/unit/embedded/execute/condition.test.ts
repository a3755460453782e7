/** Conditions of upserts, and the variables that a query exports. */
import { parse } from '../../../../src/dql';
import type { QueryBlock } from '../../../../src/dql/ast';
import { evaluateCondition, executeQuery } from '../../../../src/embedded/execute';
import type { Value } from '../../../../src/embedded/values';
import { sampleStore } from '../../../support/embedded/sample';

function holds(condition: string, sizes: Record<string, number>): boolean {
  const document = parse(`{ q(func: uid(0x1)) @filter(${condition}) { uid } }`);
  const { filter } = (document.blocks[0] as QueryBlock).directives;
  const lists = Object.entries(sizes).map(
    ([name, n]) => [name, Float64Array.from({ length: n }, (_, i) => i + 1)] as const,
  );
  const valueVariables = new Map([
    ['computed', new Map<number, Value>([[0, { type: 'int', value: 3 }]])],
    ['ofNodes', new Map<number, Value>([[1, { type: 'int', value: 3 }]])],
  ]);
  return evaluateCondition(filter!, { uidVariables: new Map(lists), valueVariables }, sampleStore());
}

describe('conditions', () => {
  it.each([
    ['eq(len(v), 0)', true],
    ['eq(len(w), 2)', true],
    ['gt(len(w), 2)', false],
    ['ge(len(w), 2) and lt(len(w), 3)', true],
    ['eq(len(v), 1) or not eq(len(w), 1)', true],
    ['between(len(w), 1, 2)', true],
    ['le(len(unknown), 0)', true],
    ['gt(val(computed), 2)', true],
    ['between(val(computed), 4, 5)', false],
    ['gt(val(ofNodes), 2)', false],
    ['eq(name, "x")', false],
    ['not eq(name, "x")', true],
    ['uid(0)', true],
    ['not has(unknown)', true],
    ['eq(count(unknown), 0)', false],
    ['not uid(w)', true],
  ])('%s', (condition, expected) => {
    expect(holds(condition, { w: 2, v: 0 })).toBe(expected);
  });

  it('refuse other functions and arguments', () => {
    expect(() => holds('has(name)', {})).toThrow(
      'while reading posting list with key [[0 0 0 0 0 0 0 0 0 0 4 110 97 109 101 0 0 0 0 0 0 0 0 0]]: ' +
        'Invalid UID with value 0 for key: [0 4 110 97 109 101 0 0 0 0 0 0 0 0 0]',
    );
    expect(() => holds('eq(len(v), 0) or eq(count(~acted_in), 1)', {})).toThrow('105 110 4 0 0');
    expect(() => holds('checkpwd(name, "x")', {})).toThrow('Invalid function name: checkpwd');
    expect(() => holds('gt(val(computed), many)', {})).toThrow('Comparing with different type');
    expect(() => holds('eq(len(v), many)', {})).toThrow('invalid argument many');
  });
});

describe('variables', () => {
  const run = (query: string): ReturnType<typeof executeQuery> => executeQuery(parse(query), sampleStore());

  it('of uids and of values are exported', () => {
    const { uidVariables, valueVariables, json } = run('{ v as var(func: type(Film)) { r as rating } }');
    expect([...uidVariables.get('v')!]).toEqual([0x21, 0x22]);
    expect([...uidVariables.get('r')!]).toEqual([0x21, 0x22]);
    expect(valueVariables.get('r')!.get(0x21)).toEqual({ type: 'float', value: 7.25 });
    expect(json).toBe('{}');
  });

  it('without nodes are exported too', () => {
    expect(run('{ v as var(func: eq(name, "nobody")) }').uidVariables.get('v')).toHaveLength(0);
  });

  it('count the nodes looked up per predicate', () => {
    const { counts } = run('{ q(func: type(Film)) { uid rating ~acted_in { name } } }');
    expect(counts.get('rating')).toBe(2);
    expect(counts.get('name')).toBe(2);
  });
});
