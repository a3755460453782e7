/** Lexical elements of DQL: names, strings, uids. Client input is always written as a string or uid, never verbatim. */
import { wellFormed } from '../../util/text';

/** Blocks, with the head variables that they use. */
export interface Blocks {
  readonly blocks: readonly string[];
  readonly variables?: readonly { readonly name: string; readonly type: string; readonly value: string }[];
}

const PLAIN = /^~?[A-Za-z_][\w.]*$/;

/** Name of a predicate or type, in brackets unless it is a plain word. */
function name(text: string): string {
  const bare = text.replace(/^<(.*)>$/s, '$1');
  return PLAIN.test(bare) ? bare : `<${bare}>`;
}

/** Predicate of the model: `p`, `~p`, `p@en:.`. */
export function predicate(text: string): string {
  const at = text.lastIndexOf('@');
  return at <= 0 ? name(text) : `${name(text.slice(0, at))}${text.slice(at)}`;
}

/** Key of a predicate in JSON. */
export const bare = (text: string): string => text.replace(/^<(.*)>$/s, '$1').replace(/^<(.*)>@/s, '$1@');

/** JSON's escapes are valid in DQL; half a surrogate pair is not. */
export const quote = (text: string): string => JSON.stringify(wellFormed(text));

/** Uid of an ID (Go's integer literals); undefined if invalid. */
export function parseUid(text: string): string | undefined {
  if (!/^(0[xX][0-9a-fA-F]{1,64}|0[bB][01]{1,64}|0[oO]?[0-7]{1,64}|[1-9]\d{0,19}|0)$/.test(text)) return undefined;
  const value = BigInt(/^0\d/.test(text) ? `0o${text.slice(1)}` : text);
  return value >= 1n << 64n ? undefined : `0x${value.toString(16)}`;
}

export const uidFunction = (ids: readonly string[]): string => `uid(${ids.join(', ')})`;

export const block = (head: string, children: readonly string[]): string =>
  children.length > 0 ? `${head} {\n${children.join('\n')}\n}` : head;

export const typeFunction = (dgraphName: string): string => `type(${name(dgraphName)})`;

export const both = (...filters: readonly (string | undefined)[]): string | undefined => {
  const present = filters.filter((filter) => filter !== undefined);
  return present.length > 1 ? `(${present.join(' AND ')})` : present[0];
};

export const filtered = (filter: string | undefined): string => (filter === undefined ? '' : ` @filter(${filter})`);
