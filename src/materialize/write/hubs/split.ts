/**
 * Deletes that take back thousands of edges to one node, as a first write and parts that follow it.
 *
 * Of a predicate with a count index Dgraph goes over all that a transaction has changed in a list for each edge that is
 * deleted, so that one transaction takes time quadratic in their number; a node's incoming edges have no star. Several
 * transactions take linear time. The first one deletes everything but the edges of the long lists. Each part deletes
 * some of those by name, with all that followed from them, so that what is stored agrees with the ontology after each.
 */
import type { MutationRequest, NQuad } from '../../../dql/mutation/ast';
import { nodeKey, printMutation, rewriteTypePredicate } from '../../../dql';
import { requireRights, wholeDeleteRights } from '../../access/requested';
import { Rights } from '../../access/rights';
import { ReadTransaction } from '../../store/transaction';
import { edgeRights } from '../edge-rights';
import { resolveUpsert } from '../upsert';
import { headOf, makeDraftContext, mergeMutations, readOptions } from '../write';
import type { WriteContext, WriteOptions } from '../write';
import { countEdges, listKey, pin } from './edge-lists';
import type { Counts, EdgeList, PinnedList } from './edge-lists';
import { resolveIris } from './iris';

/** Edges to a node from which on a delete is split: in one transaction they take a third of a second. */
export const LONG_LIST = 5_000;
/** Nodes of one request whose edges are counted. */
const MOST_NODES = 1_000;
/** Edges that are noted of one request. */
const MOST_EDGES = 2_000_000;

export interface SplitDelete {
  /** The request in RDF, its variables and IRIs resolved. */
  readonly text: string;
  /** Names of the lists that the first write leaves. */
  readonly spared: readonly string[];
  readonly lists: readonly PinnedList[];
  /** Nodes deleted whole. */
  readonly whole: ReadonlySet<string>;
  readonly mayRead: (predicate: string) => boolean;
  /** The answer to the client's own query. */
  readonly queries?: Readonly<Record<string, unknown>>;
}

/** A star of the request: of one predicate, or of all. */
interface Star {
  readonly s: string;
  readonly p: string;
}

/**
 * Splits a delete where it pays.
 *
 * @param request its names those of Dgraph
 * @returns undefined for what is to be carried out at once
 * @throws EngineFailure, VersionChanged, OwlgateError AccessDenied
 */
export async function splitDelete(
  request: MutationRequest,
  context: WriteContext,
  options: WriteOptions,
): Promise<SplitDelete | undefined> {
  const { engine, schema, reasoning, headUid } = context;
  const isOfClient = options.startTs !== undefined || !options.commitNow;
  if (!reasoning || headUid === undefined || isOfClient || !request.mutations.some(hasStars)) return undefined;
  const rights = Rights.on(engine);
  const { credentials } = options;
  await requireRights(request, rights, credentials, schema);
  const transaction = new ReadTransaction(engine, headOf(context), readOptions(context, options));
  try {
    const query = request.query === undefined ? undefined : rewriteTypePredicate(request.query);
    const { statements, queries } =
      query === undefined
        ? { statements: mergeMutations(request.mutations), queries: undefined }
        : await resolveUpsert(query, request, transaction, credentials);
    if (statements.set.length > 0) return undefined;
    const deletes = await resolveIris(statements.delete, schema, transaction);
    const stars = deletes.flatMap(starOf);
    const nodes = [...new Set(stars.map(({ s }) => s))];
    if (nodes.length === 0 || nodes.length > MOST_NODES) return undefined;
    const { mayWrite } = await wholeDeleteRights(request, rights, credentials, schema);
    const rules = makeDraftContext({ ...context, ...(mayWrite && { mayWrite }) });
    const edges = rules.edges!().filter((p) => isCounted(p, context));
    const ofEdges = await edgeRights(engine, credentials, rules);
    const mayTake = (p: string): boolean => mayWrite?.(p) !== false && ofEdges.mayWrite(p);
    const long = longLists(stars, await countEdges(nodes, edges, transaction), mayTake);
    if (long.length === 0) return undefined;
    const lists: PinnedList[] = [];
    for (const list of long) lists.push(await pin(list, transaction));
    // Of more, the bounds of a mutation tell the client to send it in parts.
    if (lists.reduce((sum, { others }) => sum + others.length, 0) > MOST_EDGES) return undefined;
    return {
      text: printMutation({ mutations: [{ set: [], delete: deletes }] }),
      spared: long.map(listKey),
      lists,
      whole: new Set(stars.filter(({ p }) => p === '*').map(({ s }) => s)),
      mayRead: (predicate) => ofEdges.mayRead(predicate),
      ...(queries && { queries }),
    };
  } finally {
    await transaction.abandon();
  }
}

const hasStars = (mutation: MutationRequest['mutations'][number]): boolean =>
  mutation.delete.some(({ object }) => object.kind === 'star');

const starOf = ({ subject, predicate, object, lang }: NQuad): Star[] =>
  object.kind === 'star' && lang === undefined && subject.kind === 'uid' ? [{ s: nodeKey(subject), p: predicate }] : [];

function isCounted(p: string, { schema }: WriteContext): boolean {
  const declared = schema.get(p);
  return declared?.type === 'uid' && declared.list && declared.count && declared.reverse;
}

/**
 * The long lists that stars take back, of nodes to which many edges lead. A list of edges from a node goes by one star
 * where none of them has a counterpart to it (emptied-lists.ts).
 */
function longLists(
  stars: readonly Star[],
  counted: ReadonlyMap<string, Counts>,
  mayTake: (p: string) => boolean,
): EdgeList[] {
  const lists = new Map<string, EdgeList>();
  for (const { s, p } of stars) {
    const counts = counted.get(s);
    if (!counts || ![...counts.values()].some((count) => count.in >= LONG_LIST)) continue;
    for (const [predicate, count] of counts) {
      if (p !== '*' && p !== predicate) continue;
      for (const isReverse of [false, true]) {
        const isTaken = p === '*' ? mayTake(predicate) : !isReverse;
        if (!isTaken || (isReverse ? count.in : count.out) < LONG_LIST) continue;
        const list = { node: s, predicate, isReverse };
        lists.set(listKey(list), list);
      }
    }
  }
  return [...lists.values()];
}
