/** History of a version: who loaded it, from where, why, and what it changed. Its digest covers all of it. */

/** Counts of what a load changed, compared with the version before. */
export interface VersionChanges {
  readonly axiomsAdded: number;
  readonly axiomsRemoved: number;
  readonly classesAdded: number;
  readonly classesRemoved: number;
  readonly propertiesAdded: number;
  readonly propertiesRemoved: number;
}

/** Account of a load, as its client gives it. */
export interface LoadAccount {
  /** `key NAME`, `user NAME`, `address ADDRESS`, `gateway` or `command line`. */
  readonly by: string;
  /** Files or addresses of the documents, the ontology first; empty if unknown. */
  readonly from: readonly string[];
  readonly message?: string;
}

export interface VersionHistory extends LoadAccount {
  /** Absent if the version before could not be compared. */
  readonly changes?: VersionChanges;
  /** Number of the oldest version that was stored when this one was. Reveals the removal of older ones. */
  readonly oldest: number;
  /** SHA-256 of the outline, hexadecimal; absent if none is stored. */
  readonly outlineChecksum?: string;
}

/** Maximum characters of a message, and of other texts. */
const MAX_MESSAGE = 2_000;
const MAX_TEXT = 300;
/** Maximum places that a version names. */
const MAX_PLACES = 20;

const COUNTS: readonly (keyof VersionChanges)[] = [
  'axiomsAdded',
  'axiomsRemoved',
  'classesAdded',
  'classesRemoved',
  'propertiesAdded',
  'propertiesRemoved',
];

/** Control characters, except tabulators and line feeds, and characters that change the direction of text. */
// oxlint-disable-next-line no-control-regex -- it is about these
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu;

/** Returns an account within the limits of a record, without characters that would deceive a reader. */
export function recordable({ by, from, message = '' }: LoadAccount): LoadAccount {
  const line = (text: string): string => cut(text.replace(/[\t\n]/g, ' ').replace(HIDDEN, ''), MAX_TEXT);
  const written = cut(message.replace(/\r\n?/g, '\n').replace(HIDDEN, '').trim(), MAX_MESSAGE);
  return { by: line(by), from: from.slice(0, MAX_PLACES).map(line), ...(written !== '' && { message: written }) };
}

/** Cuts a text without splitting a character. */
const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/** Text that the digest of a version covers: the same for the same history, whatever the order of its fields. */
export const historyForm = ({ by, from, message, changes, oldest, outlineChecksum }: VersionHistory): string =>
  JSON.stringify([
    by,
    from,
    message ?? null,
    changes ? COUNTS.map((name) => changes[name]) : null,
    oldest,
    outlineChecksum ?? null,
  ]);

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Returns true for the form of a history; its limits are those of `recordable`. */
export function isVersionHistory(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { by, from, message, changes, oldest, outlineChecksum } = value as Record<string, unknown>;
  return (
    isText(by) &&
    Array.isArray(from) &&
    from.every(isText) &&
    (message === undefined || isText(message)) &&
    (changes === undefined || isChanges(changes)) &&
    isCount(oldest) &&
    (outlineChecksum === undefined || (isText(outlineChecksum) && /^[0-9a-f]{64}$/.test(outlineChecksum as string)))
  );
}

function isChanges(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return COUNTS.every((name) => isCount((value as Record<string, unknown>)[name]));
}
