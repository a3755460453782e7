/** Query parameters of Dgraph's routes: read here as Dgraph reads them, and sent on in one spelling. */
import { OwlgateError } from '../errors';
import { boolean, duration, unsignedExactly } from '../util/go-parameters';

/** `present` counts without a value, too. */
export type ParameterKind = 'unsigned' | 'boolean' | 'duration' | 'text' | 'present';

/** Parameters of a route by name; `any`: the route is the engine's alone, and its parameters are unknown here. */
export type ParameterTable = Readonly<Record<string, ParameterKind>> | 'any';

/** Of a request without any. */
export const NO_PARAMETERS = new URLSearchParams();

/**
 * Reads the parameters of a request. Others than those of the table are left out: Dgraph ignores them.
 *
 * @param search query string without its question mark
 * @throws ParameterError in Go's words; OwlgateError InvalidRequest where another reader could see other parameters: a
 *   semicolon, a broken escape, a name given twice
 */
export function readEngineParameters(search: string, table: ParameterTable): URLSearchParams {
  if (search === '') return NO_PARAMETERS;
  const read = new URLSearchParams();
  if (search.includes(';'))
    throw refuse('a semicolon stands in the query string; separate parameters with &, or write %3B');
  if (/%(?![0-9a-f]{2})/i.test(search)) throw refuse('the query string has a % that no two hexadecimal digits follow');
  for (const [name, value] of new URLSearchParams(search)) {
    const kind = table === 'any' ? 'text' : Object.hasOwn(table, name) ? table[name] : undefined;
    if (kind === undefined) continue;
    if (table !== 'any' && read.has(name)) throw refuse(`the parameter ${name} is given twice`);
    read.append(name, value);
    canonicalize(read, name, kind);
  }
  return read;
}

/** Replaces a value by the spelling in which it is sent. @throws ParameterError */
function canonicalize(read: URLSearchParams, name: string, kind: ParameterKind): void {
  if (kind === 'unsigned') read.set(name, String(unsignedExactly(read, name)));
  else if (kind === 'boolean') read.set(name, String(boolean(read, name)));
  else if (kind === 'duration') duration(read, name);
}

/** The query string with its question mark; '' for no parameters. */
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
