/** Versions of the registry, each checked on its own: form, digest and signature. */
import { damage, quoted, type Damage } from './registry-damage';
import type { PartRow, RegistryNode, TextName } from './registry-rows';
import type { Seal, VersionRecord } from './registry-seal';
import type { Profile } from './types';
import type { VersionHistory } from './version-history';

/** Format of a source other than a single Turtle text: a JSON array of documents. */
export const DOCUMENTS_FORMAT = 'documents/1';

/**
 * `intact`: its digest is valid. `unchained`: without a digest, from before owlgate had digests. `unsigned`:
 * consistent, but not signed with the key that is set here. `locked`: signed, and no key is set here. `damaged`: see
 * `problem`.
 */
type VersionKind = 'intact' | 'unchained' | 'unsigned' | 'locked' | 'damaged';

export interface StoredVersion {
  readonly uid: string;
  /** Undefined if the node has no valid number. */
  readonly version: number | undefined;
  readonly kind: VersionKind;
  /** Present for a version that is not accepted. */
  readonly problem?: Damage;
  readonly profile: Profile;
  readonly loadedAt: string;
  readonly checksum: string;
  readonly format: string | undefined;
  /** Undefined, like the next one, for a version without a digest. */
  readonly sourceChecksum: string | undefined;
  readonly namesChecksum: string | undefined;
  readonly graphql: number | undefined;
  readonly digest: string | undefined;
  readonly previous: string | undefined;
  readonly history: VersionHistory | undefined;
  readonly materialized: boolean;
  readonly cursor: string | undefined;
  /** Uids of the parts, in order. */
  readonly source: readonly string[];
  readonly names: readonly string[];
  /** Empty if no outline is stored. */
  readonly outline: readonly string[];
}

export const versionName = (version: number | undefined): string =>
  version === undefined ? 'a version without a number' : `version ${version}`;

/** Reads a version from its own node; its texts are checked when they are read. */
export function readVersion(node: RegistryNode, seal: Seal): StoredVersion {
  const source = inOrder(node.source);
  const names = inOrder(node.names);
  const outline = node.outline.length === 0 ? [] : inOrder(node.outline);
  const stored = {
    uid: node.uid,
    version: node.version,
    profile: node.profile ?? 'strict',
    loadedAt: node.loadedAt ?? '',
    checksum: node.checksum ?? '',
    format: node.format,
    sourceChecksum: node.sourceChecksum,
    namesChecksum: node.namesChecksum,
    graphql: node.graphql,
    digest: node.digest,
    previous: node.previous,
    history: node.history,
    materialized: node.materialized === true,
    cursor: node.cursor,
    source: source ?? [],
    names: names ?? [],
    outline: outline ?? [],
  };
  const problem = problemOf(node, { source, names, outline });
  if (problem !== undefined) return { ...stored, kind: 'damaged', problem };
  return { ...stored, ...judged(stored, seal) };
}

/** Returns the contents that the digest covers; undefined if incomplete. */
function recordOf(stored: StoredVersion): VersionRecord | undefined {
  const { version, sourceChecksum, namesChecksum } = stored;
  if (version === undefined || sourceChecksum === undefined || namesChecksum === undefined) return undefined;
  const { format, profile, loadedAt, checksum, graphql, previous, history } = stored;
  return { version, format, profile, loadedAt, checksum, sourceChecksum, namesChecksum, graphql, previous, history };
}

/** Checks the digest; returns the kind of the version, and the reason if it is not accepted. */
function judged(
  stored: Omit<StoredVersion, 'kind' | 'problem'>,
  seal: Seal,
): { readonly kind: VersionKind; readonly problem?: Damage } {
  const recordName = versionName(stored.version);
  const record = recordOf({ ...stored, kind: 'intact' });
  if (stored.digest === undefined) {
    if ([stored.previous, stored.sourceChecksum, stored.namesChecksum].some((value) => value !== undefined))
      return damaged(recordName, 'its digest is missing');
    if (!seal.isKeyed) return { kind: 'unchained' };
    return { kind: 'unsigned', problem: damage(recordName, UNSIGNED, 'sign') };
  }
  if (!record) return damaged(recordName, 'the checksum of its source or of its name table is missing');
  switch (seal.checkVersion(record, stored.digest)) {
    case 'valid':
      return { kind: 'intact' };
    case 'unsigned':
      return { kind: 'unsigned', problem: damage(recordName, UNSIGNED, 'sign') };
    case 'locked':
      return { kind: 'locked', problem: damage(recordName, LOCKED, 'key') };
    case 'wrong':
      return damaged(recordName, seal.isKeyed ? WRONG_KEY : WRONG);
  }
}

export const UNSIGNED = 'it is not signed with the key in OWLGATE_REGISTRY_KEY';
export const LOCKED = 'it is signed, but OWLGATE_REGISTRY_KEY is not set';
export const WRONG = 'its digest does not match its contents';
export const WRONG_KEY = 'its signature does not match its contents and the keys in OWLGATE_REGISTRY_KEY';

const damaged = (record: string, reason: string) => ({ kind: 'damaged' as const, problem: damage(record, reason) });

function problemOf(
  node: RegistryNode,
  { source, names, outline }: Readonly<Record<TextName, readonly string[] | undefined>>,
): Damage | undefined {
  const recordName = versionName(node.version);
  const [problem] = node.problems;
  if (problem !== undefined) return damage(recordName, problem);
  if (node.version === undefined) return damage(recordName, `its node ${node.uid} has no version`);
  if (node.key !== `version/${node.version}`) {
    return damage(
      recordName,
      `the key of its node ${node.uid} is ${node.key === undefined ? 'missing' : quoted(node.key)}`,
    );
  }
  if (node.current.length > 0) return damage(recordName, 'it has an edge without a place');
  for (const name of ['checksum', 'profile', 'loadedAt'] as const) {
    if (node[name] === undefined) return damage(recordName, `its ${name} is missing`);
  }
  if (node.format !== undefined && node.format !== DOCUMENTS_FORMAT) {
    return damage(recordName, `its format ${quoted(node.format)} is unknown`, 'update');
  }
  if (!source) return damage(recordName, 'the parts of its source are incomplete or out of order');
  if (!names) return damage(recordName, 'the parts of its name table are incomplete or out of order');
  if (!outline) return damage(recordName, 'the parts of its outline are incomplete or out of order');
  if (names.some((uid) => source.includes(uid)))
    return damage(recordName, 'its source and its name table share a part');
  if (outline.some((uid) => source.includes(uid) || names.includes(uid)))
    return damage(recordName, 'its outline shares a part with another text');
  return undefined;
}

/** @returns the uids by position; undefined if the positions are not 0, 1, 2 … */
export function inOrder(rows: readonly PartRow[]): readonly string[] | undefined {
  const uids: string[] = [];
  for (const { uid, part } of rows) {
    if (part === undefined || part < 0 || part >= rows.length || uids[part] !== undefined) return undefined;
    uids[part] = uid;
  }
  return rows.length > 0 && new Set(uids).size === uids.length ? uids : undefined;
}
