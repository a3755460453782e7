/** Facets as bytes, with a dictionary of their keys, so that each key is stored only once. */
import { detached } from '../../util/text';
import type { StoredFacet } from './view';
import type { ByteReader } from './bytes';
import { ByteWriter } from './bytes';
import { readValue, TYPE_CODES, writeValue } from './value-codec';

/** Dictionary: facet key ↔ small number. Numbers ascend and never change. */
export class FacetKeys {
  private readonly names: string[] = [];
  private readonly ids = new Map<string, number>();

  get size(): number {
    return this.names.length;
  }

  /** Adds the next key, read from the file or about to be written. */
  add(name: string): number {
    const id = this.names.length;
    const copy = detached(name);
    this.names.push(copy);
    this.ids.set(copy, id);
    return id;
  }

  idOf(name: string): number | undefined {
    return this.ids.get(name);
  }

  nameOf(id: number): string {
    return this.names[id]!;
  }

  /** Removes the keys from number `size` on, after their transaction failed. */
  truncate(size: number): void {
    for (const name of this.names.splice(size)) this.ids.delete(name);
  }
}

const scratch = new ByteWriter(64);

/** Appends `count, (key, type, length, value)*`. `idOf` may add to the dictionary. */
export function writeFacets(out: ByteWriter, facets: readonly StoredFacet[], idOf: (name: string) => number): void {
  out.varint(facets.length);
  for (const { key, value } of facets) {
    writeValue(scratch.reset(), value);
    out.varint(idOf(key)).u8(TYPE_CODES[value.type]).varint(scratch.length).raw(scratch.bytes, 0, scratch.length);
  }
}

/** Reads the facets that `writeFacets` wrote, in the same order (by key). */
export function readFacets(reader: ByteReader, keys: FacetKeys): StoredFacet[] {
  const facets: StoredFacet[] = [];
  for (let n = reader.varint(); n > 0; n--) {
    const key = keys.nameOf(reader.varint());
    const code = reader.u8();
    const length = reader.varint();
    facets.push({ key, value: readValue(code, reader.bytes, reader.position, reader.position + length) });
    reader.position += length;
  }
  return facets;
}
