/**
 * Format of a backup: every record of one committed state, in key order, with its length and a checksum.
 *
 *   00  8 bytes   'OWLGATE' and a zero
 *   08  4 bytes   version of this format, big-endian
 *   0c            to the end, compressed by gzip:
 *                   varint    version of the keys and values (FORMAT_VERSION of keys.ts)
 *                   records   varint length of the key (1 or more), the key, varint length of the value, the value
 *                   00        the end of the records
 *                   varint    number of records
 *                   32 bytes  SHA-256 of all preceding bytes, from byte 00 on, before compression
 *
 * A varint is LEB128. The format is independent of the machine, of LMDB and its page size; free pages are left out.
 */
import { createHash } from 'node:crypto';
import { BackupError } from './errors';
import { FORMAT_VERSION } from './keys';

/** Changes whenever an earlier backup could be misread. */
export const BACKUP_VERSION = 1;

const MAGIC = Buffer.from('OWLGATE\0', 'latin1');
export const HEADER_BYTES = MAGIC.length + 4;
const DIGEST_BYTES = 32;
/** LMDB's limit of keys. */
const MAX_KEY_BYTES = 1978;
const MAX_VALUE_BYTES = 2 ** 31 - 1;

export interface BackupRecord {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Uncompressed header. */
export function header(): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32BE(BACKUP_VERSION, MAGIC.length);
  return bytes;
}

/** @throws BackupError for a file that is not a backup, or of an unknown version */
export function checkHeader(bytes: Buffer): void {
  if (bytes.length < HEADER_BYTES && MAGIC.subarray(0, bytes.length).equals(bytes.subarray(0, MAGIC.length))) {
    throw cutShort();
  }
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupError('it is not a backup of owlgate');
  const version = bytes.readUInt32BE(MAGIC.length);
  if (version !== BACKUP_VERSION) {
    throw new BackupError(`it is a backup of version ${version}, and this program reads version ${BACKUP_VERSION}`);
  }
}

export const cutShort = (): BackupError => new BackupError('it is cut short: the end is missing');

/** LEB128 of an integer from 0 to 2^53 - 1. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let remaining = value;
  for (; remaining > 0x7f; remaining = Math.floor(remaining / 128)) bytes.push((remaining % 128) | 0x80);
  return Buffer.from([...bytes, remaining]);
}

/**
 * Yields the part to compress.
 *
 * @param chunks records in key order, in groups
 */
export function* body(chunks: Iterable<readonly BackupRecord[]>): Generator<Buffer, void> {
  const hash = createHash('sha256').update(header());
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(varint(FORMAT_VERSION));
  let count = 0;
  for (const records of chunks) {
    count += records.length;
    yield hashed(
      Buffer.concat(records.flatMap(({ key, value }) => [varint(key.length), key, varint(value.length), value])),
    );
  }
  yield hashed(Buffer.concat([varint(0), varint(count)]));
  yield hash.digest();
}

/** Parser of the decompressed part, in chunks of any size. */
export class BodyReader {
  private readonly hash = createHash('sha256').update(header());
  private pending: Buffer = Buffer.alloc(0);
  private stage: 'version' | 'records' | 'count' | 'digest' | 'done' = 'version';
  private previous: Buffer | undefined;
  private at = 0;
  /** Records read so far. */
  count = 0;

  /**
   * Returns the records that `chunk` completes. They are views of buffers that do not change afterwards.
   *
   * @throws BackupError
   */
  take(chunk: Buffer): readonly BackupRecord[] {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    this.at = 0;
    const records: BackupRecord[] = [];
    let consumed = 0;
    while (this.step(records)) consumed = this.at;
    this.pending = this.pending.subarray(consumed);
    return records;
  }

  /** @throws BackupError if the backup is incomplete */
  end(): void {
    if (this.stage !== 'done') throw cutShort();
  }

  /** Parses one element; returns false if it is incomplete so far. */
  private step(records: BackupRecord[]): boolean {
    const from = this.at;
    switch (this.stage) {
      case 'version': {
        const version = this.varint();
        if (version === undefined) return false;
        if (version !== FORMAT_VERSION) {
          throw new BackupError(
            `its data has format version ${version}, and this program reads version ${FORMAT_VERSION}; ` +
              'restore it with the program that wrote it',
          );
        }
        this.stage = 'records';
        break;
      }
      case 'records': {
        const record = this.record();
        if (record === undefined) return false;
        if (record === 'end') this.stage = 'count';
        else records.push(record);
        break;
      }
      case 'count': {
        const count = this.varint();
        if (count === undefined) return false;
        if (count !== this.count) throw damaged(`${this.count} records of ${count}`);
        this.stage = 'digest';
        break;
      }
      case 'digest': {
        const digest = this.bytes(DIGEST_BYTES);
        if (digest === undefined) return false;
        if (!this.hash.digest().equals(digest)) throw damaged('its checksum does not fit its content');
        this.stage = 'done';
        return true;
      }
      case 'done':
        if (this.at < this.pending.length) throw damaged('data after its end');
        return false;
    }
    this.hash.update(this.pending.subarray(from, this.at));
    return true;
  }

  private record(): BackupRecord | 'end' | undefined {
    const keyLength = this.varint();
    if (keyLength === undefined) return undefined;
    if (keyLength === 0) return 'end';
    if (keyLength > MAX_KEY_BYTES) throw damaged(`a key of ${keyLength} bytes`);
    const key = this.bytes(keyLength);
    const valueLength = key && this.varint();
    if (valueLength === undefined) return undefined;
    if (valueLength > MAX_VALUE_BYTES) throw damaged(`a value of ${valueLength} bytes`);
    const value = this.bytes(valueLength);
    if (value === undefined) return undefined;
    if (this.previous && this.previous.compare(key!) >= 0) throw damaged('its keys are not in order');
    this.previous = key;
    this.count++;
    return { key: key!, value };
  }

  private varint(): number | undefined {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.pending[this.at];
      if (byte === undefined) return undefined;
      this.at++;
      value += (byte & 0x7f) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw damaged('a number out of range');
      if (byte < 0x80) return value;
    }
  }

  private bytes(n: number): Buffer | undefined {
    if (this.pending.length - this.at < n) return undefined;
    this.at += n;
    return this.pending.subarray(this.at - n, this.at);
  }
}

const damaged = (reason: string): BackupError => new BackupError(`it is damaged (${reason})`);
