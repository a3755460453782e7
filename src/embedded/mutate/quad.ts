/** Statements with parsed literals, and edges with uids. */
import {
  predicateHints,
  type Facet,
  type LiteralValue,
  type Mutation,
  type NodeRef,
  type NQuad,
  type PredicateHint,
} from '../../dql';
import { NO_FACETS, type StoredFacet, type Uid } from '../storage';
import { parseLiteral, type Value } from '../values';
import { MutationError } from './errors';

/** Object of a statement: a node, a value, `val(v)`, or `*`. */
type QuadObject =
  | NodeRef
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'valVar'; readonly variable: string }
  | { readonly kind: 'star' };

/** Statement with parsed literals. */
export interface Quad {
  readonly subject: NodeRef;
  /** `*` in `S * *`. */
  readonly predicate: string;
  readonly object: QuadObject;
  /** '' for none. */
  readonly lang: string;
  /** Sorted by key. */
  readonly facets: readonly StoredFacet[];
}

/** Mutation with parsed literals, without its `cond`. */
export interface QuadMutation {
  readonly set: readonly Quad[];
  readonly delete: readonly Quad[];
  /** Single value or list, by undeclared predicate, as far as the request shows. Costly; called only if needed. */
  readonly hints: () => ReadonlyMap<string, PredicateHint>;
}

/** Change of one predicate of one node. */
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

/** @throws ValueError for a literal that does not fit its datatype, MutationError for a repeated facet key */
export function readMutation(mutation: Mutation): QuadMutation {
  return {
    set: mutation.set.map(readQuad),
    delete: mutation.delete.map(readQuad),
    hints: () => predicateHints(mutation),
  };
}

/**
 * Parses a literal. RDF's `xs:password` holds a hash, as in exports, and is stored unchanged (chunker/rdf_parser.go).
 */
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
