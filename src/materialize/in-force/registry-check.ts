/**
 * Check of a whole registry: one head, which leads to the latest version; versions with valid digests, each with the
 * digest of its predecessor; one node for the GraphQL extension. Pure: nodes in, damages out.
 *
 * Without a key this finds damage, and forgery without recomputed digests. With a key it finds everything except a
 * return of the whole registry to an earlier state (docs/security.md).
 */
import { withArticle } from '../../util/text';
import { damage, GRAPHQL_RECORD, quoted, type Damage } from './registry-damage';
import type { RegistryNode } from './registry-rows';
import type { Seal } from './registry-seal';
import { readExtension, type StoredExtension } from './registry-graphql';
import { readVersion, versionName, type StoredVersion } from './registry-versions';

/**
 * Maximum stored versions, including the one in force. The previous version is needed after a materialization that was
 * cut off; the others are the history. The transaction that creates a version removes older ones.
 */
export const MAX_VERSIONS = 1_000;

/** Maximum stored versions of earlier owlgates, whose versions do not name the oldest stored one. */
const FORMER_MAX_VERSIONS = 10;

interface StoredHead {
  readonly uid: string;
  readonly version: number;
  readonly digest: string | undefined;
  readonly current: StoredVersion;
}

export interface Inspection {
  /** Undefined if there is no usable one. */
  readonly head: StoredHead | undefined;
  /** One node per version number, ascending; then damaged ones. */
  readonly versions: readonly StoredVersion[];
  readonly extension: StoredExtension | undefined;
  /** The gravest first; empty for a sound registry. */
  readonly damages: readonly Damage[];
  /** All nodes of the registry except parts, heads included. */
  readonly nodes: readonly RegistryNode[];
}

interface CheckOptions {
  readonly seal: Seal;
  /** Faults in the declarations of the registry's predicates. */
  readonly schemaProblems?: readonly string[];
  /** True if more nodes are stored than were read. */
  readonly isCut?: boolean;
}

export function checkRegistry(nodes: readonly RegistryNode[], options: CheckOptions): Inspection {
  const { seal, schemaProblems = [], isCut = false } = options;
  const heads = nodes.filter(isHead);
  const graphqls = nodes.filter(({ key }) => key === 'graphql');
  const [currentUid] = heads[0]?.current ?? [];
  const others = nodes.filter((node) => !isHead(node) && node.key !== 'graphql');
  const { versions, copies } = distinct(
    others.filter(isVersion).map((node) => readVersion(node, seal)),
    currentUid,
  );
  const { accepted, owners } = withoutShared(versions, nodes);
  const sound = accepted.filter(({ kind }) => kind !== 'damaged');
  const { head, damages: ofHead } = checkHead(heads, accepted, sound);
  const { extension, damages: ofExtension } = readExtension(graphqls, seal, owners);
  // Damage of the version in force comes first.
  const inForceFirst = [...accepted].sort((a, b) => Number(b.uid === currentUid) - Number(a.uid === currentUid));
  const problems = inForceFirst.flatMap(({ problem }) => (problem ? [problem] : []));
  const ofSchema = nodes.length === 0 ? [] : schemaProblems.map((reason) => damage('the schema', reason));
  const isMissing = heads.length === 0 && accepted.length > 0;
  const damages = [
    ...ofSchema,
    ...(isMissing ? [damage('the head', 'it is missing, but versions are stored')] : ofHead),
    ...problems,
    ...copies,
    ...(problems.length > 0 ? [] : checkChain(sound, head?.current.history?.oldest)),
    ...ofExtension,
    ...checkBound(head, extension, graphqls.length === 0),
    ...others.filter((node) => !isVersion(node)).map(strayDamage),
    ...(isCut ? [damage('the registry', `it has more than ${nodes.length} nodes`)] : []),
  ];
  return { head, versions: accepted, extension, damages, nodes };
}

/** Recognizes a head by its key, or by the edge that only a head has. */
export const isHead = ({ key, current }: RegistryNode): boolean =>
  key === 'head' || (current.length > 0 && key !== 'graphql' && key?.startsWith('version/') !== true);

/** Recognizes a version by its key, or by predicates that only a version has. */
const isVersion = ({
  key,
  checksum,
  profile,
  sourceChecksum,
  namesChecksum,
  version,
  names,
  problems,
}: RegistryNode): boolean =>
  key?.startsWith('version/') === true ||
  [checksum, profile, sourceChecksum, namesChecksum, version].some((value) => value !== undefined) ||
  names.length > 0 ||
  problems.length > 0;

const strayDamage = ({ uid, key }: RegistryNode): Damage =>
  damage(
    `the node ${uid}`,
    `it has predicates of the registry, but ${key === undefined ? 'no key' : `the key ${quoted(key)}`}`,
  );

/**
 * Returns one node per version number. Copies of a version (the same digest) are harmless. Two different versions of
 * one number that both look sound are ambiguous.
 */
function distinct(
  all: readonly StoredVersion[],
  preferred: string | undefined,
): { readonly versions: StoredVersion[]; readonly copies: Damage[] } {
  const groups = new Map<number | string, StoredVersion[]>();
  for (const each of all) {
    const key = each.kind === 'damaged' ? each.uid : each.version!;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const copies: Damage[] = [];
  const versions = [...groups.values()].flatMap((group) => {
    if (group.length === 1) return group;
    const recordName = versionName(group[0]!.version);
    const reason = `${group.length} nodes have its number`;
    const isAmbiguous = new Set(group.map(({ digest }) => digest)).size > 1 || group[0]!.digest === undefined;
    if (isAmbiguous)
      return group.map((each) => ({ ...each, kind: 'damaged' as const, problem: damage(recordName, reason) }));
    copies.push(damage(recordName, reason));
    return [group.find(({ uid }) => uid === preferred) ?? group[0]!];
  });
  const rank = ({ kind, version }: StoredVersion): number => (kind === 'damaged' ? Infinity : version!);
  return { versions: versions.sort((a, b) => rank(a) - rank(b) || 0), copies };
}

/**
 * Marks versions as damaged that share parts with each other, or have records as parts: removing a record removes its
 * parts with it.
 */
function withoutShared(
  versions: readonly StoredVersion[],
  nodes: readonly RegistryNode[],
): {
  readonly accepted: readonly StoredVersion[];
  /** Names of the records, by their uids and those of their parts. */
  readonly owners: ReadonlyMap<string, string>;
} {
  const owners = new Map(nodes.map(({ uid, key }) => [uid, `the record ${key === undefined ? uid : quoted(key)}`]));
  const accepted = versions.map((stored) => {
    if (stored.kind === 'damaged') return stored;
    const recordName = versionName(stored.version);
    const parts = [...stored.source, ...stored.names, ...stored.outline];
    const owner = parts.map((uid) => owners.get(uid)).find((name) => name !== undefined);
    if (owner !== undefined) {
      return { ...stored, kind: 'damaged' as const, problem: damage(recordName, `it shares parts with ${owner}`) };
    }
    for (const uid of parts) owners.set(uid, recordName);
    return stored;
  });
  return { accepted, owners };
}

function checkHead(
  heads: readonly RegistryNode[],
  all: readonly StoredVersion[],
  sound: readonly StoredVersion[],
): { readonly head: StoredHead | undefined; readonly damages: readonly Damage[] } {
  const damaged = (reason: string) => ({ head: undefined, damages: [damage('the head', reason)] });
  const [head, ...more] = heads;
  if (!head) return { head: undefined, damages: [] };
  if (more.length > 0) return damaged(`${heads.length} nodes are heads`);
  const { uid, key, version, digest, current, problems } = head;
  if (problems.length > 0) return damaged(problems[0]!);
  if (key !== 'head') return damaged(key === undefined ? 'its key is missing' : `its key is ${quoted(key)}`);
  if (version === undefined) return damaged('its version is missing');
  if (current.length !== 1) {
    return damaged(current.length === 0 ? 'it leads to no version' : 'it leads to several versions');
  }
  const extra = (['source', 'names', 'outline'] as const).find((name) => head[name].length > 0);
  if (extra) return damaged(`it has a part of ${withArticle(extra === 'names' ? 'name table' : extra)}`);
  const target = all.find((each) => each.uid === current[0]);
  if (!target) return damaged(`it leads to ${current[0]!}, which is not a version`);
  // The damage of the version is reported on its own.
  if (target.kind === 'damaged') return { head: undefined, damages: [] };
  if (target.version !== version)
    return damaged(`it names version ${version}, but leads to version ${target.version!}`);
  if (target.digest !== digest) return damaged(`its digest differs from that of version ${version}`);
  const checkedHead = { uid, version, digest, current: target };
  const latest = Math.max(...sound.map((each) => each.version!));
  if (latest === version) return { head: checkedHead, damages: [] };
  return {
    head: checkedHead,
    damages: [damage('the head', `it leads to version ${version}, but version ${latest} is the latest`)],
  };
}

/**
 * @param versions ascending, each with a different number
 * @param oldest first version, as the version in force names it
 */
function checkChain(versions: readonly StoredVersion[], oldest: number | undefined): readonly Damage[] {
  const damaged = (reason: string) => [damage('the chain of versions', reason)];
  for (const [i, later] of versions.entries()) {
    const earlier = versions[i - 1];
    if (!earlier) {
      // The predecessor was removed: as too old, or by an outsider.
      if (later.previous === undefined || later.version === oldest) continue;
      if (oldest === undefined && versions.length >= FORMER_MAX_VERSIONS) continue;
      return damaged(`the version before version ${later.version!} is missing`);
    }
    if (later.digest === undefined) {
      if (earlier.digest !== undefined)
        return damaged(`version ${later.version!} has no digest, but an earlier one has`);
      if (later.version !== earlier.version! + 1) return damaged(`version ${later.version! - 1} is missing`);
    } else if (later.previous !== earlier.digest) {
      return damaged(`version ${later.version!} does not follow version ${earlier.version!}`);
    }
  }
  return [];
}

/** Checks that the GraphQL extension is at least as recent as the version in force requires. */
function checkBound(
  head: StoredHead | undefined,
  extension: StoredExtension | undefined,
  isMissing: boolean,
): readonly Damage[] {
  const least = head?.current.graphql;
  if (least === undefined || (extension ? extension.version >= least : !isMissing)) return [];
  const state = extension ? `it has version ${extension.version}` : 'it is missing';
  return [
    damage(GRAPHQL_RECORD, `${state}, but version ${head!.version} of the ontology was loaded with version ${least}`),
  ];
}
