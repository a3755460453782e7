/** Local names, namespaces and prefixes of IRIs, and their spelling as Dgraph names. */
import type { Iri } from './model';
import { SCHEMA_ORG, WELL_KNOWN_PREFIXES } from './vocabulary';
import { trimEndOf } from '../util/text';

/** Maximum length of a name; longer ones are truncated and end in a checksum. */
const MAX_NAME_LENGTH = 200;

/** Names that DQL accepts without `<…>` in every position. DQL allows dots; owlgate never generates them. */
export const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/**
 * Property names that Dgraph v25.4 refuses or interprets differently in a selection (measured), and names reserved by
 * the gateway.
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

/** True if Dgraph or the gateway reserves the name. */
export function isReservedName(name: string, space: 'class' | 'property'): boolean {
  return /^(dgraph|owlgate)\./i.test(name) || (space === 'property' && RESERVED_PROPERTIES.has(name));
}

/**
 * Splits an IRI at its last `#`, else its last `/`, or `:` in URNs. Removes trailing separators from the local name.
 */
export function splitIri(iri: Iri): { readonly namespace: Iri; readonly local: string } {
  const end = trimEndOf(iri, '#/:').length;
  const hash = iri.lastIndexOf('#', end - 1);
  let cut = hash;
  if (hash < 0)
    cut = Math.max(iri.lastIndexOf('/', end - 1), iri.startsWith('urn:') ? iri.lastIndexOf(':', end - 1) : -1);
  return { namespace: iri.slice(0, cut + 1), local: iri.slice(cut + 1, end) };
}

/**
 * Converts a local name to a plain name: decodes percent escapes, removes accents, replaces letters of other scripts by
 * `u` and their code and all other special characters by `_`, and puts `_` before a leading digit. An empty name stays
 * empty.
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
 * Returns a plain name for a namespace: the document's shortest prefix, else a well-known one, else the last
 * descriptive segment of the namespace.
 */
export function prefixName(namespace: Iri, prefixes: ReadonlyMap<string, Iri>): string {
  const declared = [...prefixes]
    .filter(([prefix, iri]) => prefix !== '' && iri === namespace)
    .map(([prefix]) => prefix);
  declared.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  // Names do not depend on the scheme.
  const canonical = namespace === SCHEMA_ORG.https ? SCHEMA_ORG.http : namespace;
  const prefix = declared[0] ?? [...WELL_KNOWN_PREFIXES].find(([, iri]) => iri === canonical)?.[0];
  if (prefix !== undefined) return plainName(prefix) || 'ns';
  const descriptive = namespace
    .replace(/^[a-z][a-z0-9+.-]*:(\/\/)?(www\.)?/i, '')
    .split(/[#/:]+/)
    .filter((part) => /[A-Za-z]/.test(part) && !/^v?[\d.]+$/.test(part));
  const part = descriptive.length > 1 ? descriptive.at(-1)! : (descriptive[0] ?? '').split('.')[0]!;
  return plainName(part.replace(/\.(owl|ttl|rdf|html?)$/i, '')) || 'ns';
}
