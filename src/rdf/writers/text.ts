/** Terms as text of N-Triples and the syntaxes that contain it (https://www.w3.org/TR/n-triples/, canonical form). */
import { toUSVString } from 'node:util';
import { safeLabel } from '../document';
import type { Individual, Iri, OwlLiteral } from '../quads';
import { xsd } from '../vocabulary';

/** Characters that no IRI has, and that no syntax can write in one. */
// oxlint-disable-next-line no-control-regex -- it is about these
const NOT_IN_IRIS = /[\u0000-\u0020<>"{}|^`\\\u007f-\u009f]/;
const NOT_IN_IRIS_ALL = new RegExp(NOT_IN_IRIS, 'g');

/** Returns an IRI that every syntax can write: characters that no IRI has are percent-encoded. */
export function safeIri(iri: Iri): Iri {
  const text = toUSVString(iri);
  return NOT_IN_IRIS.test(text) ? text.replace(NOT_IN_IRIS_ALL, encodeURIComponent) : text;
}

/** Returns an IRI in angle brackets. */
export const iriText = (iri: Iri): string => `<${safeIri(iri)}>`;

/** Returns an IRI in angle brackets, or a blank node. */
export const nodeText = (node: Individual): string =>
  node.startsWith('_:') ? `_:${safeLabel(node.slice(2))}` : iriText(node);

/** Characters that the canonical form escapes. */
// oxlint-disable-next-line no-control-regex -- it is about these
const ESCAPED = /["\\\u0000-\u001f\u007f\ufffe\uffff]/;
const ESCAPED_ALL = new RegExp(ESCAPED, 'g');
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

const escaped = (character: string): string =>
  SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns a text in quotes. Unpaired surrogates, which no encoding can carry, become U+FFFD. */
export function quotedText(value: string): string {
  const text = toUSVString(value);
  return `"${ESCAPED.test(text) ? text.replace(ESCAPED_ALL, escaped) : text}"`;
}

/** @param printIri prints the datatype */
export function literalText({ value, datatype, lang }: OwlLiteral, printIri: (iri: Iri) => string = iriText): string {
  const quoted = quotedText(value);
  if (lang !== undefined && lang !== '') return `${quoted}@${lang}`;
  return datatype === xsd('string') ? quoted : `${quoted}^^${printIri(datatype)}`;
}
