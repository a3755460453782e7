/** Query parameters of owlgate's own routes. Unknown and repeated names are refused. */
import { OwlgateError } from '../errors';
import type { NumberRange, Operation } from './operations/operation';

const refuse = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });

/**
 * Reads the query parameters of a request.
 *
 * @param target path and query string
 * @throws OwlgateError InvalidRequest: an unknown name may be a misspelt one, whose absence would change the effect
 */
export function readParameters<Name extends string>(
  target: string,
  { parameters }: Pick<Operation<Name>, 'parameters'>,
): ReadonlyMap<Name, string> {
  const names = Object.keys(parameters) as Name[];
  const question = target.indexOf('?');
  const values = new Map<Name, string>();
  if (question < 0) return values;
  for (const [written, value] of new URLSearchParams(target.slice(question + 1))) {
    const name = names.find((candidate) => candidate === written);
    if (name === undefined) {
      const accepted = names.length === 0 ? 'none is accepted here' : `accepted here: ${names.join(', ')}`;
      throw refuse(`unknown parameter ${JSON.stringify(written.slice(0, 100))}; ${accepted}`);
    }
    if (values.has(name)) throw refuse(`the parameter ${name} is given twice`);
    values.set(name, value);
  }
  return values;
}

/** @throws OwlgateError InvalidRequest */
export function oneOf<Value extends string>(name: string, value: string, accepted: readonly Value[]): Value {
  const match = accepted.find((candidate) => candidate === value);
  if (match === undefined) {
    throw refuse(
      `${name}=${value.slice(0, 100)} is not accepted; use ${accepted.map((a) => `${name}=${a}`).join(' or ')}`,
    );
  }
  return match;
}

/**
 * Reads a whole number in decimal digits.
 *
 * @param text undefined for the default
 * @throws OwlgateError InvalidRequest for other texts, and numbers out of range
 */
export function wholeNumber(name: string, text: string | undefined, { min, max, preset }: NumberRange): number {
  if (text === undefined) return preset;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  throw refuse(`${name}=${text.slice(0, 100)}: a number from ${min} to ${max} is expected`);
}

/** Returns the value of a required parameter. @throws OwlgateError InvalidRequest */
export function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw refuse(`the parameter ${name} is missing`);
  return value;
}

/** Reads the number of a version. @throws OwlgateError InvalidRequest */
export const versionNumber = (name: string, text: string): number =>
  wholeNumber(name, text, { min: 1, max: MAX_VERSION, preset: 1 });

const MAX_VERSION = 2 ** 31 - 1;

/** @throws OwlgateError InvalidRequest for anything but true and false */
export function truth(name: string, value: string | undefined): boolean {
  return value !== undefined && oneOf(name, value, ['true', 'false']) === 'true';
}
