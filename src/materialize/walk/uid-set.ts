/** Set of uids as bitmaps, one bit a uid: an engine assigns uids consecutively. */

const BITS = 1 << 16;

export class UidSet {
  size = 0;
  private readonly pages = new Map<bigint, Uint8Array>();

  /** @param uid `0x…` */
  add(uid: string): void {
    const value = BigInt(uid);
    const key = value / BigInt(BITS);
    const at = Number(value % BigInt(BITS));
    let page = this.pages.get(key);
    if (!page) this.pages.set(key, (page = new Uint8Array(BITS / 8)));
    const bit = 1 << (at & 7);
    if ((page[at >> 3]! & bit) !== 0) return;
    page[at >> 3]! |= bit;
    this.size++;
  }
}
