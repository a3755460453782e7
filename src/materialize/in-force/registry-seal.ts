/**
 * Digests of the registry, which reveal changes by others.
 *
 * A digest is `sha256:` or `hmac-sha256:` and 64 hexadecimal digits, over the canonical form of a record. With a key
 * (OWLGATE_REGISTRY_KEY) it is an HMAC, which only holders of the key can compute. Without one it is a plain hash: it
 * reveals damage, but not a forger who recomputes it.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Profile } from './types';
import { historyForm, type VersionHistory } from './version-history';

/** Contents of a version that its digest covers. */
export interface VersionRecord {
  readonly version: number;
  /** Undefined for the text of a single Turtle document. */
  readonly format: string | undefined;
  readonly profile: Profile;
  /** ISO 8601. */
  readonly loadedAt: string;
  /** SHA-256 of the loaded documents (`checksumOf`), hexadecimal. */
  readonly checksum: string;
  /** SHA-256 of the stored source, with the names and media types of the documents. */
  readonly sourceChecksum: string;
  /** SHA-256 of the name table. */
  readonly namesChecksum: string;
  /** Version of the GraphQL extension at the time of the load; undefined if there never was one. */
  readonly graphql: number | undefined;
  /** Digest of the previous version; undefined for the first one of a chain. */
  readonly previous: string | undefined;
  /** Undefined for a version from before owlgate recorded it. */
  readonly history?: VersionHistory | undefined;
}

/** Contents of the GraphQL extension that its digest covers. */
export interface ExtensionRecord {
  readonly version: number;
  readonly loadedAt: string;
  /** SHA-256 of the SDL, hexadecimal; undefined if it was removed. */
  readonly checksum: string | undefined;
}

/**
 * `valid`: computed from this record; with keys, by one of them. `unsigned`: computed from this record, without the key
 * that is set. `locked`: computed with a key, but none is set here. `wrong`: computed from other contents, or with
 * another key.
 */
type SealState = 'valid' | 'unsigned' | 'locked' | 'wrong';

const PLAIN = 'sha256:';
const KEYED = 'hmac-sha256:';
const DIGEST = /^(?:hmac-)?sha256:[0-9a-f]{64}$/;
/** First text of every canonical form: separates these digests from those of other programs and formats. */
const DOMAIN = 'owlgate.registry/1';

export const isDigest = (text: string): boolean => DIGEST.test(text);

/** Returns the SHA-256 of a text in UTF-8, hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Encodes a list of texts: their number, then for each the byte 1, its length in bytes (32 bits, big-endian) and its
 * bytes, or the single byte 0 if it is absent. Different lists never have the same encoding.
 *
 * @throws TypeError for a text that UTF-8 cannot encode
 */
export function canonicalForm(texts: readonly (string | undefined)[]): Buffer {
  const parts: Buffer[] = [integer(texts.length)];
  for (const text of texts) {
    if (text === undefined) {
      parts.push(Buffer.of(0));
      continue;
    }
    const bytes = Buffer.from(text);
    if (bytes.toString() !== text) throw new TypeError('a lone surrogate has no canonical form');
    parts.push(Buffer.of(1), integer(bytes.length), bytes);
  }
  return Buffer.concat(parts);
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const versionForm = (record: VersionRecord): Buffer =>
  canonicalForm([
    DOMAIN,
    'version',
    record.format,
    String(record.version),
    record.profile,
    record.loadedAt,
    record.checksum,
    record.sourceChecksum,
    record.namesChecksum,
    record.graphql === undefined ? undefined : String(record.graphql),
    record.previous,
    // Absent from the digests of versions without it.
    ...(record.history ? [historyForm(record.history)] : []),
  ]);

/** Returns a digest of the contents of a version, independent of its chain and its history. */
export const contentOf = (record: Omit<VersionRecord, 'graphql' | 'previous' | 'history'>): string =>
  sha256(versionForm({ ...record, graphql: undefined, previous: undefined, history: undefined }).toString('hex'));

const extensionForm = ({ version, loadedAt, checksum }: ExtensionRecord): Buffer =>
  canonicalForm([DOMAIN, 'graphql', String(version), loadedAt, checksum]);

/** Computes and checks digests. The first key signs; all of them verify, so that a key can be replaced. */
export class Seal {
  constructor(private readonly keys: readonly string[] = []) {}

  get isKeyed(): boolean {
    return this.keys.length > 0;
  }

  ofVersion(record: VersionRecord): string {
    return this.seal(versionForm(record));
  }

  ofExtension(record: ExtensionRecord): string {
    return this.seal(extensionForm(record));
  }

  checkVersion(record: VersionRecord, digest: string): SealState {
    return this.check(versionForm(record), digest);
  }

  checkExtension(record: ExtensionRecord, digest: string): SealState {
    return this.check(extensionForm(record), digest);
  }

  private seal(form: Buffer): string {
    return digestOf(form, this.keys[0]);
  }

  private check(form: Buffer, digest: string): SealState {
    if (digest.startsWith(PLAIN)) {
      if (!isEqualDigest(digestOf(form, undefined), digest)) return 'wrong';
      return this.isKeyed ? 'unsigned' : 'valid';
    }
    if (!this.isKeyed) return digest.startsWith(KEYED) ? 'locked' : 'wrong';
    return this.keys.some((key) => isEqualDigest(digestOf(form, key), digest)) ? 'valid' : 'wrong';
  }
}

const digestOf = (form: Buffer, key: string | undefined): string =>
  key === undefined
    ? PLAIN + createHash('sha256').update(form).digest('hex')
    : KEYED + createHmac('sha256', key).update(form).digest('hex');

function isEqualDigest(computed: string, stored: string): boolean {
  const [a, b] = [Buffer.from(computed), Buffer.from(stored)];
  return a.length === b.length && timingSafeEqual(a, b);
}
