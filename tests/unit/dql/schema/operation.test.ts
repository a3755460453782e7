/** Bodies of /alter, read as by Dgraph's decoder. */
import fc from 'fast-check';
import { readAlter } from '../../../../src/dql';

describe('readAlter', () => {
  it.each([
    ['name: string .', { kind: 'schema', text: 'name: string .' }],
    ['{"schema":"a: int ."}', { kind: 'schema', text: 'a: int .' }],
    ['{"drop_op":7,"schema":"a: int ."}', { kind: 'schema', text: 'a: int .' }],
    ['{"drop_op":7}', { kind: 'schema', text: '' }],
    ['[]', { kind: 'schema', text: '[]' }],
    ['null', { kind: 'schema', text: 'null' }],
    ['{"drop_all":true,"drop_attr":"a","schema":"x"}', { kind: 'dropAll' }],
    ['{"dropOp":1.0}', { kind: 'dropAll' }],
    ['{"drop_op":"DATA","drop_attr":"a"}', { kind: 'dropData' }],
    ['{"drop_attr":"a","drop_op":"ATTR","drop_value":"b"}', { kind: 'dropPredicate', name: 'a' }],
    ['{"drop_attr":"a","drop_op":"TYPE","drop_value":"b"}', { kind: 'dropPredicate', name: 'a' }],
    ['{"dropOp":3e0,"dropValue":"b"}', { kind: 'dropPredicate', name: 'b' }],
    ['{"drop_attr":null,"dropAttr":"a"}', { kind: 'dropPredicate', name: 'a' }],
    ['{"drop_op":"TYPE","dropValue":"T"}', { kind: 'dropType', name: 'T' }],
    ['{"drop_op":"TYPE"}', { kind: 'invalid', reason: 'If DropOp is set to TYPE, DropValue must not be empty' }],
    ['{"drop_all":true,"drop_op":"DATA"}', { kind: 'invalid', reason: 'Only one of DropAll and DropData can be true' }],
    ['', { kind: 'invalid', reason: 'Operation must have at least one field set' }],
    ['{"drop_attr":""}', { kind: 'invalid', reason: 'Operation must have at least one field set' }],
  ])('%s', (body, expected) => expect(readAlter(body)).toEqual(expected));

  it.each([
    '{',
    '{"a":1}',
    '{"drop_attr":5}',
    '{"drop_op":1.5}',
    '{"drop_op":"3"}',
    '{"drop_all":"true"}',
    '{"drop_attr":"a"}}',
  ])('%s is unreadable', (body) => expect(readAlter(body)).toMatchObject({ kind: 'unreadable', text: body }));

  it('detects a repeated field, whatever the strings around it', () => {
    const value = fc.string({ unit: fc.constantFrom('"', '\\', ':', '{', 'a', '\n', ' ', 'drop_attr') });
    fc.assert(
      fc.property(value, value, fc.constantFrom('', ' ', '\n\t'), (a, b, space) => {
        const members = [`"schema"${space}:${JSON.stringify(a)}`, `"drop_value":${space}${JSON.stringify(b)}`];
        const once = `{${members.join(`${space},`)}}`;
        expect(readAlter(once).kind).not.toBe('unreadable');
        const twice = `{${[...members, members[0]!].join(',')}}`;
        expect(readAlter(twice)).toMatchObject({ kind: 'unreadable', reason: 'the field "schema" is given twice' });
      }),
    );
  });

  it('reads a large schema', () => {
    const text = 'p: string . # "\\\n'.repeat(200_000);
    expect(readAlter(JSON.stringify({ schema: text }))).toEqual({ kind: 'schema', text });
  });
});
