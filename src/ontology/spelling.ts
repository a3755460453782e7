/** Local names, namespaces and prefixes of IRIs, and how Dgraph spells them without `<…>`. */
import type { Iri } from './model';
import { WELL_KNOWN_PREFIXES } from './vocabulary';
import { trimEndOf } from '../util/text';

/** Longer names are cut, and told apart by a checksum. */
const MAX_NAME_LENGTH = 200;

/** A name that DQL takes without `<…>`, in every place. Dots are allowed by DQL; we never make any. */
export const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/**
 * Property names that Dgraph v25.4 refuses, or takes for something else where a predicate is selected (measured), and
 * those that the gateway keeps for itself.
 */
const RESERVED_PROPERTIES: ReadonlySet<string> = new Set([
  'uid',
  'iri',
  'graph.type',
  'expand',
  'val',
  'math',
  'checkpwd',
  'namespace',
]);

/** Whether Dgraph or the gateway keeps the name for itself. */
export function isReservedName(name: string, space: 'class' | 'property'): boolean {
  return /^(dgraph|owlgate)\./i.test(name) || (space === 'property' && RESERVED_PROPERTIES.has(name));
}

/** Splits an IRI at its last `#`, or else its last `/` or `:`; separators at its end are no part of the local name. */
export function splitIri(iri: Iri): { readonly namespace: Iri; readonly local: string } {
  const end = trimEndOf(iri, '#/:').length;
  const hash = iri.lastIndexOf('#', end - 1);
  let cut = hash;
  if (hash < 0)
    cut = Math.max(iri.lastIndexOf('/', end - 1), iri.startsWith('urn:') ? iri.lastIndexOf(':', end - 1) : -1);
  return { namespace: iri.slice(0, cut + 1), local: iri.slice(cut + 1, end) };
}

/**
 * A local name as Dgraph takes it: percent escapes decoded, accents dropped, every other character that is not an ASCII
 * letter, digit or `_` replaced (`-` and its like by `_`, letters of other scripts by `u` and their code), and `_` put
 * before a leading digit. Empty for an empty name.
 */
export function plainName(local: string): string {
  const base = decode(local).normalize('NFKD').replace(/\p{M}/gu, '');
  let name = '';
  for (const character of base) {
    if (/[A-Za-z0-9_]/.test(character)) name += character;
    else if (/[\p{L}\p{N}]/u.test(character))
      name += `${name === '' ? '' : '_'}u${character.codePointAt(0)!.toString(16)}`;
    else name += '_';
  }
  if (/^[0-9]/.test(name)) name = `_${name}`;
  if (name.length > MAX_NAME_LENGTH) name = `${name.slice(0, MAX_NAME_LENGTH - 9)}_${checksum(local)}`;
  return name;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** FNV-1a, 32 bits, as eight hexadecimal digits. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * A plain name for a namespace: the document's prefix, a well-known one, or what its last telling part says.
 * Of several prefixes the shortest is taken.
 */
export function prefixName(namespace: Iri, prefixes: ReadonlyMap<string, Iri>): string {
  const declared = [...prefixes]
    .filter(([prefix, iri]) => prefix !== '' && iri === namespace)
    .map(([prefix]) => prefix);
  declared.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const known = declared[0] ?? [...WELL_KNOWN_PREFIXES].find(([, iri]) => iri === namespace)?.[0];
  if (known !== undefined) return plainName(known) || 'ns';
  const telling = namespace
    .replace(/^[a-z][a-z0-9+.-]*:(\/\/)?(www\.)?/i, '')
    .split(/[#/:]+/)
    .filter((part) => /[A-Za-z]/.test(part) && !/^v?[\d.]+$/.test(part));
  const part = telling.length > 1 ? telling.at(-1)! : (telling[0] ?? '').split('.')[0]!;
  return plainName(part.replace(/\.(owl|ttl|rdf|html?)$/i, '')) || 'ns';
}
