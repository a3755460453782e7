/**
 * Check of a message's wire form before it is parsed. The parser reads a known field whatever its wire type says, and
 * what lies beyond the end of an inner message; Go does neither, so that an alpha would read another message in the
 * same bytes. Each field also becomes an object of some hundred bytes, so their number is limited.
 */
import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import { status } from '@grpc/grpc-js';
import { CallRefusal } from './failures';

/** Maximum fields in a message and its inner messages: about a second of parsing, and 200 MB. */
const MAX_FIELDS = 1_000_000;
const MAX_DEPTH = 20;

/** Wire type of a field, and the fields of its message. */
interface FieldForm {
  readonly wireType: WireType;
  readonly inner: MessageForm | undefined;
}
type MessageForm = ReadonlyMap<number, FieldForm>;

const forms = new WeakMap<DescMessage, MessageForm>();

/** @throws CallRefusal for bytes that readers could understand in several ways, and for too many fields */
export function requireWireForm(schema: DescMessage, bytes: Uint8Array): void {
  new WireReader(bytes).message(formOf(schema), bytes.length, 0);
}

class WireReader {
  private at = 0;
  private fields = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** @param form undefined for bytes without a description */
  message(form: MessageForm, end: number, depth: number): void {
    if (depth > MAX_DEPTH) throw malformed('it is nested too deeply');
    while (this.at < end) {
      if (++this.fields > MAX_FIELDS) {
        throw new CallRefusal(status.RESOURCE_EXHAUSTED, `a message may have ${MAX_FIELDS} fields: send it in parts`);
      }
      const tag = this.varint(end);
      if (tag > 0xffffffff || tag < 8) throw malformed('it has an invalid tag');
      const wireType = (tag % 8) as WireType;
      const field = form.get(Math.floor(tag / 8));
      if (field && field.wireType !== wireType) {
        throw malformed(`the field ${Math.floor(tag / 8)} has the wire type ${wireType}, not ${field.wireType}`);
      }
      this.value(wireType, field?.inner, end, depth);
    }
  }

  private value(wireType: WireType, inner: MessageForm | undefined, end: number, depth: number): void {
    if (wireType === WireType.Varint) return void this.varint(end);
    if (wireType === WireType.Bit64) return this.skip(8, end);
    if (wireType === WireType.Bit32) return this.skip(4, end);
    if (wireType !== WireType.LengthDelimited) throw malformed(`it has the wire type ${wireType}`);
    const length = this.varint(end);
    if (!inner) return this.skip(length, end);
    if (this.at + length > end) throw malformed('a field ends after its message');
    this.message(inner, this.at + length, depth + 1);
  }

  private skip(length: number, end: number): void {
    if (this.at + length > end) throw malformed('a field ends after its message');
    this.at += length;
  }

  /** Reads a varint; exact up to 2^53, which is beyond every length and tag. */
  private varint(end: number): number {
    let value = 0;
    for (let i = 0, scale = 1; i < 10; i++, scale *= 128) {
      if (this.at >= end) throw malformed('a field ends after its message');
      const byte = this.bytes[this.at++]!;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
    throw malformed('it has a number of more than ten bytes');
  }
}

function formOf(schema: DescMessage): MessageForm {
  let form = forms.get(schema);
  if (!form) {
    const fields = new Map<number, FieldForm>();
    forms.set(schema, (form = fields));
    for (const field of schema.fields) fields.set(field.number, fieldForm(field));
  }
  return form;
}

function fieldForm(field: DescField): FieldForm {
  const inner = field.fieldKind === 'map' ? entryForm(field) : field.message && formOf(field.message);
  // Lists of numbers, which may be packed, occur in answers only.
  return { wireType: inner ? WireType.LengthDelimited : scalarWireType(field.scalar ?? ScalarType.INT32), inner };
}

/** Form of an entry of a map: its key is field 1, its value field 2. */
const entryForm = ({ mapKey, scalar, message }: DescField & { readonly fieldKind: 'map' }): MessageForm =>
  new Map([
    [1, { wireType: scalarWireType(mapKey), inner: undefined }],
    [
      2,
      message
        ? { wireType: WireType.LengthDelimited, inner: formOf(message) }
        : { wireType: scalarWireType(scalar ?? ScalarType.INT32), inner: undefined },
    ],
  ]);

const WIRE_TYPES: Partial<Record<ScalarType, WireType>> = {
  [ScalarType.STRING]: WireType.LengthDelimited,
  [ScalarType.BYTES]: WireType.LengthDelimited,
  [ScalarType.DOUBLE]: WireType.Bit64,
  [ScalarType.FIXED64]: WireType.Bit64,
  [ScalarType.SFIXED64]: WireType.Bit64,
  [ScalarType.FLOAT]: WireType.Bit32,
  [ScalarType.FIXED32]: WireType.Bit32,
  [ScalarType.SFIXED32]: WireType.Bit32,
};

/** Enums are numbers too. */
const scalarWireType = (scalar: ScalarType): WireType => WIRE_TYPES[scalar] ?? WireType.Varint;

const malformed = (reason: string): CallRefusal =>
  new CallRefusal(status.INVALID_ARGUMENT, `the message is malformed: ${reason}`);
