/** One property → one predicate. */
import { plainPredicate } from '../dql';
import type { IndexSpec, PredicateDeclaration, ScalarType } from '../dql/schema/ast';
import { TOKENIZERS } from '../dql/schema/indexes';
import { OwlgateError } from '../errors';
import type { Iri, Position } from '../ontology';
import type { SchemaAnnotations } from './annotations';
import { scalarFor } from './datatypes';

/** What is known of a property when it is compiled. */
export interface PropertyContext {
  readonly iri: Iri;
  /** Its Dgraph name. */
  readonly name: string;
  readonly isFunctional: boolean;
  readonly annotations: SchemaAnnotations;
  /** Adds a warning at the place, or where the property stands first. */
  readonly warn: (code: string, message: string, at?: Position) => void;
}

export interface DataPropertyContext extends PropertyContext {
  readonly datatypes: readonly Iri[];
  readonly countedBeyondOne: boolean;
  /** Whether nodes are told apart by their values. */
  readonly isKey: boolean;
}

/**
 * `[uid] @reverse @count`, without `@count` where owlgate:count is false; functional, or owlgate:list false:
 * `uid @reverse`.
 */
export function compileObjectProperty({
  name,
  isFunctional,
  annotations,
  warn,
}: PropertyContext): PredicateDeclaration {
  const { index, vector, list, count } = annotations;
  const useless = vector ?? index;
  if (useless) warn('annotation-unused', `"${name}" is an edge; edges have no index`, useless.position);
  if (isFunctional && list?.value) warnFunctional(name, warn, list.position);
  const isList = !isFunctional && (list?.value ?? true);
  if (!isList) return { ...plainPredicate(name, 'uid'), reverse: true };
  return { ...linkPredicate(name), count: count?.value ?? true };
}

/** Edges to any number of nodes. */
export const linkPredicate = (name: string): PredicateDeclaration => ({
  ...plainPredicate(name, 'uid'),
  list: true,
  reverse: true,
  count: true,
});

/** A scalar by the property's range, with its default index or the annotated one. */
export function compileDataProperty(property: DataPropertyContext): PredicateDeclaration {
  const { name, annotations, warn, isKey } = property;
  if (annotations.vector) return compileVector(property, annotations.vector.index);
  const { choice, mixed } = scalarFor(property.datatypes);
  if (mixed) {
    warn('mixed-range', `the range of "${name}" mixes datatypes that Dgraph keeps differently; its values are strings`);
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
  if (isKey) warn('not-unique', `Dgraph cannot keep the vectors of "${name}" unique`);
  return { ...plainPredicate(name, 'float32vector'), index: [index] };
}

/** The annotated tokenizers, which have to be for the type, and of which one at most may sort. */
function annotatedTokenizers({ iri, name, annotations }: DataPropertyContext, type: ScalarType): readonly string[] {
  const { tokenizers, position } = annotations.index!;
  const wrong = (reason: string) => {
    const place = `line ${position.line}, column ${position.column}`;
    const told = `owlgate:index of <${iri}>: ${reason}`;
    return new OwlgateError('OntologyAnnotation', { reason: `${place}: ${told}` }, { ...position, reason: told });
  };
  for (const tokenizer of tokenizers) {
    if (TOKENIZERS.get(tokenizer)?.type === type) continue;
    const fitting = [...TOKENIZERS].filter(([, facts]) => facts.type === type).map(([known]) => known);
    throw wrong(`the tokenizer "${tokenizer}" is not for ${type}, the type of "${name}"; use ${fitting.join(', ')}`);
  }
  const sortable = tokenizers.filter((tokenizer) => TOKENIZERS.get(tokenizer)!.sortable);
  if (sortable.length > 1) throw wrong(`${sortable.join(' and ')} both keep order, and Dgraph takes one such index`);
  return tokenizers;
}

/** Single-valued unless the ontology says otherwise. */
function isList(
  { name, isFunctional, countedBeyondOne, annotations, warn }: DataPropertyContext,
  type: ScalarType,
  lang: boolean,
): boolean {
  const { list } = annotations;
  if (isFunctional) {
    if (list?.value) warnFunctional(name, warn, list.position);
    return false;
  }
  if (!(list?.value ?? countedBeyondOne)) return false;
  const why =
    type === 'bool' ? 'booleans' : lang ? 'strings with languages (one value per language is kept)' : undefined;
  if (why === undefined) return true;
  warn('list-unsupported', `Dgraph has no lists of ${why}; "${name}" takes one value`, list?.position);
  return false;
}

function warnFunctional(name: string, warn: PropertyContext['warn'], position: Position): void {
  warn('annotation-unused', `"${name}" is functional: it takes one value, and owlgate:list is not used`, position);
}

/** Tokenizers by which equal values are found, the first by default. */
const FINDING: Partial<Record<ScalarType, readonly string[]>> = {
  string: ['exact', 'hash'],
  int: ['int'],
  float: ['float'],
  bool: ['bool'],
  datetime: ['hour', 'day', 'month', 'year'],
};

/** The index that finds a value's nodes, and `@upsert`; that they are one is for the rules to keep, not for `@unique`. */
function withKey(predicate: PredicateDeclaration): PredicateDeclaration {
  const { type, index } = predicate;
  const finding = FINDING[type];
  if (!finding) return predicate;
  const isIndexed = index.some(({ tokenizer }) => finding.includes(tokenizer));
  return {
    ...predicate,
    index: isIndexed ? index : [{ tokenizer: finding[0]! }, ...index],
    upsert: true,
  };
}
