/**
 * API keys: how one is made, and the lines in which they are configured.
 *
 *     name:role:hash[:quota]        reports:read:9f86d0…:1000/hour
 *
 * A key is 32 random bytes, so that there is nothing to guess and no dictionary to try: SHA-256 keeps it as safe as a slow
 * hash would, which is for what people think up and would cost every request some 50 ms. The hash alone is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { ROLES, type Role } from './roles';

/** By which a key is told from another token, also by those who look for leaked ones. */
export const KEY_PREFIX = 'owk_';
const KEY_BYTES = 32;

export const QUOTA_UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
export type QuotaUnit = keyof typeof QUOTA_UNITS;

/** So many requests in each such span of time. */
export interface Quota {
  readonly count: number;
  readonly unit: QuotaUnit;
}

export interface ApiKey {
  readonly name: string;
  readonly role: Role;
  /** SHA-256 of the key as it is sent. */
  readonly digest: Buffer;
  /** None: no limit. */
  readonly quota?: Quota;
}

/** A line that cannot be read; the message says which, and never repeats it. */
export class KeySyntaxError extends Error {
  override readonly name = 'KeySyntaxError';
}

const NAME = /^[\w.@-]{1,64}$/;
const DIGEST = /^[0-9a-f]{64}$/i;
const QUOTA = /^([1-9]\d{0,8})\/(second|minute|hour|day)$/;

/** A new key. It is shown once and stored nowhere. */
export const makeKey = (): string => KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');

export const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export const isName = (text: string): boolean => NAME.test(text);

/** Undefined for what is no quota. */
export function parseQuota(text: string): Quota | undefined {
  const found = QUOTA.exec(text);
  return found ? { count: Number(found[1]), unit: found[2] as QuotaUnit } : undefined;
}

export const printQuota = ({ count, unit }: Quota): string => `${count}/${unit}`;

export function printLine({ name, role, digest, quota }: ApiKey): string {
  return [name, role, digest.toString('hex'), ...(quota ? [printQuota(quota)] : [])].join(':');
}

const INLINE = new RegExp(`^[^:/\\\\]*:(${ROLES.join('|')}):`);

/** Tells whether a setting is the lines themselves; else it is the path of a file that has them. */
export const isInline = (setting: string): boolean => INLINE.test(setting.trim());

/**
 * Reads lines, empty ones and comments (`#`) among them; on one line they are separated by commas.
 *
 * @throws KeySyntaxError for a line that is none, a name that is there twice, and a key that is
 */
export function parseKeys(text: string): ApiKey[] {
  const keys: ApiKey[] = [];
  const names = new Map<string, number>();
  const digests = new Map<string, string>();
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.replace(/(^|\s)#.*$/, '');
    for (const entry of line.split(',')) {
      if (entry.trim() === '') continue;
      const key = parseEntry(entry.trim(), index + 1);
      const before = names.get(key.name);
      if (before !== undefined) {
        throw new KeySyntaxError(`line ${index + 1}: the name ${key.name} is taken already, in line ${before}`);
      }
      const same = digests.get(key.digest.toString('hex'));
      if (same !== undefined) throw new KeySyntaxError(`line ${index + 1}: ${key.name} has the same key as ${same}`);
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
    throw refuse('it holds a key, where its hash belongs; owlgate keys create prints the line');
  if (!NAME.test(name)) throw refuse('it does not begin with a name (letters, digits and _.@-): name:role:hash');
  const known = ROLES.find((each) => each === role);
  if (!known) throw refuse(`${name} has no role; one of ${ROLES.join(', ')} comes after the name`);
  if (!DIGEST.test(digest)) throw refuse(`${name} has no hash: 64 hexadecimal digits, as owlgate keys prints them`);
  const quota = quotaText === undefined ? undefined : parseQuota(quotaText);
  if (quotaText !== undefined && (!quota || more.length > 0)) {
    throw refuse(`${name} has a quota that cannot be read; 1000/hour is one (second, minute, hour or day)`);
  }
  return { name, role: known, digest: Buffer.from(digest, 'hex'), ...(quota && { quota }) };
}
