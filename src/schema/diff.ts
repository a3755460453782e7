/** A compiled schema against the one that an engine has: what to add, what to keep, what contradicts. */
import type { IndexSpec, PredicateDeclaration, SchemaDocument, TypeDeclaration } from '../dql/schema/ast';
import { printPredicate, printSchema } from '../dql/schema/printer';
import { TOKENIZERS } from '../dql/schema/indexes';
import { OwlgateError } from '../errors';
import { readSchemaAnswer } from './stored';
import type { SchemaAnswer } from './stored';

export interface PredicateChange {
  readonly name: string;
  /** Declarations as the schema language has them. */
  readonly before: string;
  readonly after: string;
}

/** A difference that stored data stands against: without data it is applied, with data it refuses the load. */
export interface SchemaConflict extends PredicateChange {
  readonly reason: string;
  /** Whether the engine takes the change only after the predicate has been dropped, data or no data. */
  readonly needsDrop: boolean;
}

export interface SchemaDiff {
  readonly predicates: { readonly added: readonly string[]; readonly changed: readonly PredicateChange[] };
  readonly types: {
    readonly added: readonly string[];
    readonly changed: readonly { readonly name: string; readonly addedFields: readonly string[] }[];
  };
  /** Ask for data of these, and hand the answer to refuseConflicts. */
  readonly conflicts: readonly SchemaConflict[];
  /**
   * The compiled schema with all that the engine has besides: further indexes, directives and fields stay. Only what the
   * ontology has; other predicates and types of the engine are not in it, and stay as they are.
   */
  readonly merged: SchemaDocument;
  /** `merged` as /alter takes it. */
  readonly text: string;
  /** Whether there is nothing to apply. */
  readonly isEmpty: boolean;
}

/**
 * Compares. No I/O: which predicates have data is asked afterwards, and of `conflicts` alone.
 *
 * @param answer `data` of the engine's answer to `schema {}`
 */
export function diffSchema(compiled: SchemaDocument, answer: SchemaAnswer): SchemaDiff {
  const stored = readSchemaAnswer(answer);
  const storedPredicates = new Map(stored.predicates.map((predicate) => [predicate.name, predicate]));
  const storedTypes = new Map(stored.types.map((type) => [type.name, type]));
  const added: string[] = [];
  const changed: PredicateChange[] = [];
  const conflicts: SchemaConflict[] = [];
  const predicates = compiled.predicates.map((wanted) => {
    const had = storedPredicates.get(wanted.name);
    if (!had) {
      added.push(wanted.name);
      return wanted;
    }
    const contradiction = contradicts(had, wanted);
    const merged = contradiction ? wanted : mergePredicate(had, wanted);
    const change = { name: wanted.name, before: printPredicate(had), after: printPredicate(merged) };
    if (contradiction) conflicts.push({ ...change, ...contradiction });
    if (change.before !== change.after) changed.push(change);
    return merged;
  });

  const addedTypes: string[] = [];
  const changedTypes: { name: string; addedFields: string[] }[] = [];
  const types = compiled.types.map((wanted): TypeDeclaration => {
    const had = storedTypes.get(wanted.name);
    if (!had) {
      addedTypes.push(wanted.name);
      return wanted;
    }
    const addedFields = wanted.fields.filter((field) => !had.fields.includes(field));
    if (addedFields.length > 0) changedTypes.push({ name: wanted.name, addedFields });
    return { kind: 'Type', name: wanted.name, fields: [...new Set([...wanted.fields, ...had.fields])].sort() };
  });
  const merged = { predicates, types };
  return {
    predicates: { added, changed },
    types: { added: addedTypes, changed: changedTypes },
    conflicts,
    merged,
    text: printSchema(merged),
    isEmpty: [added, changed, addedTypes, changedTypes].every((list) => list.length === 0),
  };
}

/**
 * Refuses a diff whose conflicts have data.
 *
 * @param hasData whether the engine stores anything under the predicate
 * @returns the predicates that have to be dropped before `text` is applied; none of them has data
 * @throws OwlgateError OntologySchemaConflict with every difference in `details.conflicts`
 */
export function refuseConflicts(diff: SchemaDiff, hasData: (predicate: string) => boolean): readonly string[] {
  const refused = diff.conflicts.filter(({ name }) => hasData(name));
  if (refused.length > 0) {
    const reason = refused.map(
      ({ name, before, after, reason: why }) => `"${name}" ${why} (stored: ${before} compiled: ${after})`,
    );
    throw new OwlgateError(
      'OntologySchemaConflict',
      { reason: `${reason.join('; ')}. Rename the property with owlgate:name, or move or drop the data` },
      {
        conflicts: refused.map(({ name, before, after, reason: why }) => ({
          predicate: name,
          reason: why,
          before,
          after,
        })),
      },
    );
  }
  return diff.conflicts.filter(({ needsDrop }) => needsDrop).map(({ name }) => name);
}

/**
 * What stands between two declarations where there is data. Seen on Dgraph v25.4: a list does not become single and a
 * password nothing else without a drop, edges and values do not change into each other over data; other scalar types do
 * change, and values that do not convert break every query that meets them.
 */
function contradicts(
  had: PredicateDeclaration,
  wanted: PredicateDeclaration,
): { readonly reason: string; readonly needsDrop: boolean } | undefined {
  const becomesSingle = had.list && !wanted.list;
  if (had.type !== wanted.type) {
    // Values written before there was a schema: kept as text, which a string is.
    if (had.type === 'default' && wanted.type === 'string' && !becomesSingle) return undefined;
    const password = had.type === 'password' || wanted.type === 'password';
    return {
      reason: `is of type ${typeName(had)} and would be ${typeName(wanted)}`,
      needsDrop: becomesSingle || password,
    };
  }
  if (becomesSingle) return { reason: 'is a list and would take one value', needsDrop: true };
  if (had.lang && wanted.list) {
    return { reason: 'has values by language, which a list cannot have', needsDrop: false };
  }
  return undefined;
}

/** Prints a predicate's type as the schema language has it: `[uid]`. */
export const typeName = ({ type, list }: Pick<PredicateDeclaration, 'type' | 'list'>): string =>
  list ? `[${type}]` : type;

/** Both declarations in one: whatever either has, the other keeps. */
function mergePredicate(had: PredicateDeclaration, wanted: PredicateDeclaration): PredicateDeclaration {
  return {
    ...wanted,
    index: mergeIndexes(had.index, wanted.index),
    reverse: had.reverse || wanted.reverse,
    count: had.count || wanted.count,
    lang: had.lang || wanted.lang,
    upsert: had.upsert || wanted.upsert,
    unique: had.unique || wanted.unique,
    noconflict: had.noconflict || wanted.noconflict,
  };
}

/**
 * The compiled indexes, then the others that are there. Of those that keep order a predicate takes one: the one that is
 * there stays. A vector index is as compiled.
 */
function mergeIndexes(had: readonly IndexSpec[], wanted: readonly IndexSpec[]): readonly IndexSpec[] {
  const isSortable = ({ tokenizer }: IndexSpec) => TOKENIZERS.get(tokenizer)?.sortable === true;
  const sortableThere = had.some(isSortable);
  const merged = new Map<string, IndexSpec>();
  for (const index of wanted) {
    const isOther = isSortable(index) && sortableThere && !had.some(({ tokenizer }) => tokenizer === index.tokenizer);
    if (!isOther) merged.set(index.tokenizer, sameVector(index, had) ?? index);
  }
  for (const index of had) if (!merged.has(index.tokenizer)) merged.set(index.tokenizer, index);
  const order = (specs: readonly IndexSpec[]) =>
    specs
      .map(({ tokenizer }) => tokenizer)
      .sort()
      .join();
  // What is there already is printed as it is there, so that nothing changes when nothing does.
  const all = [...merged.values()];
  return order(all) === order(had) && all.every((index) => had.includes(index) || !index.options) ? had : all;
}

/** The stored index where it has the same options in another order. */
function sameVector(index: IndexSpec, had: readonly IndexSpec[]): IndexSpec | undefined {
  return had.find((other) => indexKey(other) === indexKey(index));
}

const indexKey = ({ tokenizer, options = [] }: IndexSpec): string =>
  [tokenizer, ...options.map((option) => `${option.key}=${option.value}`).sort()].join();

/** Returns the tokenizers that a load would add to the indexes of a predicate, or build anew with other options. */
export function lackingIndexes(had: readonly IndexSpec[], wanted: readonly IndexSpec[]): readonly string[] {
  const present = new Set(had.map(indexKey));
  return mergeIndexes(had, wanted)
    .filter((index) => !present.has(indexKey(index)))
    .map(({ tokenizer }) => tokenizer);
}
