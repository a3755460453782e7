/** Check of the node of the GraphQL extension: its form, its digest and its signature. */
import { damage, GRAPHQL_RECORD, type Damage } from './registry-damage';
import type { RegistryNode } from './registry-rows';
import { sha256, type Seal } from './registry-seal';
import { inOrder, LOCKED, UNSIGNED, WRONG, WRONG_KEY } from './registry-versions';

export interface StoredExtension {
  readonly uid: string;
  readonly version: number;
  readonly digest: string | undefined;
  readonly loadedAt: string;
  /** Uids of the parts, in order; undefined if the extension was removed. */
  readonly source: readonly string[] | undefined;
}

/**
 * Reads the node. Its digest is checked later, when its text is read (`checkText`).
 *
 * @param owners names of other records, by the uids of their parts
 */
export function readExtension(
  nodes: readonly RegistryNode[],
  seal: Seal,
  owners: ReadonlyMap<string, string> = new Map(),
): { readonly extension: StoredExtension | undefined; readonly damages: readonly Damage[] } {
  const damaged = (reason: string) => ({ extension: undefined, damages: [damage(GRAPHQL_RECORD, reason)] });
  const [node, ...more] = nodes;
  if (!node) return { extension: undefined, damages: [] };
  if (more.length > 0) return damaged(`${nodes.length} nodes have its key`);
  const { uid, version, digest, loadedAt, source, problems, current, names, outline } = node;
  const places = source.length === 0 ? undefined : inOrder(source);
  const owner = source.map((part) => owners.get(part.uid)).find((name) => name !== undefined);
  if (problems.length > 0) return damaged(problems[0]!);
  if (version === undefined) return damaged('its version is missing');
  if (loadedAt === undefined) return damaged('its loadedAt is missing');
  if (current.length + names.length + outline.length > 0) return damaged('it has edges of another record');
  if (source.length > 0 && !places) return damaged('its parts are incomplete or out of order');
  if (owner !== undefined) return damaged(`it shares parts with ${owner}`);
  const extension = { uid, version, digest, loadedAt, source: places };
  if (seal.isKeyed && (digest === undefined || digest.startsWith('sha256:'))) {
    return { extension, damages: [damage(GRAPHQL_RECORD, UNSIGNED, 'sign')] };
  }
  if (!seal.isKeyed && digest?.startsWith('hmac-') === true) {
    return { extension, damages: [damage(GRAPHQL_RECORD, LOCKED, 'key')] };
  }
  return { extension, damages: [] };
}

/**
 * Checks the digest of a text.
 *
 * @param sdl undefined if the extension was removed
 * @returns the damage; undefined for a valid digest
 */
export function checkText(
  { version, loadedAt, digest }: StoredExtension,
  sdl: string | undefined,
  seal: Seal,
): Damage | undefined {
  if (digest === undefined) return seal.isKeyed ? damage(GRAPHQL_RECORD, UNSIGNED, 'sign') : undefined;
  const checksum = sdl === undefined ? undefined : sha256(sdl);
  switch (seal.checkExtension({ version, loadedAt, checksum }, digest)) {
    case 'valid':
      return undefined;
    case 'unsigned':
      return damage(GRAPHQL_RECORD, UNSIGNED, 'sign');
    case 'locked':
      return damage(GRAPHQL_RECORD, LOCKED, 'key');
    case 'wrong':
      return damage(GRAPHQL_RECORD, seal.isKeyed ? WRONG_KEY : WRONG);
  }
}
