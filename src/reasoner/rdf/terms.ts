/**
 * The terms of an RDF graph as texts: an IRI as it is, a blank node with `_:`, a literal as N-Triples writes it
 * (https://www.w3.org/TR/n-triples/#canonical-ntriples). Two terms are the same term exactly when their texts are the same.
 */
import { vocabulary } from '../../ontology';
import type { OwlLiteral, Term } from '../../ontology';

const XSD_STRING = vocabulary.xsd('string');
const LANG_STRING = vocabulary.rdf.langString;

export const isLiteralText = (text: string): boolean => text.startsWith('"');
export const isBlankText = (text: string): boolean => text.startsWith('_:');
export const isIriText = (text: string): boolean => !isLiteralText(text) && !isBlankText(text);

/**
 * That a node stands in a list of different ones: a predicate of the reasoner's own, which no document can say, which
 * nothing prints, and by which nothing is rewritten (what is the same as a member is no second member).
 */
export const MEMBER_OF = '_: member of';

/** Whether a term is one of the reasoner's own. */
export const isHidden = (text: string): boolean => text.startsWith('_: ');

/** The text of a term. */
export function termText(term: Term): string {
  return typeof term === 'string' ? term : literalText(term);
}

export function literalText({ value, datatype, lang }: OwlLiteral): string {
  const quoted = `"${escapeValue(value)}"`;
  if (lang) return `${quoted}@${lang}`;
  return datatype === XSD_STRING ? quoted : `${quoted}^^<${escapeIri(datatype)}>`;
}

/** The literal that a text stands for; undefined for a node. */
export function literalOf(text: string): OwlLiteral | undefined {
  if (!isLiteralText(text)) return undefined;
  const end = text.lastIndexOf('"');
  const value = unescape(text.slice(1, end));
  const rest = text.slice(end + 1);
  if (rest.startsWith('@')) return { kind: 'Literal', value, datatype: LANG_STRING, lang: rest.slice(1) };
  const datatype = rest.startsWith('^^<') ? unescape(rest.slice(3, -1)) : XSD_STRING;
  return { kind: 'Literal', value, datatype };
}

/** A term as N-Triples has it. */
export function toNTriples(text: string): string {
  return isIriText(text) ? `<${escapeIri(text)}>` : text;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

const escapeValue = (value: string): string =>
  /["\\\n\r]/.test(value) ? value.replace(/["\\\n\r]/g, (character) => ESCAPES[character]!) : value;

// eslint-disable-next-line no-control-regex -- control characters are what an IRI of N-Triples cannot have
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
