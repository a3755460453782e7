/** Passwords, stored as bcrypt hashes as in Dgraph. */
import { compareSync, hashSync } from 'bcryptjs';
import { ValueError } from './errors';

const MINIMUM = 6;
const MAXIMUM_BYTES = 72;
const COST = 10;

/** @throws ValueError for a password under 6 or over 72 bytes. */
export function hashPassword(plain: string): string {
  checkPasswordLength(plain);
  return hashSync(plain, COST);
}

/** @throws ValueError same as {@link hashPassword} */
export function checkPasswordLength(plain: string): void {
  const size = Buffer.byteLength(plain);
  if (size < MINIMUM) throw new ValueError('Password too short, i.e. should have at least 6 chars');
  if (size > MAXIMUM_BYTES) throw new ValueError('bcrypt: password length exceeds 72 bytes');
}

/** True if the password matches the hash; never throws. */
export function checkPassword(plain: string, hash: string): boolean {
  if (Buffer.byteLength(plain) < MINIMUM || hash === '') return false;
  try {
    return compareSync(plain, hash);
  } catch {
    return false;
  }
}
