/** Strict reader for nodes of the registry: a client of the engine may have written anything in place of a value. */
import type { PartRow } from './registry-parts';
import { quoted } from './registry-damage';
import { isDigest } from './registry-seal';
import type { Profile } from './types';

/** Maximum number of a version, above any possible count of loads; a greater one is forged. */
export const MAX_VERSION = 2 ** 31 - 1;

/** Maximum parts of a text, above that of any text owlgate writes. */
const MAX_PARTS = 2_200;

export interface RegistryNode {
  readonly uid: string;
  readonly key?: string;
  readonly version?: number;
  readonly digest?: string;
  readonly previous?: string;
  readonly checksum?: string;
  readonly sourceChecksum?: string;
  readonly namesChecksum?: string;
  readonly profile?: Profile;
  readonly loadedAt?: string;
  readonly format?: string;
  readonly graphql?: number;
  readonly materialized?: boolean;
  readonly cursor?: string;
  /** Uids that `owlgate.current` leads to. */
  readonly current: readonly string[];
  readonly source: readonly PartRow[];
  readonly names: readonly PartRow[];
  /** Invalid values, each described in a clause. */
  readonly problems: readonly string[];
}

/** Values of a node, each with its predicate and its required form. */
const VALUES = {
  key: ['a text', isText],
  version: [`an integer from 1 to ${MAX_VERSION}`, isVersion],
  digest: ['a digest', (value: unknown) => isText(value) && isDigest(value)],
  previous: ['a digest', (value: unknown) => isText(value) && isDigest(value)],
  checksum: ['a checksum', isChecksum],
  sourceChecksum: ['a checksum', isChecksum],
  namesChecksum: ['a checksum', isChecksum],
  profile: ['strict or lenient', (value: unknown) => value === 'strict' || value === 'lenient'],
  loadedAt: ['a date', (value: unknown) => isText(value) && DATE.test(value)],
  format: ['a text', isText],
  graphql: [`an integer from 1 to ${MAX_VERSION}`, isVersion],
  materialized: ['true or false', (value: unknown) => typeof value === 'boolean'],
  cursor: ['a text', isText],
} as const satisfies Readonly<Record<string, readonly [string, (value: unknown) => boolean]>>;

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const UID = /^0x[0-9a-f]{1,16}$/;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isVersion(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_VERSION;
}

function isChecksum(value: unknown): boolean {
  return isText(value) && /^[0-9a-f]{64}$/.test(value);
}

/** Fields of a query that reads a node, for `readNode`. */
export const NODE_FIELDS = `uid ${Object.keys(VALUES)
  .map((name) => `${name}: owlgate.${name}`)
  .join(' ')}
  current: owlgate.current { uid }
  source: owlgate.source (first: ${MAX_PARTS + 1}) { uid part: owlgate.part }
  names: owlgate.names (first: ${MAX_PARTS + 1}) { uid part: owlgate.part }`;

export function readNode(raw: Readonly<Record<string, unknown>>): RegistryNode {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, [expected, isOne]] of Object.entries(VALUES)) {
    const value = raw[name];
    if (value === undefined || value === null) continue;
    if (isOne(value)) values[name] = value;
    else problems.push(`owlgate.${name} is ${shown(value)}, and not ${expected}`);
  }
  return {
    ...values,
    uid: String(raw['uid']),
    current: edges(raw['current'], 'owlgate.current', problems).map(({ uid }) => uid),
    source: edges(raw['source'], 'owlgate.source', problems),
    names: edges(raw['names'], 'owlgate.names', problems),
    problems,
  };
}

/** Returns a node that the engine cannot answer for, or that is too large. */
export const unreadableNode = (uid: string): RegistryNode => ({
  uid,
  current: [],
  source: [],
  names: [],
  problems: ['it holds values that cannot be read, or more than owlgate ever writes'],
});

/** Reads edges. Dgraph returns an edge of a single-valued predicate as an object, others as an array of objects. */
function edges(value: unknown, predicate: string, problems: string[]): readonly PartRow[] {
  const rows = value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  if (rows.length > MAX_PARTS) problems.push(`${predicate} has more than ${MAX_PARTS} edges`);
  return rows.slice(0, MAX_PARTS).flatMap((row) => {
    const { uid, part } = (typeof row === 'object' && row !== null ? row : {}) as { uid?: unknown; part?: unknown };
    if (!isText(uid) || !UID.test(uid)) {
      problems.push(`${predicate} is ${shown(row)}, and not an edge`);
      return [];
    }
    return [{ uid, ...(Number.isSafeInteger(part) && { part: part as number }) }];
  });
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'an object';
}
