/** Streaming readers: text of a document in parts → statements with their graphs and lines, in bounded memory. */
import type { ContextLoader } from '../jsonld-contexts';
import type { Individual, Iri, Term } from '../quads';
import type { RdfMediaType } from '../syntax/media-type';

/** Statement of a stream. Blank nodes without a label have labels that begin with a dot, as no others do. */
export interface StreamedQuad {
  readonly subject: Individual;
  readonly predicate: Iri;
  readonly object: Term;
  /** '' for the default graph. */
  readonly graph: Individual;
  /** Line of the object, from 1. */
  readonly line: number;
}

export interface QuadStream {
  /**
   * Reads the next part of the text.
   *
   * @returns the statements that are complete now
   * @throws OwlgateError OntologySyntax with line and column
   */
  read(text: string): readonly StreamedQuad[] | Promise<readonly StreamedQuad[]>;
  /** Reads the end of the text. */
  end(): readonly StreamedQuad[] | Promise<readonly StreamedQuad[]>;
}

export interface StreamOptions {
  readonly syntax: Exclude<RdfMediaType, 'application/owl+xml'>;
  /** Base of relative IRIs until the document names one; without a base, a relative IRI is an error. */
  readonly base?: string | undefined;
  /** Loader of remote `@context`s of JSON-LD. */
  readonly loadContext?: ContextLoader | undefined;
}

/** Prefix of the labels of blank nodes without a label. */
export const ANONYMOUS = '.';
