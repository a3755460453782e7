/**
 * API keys: generation, and the lines that configure them.
 *
 *     name:role:hash[:quota]        reports:read:9f86d0…:1000/hour
 *
 * A key is 32 random bytes, so guesses and dictionaries are hopeless and SHA-256 suffices. A slow hash, made for
 * passwords, would cost each request about 50 ms. Only the hash is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { ROLES, type Role } from './roles';

/** Prefix that distinguishes keys from other tokens, also for scanners of leaked secrets. */
export const KEY_PREFIX = 'owk_';
const KEY_BYTES = 32;

export const QUOTA_UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
type QuotaUnit = keyof typeof QUOTA_UNITS;

/** Maximum requests per unit of time. */
interface Quota {
  readonly count: number;
  readonly unit: QuotaUnit;
}

export interface ApiKey {
  readonly name: string;
  readonly role: Role;
  /** SHA-256 of the key as it is sent. */
  readonly digest: Buffer;
  /** Absent for no limit. */
  readonly quota?: Quota;
}

/** Error of an invalid line. The message has its number, never its text, which may hold a key. */
export class KeySyntaxError extends Error {
  override readonly name = 'KeySyntaxError';
}

const NAME = /^[\w.@-]{1,64}$/;
const DIGEST = /^[0-9a-f]{64}$/i;
const QUOTA = /^([1-9]\d{0,8})\/(second|minute|hour|day)$/;

/** Generates a key. Callers show it once and do not store it. */
export const makeKey = (): string => KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');

export const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export const isName = (text: string): boolean => NAME.test(text);

/** Parses `1000/hour`; undefined for other text. */
export function parseQuota(text: string): Quota | undefined {
  const match = QUOTA.exec(text);
  return match ? { count: Number(match[1]), unit: match[2] as QuotaUnit } : undefined;
}

export const printQuota = ({ count, unit }: Quota): string => `${count}/${unit}`;

export function printLine({ name, role, digest, quota }: ApiKey): string {
  return [name, role, digest.toString('hex'), ...(quota ? [printQuota(quota)] : [])].join(':');
}

/** A path has no two colons in front of its first separator, whatever the role is. */
const INLINE = /^[^:/\\]*:[^:/\\]*:/;

/** True for a setting with the lines themselves; false for the path of a file with them. */
export const isInline = (setting: string): boolean => INLINE.test(setting.trim());

/**
 * Parses lines; skips empty ones and comments (`#`). Commas separate several entries of one line.
 *
 * @throws KeySyntaxError for an invalid entry, a duplicate name or a duplicate key
 */
export function parseKeys(text: string): ApiKey[] {
  const keys: ApiKey[] = [];
  const names = new Map<string, number>();
  const digests = new Map<string, string>();
  for (const [index, rawLine] of text.split(/\r?\n/).entries()) {
    const line = rawLine.replace(/(^|\s)#.*$/, '');
    for (const entry of line.split(',')) {
      if (entry.trim() === '') continue;
      const key = parseEntry(entry.trim(), index + 1);
      const before = names.get(key.name);
      if (before !== undefined) {
        throw new KeySyntaxError(`line ${index + 1}: the name ${key.name} is taken already, in line ${before}`);
      }
      const namesake = digests.get(key.digest.toString('hex'));
      if (namesake !== undefined)
        throw new KeySyntaxError(`line ${index + 1}: ${key.name} has the same key as ${namesake}`);
      names.set(key.name, index + 1);
      digests.set(key.digest.toString('hex'), key.name);
      keys.push(key);
    }
  }
  return keys;
}

function parseEntry(entry: string, line: number): ApiKey {
  const refuse = (reason: string): KeySyntaxError => new KeySyntaxError(`line ${line}: ${reason}`);
  const [name = '', role, digest = '', quotaText, ...more] = entry.split(':');
  if (entry.startsWith(KEY_PREFIX))
    throw refuse('it has a key in place of its hash; owlgate keys create prints the line');
  if (!NAME.test(name)) throw refuse('it does not begin with a name (letters, digits and _.@-): name:role:hash');
  const knownRole = ROLES.find((each) => each === role);
  if (!knownRole) throw refuse(`${name} has no role; one of ${ROLES.join(', ')} comes after the name`);
  if (!DIGEST.test(digest)) throw refuse(`${name} has no hash: 64 hexadecimal digits, as owlgate keys prints them`);
  const quota = quotaText === undefined ? undefined : parseQuota(quotaText);
  if (quotaText !== undefined && (!quota || more.length > 0)) {
    throw refuse(`${name} has a quota that cannot be read; 1000/hour is one (second, minute, hour or day)`);
  }
  return { name, role: knownRole, digest: Buffer.from(digest, 'hex'), ...(quota && { quota }) };
}
