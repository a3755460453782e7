/** owlgate's annotations on properties that steer the schema, checked against Dgraph's tokenizers and types. */
import { DqlSyntaxError } from '../dql';
import type { IndexSpec } from '../dql/schema/ast';
import { TOKENIZERS } from '../dql/schema/indexes';
import { parseSchema } from '../dql/schema/parser';
import { OwlgateError } from '../errors';
import { vocabulary } from '../ontology';
import type { Axiom, Iri, Ontology, Position } from '../ontology';

export interface SchemaAnnotations {
  /** The tokenizers that replace the default ones; an empty list is no index. */
  readonly index?: { readonly tokenizers: readonly string[]; readonly position: Position };
  readonly list?: { readonly value: boolean; readonly position: Position };
  /** Count index of edges. */
  readonly count?: { readonly value: boolean; readonly position: Position };
  readonly vector?: { readonly index: IndexSpec; readonly position: Position };
}

type Open = { -readonly [K in keyof SchemaAnnotations]: SchemaAnnotations[K] };

const { owlgate } = vocabulary;

/**
 * The annotations of every property that has some.
 *
 * @throws OwlgateError OntologyAnnotation, with line and column, where one says nothing that Dgraph knows, or two differ
 */
export function readAnnotations(ontology: Ontology): ReadonlyMap<Iri, SchemaAnnotations> {
  const found = new Map<Iri, Open>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'AnnotationAssertion') continue;
    const read = READERS.get(axiom.property);
    if (!read) continue;
    const of = found.get(axiom.subject) ?? {};
    found.set(axiom.subject, of);
    read(of, axiom);
  }
  return found;
}

type AnnotationAssertion = Axiom & { kind: 'AnnotationAssertion' };

const READERS: ReadonlyMap<Iri, (to: Open, axiom: AnnotationAssertion) => void> = new Map([
  [owlgate.count, readCount],
  [owlgate.index, readIndex],
  [owlgate.list, readList],
  [owlgate.vector, readVector],
]);

/** `"fulltext, trigram"`: the tokenizers of Dgraph by name. */
function readIndex(to: Open, axiom: AnnotationAssertion): void {
  const tokenizers = literal(axiom)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of tokenizers) {
    if (!TOKENIZERS.has(name)) {
      const known = [...TOKENIZERS.keys()].join(', ');
      throw annotationError(axiom, `there is no tokenizer "${name}"; there are ${known}`);
    }
  }
  once(to.index && to.index.tokenizers.join() !== tokenizers.join(), axiom);
  to.index = { tokenizers: [...new Set(tokenizers)], position: axiom.position };
}

function readBoolean(axiom: AnnotationAssertion): boolean {
  const value = literal(axiom);
  if (!/^(true|false|1|0)$/.test(value)) throw annotationError(axiom, 'the value is true or false');
  return value === 'true' || value === '1';
}

function readCount(to: Open, axiom: AnnotationAssertion): void {
  const isCounted = readBoolean(axiom);
  once(to.count && to.count.value !== isCounted, axiom);
  to.count = { value: isCounted, position: axiom.position };
}

function readList(to: Open, axiom: AnnotationAssertion): void {
  const isList = readBoolean(axiom);
  once(to.list && to.list.value !== isList, axiom);
  to.list = { value: isList, position: axiom.position };
}

/** `hnsw(metric: "cosine")`: a vector index as the schema language has it. */
function readVector(to: Open, axiom: AnnotationAssertion): void {
  const value = literal(axiom);
  let index: readonly IndexSpec[];
  try {
    const document = parseSchema(`vector: float32vector @index(${value}) .`);
    index = document.predicates[0]?.index ?? [];
    if (document.predicates.length !== 1 || document.types.length > 0) index = [];
  } catch (error) {
    if (!(error instanceof DqlSyntaxError)) throw error;
    throw annotationError(axiom, `no vector index: ${error.message}; write it as hnsw(metric:"cosine")`);
  }
  if (index.length !== 1) throw annotationError(axiom, 'one vector index is expected, such as hnsw(metric:"cosine")');
  once(to.vector && JSON.stringify(to.vector.index) !== JSON.stringify(index[0]), axiom);
  to.vector = { index: index[0]!, position: axiom.position };
}

function literal(axiom: AnnotationAssertion): string {
  if (typeof axiom.value === 'string') throw annotationError(axiom, 'the value is a literal');
  return axiom.value.value;
}

function once(differs: boolean | undefined, axiom: AnnotationAssertion): void {
  if (differs) throw annotationError(axiom, 'there is another value; keep one');
}

function annotationError({ property, subject, position }: AnnotationAssertion, reason: string): OwlgateError {
  const name = `owlgate:${property.slice(vocabulary.OWLGATE_NS.length)}`;
  const place = `line ${position.line}, column ${position.column}`;
  const told = `${name} of <${subject}>: ${reason}`;
  return new OwlgateError('OntologyAnnotation', { reason: `${place}: ${told}` }, { ...position, reason: told });
}
