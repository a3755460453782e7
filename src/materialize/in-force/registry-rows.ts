/** Strict reader for nodes of the registry: a client of the engine may have written anything in place of a value. */
import { quoted } from './registry-damage';
import { isDigest } from './registry-seal';
import type { Profile } from './types';
import { isVersionHistory, type VersionHistory } from './version-history';

/** Maximum number of a version, above any possible count of loads; a greater one is forged. */
export const MAX_VERSION = 2 ** 31 - 1;

/** Maximum edges of a node: those to the parts of its texts, above the count of any texts that owlgate writes. */
const MAX_LINKS = 6_600;

/** Texts of a version, each stored in parts. */
export type TextName = 'source' | 'names' | 'outline';

/** Part with the position that the edge to it names. */
export interface PartRow {
  readonly uid: string;
  /** Position, from 0. */
  readonly part?: number;
}

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
  readonly history?: VersionHistory;
  readonly materialized?: boolean;
  readonly cursor?: string;
  /** Uids behind edges without a place. A head has such an edge to its version. */
  readonly current: readonly string[];
  /** Parts of the texts. */
  readonly source: readonly PartRow[];
  readonly names: readonly PartRow[];
  readonly outline: readonly PartRow[];
  /** Invalid values, each described in a clause. */
  readonly problems: readonly string[];
}

type Fields = Readonly<Record<string, readonly [form: string, isValid: (value: unknown) => boolean]>>;

/** Fields of a record, each with its required form. */
export const RECORD_FIELDS = {
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
  history: ['the history of a version', isVersionHistory],
} as const satisfies Fields;

export const PROGRESS_FIELDS = {
  materialized: ['true or false', (value: unknown) => typeof value === 'boolean'],
  cursor: ['a text', isText],
} as const satisfies Fields;

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const UID = /^0x[0-9a-f]{1,16}$/;
const PLACE = /^(source|names|outline)\/(\d{1,6})$/;

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
export const NODE_FIELDS = `uid key: owlgate.key record: owlgate.record progress: owlgate.progress
  links: owlgate.link (first: ${MAX_LINKS + 1}) @facets(place: place) { uid }`;

export function readNode(raw: Readonly<Record<string, unknown>>): RegistryNode {
  const problems: string[] = [];
  const { uid, key } = raw;
  if (isPresent(key) && !isText(key)) problems.push(`owlgate.key is ${shown(key)}; expected a text`);
  const links: Links = { current: [], source: [], names: [], outline: [] };
  for (const link of linksOf(raw['links'], problems)) sortLink(link, links, problems);
  return {
    ...readFields(raw['record'], 'record', RECORD_FIELDS, problems),
    ...readFields(raw['progress'], 'progress', PROGRESS_FIELDS, problems),
    ...(isText(key) && { key }),
    uid: String(uid),
    ...links,
    problems,
  };
}

/** Returns a node that the engine cannot answer for, or that is too large. */
export const unreadableNode = (uid: string): RegistryNode => ({
  uid,
  current: [],
  source: [],
  names: [],
  outline: [],
  problems: ['it has values that cannot be read, or more values than owlgate writes'],
});

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Parses the JSON object of a record, without a check of its fields.
 *
 * @returns undefined for any other text
 */
export function parseRecord(text: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isText(text)) return undefined;
  try {
    const record = JSON.parse(text) as unknown;
    return typeof record === 'object' && record !== null && !Array.isArray(record)
      ? (record as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the version that the record of a head names; undefined if it has none. */
export const versionOfRecord = (text: unknown): unknown => parseRecord(text)?.['version'];

/** Reads a JSON object: valid fields into the result, others into the problems. Unknown fields are ignored. */
function readFields(text: unknown, name: string, fields: Fields, problems: string[]): Record<string, unknown> {
  if (!isPresent(text)) return {};
  const record = parseRecord(text);
  if (!record) {
    problems.push(`owlgate.${name} is ${shown(text)}; expected a JSON object`);
    return {};
  }
  const values: Record<string, unknown> = {};
  for (const [field, [form, isValid]] of Object.entries(fields)) {
    const value = Object.hasOwn(record, field) ? record[field] : undefined;
    if (!isPresent(value)) continue;
    if (isValid(value)) values[field] = value;
    else problems.push(`its ${field} is ${shown(value)}; expected ${form}`);
  }
  return values;
}

interface Links extends Record<TextName, PartRow[]> {
  readonly current: string[];
}

interface Link {
  readonly uid: string;
  readonly place: unknown;
}

function sortLink({ uid, place }: Link, links: Links, problems: string[]): void {
  if (!isPresent(place)) {
    links.current.push(uid);
    return;
  }
  const [, name, part] = (isText(place) && PLACE.exec(place)) || [];
  if (name === undefined) problems.push(`owlgate.link has the place ${shown(place)}`);
  else links[name as TextName].push({ uid, part: Number(part) });
}

/** Reads edges. Dgraph returns an edge of a single-valued predicate as an object, others as an array of objects. */
function linksOf(value: unknown, problems: string[]): readonly Link[] {
  const rows = isPresent(value) ? [value].flat() : [];
  if (rows.length > MAX_LINKS) problems.push(`owlgate.link has more than ${MAX_LINKS} edges`);
  return rows.slice(0, MAX_LINKS).flatMap((row) => {
    const { uid, place } = (typeof row === 'object' && row !== null ? row : {}) as { uid?: unknown; place?: unknown };
    if (isText(uid) && UID.test(uid)) return [{ uid, place }];
    problems.push(`owlgate.link is ${shown(row)}; expected an edge`);
    return [];
  });
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'an object';
}
