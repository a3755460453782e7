/** A large mutation in a thread of its own, from its body to what it changes: step by step, as the engine asks. */
import { parseJsonMutation, parseRdfMutation } from '../../dql';
import { executeQuery } from '../execute';
import {
  applyMutation,
  bindUids,
  MutationError,
  namedNodes,
  prepareAssigned,
  type NamedNodes,
  type NewNodes,
  type PreparedMutation,
  type QuadMutation,
} from '../mutate';
import { Clock, newNodesJson } from '../requests';
import { EXPLICIT_BLOCK, partsOf, type Catalog, type DeltaPart, type PredicateEntry } from '../storage';
import { formatKey, KeyList } from '../transaction';
import { decide, queriesOf, readUpsert, type Upsert } from '../upsert';
import type { Applied, MutationBody, Needs, Prepared, ReadSummary } from './messages';
import type { AsideState } from './state';

/** More nodes than a request may have statements about come to nothing: no need to find out at length. */
const MAX_NODES = 2_000_000;

export class AsideMutation {
  private upsert: Upsert | undefined;
  private chosen: readonly QuadMutation[] = [];
  private named: NamedNodes | undefined;
  private newNodes: NewNodes = new Map();
  private prepared: PreparedMutation | undefined;
  private parts: Iterator<DeltaPart> | undefined;
  /** The predicates that the request would write, once that is known. */
  predicates: readonly string[] | undefined;

  /** @throws DqlSyntaxError, MutationError, ValueError, RequestError */
  read({ type, bytes, labels }: MutationBody): ReadSummary {
    const clock = new Clock();
    let labelled = 0;
    const nextLabel = (): string => {
      if (++labelled > MAX_NODES) throw new MutationError(`the request makes more than ${MAX_NODES} nodes`);
      return `${labels}${labelled}`;
    };
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    this.upsert = readUpsert(type === 'rdf' ? parseRdfMutation(text) : parseJsonMutation(text, { labels: nextLabel }));
    return { mutations: this.upsert.mutations.length, parsing: clock.stop().total };
  }

  /** @throws QueryError, QueryTimeoutError, MutationError */
  decide(state: AsideState, deadline: number): Needs {
    const upsert = this.upsert!;
    this.upsert = undefined;
    const view = state.view();
    const result = upsert.query && executeQuery(upsert.query, view, { deadline });
    const decision = decide(upsert, result, view);
    this.chosen = decision.mutations;
    this.named = namedNodes(this.chosen);
    return {
      newNodes: this.named.labels.length,
      explicit: highestOfBlocks(this.named.explicit),
      ...queriesOf(result, decision),
    };
  }

  /**
   * @param uids one for each new node
   * @param catalog the schema in force
   * @throws MutationError, ValueError
   */
  prepare(state: AsideState, uids: Float64Array, catalog: Catalog): Prepared {
    this.newNodes = bindUids(this.named!.labels, uids);
    this.named = undefined;
    const prepared = prepareAssigned(this.chosen, this.newNodes, state.view(), catalog, (predicates) => {
      this.predicates = predicates;
    });
    this.chosen = [];
    this.prepared = prepared;
    const { undeclared, predicates, edges } = prepared;
    return { undeclared, predicates, cost: this.newNodes.size + edges.length };
  }

  /** @throws MutationError, ValueError */
  apply(state: AsideState, entries: readonly PredicateEntry[], before: Float64Array | undefined): Applied {
    state.adopt(entries);
    const conflicts = new KeyList();
    const { delta } = state;
    applyMutation(this.prepared!, { view: state.writingView(), delta, conflicts }, (name) => state.catalog.entry(name));
    this.prepared = undefined;
    const all = before && KeyList.of(before);
    all?.addAll(conflicts);
    const keys = all ? Array.from(all.sorted(), formatKey).sort() : [];
    return {
      uids: newNodesJson(this.newNodes),
      conflicts: conflicts.sorted().slice(),
      keys: keys.map((key) => `"${key}"`).join(','),
    };
  }

  nextPart({ delta }: AsideState): DeltaPart | undefined {
    this.parts ??= partsOf(delta);
    const next = this.parts.next();
    return next.done ? undefined : next.value;
  }
}

/** As much as the engine needs to know of the uids that a client has chosen; see `Counters.noteExplicit`. */
function highestOfBlocks(uids: readonly number[]): number[] {
  const highest = new Map<number, number>();
  for (const uid of uids) {
    const block = Math.floor(uid / EXPLICIT_BLOCK);
    const before = highest.get(block);
    if (before === undefined || before < uid) highest.set(block, uid);
  }
  return [...highest.values()];
}
