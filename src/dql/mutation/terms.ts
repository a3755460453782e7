/** Terms of a statement in any format: nodes, predicates with a language, keys. */
import { parseUint } from '../values';
import type { Facet, NodeRef, NQuad, Star } from './ast';

/** Dgraph's internal word for `*`. */
export const STAR_WORD = '_STAR_ALL';

export const STAR: Star = Object.freeze({ kind: 'star' });

/**
 * Parses the name of a node: a uid in any notation of Go's integers, `_:label`, `uid(v)`; any other name is an IRI.
 * Zero is not a uid and gives an error in Dgraph's words.
 */
export function nodeRef(name: string): NodeRef | string {
  if (/^0x[1-9a-f][0-9a-f]{0,15}$/.test(name)) return { kind: 'uid', uid: name };
  if (name.startsWith('_:')) return { kind: 'blank', label: name.slice(2) };
  if (name.startsWith('uid(') && name.endsWith(')')) return { kind: 'uidVar', variable: name.slice(4, -1) };
  const uid = parseUint(name);
  if (typeof uid !== 'bigint') return { kind: 'iri', iri: name };
  return uid === 0n ? 'UID must to be greater than 0' : { kind: 'uid', uid: `0x${uid.toString(16)}` };
}

/** Returns a statement with replaced nodes. */
export function withNodes(nquad: NQuad, replace: (node: NodeRef) => NodeRef): NQuad {
  const subject = replace(nquad.subject);
  const object = isNode(nquad.object) ? replace(nquad.object) : nquad.object;
  return subject === nquad.subject && object === nquad.object ? nquad : { ...nquad, subject, object };
}

function isNode(term: NQuad['object']): term is NodeRef {
  return term.kind === 'uid' || term.kind === 'blank' || term.kind === 'iri' || term.kind === 'uidVar';
}

/** Beginning of an IRI, and of a text that is no language because IRIs have it. */
const IRI = /^[a-z][a-z0-9+.-]*:/i;
const REST_OF_IRI = /[/#:?=]/;

/** Splits `name@en` at the last `@` unless that is the first character, or within an IRI. */
export function splitLanguage(name: string): { predicate: string; lang: string | undefined } {
  const at = name.lastIndexOf('@');
  return at <= 0 || (IRI.test(name) && REST_OF_IRI.test(name.slice(at)))
    ? { predicate: name, lang: undefined }
    : { predicate: name.slice(0, at), lang: name.slice(at + 1) };
}

const MAX_PREDICATE = 65535;

/**
 * Returns the error of a set statement's predicate; for a delete only the length is checked.
 *
 * @param mayBeTerm true accepts an IRI with characters that no name has: it may be that of a property
 */
export function predicateError(predicate: string, isDelete: boolean, mayBeTerm = true): string | undefined {
  if (predicate.length > MAX_PREDICATE) {
    return `Predicate name length cannot be bigger than 2^16. Predicate: ${predicate.slice(0, 80)}`;
  }
  const wrong = isDelete || (mayBeTerm && IRI.test(predicate)) ? undefined : keyError(predicate);
  return wrong && `key error: predicate ${JSON.stringify(predicate)}: ${wrong}`;
}

/** Returns the error of a set statement's facets. */
export function facetsError(facets: readonly Facet[]): string | undefined {
  const keys = new Set<string>();
  for (const { key } of facets) {
    const wrong = keyError(key);
    if (wrong) return `key error: Facet ${JSON.stringify(key)}, ${wrong}`;
    if (keys.has(key)) return `Repeated keys are not allowed in facets. But got ${key}`;
    keys.add(key);
  }
  return undefined;
}

function keyError(key: string): string | undefined {
  if (key === '') return 'Has zero length';
  if (/[~@]/.test(key)) return 'Has invalid characters';
  return /\p{White_Space}/u.test(key) ? 'Must not contain spaces' : undefined;
}
