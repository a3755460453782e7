/** Local names, namespaces and prefixes of IRIs, and their spelling as Dgraph names. */
import type { Iri } from './model';
import { SCHEMA_ORG, WELL_KNOWN_PREFIXES } from './vocabulary';
import { decoded, trimEndOf } from '../util/text';

/** Maximum bytes of an individual's IRI: Dgraph limits the keys of the index that finds a node by its IRI. */
const MAX_IRI_BYTES = 64_000;

/** True for an IRI by which no node can be found, such as an image in a `data:` IRI. */
export const isUnfindable = (iri: Iri): boolean =>
  iri.length * 3 > MAX_IRI_BYTES && Buffer.byteLength(iri) > MAX_IRI_BYTES;

/** Maximum bytes of a name in UTF-8; longer ones are truncated and end in a checksum. */
const MAX_NAME_BYTES = 1000;

/**
 * Characters that Dgraph v25.4 accepts nowhere in a name (measured): those that SPARQL excludes from an IRI, `@` and
 * `~` for languages and reverse edges, and white space. Control characters and unpaired surrogates do not belong in
 * IRIs.
 */
const UNSPELLABLE = /[\p{Cc}\p{Cs}\p{White_Space}<>"{}|^`\\@~]/u;
const LETTER = /[\p{L}\p{N}]/u;

/** Returns the reason why Dgraph cannot have a name; undefined if it can. */
export function spellingProblem(name: string): string | undefined {
  const character = UNSPELLABLE.exec(name)?.[0];
  if (character !== undefined) {
    const shown = /[\p{Cc}\p{Cs}\p{White_Space}]/u.test(character) ? `U+${hex(character)}` : `"${character}"`;
    return `contains ${shown}, which no name in Dgraph can contain`;
  }
  if (!LETTER.test(name)) return 'has neither a letter nor a digit, and Dgraph needs one in a name';
  if (name.startsWith('$')) return 'begins with "$", which is a variable in DQL';
  if (name.startsWith('=')) return 'begins with "=", and "<=" is a comparison in DQL';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `is longer than ${MAX_NAME_BYTES} bytes`;
  return undefined;
}

const hex = (character: string): string => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

/** Property names that Dgraph v25.4 interprets differently in a selection, in any case (measured: `iri <As> name`). */
const DQL_WORDS: ReadonlySet<string> = new Set([
  ...['uid', 'as', 'expand', 'val', 'math', 'checkpwd'],
  // Without arguments they are read as values, but lose aliases and variables.
  ...['min', 'max', 'sum', 'avg'],
]);
/** Other property names that Dgraph v25.4 or the gateway reserves. */
const RESERVED_PROPERTIES: ReadonlySet<string> = new Set(['iri', 'graph.type', 'namespace']);

/**
 * True if Dgraph or the gateway reserves the name.
 *
 * @param isEdge true for an object property: Dgraph v25.4 reads the page in `<count> (first: 1)` as a predicate to count
 */
export function isReservedName(name: string, space: 'class' | 'property', isEdge = false): boolean {
  if (/^(dgraph|owlgate)\./i.test(name)) return true;
  if (space === 'class') return false;
  const word = name.toLowerCase();
  return RESERVED_PROPERTIES.has(name) || DQL_WORDS.has(word) || (isEdge && word === 'count');
}

/**
 * Splits an IRI at its last `#`, else its last `/`, or `:` in URNs. Removes trailing separators from the local name.
 */
export function splitIri(iri: Iri): { readonly namespace: Iri; readonly local: string } {
  const end = trimEndOf(iri, iri.startsWith('urn:') ? '#/:' : '#/').length;
  const hash = iri.lastIndexOf('#', end - 1);
  let cut = hash;
  if (hash < 0)
    cut = Math.max(iri.lastIndexOf('/', end - 1), iri.startsWith('urn:') ? iri.lastIndexOf(':', end - 1) : -1);
  return { namespace: iri.slice(0, cut + 1), local: iri.slice(cut + 1, end) };
}

/** Spells a local name for Dgraph: unchanged if possible, otherwise with `_`. An empty name stays empty. */
export function spelledName(local: string): string {
  if (local === '' || spellingProblem(local) === undefined) return local;
  if (!LETTER.test(local))
    return truncated(Array.from(local, (letter) => `u${hex(letter).toLowerCase()}`).join('_'), local);
  return truncated(local.replace(/^[$=]/, '_').replace(new RegExp(UNSPELLABLE, 'gu'), '_'), local);
}

/** Shortens a long name to as many whole characters as fit, and a checksum of the original. */
function truncated(name: string, original: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  // A cut within a character leaves U+FFFD at the end.
  const start = Buffer.from(name)
    .subarray(0, MAX_NAME_BYTES - 9)
    .toString()
    .replace(/\uFFFD$/, '');
  return `${start}_${checksum(original)}`;
}

/**
 * Spells a text in ASCII, as earlier versions of owlgate did for all names. Decodes percent escapes and removes
 * accents. Replaces letters of other scripts by `u` and their code, and other special characters by `_`. Puts `_`
 * before a leading digit.
 */
export function plainName(local: string): string {
  const base = decoded(local).normalize('NFKD').replace(/\p{M}/gu, '');
  let name = '';
  for (const character of base) {
    if (/[A-Za-z0-9_]/.test(character)) name += character;
    else if (/[\p{L}\p{N}]/u.test(character))
      name += `${name === '' ? '' : '_'}u${character.codePointAt(0)!.toString(16)}`;
    else name += '_';
  }
  if (/^[0-9]/.test(name)) name = `_${name}`;
  if (name.length > MAX_PLAIN_LENGTH) name = `${name.slice(0, MAX_PLAIN_LENGTH - 9)}_${checksum(local)}`;
  return name;
}

/** Maximum length of a name that earlier versions made. */
const MAX_PLAIN_LENGTH = 200;
/** Maximum words of a name made from a label. */
const MAX_LABEL_WORDS = 12;

/**
 * Makes a name from a label: `part of` is `partOf` for a property, and `cell part` is `CellPart` for a class. Letters
 * of every script stay. Returns '' for a label without letters and digits.
 */
export function labelName(label: string, space: 'class' | 'property'): string {
  const words = label.normalize('NFC').match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const name = words
    .slice(0, MAX_LABEL_WORDS)
    .map((word, i) => (i === 0 && space === 'property' ? uncapitalized(word) : capitalized(word)))
    .join('');
  return spelledName(name);
}

const capitalized = (word: string): string => word.replace(/^./u, (letter) => letter.toUpperCase());

/** Lowers the first letter, except of an abbreviation: `DNA`. */
const uncapitalized = (word: string): string =>
  /^\p{Lu}{2}/u.test(word) ? word : word.replace(/^./u, (letter) => letter.toLowerCase());

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
