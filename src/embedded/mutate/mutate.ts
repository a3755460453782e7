/**
 * Mutations of a request, from statements to posting lists. Two steps, because undeclared predicates are declared
 * between them, and stay declared even if the rest is refused.
 */
import type { PredicateDeclaration } from '../../dql';
import type { Catalog, PredicateEntry, StoreView, Uid } from '../storage';
import { tokens } from '../tokenizers';
import { applyEdges, type Target } from './apply';
import { convertEdge } from './convert';
import { collectHints, declareUnknown } from './declare';
import { MutationError } from './errors';
import { assignUids, namedNodes, toEdges, type NewNodes, type UidSource } from './nodes';
import type { Edge, QuadMutation } from './quad';
import { isReservedName } from './reserved';
import { checkVectors } from './vectors';

/** Maximum edges of a request (Dgraph's --limit mutations-nquad). */
const MAX_EDGES = 1_000_000;
/** Maximum bytes of a predicate's name and a token together. */
const MAX_KEY_BYTES = 65_000;

/** Mutations that have passed all checks against the schema. */
export interface PreparedMutation {
  readonly newNodes: NewNodes;
  readonly edges: readonly Edge[];
  /** Predicates to declare before the edges are applied. */
  readonly undeclared: readonly PredicateDeclaration[];
  /** Names of all predicates written. */
  readonly predicates: readonly string[];
}

/**
 * Assigns uids to new nodes, expands `S * *`, and checks the edges against the schema.
 *
 * @param mutations those whose condition holds, without variables
 * @param view the state for `S * *`
 * @param catalog the schema in force
 * @param onNamed receives the names of all predicates written, before their edges are checked: as in Dgraph they are
 *   known from then on, even if the request is refused
 * @throws MutationError, ValueError
 */
export function prepareMutation(
  mutations: readonly QuadMutation[],
  view: StoreView,
  catalog: Catalog,
  source: UidSource,
  onNamed: (predicates: readonly string[]) => void,
): PreparedMutation {
  return prepareAssigned(mutations, assignUids(namedNodes(mutations), source), view, catalog, onNamed);
}

/** Same as `prepareMutation`, with given uids of new nodes. */
export function prepareAssigned(
  mutations: readonly QuadMutation[],
  newNodes: NewNodes,
  view: StoreView,
  catalog: Catalog,
  onNamed: (predicates: readonly string[]) => void,
): PreparedMutation {
  const asWritten = toEdges(mutations, newNodes);
  if (asWritten.length > MAX_EDGES) {
    throw new MutationError(`NQuad count in the request: ${asWritten.length}, is more that threshold: ${MAX_EDGES}`);
  }
  const edges: Edge[] = [];
  for (const edge of asWritten) {
    checkSize(edge, catalog);
    if (edge.predicate !== '*') edges.push(edge);
    else for (const expanded of expandStar(edge, view, catalog)) edges.push(expanded);
  }
  const predicates = [...new Set(edges.map((edge) => edge.predicate))].sort();
  for (const name of predicates) checkOwner(name, catalog);
  onNamed(predicates);
  for (let i = 0; i < edges.length; i++) {
    const declaration = catalog.predicate(edges[i]!.predicate);
    if (declaration) edges[i] = convertEdge(edges[i]!, declaration);
  }
  checkVectors(edges, view, catalog);
  const undeclared = declareUnknown(
    edges,
    (name) => catalog.entry(name) !== undefined,
    () => collectHints(mutations),
  );
  return { newNodes, edges, undeclared, predicates };
}

function checkOwner(predicate: string, catalog: Catalog): void {
  if (catalog.predicate(predicate) || !isReservedName(predicate)) return;
  throw new MutationError(
    `Can't store predicate \`${predicate}\` as it is prefixed with \`dgraph.\` ` +
      "which is reserved as the namespace for dgraph's internal types/predicates.",
  );
}

/** Maximum bytes of a token of a predicate: it is part of a key, which Dgraph limits. */
export const maxTokenBytes = (predicate: string): number => MAX_KEY_BYTES - predicate.length;

/** Checks the length of tokens. */
function checkSize({ predicate, object, lang }: Edge, catalog: Catalog): void {
  if (object.kind !== 'value' || typeof object.value.value !== 'string') return;
  const maxBytes = maxTokenBytes(predicate);
  if (object.value.value.length * 3 <= maxBytes || Buffer.byteLength(object.value.value) <= maxBytes) return;
  const declaration = catalog.predicate(predicate);
  if (declaration?.type !== 'string') return;
  for (const { tokenizer } of declaration.index) {
    if (
      tokens({ type: 'string', value: object.value.value }, tokenizer, lang).some((token) => token.length > maxBytes)
    ) {
      throw new MutationError('value in the mutation is too large for the index');
    }
  }
}

/** Expands `S * *` to the predicates of the node's types, and `dgraph.type`. */
function expandStar(edge: Edge, view: StoreView, catalog: Catalog): readonly Edge[] {
  const types = view.values('dgraph.type', edge.subject).map(({ value }) => value.value as string);
  const fields = types.flatMap((type) => catalog.type(type)?.fields ?? []).filter((field) => !field.startsWith('~'));
  return [...fields, 'dgraph.type'].map((predicate) => ({ ...edge, predicate }));
}

/** Number of changes, estimated before the mutation runs: `S P *` counts the stored edges. */
export function sizeOf({ edges }: PreparedMutation, view: StoreView): number {
  let size = edges.length;
  for (const { object, predicate, subject } of edges) {
    if (object.kind === 'star') size += view.uidCount(predicate, subject, false);
  }
  return size;
}

/**
 * Applies prepared edges to a transaction's delta.
 *
 * @param entryOf the schema, with all predicates declared
 * @throws MutationError, ValueError; the target must not be used afterwards
 */
export function applyMutation(
  prepared: PreparedMutation,
  target: Omit<Target, 'fresh'>,
  entryOf: (predicate: string) => PredicateEntry | undefined,
): void {
  const fresh = new Set<Uid>(prepared.newNodes.values());
  const knownPredicates = new Set(prepared.edges.map(({ predicate }) => predicate));
  for (const { name } of prepared.undeclared) knownPredicates.delete(name);
  for (const name of knownPredicates) if (!entryOf(name)) knownPredicates.delete(name);
  // Edges of predicates that were declared before are converted already. The others are converted now; among them are
  // deletes without effect.
  const edges = prepared.edges.map((edge) =>
    knownPredicates.has(edge.predicate) ? edge : convertEdge(edge, entryOf(edge.predicate)?.declaration),
  );
  applyEdges({ ...target, fresh }, edges, entryOf);
}
