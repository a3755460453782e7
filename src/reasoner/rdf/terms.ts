/**
 * Texts of RDF terms: an IRI as it is, a blank node with `_:`, a literal in canonical N-Triples
 * (https://www.w3.org/TR/n-triples/#canonical-ntriples). Two terms are equal exactly if their texts are.
 */
import { vocabulary } from '../../ontology';
import type { OwlLiteral, Term } from '../../ontology';

const XSD_STRING = vocabulary.xsd('string');
const LANG_STRING = vocabulary.rdf.langString;

export const isLiteralText = (text: string): boolean => text.startsWith('"');
export const isBlankText = (text: string): boolean => text.startsWith('_:');
const isIriText = (text: string): boolean => !isLiteralText(text) && !isBlankText(text);

/**
 * Internal predicate from a member to its list, for lists of different individuals and of disjoint classes. No document
 * can use it and no writer prints it. Equality does not rewrite it: a node that is the same as a member is not a second
 * member.
 */
export const MEMBER_OF = '_: member of';

/** Returns true if a term is internal to the reasoner. */
export const isHidden = (text: string): boolean => text.startsWith('_: ');

/** Returns the text of a term. */
export function termText(term: Term): string {
  return typeof term === 'string' ? term : literalText(term);
}

export function literalText({ value, datatype, lang }: OwlLiteral): string {
  const quoted = `"${escapeValue(value)}"`;
  if (lang) return `${quoted}@${lang}`;
  return datatype === XSD_STRING ? quoted : `${quoted}^^<${escapeIri(datatype)}>`;
}

/** Returns the literal that a text stands for; undefined for a node. */
export function literalOf(text: string): OwlLiteral | undefined {
  if (!isLiteralText(text)) return undefined;
  const end = text.lastIndexOf('"');
  const value = unescape(text.slice(1, end));
  const suffix = text.slice(end + 1);
  if (suffix.startsWith('@')) return { kind: 'Literal', value, datatype: LANG_STRING, lang: suffix.slice(1) };
  const datatype = suffix.startsWith('^^<') ? unescape(suffix.slice(3, -1)) : XSD_STRING;
  return { kind: 'Literal', value, datatype };
}

/** Returns a term in N-Triples. */
export function toNTriples(text: string): string {
  return isIriText(text) ? `<${escapeIri(text)}>` : text;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

const escapeValue = (value: string): string =>
  /["\\\n\r]/.test(value) ? value.replace(/["\\\n\r]/g, (character) => ESCAPES[character]!) : value;

// oxlint-disable-next-line no-control-regex -- control characters are what an IRI of N-Triples cannot have
const NOT_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/g;

function escapeIri(iri: string): string {
  return iri.replace(NOT_IN_IRI, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
}

function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/gs, (_, code: string | undefined, character: string) => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return character === 'n' ? '\n' : character === 'r' ? '\r' : character;
  });
}
