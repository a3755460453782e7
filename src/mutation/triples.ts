/** Reader of Turtle and N-Triples bodies of /mutate: statements to set, with IRIs as identities of nodes. */
import type { NodeRef, NQuad } from '../dql';
import { OwlgateError } from '../errors';
import { parseTurtle } from '../rdf';
import type { Quad } from '../rdf';
import { storableText, storageTypeOf } from './datatypes';

/**
 * Reads a document. Blank nodes keep their labels; those without one get generated labels.
 *
 * @param contentType `text/turtle` or `application/n-triples`
 * @throws OwlgateError BodySyntax
 */
export function readTriples(contentType: string, text: string): NQuad[] {
  const format = contentType === 'text/turtle' ? 'Turtle' : 'N-Triples';
  let document;
  try {
    document = parseTurtle(text);
  } catch (error) {
    if (!(error instanceof OwlgateError) || error.code !== 'OntologySyntax') throw error;
    const { line, column, reason } = error.details;
    throw new OwlgateError('BodySyntax', {
      format,
      line: Number(line),
      column: Number(column),
      reason: typeof reason === 'string' ? reason : error.message,
    });
  }
  if (document.relativeIri) {
    const { text: iri, position } = document.relativeIri;
    const reason = `<${iri}> is relative, and an identity must be absolute: write it in full, or add @base`;
    throw new OwlgateError('BodySyntax', { format, ...position, reason });
  }
  return document.quads.map(toStatement);
}

function toStatement(quad: Quad): NQuad {
  const { line, column } = quad.position;
  return { ...tripleStatement(quad), span: { start: 0, end: 0, line, column } };
}

/**
 * Returns the statement of a triple, without its position.
 *
 * @param nodeOf returns the node of a term
 */
export function tripleStatement(
  { subject, predicate, object }: Pick<Quad, 'subject' | 'predicate' | 'object'>,
  nodeOf: (term: string) => NodeRef = namedNode,
): NQuad {
  const node = nodeOf(subject);
  if (typeof object === 'string') return { subject: node, predicate, object: nodeOf(object) };
  const { value, datatype, lang } = object;
  if (lang) return { subject: node, predicate, object: { kind: 'literal', type: 'default', value }, lang };
  const text = storableText(datatype, value);
  return { subject: node, predicate, object: { kind: 'literal', type: storageTypeOf(datatype), value: text } };
}

const namedNode = (term: string): NodeRef =>
  term.startsWith('_:') ? { kind: 'blank', label: term.slice(2) } : { kind: 'iri', iri: term };
