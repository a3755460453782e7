/** Reader of /mutate bodies: all formats → statements. */
import {
  beginsWithStatement,
  DqlSyntaxError,
  parseJsonMutation,
  parseRdf,
  parseRdfMutation,
  type FurtherDatatypes,
  type MutationRequest,
} from '../dql';
import { OwlgateError } from '../errors';
import { readTriples } from './triples';

/** Content types of triples, without parameters. */
export const TRIPLE_TYPES: ReadonlySet<string> = new Set(['text/turtle', 'application/n-triples']);
const JSON_TYPE = 'application/json';
const RDF_TYPE = 'application/rdf';

/** True if owlgate reads bodies of this type. Requests with bodies of other types are answered by Dgraph. */
export function isMutationType(contentType: string): boolean {
  return contentType === JSON_TYPE || contentType === RDF_TYPE || TRIPLE_TYPES.has(contentType);
}

/**
 * True for RDF statements without a block around them (service specification 4.4). They are statements to set; Dgraph
 * does not read them.
 */
export const isBlockless = (contentType: string, body: Buffer | string): boolean =>
  contentType === RDF_TYPE && beginsWithStatement(body.toString());

/**
 * Reads a body.
 *
 * @param contentType lower case, without parameters
 * @param datatypes see ONTOLOGY_DATATYPES; absent without an ontology in force
 * @throws OwlgateError BodySyntax, with line and column in the body
 */
export function readMutationBody(contentType: string, text: string, datatypes?: FurtherDatatypes): MutationRequest {
  if (TRIPLE_TYPES.has(contentType)) return { mutations: [{ set: readTriples(contentType, text), delete: [] }] };
  const isJson = contentType === JSON_TYPE;
  try {
    if (isJson) return parseJsonMutation(text);
    return isBlockless(contentType, text)
      ? { mutations: [{ set: parseRdf(text, 'set', datatypes), delete: [] }] }
      : parseRdfMutation(text, datatypes);
  } catch (error) {
    if (!(error instanceof DqlSyntaxError)) throw error;
    const { line, column, reason } = error;
    throw new OwlgateError('BodySyntax', { format: isJson ? 'JSON' : 'RDF', line, column, reason });
  }
}
