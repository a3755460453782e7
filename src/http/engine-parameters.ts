/** Query parameters of Dgraph's routes: parsed as Dgraph parses them, and sent in one spelling. */
import { OwlgateError } from '../errors';
import { boolean, duration, unsignedExactly } from '../util/go-parameters';

/** Kind of a parameter; `present` counts even without a value. */
type ParameterKind = 'unsigned' | 'boolean' | 'duration' | 'text' | 'present';

/** Parameters of a route by name; `any` for routes that the engine alone interprets. */
export type ParameterTable = Readonly<Record<string, ParameterKind>> | 'any';

/** Parameters of a request that has none. */
export const NO_PARAMETERS = new URLSearchParams();

/**
 * Reads the parameters of a request. Drops those not in the table: Dgraph ignores them.
 *
 * @param search query string without its question mark
 * @throws ParameterError in Go's words; OwlgateError InvalidRequest where another parser could see other parameters: a
 *   semicolon, a broken escape, a repeated name
 */
export function readEngineParameters(search: string, table: ParameterTable): URLSearchParams {
  if (search === '') return NO_PARAMETERS;
  const accepted = new URLSearchParams();
  if (search.includes(';')) throw refuse('the query string has a semicolon; separate parameters with &, or write %3B');
  if (/%(?![0-9a-f]{2})/i.test(search)) throw refuse('the query string has a % without two hexadecimal digits');
  for (const [name, value] of new URLSearchParams(search)) {
    const kind = table === 'any' ? 'text' : Object.hasOwn(table, name) ? table[name] : undefined;
    if (kind === undefined) continue;
    if (table !== 'any' && accepted.has(name)) throw refuse(`the parameter ${name} is given twice`);
    accepted.append(name, value);
    canonicalize(accepted, name, kind);
  }
  return accepted;
}

/** Replaces a value by its canonical spelling. @throws ParameterError */
function canonicalize(accepted: URLSearchParams, name: string, kind: ParameterKind): void {
  if (kind === 'unsigned') accepted.set(name, String(unsignedExactly(accepted, name)));
  else if (kind === 'boolean') accepted.set(name, String(boolean(accepted, name)));
  else if (kind === 'duration') duration(accepted, name);
}

/** Returns the query string with its question mark; '' for no parameters. */
export function printEngineParameters(parameters: URLSearchParams, table: ParameterTable): string {
  if (parameters.size === 0) return '';
  const parts = [...parameters].map(([name, value]) =>
    table !== 'any' && table[name] === 'present'
      ? encodeURIComponent(name)
      : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `?${parts.join('&')}`;
}

const refuse = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });
