/** Wire form of messages: what is accepted has one reading. */
import { create, fromBinary, ScalarType, toBinary, type DescField, type DescMessage } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { requireWireForm } from '../../../src/grpc/wire';
import * as messages from '../../../src/grpc/protocol/dgraph_pb';
import { field, number, tag, varint, WIRE } from '../../support/grpc-bytes';
import { runs } from '../../support/runs';

const SCHEMAS: readonly DescMessage[] = messages.file_dgraph.messages;
const refusal = (schema: DescMessage, bytes: Buffer): string | undefined => {
  try {
    requireWireForm(schema, bytes);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** A value of each wire type, long enough for none of them to end early. */
const VALUES: Readonly<Record<number, Buffer>> = {
  [WIRE.varint]: varint(0),
  [WIRE.bit64]: Buffer.alloc(8),
  [WIRE.delimited]: varint(0),
  [WIRE.bit32]: Buffer.alloc(4),
};

/** Returns the wire type of a field, from what the library writes. */
function wireTypeOf(schema: DescMessage, each: DescField): number {
  const text = JSON.stringify(each.fieldKind);
  if (each.fieldKind === 'message' || each.fieldKind === 'map') return WIRE.delimited;
  if (each.fieldKind === 'list' && each.listKind === 'message') return WIRE.delimited;
  const value = { 1: 1.5, 3: 1n, 4: 1n, 5: 1, 8: true, 9: 'x', 12: Buffer.from('x'), 13: 1 }[
    each.fieldKind === 'enum' ? 5 : (each.scalar as number)
  ];
  if (value === undefined) throw new Error(`no value for ${text}`);
  const init = each.oneof
    ? { [each.oneof.localName]: { case: each.localName, value } }
    : { [each.localName]: each.fieldKind === 'list' ? [value] : value };
  return toBinary(schema, create(schema, init))[0]! % 8;
}

it('refuses each field with each other wire type', () => {
  for (const schema of SCHEMAS) {
    for (const each of schema.fields) {
      // Numbers in lists are packed; they occur in answers only.
      if (each.fieldKind === 'list' && each.listKind === 'scalar' && each.scalar === ScalarType.UINT32) continue;
      const expected = wireTypeOf(schema, each);
      for (const [wireType, value] of Object.entries(VALUES)) {
        const bytes = Buffer.concat([tag(each.number, Number(wireType)), value]);
        const isRefused = refusal(schema, bytes) !== undefined;
        expect([schema.name, each.name, wireType, isRefused]).toEqual([
          ...[schema.name, each.name, wireType],
          Number(wireType) !== expected,
        ]);
      }
    }
  }
});

it.each([
  ['a group', Buffer.concat([tag(99, WIRE.startGroup), tag(99, WIRE.endGroup)])],
  ['a wire type that does not exist', Buffer.from([7])],
  ['the field 0', Buffer.from([2, 0])],
  ['a field beyond the end', field(4, 'query').subarray(0, -1)],
  ['a field beyond the end of its message', Buffer.concat([tag(12, WIRE.delimited), varint(1), field(3, 'nquads')])],
  ['a length of 2^32 + 1', Buffer.concat([tag(4, WIRE.delimited), varint(2 ** 32 + 1), Buffer.from('x')])],
  ['a number without an end', Buffer.concat([tag(1, WIRE.varint), Buffer.alloc(11, 0xff)])],
  ['an entry of a map with a number as its key', field(5, number(1, 1))],
])('refuses %s', (_name, bytes) => {
  expect(refusal(messages.RequestSchema, bytes)).toMatch(/malformed/);
});

it('limits the number of fields, at every depth', () => {
  const many = Buffer.alloc(2_000_002, Buffer.from([0x62, 0]));
  expect(refusal(messages.RequestSchema, many)).toMatch(/1000000 fields/);
  expect(refusal(messages.RequestSchema, field(12, field(5, Buffer.alloc(2_000_002, Buffer.from([0x3a, 0])))))).toMatch(
    /fields/,
  );
});

it('accepts what the library writes', () => {
  const request = create(messages.RequestSchema, {
    startTs: 2n ** 63n,
    query: 'q',
    vars: { $a: 'b', '': '' },
    mutations: [
      {
        setJson: Buffer.from('{}'),
        set: [
          { subject: '_:a', predicate: 'p', objectValue: { val: { case: 'doubleVal', value: -0 } } },
          { facets: [{ key: 'k', value: Buffer.from([1]), valType: 3, tokens: ['t'] }], namespace: 1n },
        ],
      },
    ],
    respFormat: 1,
  });
  expect(refusal(messages.RequestSchema, Buffer.from(toBinary(messages.RequestSchema, request)))).toBeUndefined();
});

const hasUnknown = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Uint8Array) &&
  (('$unknown' in value && value.$unknown !== undefined) || Object.values(value).some(hasUnknown));

it('never lets a damaged message be read beyond its own fields', () => {
  const request = toBinary(
    messages.RequestSchema,
    create(messages.RequestSchema, { query: 'q', vars: { $a: 'b' }, mutations: [{ setNquads: Buffer.from('x') }] }),
  );
  const edit = fc.record({ at: fc.nat(request.length - 1), byte: fc.nat(255), bytes: fc.uint8Array({ maxLength: 6 }) });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let bytes = Buffer.from(request);
      for (const { at, byte, bytes: more } of edits) {
        bytes[at % bytes.length] = byte;
        bytes = Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
      }
      if (refusal(messages.RequestSchema, bytes) !== undefined) return;
      let read;
      try {
        read = fromBinary(messages.RequestSchema, bytes);
      } catch {
        // Text that is not UTF-8.
        return;
      }
      // Each byte belongs to a known field or to an unknown one of the same message.
      const unknown = (read.$unknown ?? []).reduce((sum, { data }) => sum + data.length, 0);
      expect(unknown).toBeLessThanOrEqual(bytes.length);
      // Unknown fields of inner messages go as well.
      const composed = toBinary(messages.RequestSchema, read, { writeUnknownFields: false });
      const again = fromBinary(messages.RequestSchema, composed);
      expect(hasUnknown(again)).toBe(false);
      expect(Buffer.from(toBinary(messages.RequestSchema, again))).toEqual(Buffer.from(composed));
    }),
    { numRuns: runs(800) },
  );
});
