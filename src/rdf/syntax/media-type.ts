/** Syntax of a document by its media type, its file name or its text. */
import { endOfQuoted } from '../../util/text';

/** Supported syntaxes and their names. */
export const SYNTAXES = {
  'text/turtle': 'Turtle',
  'application/n-triples': 'N-Triples',
  'application/trig': 'TriG',
  'application/n-quads': 'N-Quads',
  'application/rdf+xml': 'RDF/XML',
  'application/owl+xml': 'OWL/XML',
  'application/ld+json': 'JSON-LD',
} as const;

export type RdfMediaType = keyof typeof SYNTAXES;

export const RDF_MEDIA_TYPES = Object.keys(SYNTAXES) as readonly RdfMediaType[];

/** Aliases of media types; `undefined` for generic types, for which the text decides. */
const ALIASES: Readonly<Record<string, RdfMediaType | undefined>> = {
  'application/turtle': 'text/turtle',
  'application/x-turtle': 'text/turtle',
  'text/n3': 'text/turtle',
  'text/ntriples': 'application/n-triples',
  'application/json': 'application/ld+json',
  'application/xml': undefined,
  'text/xml': undefined,
  'text/plain': undefined,
  'application/octet-stream': undefined,
  // curl sends it with --data-binary unless a header says otherwise.
  'application/x-www-form-urlencoded': undefined,
};

const EXTENSIONS: Readonly<Record<string, RdfMediaType>> = {
  ttl: 'text/turtle',
  n3: 'text/turtle',
  nt: 'application/n-triples',
  trig: 'application/trig',
  nq: 'application/n-quads',
  rdf: 'application/rdf+xml',
  rdfs: 'application/rdf+xml',
  owx: 'application/owl+xml',
  jsonld: 'application/ld+json',
  json: 'application/ld+json',
};

/** Extensions of ontology files, including `.owl` and `.xml`, which do not determine the syntax. */
export const FILE_EXTENSIONS: readonly string[] = [...Object.keys(EXTENSIONS), 'owl', 'xml'];

/**
 * Returns the syntax of a media type.
 *
 * @param contentType with or without parameters
 * @returns 'unknown' for generic types, undefined for unsupported ones
 */
export function syntaxOfContentType(contentType: string): RdfMediaType | 'unknown' | undefined {
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (Object.hasOwn(SYNTAXES, type)) return type as RdfMediaType;
  return Object.hasOwn(ALIASES, type) ? (ALIASES[type] ?? 'unknown') : undefined;
}

/** Returns the syntax of a file by its extension; undefined for `.owl`, `.xml` and unknown ones. */
export function syntaxOfFileName(name: string): RdfMediaType | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

const ONTOLOGY_ELEMENT = /<(?:[\w.-]+:)?Ontology[\s>]/;

/** IRIs and comments, in which braces do not count; the quotes of a string, captured; or an opening brace. */
const OPAQUE_OR_BRACE = /("""|'''|"|')|<[^<>\s]*>|#[^\n]*|\{/g;

/** Returns true if a text in Turtle's syntax has a brace outside of strings, IRIs and comments. */
function hasBrace(text: string): boolean {
  const parts = new RegExp(OPAQUE_OR_BRACE);
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    if (part[0] === '{') return true;
    const quote = part[1];
    if (quote === undefined) continue;
    const end = endOfQuoted(text, parts.lastIndex, quote);
    // A string in single quotation marks ends on its line; an apostrophe that does not is none of a string.
    if (quote.length === 3 || !text.slice(parts.lastIndex, end).includes('\n')) parts.lastIndex = end;
  }
  return false;
}

/** First statement of N-Quads: four terms on a line. */
const NODE = String.raw`(?:<[^<>\s]*>|_:\S+)`;
const QUAD_LINE = new RegExp(
  String.raw`^${NODE}[ \t]+<[^<>\s]*>[ \t]+(?:${NODE}|"(?:[^"\\\n]|\\.)*"(?:@[\w-]+|\^\^<[^<>\s]*>)?)[ \t]+${NODE}[ \t]*\.`,
);

/** Returns TriG if the text has a graph in braces, N-Quads if its first statement has four terms; else Turtle. */
function turtleFamily(text: string, start: string): RdfMediaType {
  if (QUAD_LINE.test(start.replace(/^(?:\s+|#[^\n]*\n)*/, ''))) return 'application/n-quads';
  return hasBrace(text) ? 'application/trig' : 'text/turtle';
}

/** Detects the syntax by the beginning of the text; the default is Turtle, or TriG if a graph follows. */
export function syntaxOfText(text: string): RdfMediaType {
  const start = text.slice(0, 100_000).trimStart();
  if (start.startsWith('{') || /^\[\s*(?:[{\]"])/.test(start)) {
    // Turtle may begin with a blank node, [ :p "o" ] ., and TriG with a graph in braces.
    return /^(?:\{\s*(?:"|\})|\[\s*(?:\{|\]\s*$))/.test(start) ? 'application/ld+json' : turtleFamily(text, start);
  }
  return syntaxOfXml(start) ?? turtleFamily(text, start);
}

/** Returns OWL/XML or RDF/XML, by the root element; undefined for a text that does not begin as either. */
function syntaxOfXml(start: string): RdfMediaType | undefined {
  const beginning = /^<(?:\?xml|!DOCTYPE|!--|[\w.-]+:RDF[\s>]|[\w.-]*:?Ontology[\s>]|[\w.:-]+\s+[\w.:-]+\s*=\s*["'])/;
  if (!beginning.test(start)) return undefined;
  const body = start.replace(/<!--[^]*?-->|<\?[^]*?\?>/g, '').replace(/^\s*<!DOCTYPE[^[>]*(?:\[[^]*?\]\s*)?>/, '');
  return ONTOLOGY_ELEMENT.exec(body)?.index === /<\w/.exec(body)?.index ? 'application/owl+xml' : 'application/rdf+xml';
}

const isXml = (type: RdfMediaType): boolean => type.endsWith('+xml');

/**
 * Corrects a media type by the text. Files named `.owl` are often sent as RDF/XML, whatever their syntax.
 *
 * @returns the given type, unless the text cannot be of that syntax
 */
export function correctedType(type: RdfMediaType, text: string): RdfMediaType {
  const start = text.slice(0, 100_000).trimStart();
  // An IRI, with which Turtle may begin, has no white space.
  const byRoot = isXml(type) || /^<[^<>]*\s/.test(start) ? syntaxOfXml(start) : undefined;
  if (byRoot) return byRoot;
  return isXml(type) && start !== '' && !start.startsWith('<') ? syntaxOfText(text) : type;
}
