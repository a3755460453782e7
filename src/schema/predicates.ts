/** Compiler of one property to one predicate. */
import { plainPredicate, TOKENIZERS, type IndexSpec, type PredicateDeclaration, type ScalarType } from '../dql';
import { OwlgateError } from '../errors';
import type { Iri, Position } from '../ontology';
import type { SchemaAnnotations } from './annotations';
import { scalarFor } from './datatypes';

/** Input of the compilation of a property. */
interface PropertyContext {
  readonly iri: Iri;
  /** Dgraph name of the property. */
  readonly name: string;
  readonly isFunctional: boolean;
  readonly annotations: SchemaAnnotations;
  /** Adds a warning at the position, by default at the first occurrence of the property. */
  readonly warn: (code: string, message: string, at?: Position) => void;
}

interface ObjectPropertyContext extends PropertyContext {
  /** True if axioms infer edges of the property. */
  readonly isInferred: boolean;
}

interface DataPropertyContext extends PropertyContext {
  readonly datatypes: readonly Iri[];
  /** True if the ontology mentions several values of the property. */
  readonly hasSeveralValues: boolean;
  /** True if the document asserts values with a language. */
  readonly hasLanguages: boolean;
  /** True if values of the property identify nodes. */
  readonly isKey: boolean;
}

/**
 * Compiles an object property to `[uid] @reverse @count`, or to `uid @reverse` if it is functional or has owlgate:list
 * false.
 *
 * Without owlgate:count, predicates of inferred edges have no `@count`. Inferred edges have a facet, Dgraph splits long
 * lists of them, and under `@count` it reads the whole list for each edge that is added or deleted.
 */
export function compileObjectProperty({
  name,
  isFunctional,
  isInferred,
  annotations,
  warn,
}: ObjectPropertyContext): PredicateDeclaration {
  const { index, vector, list, count } = annotations;
  const unused = vector ?? index;
  if (unused) warn('annotation-unused', `"${name}" is an edge; edges have no index`, unused.position);
  if (isFunctional && list?.value) warnFunctional(name, warn, list.position);
  const isList = !isFunctional && (list?.value ?? true);
  if (!isList) return { ...plainPredicate(name, 'uid'), reverse: true };
  return { ...linkPredicate(name), count: count?.value ?? !isInferred };
}

/** Declares edges to any number of nodes. */
export const linkPredicate = (name: string): PredicateDeclaration => ({
  ...plainPredicate(name, 'uid'),
  list: true,
  reverse: true,
  count: true,
});

/** Compiles to a scalar by the property's range, with the default or the annotated index. */
export function compileDataProperty(property: DataPropertyContext): PredicateDeclaration {
  const { name, annotations, warn, isKey } = property;
  if (annotations.vector) return compileVector(property, annotations.vector.index);
  const { choice, mixed } = scalarFor(property.datatypes, property.hasLanguages);
  if (mixed) {
    warn('mixed-range', `the range of "${name}" mixes datatypes of different storage types; its values are strings`);
  }
  const { type, lang } = choice;
  const { count } = annotations;
  if (count) warn('annotation-unused', `"${name}" has values; owlgate:count is for edges`, count.position);
  const tokenizers = annotations.index ? annotatedTokenizers(property, type) : choice.index;
  const list = isList(property, type, lang);
  const predicate = { ...plainPredicate(name, type), list, lang, index: tokenizers.map(spec) };
  return isKey ? withKey(predicate) : predicate;
}

const spec = (tokenizer: string): IndexSpec => ({ tokenizer });

function compileVector(property: DataPropertyContext, index: IndexSpec): PredicateDeclaration {
  const { name, annotations, warn, isKey } = property;
  if (annotations.index) {
    warn('annotation-unused', `"${name}" has a vector index; owlgate:index is not used`, annotations.index.position);
  }
  if (annotations.list?.value) {
    warn('annotation-unused', `"${name}" is one vector; owlgate:list is not used`, annotations.list.position);
  }
  if (isKey) warn('not-unique', `Dgraph cannot enforce unique vectors of "${name}"`);
  return { ...plainPredicate(name, 'float32vector'), index: [index] };
}

/**
 * Returns the annotated tokenizers.
 *
 * @throws OwlgateError OntologyAnnotation for a tokenizer of another type, and for a second sortable one
 */
function annotatedTokenizers({ iri, name, annotations }: DataPropertyContext, type: ScalarType): readonly string[] {
  const { tokenizers, position } = annotations.index!;
  const invalid = (reason: string) => {
    const place = `line ${position.line}, column ${position.column}`;
    const message = `owlgate:index of <${iri}>: ${reason}`;
    return new OwlgateError('OntologyAnnotation', { reason: `${place}: ${message}` }, { ...position, reason: message });
  };
  for (const tokenizer of tokenizers) {
    if (TOKENIZERS.get(tokenizer)?.type === type) continue;
    const suitable = [...TOKENIZERS].filter(([, properties]) => properties.type === type).map(([each]) => each);
    throw invalid(`the tokenizer "${tokenizer}" is not for ${type}, the type of "${name}"; use ${suitable.join(', ')}`);
  }
  const sortable = tokenizers.filter((tokenizer) => TOKENIZERS.get(tokenizer)!.sortable);
  if (sortable.length > 1) throw invalid(`${sortable.join(' and ')} both keep order, and Dgraph allows one such index`);
  return tokenizers;
}

/** True if the predicate is a list: by annotation, or if the ontology mentions several values. */
function isList(
  { name, isFunctional, hasSeveralValues, annotations, warn }: DataPropertyContext,
  type: ScalarType,
  lang: boolean,
): boolean {
  const { list } = annotations;
  if (isFunctional) {
    if (list?.value) warnFunctional(name, warn, list.position);
    return false;
  }
  if (!(list?.value ?? hasSeveralValues)) return false;
  const unsupported =
    type === 'bool' ? 'booleans' : lang ? 'strings with languages (one value per language is kept)' : undefined;
  if (unsupported === undefined) return true;
  warn('list-unsupported', `Dgraph has no lists of ${unsupported}; "${name}" takes one value`, list?.position);
  return false;
}

function warnFunctional(name: string, warn: PropertyContext['warn'], position: Position): void {
  warn('annotation-unused', `"${name}" is functional: it takes one value, and owlgate:list is not used`, position);
}

/** Tokenizers that support equality; the first is the default. */
const EQUALITY_TOKENIZERS: Partial<Record<ScalarType, readonly string[]>> = {
  string: ['exact', 'hash'],
  int: ['int'],
  float: ['float'],
  bool: ['bool'],
  datetime: ['hour', 'day', 'month', 'year'],
};

/** Adds an index for equality and `@upsert`. Not `@unique`: rules decide if two nodes may share a key. */
function withKey(predicate: PredicateDeclaration): PredicateDeclaration {
  const { type, index } = predicate;
  const tokenizers = EQUALITY_TOKENIZERS[type];
  if (!tokenizers) return predicate;
  const isIndexed = index.some(({ tokenizer }) => tokenizers.includes(tokenizer));
  return {
    ...predicate,
    index: isIndexed ? index : [{ tokenizer: tokenizers[0]! }, ...index],
    upsert: true,
  };
}
