/** Reader of the engine's answer to `schema {}`. */
import {
  plainPredicate,
  type IndexSpec,
  type PredicateDeclaration,
  type ScalarType,
  type SchemaDocument,
} from '../dql';

/** Predicate of the answer; absent flags are false. */
export interface StoredPredicate {
  readonly predicate: string;
  readonly type: string;
  readonly list?: boolean;
  readonly index?: boolean;
  /** Tokenizer names; a vector index includes its options: `hnsw("metric":"cosine")`. */
  readonly tokenizer?: readonly string[];
  /** Vector indexes with parsed options (Dgraph v24 and later). */
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

interface StoredType {
  readonly name: string;
  readonly fields?: readonly { readonly name: string }[];
}

/** Field `data` of the answer. */
export interface SchemaAnswer {
  readonly schema?: readonly StoredPredicate[];
  readonly types?: readonly StoredType[];
}

/** Converts the answer to declarations. Omits Dgraph's internal predicates and types (`dgraph.*`). */
export function readSchemaAnswer(answer: SchemaAnswer): SchemaDocument {
  return {
    predicates: (answer.schema ?? []).filter(({ predicate }) => !isInternal(predicate)).map(readPredicate),
    types: (answer.types ?? [])
      .filter(({ name }) => !isInternal(name))
      .map(({ name, fields }) => ({ kind: 'Type', name, fields: (fields ?? []).map((field) => field.name) })),
  };
}

const isInternal = (name: string): boolean => name.startsWith('dgraph.');

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
  const parsedOptions = index_specs?.find(({ name }) => name === tokenizer)?.options;
  const options =
    parsedOptions ??
    [...inside.matchAll(/"([^"]*)"\s*:\s*"([^"]*)"/g)].map(([, key, value]) => ({ key: key!, value: value! }));
  return options.length > 0 ? { tokenizer, options } : { tokenizer };
}
