/**
 * Split of deletes with thousands of edges to one node into a first write and parts.
 *
 * For a predicate with a count index, each delete of an edge makes Dgraph scan all changes of the transaction in that
 * list. The time of one transaction is therefore quadratic in the number of edges, and no star deletes incoming edges.
 * Several transactions take linear time. The first one deletes everything but the edges of the long lists. Each part
 * deletes some of those edges by name, with everything that followed from them. So stored facts agree with the ontology
 * after each part.
 */
import { nodeKey, printMutation, type MutationRequest, type NQuad } from '../../../dql';
import { requireRights, wholeDeleteRights } from '../../access/requested';
import { Rights } from '../../access/rights';
import { engineQuery } from '../../store/queries';
import { ReadTransaction } from '../../store/transaction';
import { edgeRights } from '../edge-rights';
import { resolveUpsert } from '../upsert';
import { headOf, makeDraftContext, readOptions, uncountedIn } from '../context';
import { mergeMutations } from '../statements';
import type { WriteContext } from '../context';
import type { WriteOptions } from '../delivery';
import { countEdges, listKey, pin } from './edge-lists';
import type { Counts, EdgeList, PinnedList } from './edge-lists';
import { resolveIris } from './iris';

/** Minimum edges to a node for a split: one transaction takes a third of a second for them. */
const LONG_LIST = 5_000;
/** Maximum nodes of one request whose edges are counted. */
const MAX_NODES = 1_000;
/** Maximum edges of one request in the journal. */
const MAX_EDGES = 2_000_000;

export interface SplitDelete {
  /** The request in RDF, with variables and IRIs resolved. */
  readonly text: string;
  /** Names of the lists that the first write leaves. */
  readonly spared: readonly string[];
  readonly lists: readonly PinnedList[];
  /** Nodes deleted whole. */
  readonly wholeNodes: ReadonlySet<string>;
  readonly mayRead: (predicate: string) => boolean;
  /** Answer to the client's query. */
  readonly queries?: Readonly<Record<string, unknown>>;
}

/** Star of the request; `p` is `*` for all predicates. */
interface Star {
  readonly s: string;
  readonly p: string;
}

/**
 * Splits a delete with long lists.
 *
 * @param request with predicate names of Dgraph
 * @returns undefined for a mutation to be carried out at once
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
    const query = request.query === undefined ? undefined : engineQuery(request.query, uncountedIn(context));
    const { statements, queries } =
      query === undefined
        ? { statements: mergeMutations(request.mutations), queries: undefined }
        : await resolveUpsert(query, request, { transaction, schema, credentials });
    if (statements.set.length > 0) return undefined;
    const deletes = await resolveIris(statements.delete, schema, transaction);
    const stars = deletes.flatMap(starOf);
    const nodes = [...new Set(stars.map(({ s }) => s))];
    if (nodes.length === 0 || nodes.length > MAX_NODES) return undefined;
    const { mayWrite } = await wholeDeleteRights(request, rights, credentials, schema);
    const rules = makeDraftContext({ ...context, ...(mayWrite && { mayWrite }) });
    const edges = rules.edges!().filter((p) => isDivided(p, context));
    const ofEdges = await edgeRights(engine, credentials, rules);
    const mayTake = (p: string): boolean => mayWrite?.(p) !== false && ofEdges.mayWrite(p);
    const long = longLists(stars, await countEdges(nodes, edges, transaction), mayTake);
    if (long.length === 0) return undefined;
    const lists: PinnedList[] = [];
    for (const list of long) lists.push(await pin(list, transaction));
    // With more edges, the limit of deletes in one transaction tells the client to send parts (bound.ts).
    if (lists.reduce((sum, { others }) => sum + others.length, 0) > MAX_EDGES) return undefined;
    return {
      text: printMutation({ mutations: [{ set: [], delete: deletes }] }),
      spared: long.map(listKey),
      lists,
      wholeNodes: new Set(stars.filter(({ p }) => p === '*').map(({ s }) => s)),
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

function isDivided(p: string, { schema }: WriteContext): boolean {
  const declared = schema.get(p);
  return declared?.type === 'uid' && declared.list && declared.reverse;
}

/**
 * Returns the long lists that stars delete, at nodes with many incoming edges. At other nodes, one star deletes an
 * outgoing list (emptied-lists.ts).
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
