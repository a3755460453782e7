/**
 * Header blocks of HTTP/2 (HPACK, RFC 7541): fields of requests, printed without state, and the reader of the other
 * side's blocks, with its dynamic table.
 */
import { decodeHuffman } from './huffman';
import { ProtocolError } from './frames';

/** Fields of a request or an answer by lower-case name. */
export type Fields = Readonly<Record<string, string>>;

export type Entry = readonly [name: string, value: string];

/** RFC 7541, appendix A. */
const STATIC: readonly Entry[] = [
  ':authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200|:status=204',
  ':status=206|:status=304|:status=400|:status=404|:status=500|accept-charset|accept-encoding=gzip, deflate',
  'accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control',
  'content-disposition|content-encoding|content-language|content-length|content-location|content-range|content-type',
  'cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since',
  'last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after',
  'server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate',
]
  .join('|')
  .split('|')
  .map((text) => text.split('=') as [string, string?])
  .map(([name, value = '']) => [name, value]);

/** Fields that have a number of their own. */
const WHOLE = new Map([
  [':method POST', 0x83],
  [':scheme http', 0x86],
  [':status 200', 0x88],
]);
const NEVER_INDEXED = 0x10;

/** Returns a header block. It leaves nothing in the other side's table. */
export function printFields(fields: Fields): Buffer {
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const whole = WHOLE.get(`${name} ${value}`);
    if (whole !== undefined) parts.push(Buffer.from([whole]));
    else parts.push(Buffer.from([NEVER_INDEXED]), ...text(name), ...text(value));
  }
  return Buffer.concat(parts);
}

function text(value: string): Buffer[] {
  const bytes = Buffer.from(value, 'latin1');
  return [Buffer.from(integer(bytes.length)), bytes];
}

/** Length of a string: an integer with a prefix of seven bits. */
function integer(value: number): number[] {
  if (value < 127) return [value];
  const bytes = [127];
  let rest = value - 127;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Bytes of the table, by the RFC's reckoning: the default, which nobody is asked to change. */
const MAX_TABLE = 4096;
const ENTRY_BYTES = 32;
/** Maximum characters of the fields of one block, by default. */
const MAX_CHARACTERS = 2 ** 20;

const NOTHING = Buffer.alloc(0);

/** Blocks that are kept with their fields, and their maximum size: calls of one client often have the same. */
const MAX_KNOWN = 4;
const MAX_KNOWN_BYTES = 256;

interface Block {
  readonly bytes: Buffer;
  readonly entries: readonly Entry[];
  /** Present once they have been asked for. */
  fields: Fields | undefined;
}

/** Reader of the header blocks of one connection, in their order. */
export class FieldReader {
  private readonly added: Entry[] = [];
  private size = 0;
  private limit = MAX_TABLE;
  private bytes: Buffer = NOTHING;
  private at = 0;
  /** Blocks that changed nothing in the table, until it changes; the latest first. */
  private known: readonly Block[] = [];

  /** @param maxCharacters of the fields of one block */
  constructor(private readonly maxCharacters = MAX_CHARACTERS) {}

  /** Returns the last value of each field; the same object for the same block, if possible. @throws ProtocolError */
  read(block: Buffer): Fields {
    const read = this.blockOf(block);
    return (read.fields ??= fieldsOf(read.entries));
  }

  /** Returns the fields in their order; the same object for the same block, if possible. @throws ProtocolError */
  entries(block: Buffer): readonly Entry[] {
    return this.blockOf(block).entries;
  }

  private blockOf(bytes: Buffer): Block {
    for (const each of this.known) if (each.bytes.equals(bytes)) return each;
    const before = this.known;
    const entries = this.decode(bytes);
    const isKept = this.known === before && bytes.length <= MAX_KNOWN_BYTES;
    const block = { bytes: isKept ? Buffer.from(bytes) : bytes, entries, fields: undefined };
    if (isKept) this.known = [block, ...before.slice(0, MAX_KNOWN - 1)];
    return block;
  }

  private decode(bytes: Buffer): readonly Entry[] {
    const entries: Entry[] = [];
    this.bytes = bytes;
    this.at = 0;
    let characters = 0;
    while (this.at < bytes.length) {
      const entry = this.next();
      if (!entry) continue;
      characters += entry[0].length + entry[1].length;
      if (characters > this.maxCharacters) throw new ProtocolError('its header fields are too long');
      entries.push(entry);
    }
    return entries;
  }

  /** Reads one field; undefined for a change of the table's size. */
  private next(): Entry | undefined {
    const kind = this.bytes[this.at]!;
    if (kind >= 0x80) return this.entry(this.integer(7));
    if (kind >= 0x40) return this.add(this.literal(6));
    if (kind < 0x20) return this.literal(4);
    this.limit = this.integer(5);
    if (this.limit > MAX_TABLE) throw new ProtocolError('its table of header fields is too large');
    this.known = [];
    this.evict();
    return undefined;
  }

  private literal(prefix: number): Entry {
    const index = this.integer(prefix);
    const name = index === 0 ? this.string() : this.entry(index)[0];
    return [name, this.string()];
  }

  private entry(index: number): Entry {
    const entry = index <= STATIC.length ? STATIC[index - 1] : this.added[index - STATIC.length - 1];
    if (!entry) throw new ProtocolError('it names a header field that it has not sent');
    return entry;
  }

  private add(entry: Entry): Entry {
    this.known = [];
    this.added.unshift(entry);
    this.size += sizeOf(entry);
    this.evict();
    return entry;
  }

  private evict(): void {
    while (this.size > this.limit) this.size -= sizeOf(this.added.pop()!);
  }

  private integer(prefix: number): number {
    const most = 2 ** prefix - 1;
    let value = this.byte() & most;
    if (value < most) return value;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      if (scale > 2 ** 21) throw new ProtocolError('a number in its header fields is too large');
    }
  }

  private string(): string {
    const isCoded = this.bytes[this.at]! >= 0x80;
    const length = this.integer(7);
    const bytes = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    const decoded = bytes.length < length ? undefined : isCoded ? decodeHuffman(bytes) : bytes;
    if (!decoded) throw new ProtocolError('it sent a header field that cannot be read');
    return decoded.toString('latin1');
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new ProtocolError('its header fields end too early');
    return byte;
  }
}

function fieldsOf(entries: readonly Entry[]): Fields {
  const fields = Object.create(null) as Record<string, string>;
  for (const [name, value] of entries) fields[name] = value;
  return fields;
}

const sizeOf = ([name, value]: Entry): number => name.length + value.length + ENTRY_BYTES;
