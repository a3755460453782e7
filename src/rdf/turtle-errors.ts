/** Reasons of syntax errors in Turtle and related syntaxes: the n3 package's messages, with advice. */
import { closingQuote } from '../util/text';
import { OWL_NS, RDF_NS, RDFS_NS, XSD_NS } from './vocabulary';

/** Maximum length of the parser's message, which may quote a literal or a line without spaces. */
const MAX_LENGTH = 200;

interface TurtleFailure {
  /** Message of the n3 package. */
  readonly message: string;
  /** Beginning of the document, by which another syntax is recognized. */
  readonly start: string;
  /** Text that the lexer does not accept, with what follows; '' if the parser refused a token. */
  readonly rest: string;
  readonly isAtEnd: boolean;
}

/** Returns the reason of an error: what was found, and what to write instead. */
export function turtleReason({ message, start, rest, isAtEnd }: TurtleFailure): string {
  // The message quotes literals, which have quotation marks of their own.
  const found = message.replace(/ on line \d+\.$/, '').replace(/^(Expected punctuation to follow) "(".*)"$/s, '$1 $2');
  const advice = advise(found, rest, start) ?? (isAtEnd ? 'the document ends in the middle of a statement' : undefined);
  const shown = found.length > MAX_LENGTH ? `${found.slice(0, MAX_LENGTH)}…"` : found;
  return advice === undefined ? shown : `${shown}; ${advice}`;
}

function advise(found: string, rest: string, start: string): string | undefined {
  const prefix = /^Undefined prefix "(.*):"$/s.exec(found)?.[1];
  if (prefix !== undefined) {
    return `declare it with "@prefix ${prefix.slice(0, MAX_LENGTH)}: <${NAMESPACES.get(prefix) ?? '…'}> ."`;
  }
  if (/^\s*<(?:\?xml|rdf:RDF|!DOCTYPE|html)/i.test(start)) return 'expected Turtle, but this looks like XML';
  if (/^\s*\{\s*["}]/.test(start)) return 'expected Turtle, but this looks like JSON';
  if (/^["']/.test(rest)) return adviceForString(rest);
  if (rest.startsWith('<')) return adviceForIri(rest);
  return ADVICE.find(([pattern]) => pattern.test(found))?.[1];
}

const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['rdf', RDF_NS],
  ['rdfs', RDFS_NS],
  ['owl', OWL_NS],
  ['xsd', XSD_NS],
]);

const IN_N3 = 'this is N3, of which only Turtle is read';

/** Advice by the parser's message; the first that fits applies. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^Unexpected \.$/, 'a subject, a list ( … ) included, needs a predicate and an object; only [ … ] can stand alone'],
  [/^Unexpected "(?:=>?|<=|\?)|@(?:keywords|forAll|forSome)\b/, IN_N3],
  [/^Unexpected graph$/, `graphs in braces are TriG (application/trig), and formulas are N3, which is not read`],
  [/but got (?:GRAPH|\{)$/, 'graphs in braces are TriG: send the document as application/trig'],
  [/^Unexpected "[“”„‟‘’‚«»]/, 'strings have straight quotation marks, "…"'],
  [/^Unexpected "@"/, 'a language tag such as @en follows a string without a space'],
  [
    /^Unexpected "[\p{L}\p{N}_.-]*:[^"]*[^\p{L}\p{N}_.:%-]/u,
    'a name with a prefix has letters, digits, _, - and dots; write other characters with a backslash, or the IRI in <…>',
  ],
  [/^Unexpected "[+-]?[\d.]/, 'numbers are 1, 1.5 and 1.5e0; write other values in quotation marks'],
  [/^Unexpected "[\p{L}\p{N}_-]+"$/u, 'a name needs a prefix, as in ex:name or :name; an IRI stands in <…>'],
  [/^Expected punctuation to follow/, 'end the statement with ".", or continue it with ";" or ","'],
];

const UNKNOWN_ESCAPE = /\\(?![tbnrf"'\\]|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})/;
const HALF_CHARACTER = /\\(?:u|U0000)[dD][89a-fA-F]/;

/** @param rest text from the opening quote on */
function adviceForString(rest: string): string | undefined {
  const quote = /^(?:"""|'''|"|')/.exec(rest)![0];
  const text = quote.length === 3 ? rest : /^.*/.exec(rest)![0];
  const isOpen = closingQuote(text, quote.length, quote) < 0;
  const escape = UNKNOWN_ESCAPE.exec(text);
  if (escape) return `${escape[0]}${text[escape.index + 1] ?? ''} is no escape; write \\\\ for a backslash`;
  if (HALF_CHARACTER.test(text)) return 'an escape names half of a character; write the character, or \\U and 8 digits';
  if (!isOpen) return undefined;
  return quote.length === 3
    ? `the string does not end; its end is ${quote}`
    : `the string does not end on its line; text of several lines stands between """ and """, and \\" is a quotation mark`;
}

/** @param rest text from `<` on */
function adviceForIri(rest: string): string | undefined {
  const iri = /^<([^<>\n]*)>/.exec(rest)?.[1];
  if (iri === undefined) return 'an IRI ends with > on the same line';
  const character = /[\0-\x20"{}|^`]/.exec(iri)?.[0];
  if (character !== undefined) {
    const code = encodeURIComponent(character);
    return `an IRI cannot contain ${character === ' ' ? 'a space' : JSON.stringify(character)}; write ${code}`;
  }
  return /\\/.test(iri) ? 'an IRI cannot contain this escape; write the character percent-encoded' : undefined;
}
