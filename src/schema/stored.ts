/** The engine's answer to `schema {}` as declarations. */
import type { IndexSpec, PredicateDeclaration, ScalarType, SchemaDocument } from '../dql/schema/ast';
import { plainPredicate } from '../dql';

/** One predicate of the answer; absent flags are false. */
export interface StoredPredicate {
  readonly predicate: string;
  readonly type: string;
  readonly list?: boolean;
  readonly index?: boolean;
  /** Names; a vector index with its options: `hnsw("metric":"cosine")`. */
  readonly tokenizer?: readonly string[];
  /** Vector indexes with their options in parts (Dgraph v24 and later). */
  readonly index_specs?: readonly {
    readonly name: string;
    readonly options?: readonly { readonly key: string; readonly value: string }[];
  }[];
  readonly reverse?: boolean;
  readonly count?: boolean;
  readonly upsert?: boolean;
  readonly lang?: boolean;
  readonly unique?: boolean;
  readonly no_conflict?: boolean;
}

export interface StoredType {
  readonly name: string;
  readonly fields?: readonly { readonly name: string }[];
}

/** `data` of the answer. */
export interface SchemaAnswer {
  readonly schema?: readonly StoredPredicate[];
  readonly types?: readonly StoredType[];
}

/** Reads the answer. Dgraph's own predicates and types (`dgraph.*`) are left out. */
export function readSchemaAnswer(answer: SchemaAnswer): SchemaDocument {
  return {
    predicates: (answer.schema ?? []).filter(({ predicate }) => !isDgraphs(predicate)).map(readPredicate),
    types: (answer.types ?? [])
      .filter(({ name }) => !isDgraphs(name))
      .map(({ name, fields }) => ({ kind: 'Type', name, fields: (fields ?? []).map((field) => field.name) })),
  };
}

const isDgraphs = (name: string): boolean => name.startsWith('dgraph.');

function readPredicate(stored: StoredPredicate): PredicateDeclaration {
  return {
    ...plainPredicate(stored.predicate, stored.type as ScalarType),
    list: stored.list ?? false,
    index: (stored.tokenizer ?? []).map((tokenizer) => readIndex(tokenizer, stored)),
    reverse: stored.reverse ?? false,
    count: stored.count ?? false,
    lang: stored.lang ?? false,
    upsert: stored.upsert ?? false,
    unique: stored.unique ?? false,
    noconflict: stored.no_conflict ?? false,
  };
}

function readIndex(text: string, { index_specs }: StoredPredicate): IndexSpec {
  const [, tokenizer = text, inside] = /^([^(]*)\((.*)\)$/s.exec(text) ?? [];
  if (inside === undefined) return { tokenizer };
  const told = index_specs?.find(({ name }) => name === tokenizer)?.options;
  const options =
    told ?? [...inside.matchAll(/"([^"]*)"\s*:\s*"([^"]*)"/g)].map(([, key, value]) => ({ key: key!, value: value! }));
  return options.length > 0 ? { tokenizer, options } : { tokenizer };
}
