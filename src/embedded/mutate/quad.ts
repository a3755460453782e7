/** Statements on their way to the store: literals read as values, then nodes as uids. */
import type { Facet, LiteralValue, Mutation, NodeRef, NQuad, PredicateHint } from '../../dql/mutation/ast';
import { predicateHints } from '../../dql';
import { NO_FACETS, type StoredFacet, type Uid } from '../storage';
import { parseLiteral, type Value } from '../values';
import { MutationError } from './errors';

/** What a statement says of its subject: a node, a value, `val(v)`, or everything there is. */
export type QuadObject =
  | NodeRef
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'valVar'; readonly variable: string }
  | { readonly kind: 'star' };

/** A statement with its literals read. */
export interface Quad {
  readonly subject: NodeRef;
  /** `*` in `S * *`. */
  readonly predicate: string;
  readonly object: QuadObject;
  /** '' where there is none. */
  readonly lang: string;
  /** By key. */
  readonly facets: readonly StoredFacet[];
}

/** A mutation with its literals read; `cond` is dealt with elsewhere. */
export interface QuadMutation {
  readonly set: readonly Quad[];
  readonly delete: readonly Quad[];
  /** Whether an undeclared predicate takes a list, as far as the request shows it. Costly, and seldom asked. */
  readonly hints: () => ReadonlyMap<string, PredicateHint>;
}

/** One change of one predicate of one node. */
export interface Edge {
  readonly subject: Uid;
  readonly predicate: string;
  readonly remove: boolean;
  readonly object: EdgeObject;
  readonly lang: string;
  readonly facets: readonly StoredFacet[];
}

export type EdgeObject =
  | { readonly kind: 'uid'; readonly uid: Uid }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'star' };

/** @throws ValueError for a literal that is not what its datatype says, MutationError for facets that repeat a key */
export function readMutation(mutation: Mutation): QuadMutation {
  return {
    set: mutation.set.map(readQuad),
    delete: mutation.delete.map(readQuad),
    hints: () => predicateHints(mutation),
  };
}

/** RDF's `xs:password` is a hash already, as an export has it, and is stored as it is (chunker/rdf_parser.go). */
function readLiteral({ type, value }: LiteralValue): Value {
  return type === 'password' ? { type, value } : parseLiteral(value, type);
}

function readQuad({ subject, predicate, object, lang = '', facets }: NQuad): Quad {
  return {
    subject,
    predicate,
    object: object.kind === 'literal' ? { kind: 'value', value: readLiteral(object) } : object,
    lang,
    facets: facets && facets.length > 0 ? readFacets(facets) : NO_FACETS,
  };
}

function readFacets(facets: readonly Facet[]): StoredFacet[] {
  const stored = facets.map(({ key, value, type }) => ({ key, value: parseLiteral(value, type) }));
  stored.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const [i, { key }] of stored.entries()) {
    if (i > 0 && stored[i - 1]!.key === key) {
      throw new MutationError(`Repeated keys are not allowed in facets. But got ${key}`);
    }
  }
  return stored;
}
