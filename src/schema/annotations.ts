/**
 * Reader of owlgate's annotations, which steer the schema of properties. Checks them against Dgraph's tokenizers and
 * types.
 */
import { DqlSyntaxError, parseSchema, TOKENIZERS, type IndexSpec } from '../dql';
import { OwlgateError } from '../errors';
import { vocabulary } from '../ontology';
import type { Axiom, Iri, Ontology, Position } from '../ontology';

export interface SchemaAnnotations {
  /** Tokenizers that replace the default ones; an empty list means no index. */
  readonly index?: { readonly tokenizers: readonly string[]; readonly position: Position };
  readonly list?: { readonly value: boolean; readonly position: Position };
  /** Count index of edges. */
  readonly count?: { readonly value: boolean; readonly position: Position };
  readonly vector?: { readonly index: IndexSpec; readonly position: Position };
}

type MutableAnnotations = { -readonly [K in keyof SchemaAnnotations]: SchemaAnnotations[K] };

const { owlgate } = vocabulary;

/**
 * Returns the annotations of all annotated properties.
 *
 * @throws OwlgateError OntologyAnnotation, with line and column, for an invalid annotation or two different ones
 */
export function readAnnotations(ontology: Ontology): ReadonlyMap<Iri, SchemaAnnotations> {
  const byProperty = new Map<Iri, MutableAnnotations>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'AnnotationAssertion') continue;
    const read = READERS.get(axiom.property);
    if (!read) continue;
    const annotations = byProperty.get(axiom.subject) ?? {};
    byProperty.set(axiom.subject, annotations);
    read(annotations, axiom);
  }
  return byProperty;
}

type AnnotationAssertion = Axiom & { kind: 'AnnotationAssertion' };

const READERS: ReadonlyMap<Iri, (to: MutableAnnotations, axiom: AnnotationAssertion) => void> = new Map([
  [owlgate.count, readCount],
  [owlgate.index, readIndex],
  [owlgate.list, readList],
  [owlgate.vector, readVector],
]);

/** Reads tokenizers of Dgraph: `"fulltext, trigram"`. */
function readIndex(to: MutableAnnotations, axiom: AnnotationAssertion): void {
  const tokenizers = literal(axiom)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of tokenizers) {
    if (!TOKENIZERS.has(name)) {
      const tokenizerNames = [...TOKENIZERS.keys()].join(', ');
      throw annotationError(axiom, `unknown tokenizer "${name}"; use one of ${tokenizerNames}`);
    }
  }
  refuseDifference(to.index && to.index.tokenizers.join() !== tokenizers.join(), axiom);
  to.index = { tokenizers: [...new Set(tokenizers)], position: axiom.position };
}

function readBoolean(axiom: AnnotationAssertion): boolean {
  const value = literal(axiom);
  if (!/^(true|false|1|0)$/.test(value)) throw annotationError(axiom, 'the value must be true or false');
  return value === 'true' || value === '1';
}

function readCount(to: MutableAnnotations, axiom: AnnotationAssertion): void {
  const isCounted = readBoolean(axiom);
  refuseDifference(to.count && to.count.value !== isCounted, axiom);
  to.count = { value: isCounted, position: axiom.position };
}

function readList(to: MutableAnnotations, axiom: AnnotationAssertion): void {
  const isList = readBoolean(axiom);
  refuseDifference(to.list && to.list.value !== isList, axiom);
  to.list = { value: isList, position: axiom.position };
}

/** Reads a vector index in the schema language: `hnsw(metric: "cosine")`. */
function readVector(to: MutableAnnotations, axiom: AnnotationAssertion): void {
  const value = literal(axiom);
  let index: readonly IndexSpec[];
  try {
    const document = parseSchema(`vector: float32vector @index(${value}) .`);
    index = document.predicates[0]?.index ?? [];
    if (document.predicates.length !== 1 || document.types.length > 0) index = [];
  } catch (error) {
    if (!(error instanceof DqlSyntaxError)) throw error;
    throw annotationError(axiom, `not a vector index: ${error.message}; write it as hnsw(metric:"cosine")`);
  }
  if (index.length !== 1) throw annotationError(axiom, 'expected one vector index, such as hnsw(metric:"cosine")');
  refuseDifference(to.vector && JSON.stringify(to.vector.index) !== JSON.stringify(index[0]), axiom);
  to.vector = { index: index[0]!, position: axiom.position };
}

function literal(axiom: AnnotationAssertion): string {
  if (typeof axiom.value === 'string') throw annotationError(axiom, 'the value must be a literal');
  return axiom.value.value;
}

function refuseDifference(isDifferent: boolean | undefined, axiom: AnnotationAssertion): void {
  if (isDifferent) throw annotationError(axiom, 'another annotation has a different value; keep one');
}

function annotationError({ property, subject, position }: AnnotationAssertion, reason: string): OwlgateError {
  const name = `owlgate:${property.slice(vocabulary.OWLGATE_NS.length)}`;
  const place = `line ${position.line}, column ${position.column}`;
  const message = `${name} of <${subject}>: ${reason}`;
  return new OwlgateError('OntologyAnnotation', { reason: `${place}: ${message}` }, { ...position, reason: message });
}
