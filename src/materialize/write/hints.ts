/**
 * Cardinality hints of JSON. An array makes a predicate without a schema a list, any other value makes it single; the
 * engine follows that. owlgate sends RDF, which expresses it in another way or not at all.
 */
import {
  nodeKey,
  printPredicate,
  type Mutation,
  type NQuad,
  type PredicateDeclaration,
  type PredicateHint,
} from '../../dql';
import type { EngineSchema } from '../store/engine-schema';

/** Merges the hints of several mutations; `list` wins. */
export function mergeHints(mutations: readonly Mutation[]): ReadonlyMap<string, PredicateHint> | undefined {
  const [first, ...others] = mutations.flatMap(({ hints }) => (hints ? [hints] : []));
  if (others.length === 0) return first;
  const merged = new Map(first);
  for (const [name, hint] of others.flatMap((hints) => [...hints])) {
    if (merged.get(name) !== 'list') merged.set(name, hint);
  }
  return merged;
}

/**
 * Repeats a statement of each predicate that JSON makes a list: in RDF, a repeated statement makes a list of a
 * predicate without a schema.
 */
export function withLists<T extends { readonly set: readonly NQuad[]; readonly hints?: Mutation['hints'] }>(
  statements: T,
  schema: EngineSchema,
): T {
  const lists = named(statements.hints, 'list', schema);
  if (lists.size === 0) return statements;
  const filledSlots = new Set<string>();
  const repeated = statements.set.flatMap((nquad) => {
    const slot = `${nodeKey(nquad.subject)} ${nquad.predicate}`;
    if (!lists.has(nquad.predicate) || filledSlots.has(slot)) return [nquad];
    filledSlots.add(slot);
    return [nquad, nquad];
  });
  return { ...statements, set: repeated };
}

/**
 * Returns declarations for /alter of predicates that JSON makes single edges; the engine alone would make them lists.
 */
export function singleEdges(mutations: readonly Mutation[], schema: EngineSchema): string[] {
  const names = new Set<string>();
  for (const { hints, set } of mutations) {
    const singles = named(hints, 'single', schema);
    if (singles.size === 0) continue;
    for (const { predicate, object } of set) {
      const isNode =
        object.kind === 'uid' || object.kind === 'blank' || object.kind === 'iri' || object.kind === 'uidVar';
      if (isNode && singles.has(predicate)) names.add(predicate);
    }
  }
  return declarations(names, { type: 'uid' });
}

/**
 * Returns declarations for /alter of predicates whose texts have languages. RDF allows language tags anywhere (RDF 1.1
 * Concepts, section 3.3); the engine requires `@lang`.
 */
export function taggedTexts(mutations: readonly Mutation[], schema: EngineSchema): string[] {
  const tagged = new Set<string>();
  for (const { set } of mutations) {
    for (const statement of set) if (isTagged(statement)) tagged.add(statement.predicate);
  }
  const unknown = [...tagged].filter((name) => schema.get(name) === undefined && !name.startsWith('dgraph.'));
  return declarations(unknown, { type: 'string', lang: true });
}

const declarations = (names: Iterable<string>, as: Declared): string[] =>
  [...new Set(names)].map((name) => declaration(name, as));

type Declared = Pick<PredicateDeclaration, 'type'> & Partial<Pick<PredicateDeclaration, 'lang' | 'list'>>;

/** Returns a declaration for /alter, without indexes. */
export function declaration(name: string, as: Declared): string {
  const none = { list: false, index: [], reverse: false, count: false, lang: false } as const;
  const flags = { upsert: false, unique: false, noconflict: false } as const;
  return printPredicate({ kind: 'Predicate', name, ...none, ...flags, ...as });
}

function named(hints: Mutation['hints'], hint: PredicateHint, schema: EngineSchema): Set<string> {
  const names = [...(hints ?? [])].filter(([name, nameHint]) => nameHint === hint && schema.get(name) === undefined);
  return new Set(names.map(([name]) => name).filter((name) => !name.startsWith('dgraph.')));
}

/** Returns true for a value in a language. */
export const isTagged = ({ lang }: NQuad): boolean => lang !== undefined && lang !== '';
