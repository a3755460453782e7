/** Reader for all syntaxes: document → quads. */
import { OwlgateError } from '../errors';
import { decodeText } from './decode';
import { parseJsonLd } from './jsonld';
import type { ContextLoader } from './jsonld-contexts';
import {
  correctedType,
  RDF_MEDIA_TYPES,
  syntaxOfContentType,
  syntaxOfFileName,
  syntaxOfText,
} from './syntax/media-type';
import type { RdfMediaType } from './syntax/media-type';
import { parseNTriples } from './ntriples';
import { refuseOtherSyntax } from './other-syntaxes';
import { parseOwlXml } from './owlxml';
import type { QuadDocument } from './quads';
import { parseRdfXml } from './rdfxml';
import { parseTurtle } from './turtle';

export interface RdfOptions {
  /**
   * Media type, with or without parameters. If it is missing or generic, the name or the text decides the syntax. If the
   * text cannot be of that syntax, the text decides.
   */
  readonly mediaType?: string;
  /** Base of relative IRIs until the document names one. */
  readonly base?: string;
  /** File name: its extension may decide the syntax, and errors give it as `document`. */
  readonly name?: string;
  /** Loader of remote `@context`s of JSON-LD; without it, documents that refer to one are refused. */
  readonly loadContext?: ContextLoader;
}

/**
 * Reads a document in Turtle, N-Triples, TriG, N-Quads, RDF/XML, OWL/XML or JSON-LD. The same document always yields
 * the same quads, including blank node labels; mergeDocuments separates the blank nodes of different documents.
 *
 * @param source text, or bytes, decoded by byte order mark, `charset` or XML declaration, else as UTF-8
 * @throws OwlgateError OntologySyntax (`line`, `column`, `reason`, and `document` if there is a name),
 *   UnsupportedMediaType, UnsupportedSyntax
 */
export async function readRdf(source: string | Buffer, options: RdfOptions = {}): Promise<QuadDocument> {
  const { mediaType, base, name, loadContext } = options;
  try {
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(mediaType ?? '')?.[1];
    const text = typeof source === 'string' ? source.replace(/^\ufeff/, '') : decodeText(source, charset);
    return await parse(text, detectSyntax(text, options), base, loadContext);
  } catch (error) {
    throw name === undefined ? error : withDocument(error, name);
  }
}

function parse(
  text: string,
  syntax: RdfMediaType,
  base: string | undefined,
  loadContext: ContextLoader | undefined,
): QuadDocument | Promise<QuadDocument> {
  switch (syntax) {
    case 'application/rdf+xml':
      return parseRdfXml(text, base);
    case 'application/owl+xml':
      return parseOwlXml(text, base);
    case 'application/ld+json':
      return parseJsonLd(text, base, loadContext);
    case 'application/n-triples':
      return parseNTriples(text, base);
    case 'application/trig':
    case 'application/n-quads':
      return parseTurtle(text, base, syntax);
    default:
      return parseTurtle(text, base);
  }
}

/** @throws OwlgateError UnsupportedMediaType, UnsupportedSyntax */
export function detectSyntax(text: string, { mediaType, name }: Pick<RdfOptions, 'mediaType' | 'name'>): RdfMediaType {
  const byType = mediaType === undefined ? 'unknown' : syntaxOfContentType(mediaType);
  refuseOtherSyntax(text, mediaType ?? '', byType === 'unknown' ? name : undefined);
  if (byType === undefined) throw unsupported(mediaType!);
  const given = byType === 'unknown' && name !== undefined ? syntaxOfFileName(name) : byType;
  return given === undefined || given === 'unknown' ? syntaxOfText(text) : correctedType(given, text);
}

function unsupported(mediaType: string): OwlgateError {
  const accepted = `${RDF_MEDIA_TYPES.join(', ')} (in UTF-8)`;
  return new OwlgateError('UnsupportedMediaType', { given: mediaType.slice(0, 200), accepted });
}

/** Adds the name of the document to a syntax error. */
function withDocument(error: unknown, document: string): unknown {
  if (!(error instanceof OwlgateError) || error.code !== 'OntologySyntax') return error;
  const { line, column, reason } = error.details as { line: number; column: number; reason: string };
  return new OwlgateError(
    'OntologySyntax',
    { line, column, reason: `${reason} (in ${document})` },
    { line, column, reason, document },
  );
}
