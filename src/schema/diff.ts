/** Difference between a compiled schema and the engine's schema: additions, changes and conflicts. */
import {
  printPredicate,
  TOKENIZERS,
  type IndexSpec,
  type PredicateDeclaration,
  type SchemaDocument,
  type TypeDeclaration,
} from '../dql';
import { OwlgateError } from '../errors';
import type { LoadedTerms } from '../ontology';
import { readSchemaAnswer } from './stored';
import type { SchemaAnswer } from './stored';

export interface PredicateChange {
  readonly name: string;
  /** Declarations in the schema language. */
  readonly before: string;
  readonly after: string;
}

/**
 * Change that stored data of clients forbids. `converted`: there is none, so a load applies the change. `unknown`: the
 * stored data was not read.
 */
export interface SchemaConflict extends PredicateChange {
  readonly effect: 'converted' | 'unknown';
  readonly reason: string;
  /** True if the engine accepts the change only after a drop of the predicate, even without data. */
  readonly needsDrop: boolean;
}

export interface SchemaDiff {
  readonly predicates: { readonly added: readonly string[]; readonly changed: readonly PredicateChange[] };
  readonly types: {
    readonly added: readonly string[];
    readonly changed: readonly { readonly name: string; readonly addedFields: readonly string[] }[];
  };
  /** Changes for refuseConflicts, which finds those whose predicates have data. */
  readonly conflicts: readonly SchemaConflict[];
  /**
   * Changed predicates with another storage type, or a list in place of a single value or vice versa. Their change
   * waits until the version is in force: an ontology compiled for the stored declaration would no longer work.
   */
  readonly late: readonly string[];
  /**
   * Compiled schema with the engine's additional indexes, directives and fields. Contains the predicates and types of
   * the ontology only; the others of the engine stay unchanged.
   */
  readonly merged: SchemaDocument;
  /** True if there is nothing to apply. */
  readonly isEmpty: boolean;
}

/** Returns a compiled schema with further predicates, types, and fields of its types. */
export function withExtension(compiled: SchemaDocument, extension: SchemaDocument | undefined): SchemaDocument {
  if (!extension) return compiled;
  const types = new Map(compiled.types.map((type) => [type.name, type]));
  for (const type of extension.types) {
    const fields = new Set([...(types.get(type.name)?.fields ?? []), ...type.fields]);
    types.set(type.name, { ...type, fields: [...fields].sort() });
  }
  return { predicates: [...compiled.predicates, ...extension.predicates], types: [...types.values()] };
}

/** Returns the earlier names of predicates: current name → earlier names, whose data the load moves. */
export function formerPredicates({ names }: LoadedTerms): ReadonlyMap<string, readonly string[]> {
  const earlier = new Map<string, string[]>();
  for (const [former, name] of names.former('property')) earlier.set(name, [...(earlier.get(name) ?? []), former]);
  return earlier;
}

/**
 * Compares the schemas, without I/O. The caller looks for data afterwards, for `conflicts` only. A renamed predicate is
 * also compared under its earlier names, since its data and the indexes that users added move with it.
 *
 * @param answer `data` of the engine's answer to `schema {}`
 * @param former see formerPredicates
 */
export function diffSchema(
  compiled: SchemaDocument,
  answer: SchemaAnswer,
  former: ReadonlyMap<string, readonly string[]> = new Map(),
): SchemaDiff {
  const stored = readSchemaAnswer(answer);
  const storedPredicates = new Map(stored.predicates.map((predicate) => [predicate.name, predicate]));
  const storedTypes = new Map(stored.types.map((type) => [type.name, type]));
  const added: string[] = [];
  const changed: PredicateChange[] = [];
  const conflicts: SchemaConflict[] = [];
  const late: string[] = [];
  const predicates = compiled.predicates.map((predicate) => {
    const existing = storedPredicates.get(predicate.name);
    const earlier = (former.get(predicate.name) ?? []).flatMap((name) => storedPredicates.get(name) ?? []);
    for (const each of earlier) {
      const conflict = conflictOf(each, predicate);
      const change = { name: each.name, before: printPredicate(each), after: printPredicate(predicate) };
      if (conflict) conflicts.push({ ...change, effect: 'unknown', ...conflict, needsDrop: false });
    }
    if (!existing) {
      added.push(predicate.name);
      const compatible = earlier.filter((each) => !conflictOf(each, predicate));
      return compatible.reduce((merged, each) => mergePredicate(each, merged), predicate);
    }
    const conflict = conflictOf(existing, predicate);
    const merged = conflict ? predicate : mergePredicate(existing, predicate);
    const change = { name: predicate.name, before: printPredicate(existing), after: printPredicate(merged) };
    if (conflict) conflicts.push({ ...change, effect: 'unknown', ...conflict });
    if (change.before !== change.after) changed.push(change);
    if (conflict || existing.list !== merged.list) late.push(predicate.name);
    return merged;
  });

  const addedTypes: string[] = [];
  const changedTypes: { name: string; addedFields: string[] }[] = [];
  const types = compiled.types.map((type): TypeDeclaration => {
    const existing = storedTypes.get(type.name);
    if (!existing) {
      addedTypes.push(type.name);
      return type;
    }
    const existingFields = new Set(existing.fields);
    const addedFields = type.fields.filter((field) => !existingFields.has(field));
    if (addedFields.length > 0) changedTypes.push({ name: type.name, addedFields });
    else if (existingFields.size === type.fields.length) return type;
    return { kind: 'Type', name: type.name, fields: [...new Set([...type.fields, ...existing.fields])].sort() };
  });
  const merged = { predicates, types };
  return {
    predicates: { added, changed },
    types: { added: addedTypes, changed: changedTypes },
    conflicts,
    late,
    merged,
    isEmpty: [added, changed, addedTypes, changedTypes].every((list) => list.length === 0),
  };
}

/**
 * Refuses a diff whose conflicts have data.
 *
 * @param hasData returns true if the engine stores data under the predicate
 * @throws OwlgateError OntologySchemaConflict with all conflicts in `details.conflicts`
 */
export function refuseConflicts(diff: SchemaDiff, hasData: (predicate: string) => boolean): void {
  const refused = diff.conflicts.filter(({ name }) => hasData(name));
  if (refused.length === 0) return;
  const reasons = refused.map(
    ({ name, before, after, reason }) => `"${name}" ${reason} (stored: ${before} compiled: ${after})`,
  );
  throw new OwlgateError(
    'OntologySchemaConflict',
    {
      reason: `${reasons.join('; ')}. Rename the property with owlgate:name, or move or drop the data`,
    },
    {
      conflicts: refused.map(({ name, before, after, reason }) => ({ predicate: name, reason, before, after })),
    },
  );
}

/**
 * Returns the conflict that stored data would make between two declarations. Dgraph v25.4 (measured): a list becomes
 * single-valued, and a password changes its type, only after a drop. Edges and values do not convert into each other;
 * a predicate that once had some needs a drop, too. Other scalar types convert, but values that fail to convert break
 * every query that reads them.
 */
function conflictOf(
  stored: PredicateDeclaration,
  compiled: PredicateDeclaration,
): { readonly reason: string; readonly needsDrop: boolean } | undefined {
  const becomesSingle = stored.list && !compiled.list;
  if (stored.type !== compiled.type) {
    // Values written without a schema are stored as text, like strings.
    if (stored.type === 'default' && compiled.type === 'string' && !becomesSingle) return undefined;
    const isEither = (type: string) => stored.type === type || compiled.type === type;
    return {
      reason: `is of type ${typeName(stored)} and would be ${typeName(compiled)}`,
      needsDrop: becomesSingle || isEither('password') || isEither('uid'),
    };
  }
  if (becomesSingle) return { reason: 'is a list and would take one value', needsDrop: true };
  if (stored.lang && compiled.list) {
    return { reason: 'has values by language, which a list cannot have', needsDrop: false };
  }
  return undefined;
}

/** Prints a predicate's type in the schema language: `[uid]`. */
export const typeName = ({ type, list }: Pick<PredicateDeclaration, 'type' | 'list'>): string =>
  list ? `[${type}]` : type;

/** Merges two declarations: the result has the indexes and directives of both. */
function mergePredicate(stored: PredicateDeclaration, compiled: PredicateDeclaration): PredicateDeclaration {
  return {
    ...compiled,
    index: mergeIndexes(stored.index, compiled.index),
    reverse: stored.reverse || compiled.reverse,
    count: stored.count || compiled.count,
    lang: stored.lang || compiled.lang,
    upsert: stored.upsert || compiled.upsert,
    unique: stored.unique || compiled.unique,
    noconflict: stored.noconflict || compiled.noconflict,
  };
}

/**
 * Returns the compiled indexes, then the other stored ones. Dgraph allows one sortable index per predicate; a stored
 * one has priority. For vector indexes, the compiled options have priority.
 */
function mergeIndexes(stored: readonly IndexSpec[], compiled: readonly IndexSpec[]): readonly IndexSpec[] {
  const isSortable = ({ tokenizer }: IndexSpec) => TOKENIZERS.get(tokenizer)?.sortable === true;
  const hasSortable = stored.some(isSortable);
  const merged = new Map<string, IndexSpec>();
  for (const index of compiled) {
    const isSecond = isSortable(index) && hasSortable && !stored.some(({ tokenizer }) => tokenizer === index.tokenizer);
    if (!isSecond) merged.set(index.tokenizer, sameVector(index, stored) ?? index);
  }
  for (const index of stored) if (!merged.has(index.tokenizer)) merged.set(index.tokenizer, index);
  const order = (specs: readonly IndexSpec[]) =>
    specs
      .map(({ tokenizer }) => tokenizer)
      .sort()
      .join();
  // Equal indexes keep their stored order, so that the diff shows no change.
  const all = [...merged.values()];
  return order(all) === order(stored) && all.every((index) => stored.includes(index) || !index.options) ? stored : all;
}

/** Returns the stored index with the same options in any order. */
function sameVector(index: IndexSpec, stored: readonly IndexSpec[]): IndexSpec | undefined {
  return stored.find((other) => indexKey(other) === indexKey(index));
}

const indexKey = ({ tokenizer, options = [] }: IndexSpec): string =>
  [tokenizer, ...options.map((option) => `${option.key}=${option.value}`).sort()].join();

/** Returns the tokenizers that a load would add to the indexes of a predicate or rebuild with other options. */
export function lackingIndexes(stored: readonly IndexSpec[], compiled: readonly IndexSpec[]): readonly string[] {
  const present = new Set(stored.map(indexKey));
  return mergeIndexes(stored, compiled)
    .filter((index) => !present.has(indexKey(index)))
    .map(({ tokenizer }) => tokenizer);
}
