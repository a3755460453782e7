/**
 * Digests of the registry: what makes a change of it by somebody else visible.
 *
 * A digest is `sha256:` or `hmac-sha256:` and 64 hexadecimal digits, over the canonical form of a record. With a key
 * (OWLGATE_REGISTRY_KEY) it is an HMAC, which only holders of the key can make. Without one it is a plain hash: it shows
 * damage, and no forger who computes it as well.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Profile } from '../types';

/** Contents of a version, as far as its digest covers them. */
export interface VersionRecord {
  readonly version: number;
  /** Undefined: the text of one Turtle document. */
  readonly format: string | undefined;
  readonly profile: Profile;
  /** ISO 8601. */
  readonly loadedAt: string;
  /** Of what was loaded (`checksumOf`), SHA-256, hexadecimal. */
  readonly checksum: string;
  /** Of the source as it is stored, with the names and media types of the documents, likewise. */
  readonly sourceChecksum: string;
  /** Of the table of names, likewise. */
  readonly namesChecksum: string;
  /** Version of the GraphQL beside the ontology at the time of the load; undefined where there never was one. */
  readonly graphql: number | undefined;
  /** Digest of the version before; undefined for the first one of a chain. */
  readonly previous: string | undefined;
}

/** Contents of the GraphQL beside the ontology, likewise. */
export interface ExtensionRecord {
  readonly version: number;
  readonly loadedAt: string;
  /** Of the SDL, SHA-256, hexadecimal; undefined where it was removed. */
  readonly checksum: string | undefined;
}

/**
 * `valid`: made of this record; with keys, by one of them. `unsigned`: made of this record, without the key that is set.
 * `locked`: made with a key, and none is set here. `wrong`: made of something else, or with another key.
 */
export type SealState = 'valid' | 'unsigned' | 'locked' | 'wrong';

const PLAIN = 'sha256:';
const KEYED = 'hmac-sha256:';
const DIGEST = /^(?:hmac-)?sha256:[0-9a-f]{64}$/;
/** Stands first in every form: no digest of another program, or of another format, is one of these. */
const DOMAIN = 'owlgate.registry/1';

export const isDigest = (text: string): boolean => DIGEST.test(text);

/** SHA-256 of a text in UTF-8, hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Bytes of a list of texts: their number, then each one behind its length in bytes (32 bits, big-endian), or the single
 * byte 0 where it is absent. Two different lists never have the same bytes.
 *
 * @throws TypeError for a text that UTF-8 cannot hold
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
  ]);

/** Tells the contents of a version from others, whatever chain it stands in. */
export const contentOf = (record: Omit<VersionRecord, 'graphql' | 'previous'>): string =>
  sha256(versionForm({ ...record, graphql: undefined, previous: undefined }).toString('hex'));

const extensionForm = ({ version, loadedAt, checksum }: ExtensionRecord): Buffer =>
  canonicalForm([DOMAIN, 'graphql', String(version), loadedAt, checksum]);

/** Makes and checks digests. The first key signs; all of them verify, so that a key can be replaced. */
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
      if (!isSame(digestOf(form, undefined), digest)) return 'wrong';
      return this.isKeyed ? 'unsigned' : 'valid';
    }
    if (!this.isKeyed) return digest.startsWith(KEYED) ? 'locked' : 'wrong';
    return this.keys.some((key) => isSame(digestOf(form, key), digest)) ? 'valid' : 'wrong';
  }
}

const digestOf = (form: Buffer, key: string | undefined): string =>
  key === undefined
    ? PLAIN + createHash('sha256').update(form).digest('hex')
    : KEYED + createHmac('sha256', key).update(form).digest('hex');

function isSame(made: string, given: string): boolean {
  const [a, b] = [Buffer.from(made), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
