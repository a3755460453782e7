/**
 * Values of one predicate at one node as bytes, in the order of their places (see `placeOf`): languages, then the
 * untagged value; or the members of a list.
 *
 *   20+type value                        one value, untagged, without facets: the value is the rest of the record
 *   10 count entry*                      any other case
 *   11 count list                        the entries are in the parts of list number `list`
 *
 *   entry: head [length lang] length value [facets]; head = type + 10 with a language + 20 with facets
 */
import type { StoredValue } from './view';
import { ByteReader, ByteWriter } from './bytes';
import { readFacets, writeFacets, type FacetKeys } from './facets';
import { languageFingerprint, UNTAGGED, type Fingerprint } from './fingerprint';
import { placeOf, readValue, TYPE_CODES, writeValue } from './value-codec';

const ONE_VALUE = 0x20;
export const VALUES = 0x10;
export const VALUES_IN_PARTS = 0x11;

const TYPE_MASK = 0x0f;
const HAS_LANG = 0x10;
const HAS_FACETS = 0x20;

const NO_FACETS: StoredValue['facets'] = [];

/** Value for rewriting: its place, and its entry still encoded. */
export interface ValueEntry {
  readonly at: Fingerprint;
  readonly bytes: Uint8Array;
}

/** Number of values in a record of any form. */
export function countValues(bytes: Uint8Array, at: number): number {
  return bytes[at]! >= ONE_VALUE ? 1 : new ByteReader(bytes, at + 1).varint();
}

/** Decodes the values of the record in `bytes[at, end)` (not one in parts). */
export function decodeValues(bytes: Uint8Array, at: number, end: number, keys: FacetKeys): StoredValue[] {
  const form = bytes[at]!;
  if (form >= ONE_VALUE) {
    return [{ value: readValue(form - ONE_VALUE, bytes, at + 1, end), lang: '', facets: NO_FACETS }];
  }
  const reader = new ByteReader(bytes, at + 1);
  const values: StoredValue[] = [];
  for (let n = reader.varint(); n > 0; n--) values.push(readEntry(reader, keys));
  return values;
}

function readEntry(reader: ByteReader, keys: FacetKeys): StoredValue {
  const head = reader.u8();
  const lang = head & HAS_LANG ? reader.utf8(reader.varint()) : '';
  const length = reader.varint();
  const value = readValue(head & TYPE_MASK, reader.bytes, reader.position, reader.position + length);
  reader.position += length;
  const facets = head & HAS_FACETS ? readFacets(reader, keys) : NO_FACETS;
  return { value, lang, facets };
}

/** Skips one entry. @returns its place */
function skipEntry(reader: ByteReader, list: boolean): Fingerprint {
  const head = reader.u8();
  let at = UNTAGGED;
  if (head & HAS_LANG) at = languageFingerprint(reader.utf8(reader.varint()));
  const length = reader.varint();
  if (!(head & HAS_LANG) && list) {
    at = placeOf(readValue(head & TYPE_MASK, reader.bytes, reader.position, reader.position + length), '', true);
  }
  reader.position += length;
  if (head & HAS_FACETS) {
    for (let n = reader.varint(); n > 0; n--) {
      reader.varint();
      reader.u8();
      // Two statements, because reading the length moves the position.
      const bytes = reader.varint();
      reader.position += bytes;
    }
  }
  return at;
}

const scratch = new ByteWriter();

/** Encodes a value as an entry. `idOf` may add to the dictionary of facet keys. */
export function encodeEntry({ value, lang, facets }: StoredValue, idOf: (name: string) => number): Uint8Array {
  const out = scratch.reset();
  out.u8(TYPE_CODES[value.type] | (lang === '' ? 0 : HAS_LANG) | (facets.length > 0 ? HAS_FACETS : 0));
  if (lang !== '') {
    const tag = Buffer.from(lang);
    out.varint(tag.length).raw(tag);
  }
  const body = bodyOf(value);
  out.varint(body.length).raw(body.bytes, 0, body.length);
  if (facets.length > 0) writeFacets(out, facets, idOf);
  return out.copy();
}

const bodyScratch = new ByteWriter();

function bodyOf(value: StoredValue['value']): ByteWriter {
  writeValue(bodyScratch.reset(), value);
  return bodyScratch;
}

/** Decodes the entries of the record in `bytes[at, end)` (not one in parts), in order. */
export function decodeEntries(bytes: Uint8Array, at: number, end: number, list: boolean): ValueEntry[] {
  const form = bytes[at]!;
  if (form >= ONE_VALUE) {
    const head = form - ONE_VALUE;
    const place = list ? placeOf(readValue(head, bytes, at + 1, end), '', true) : UNTAGGED;
    const entry = scratch
      .reset()
      .u8(head)
      .varint(end - at - 1)
      .raw(bytes, at + 1, end)
      .copy();
    return [{ at: place, bytes: entry }];
  }
  const reader = new ByteReader(bytes, at + 1);
  const entries: ValueEntry[] = [];
  for (let n = reader.varint(); n > 0; n--) {
    const from = reader.position;
    const place = skipEntry(reader, list);
    entries.push({ at: place, bytes: Buffer.from(bytes.subarray(from, reader.position)) });
  }
  return entries;
}

/** Appends a record of `entries[from, to)`, which must be in order. */
export function encodeEntries(out: ByteWriter, entries: readonly ValueEntry[], from = 0, to = entries.length): void {
  if (to - from === 1) {
    const { bytes } = entries[from]!;
    if (bytes[0]! <= TYPE_MASK) {
      const reader = new ByteReader(bytes, 1);
      const length = reader.varint();
      out.u8(ONE_VALUE + bytes[0]!).raw(bytes, reader.position, reader.position + length);
      return;
    }
  }
  out.u8(VALUES).varint(to - from);
  for (let i = from; i < to; i++) out.raw(entries[i]!.bytes);
}
