/** Reader of Turtle and N-Triples bodies of /mutate: statements to set, with IRIs as identities of nodes. */
import type { LiteralValue, NodeRef, NQuad } from '../dql';
import { OwlgateError } from '../errors';
import { vocabulary } from '../ontology';
import { parseTurtle } from '../rdf';
import type { Quad } from '../rdf';

const { xsd, rdf } = vocabulary;

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

/** Returns the statement of a triple, without its position. */
export function tripleStatement({ subject, predicate, object }: Pick<Quad, 'subject' | 'predicate' | 'object'>): NQuad {
  const statement = { subject: nodeOf(subject), predicate };
  if (typeof object === 'string') return { ...statement, object: nodeOf(object) };
  const { value, datatype, lang } = object;
  if (lang) return { ...statement, object: { kind: 'literal', type: 'default', value }, lang };
  return { ...statement, object: { kind: 'literal', type: literalType(datatype), value } };
}

const nodeOf = (term: string): NodeRef =>
  term.startsWith('_:') ? { kind: 'blank', label: term.slice(2) } : { kind: 'iri', iri: term };

const TYPES: ReadonlyMap<string, LiteralValue['type']> = new Map<string, LiteralValue['type']>([
  ...vocabulary.INTEGER_DATATYPES.map((iri) => [iri, 'int'] as const),
  ...['decimal', 'float', 'double'].map((name) => [xsd(name), 'float'] as const),
  ...['dateTime', 'dateTimeStamp', 'date'].map((name) => [xsd(name), 'datetime'] as const),
  [xsd('boolean'), 'bool'],
  [xsd('string'), 'string'],
  [rdf.langString, 'default'],
]);

/** Returns the storage type of a literal for predicates without a declaration; a declared type has priority. */
function literalType(datatype: string): LiteralValue['type'] {
  return TYPES.get(datatype) ?? 'default';
}
