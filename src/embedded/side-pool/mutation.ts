/** Large mutation in a thread: from its body to a delta, one step per message of the engine. */
import { parseJsonMutation, parseRdfMutation } from '../../dql';
import { executeQuery, type ExecuteOptions } from '../execute';
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
import { Delta, EXPLICIT_BLOCK, partsOf, type Catalog, type DeltaPart } from '../storage';
import { formatKey, KeyList } from '../transaction';
import { decide, queriesOf, readUpsert, type Upsert } from '../upsert';
import type { Applied, MutationBody, Needs, Prepared, ReadSummary, ToThread } from './messages';
import type { ThreadState } from './state';

/** Limit of new nodes. It exceeds the limit of statements, so such a request would be refused anyway, only later. */
const MAX_NODES = 2_000_000;

export class ThreadMutation {
  private upsert: Upsert | undefined;
  private chosen: readonly QuadMutation[] = [];
  private nodesOfMutation: NamedNodes | undefined;
  private newNodes: NewNodes = new Map();
  private preparedMutation: PreparedMutation | undefined;
  private parts: Iterator<DeltaPart> | undefined;
  /** Predicates that the request would write; undefined until `prepare` has determined them. */
  predicates: readonly string[] | undefined;

  /** @throws DqlSyntaxError, MutationError, ValueError, RequestError */
  read({ type, bytes, labels }: MutationBody): ReadSummary {
    const clock = new Clock();
    let labelCount = 0;
    const nextLabel = (): string => {
      if (++labelCount > MAX_NODES) throw new MutationError(`the request makes more than ${MAX_NODES} nodes`);
      return `${labels}${labelCount}`;
    };
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    this.upsert = readUpsert(type === 'rdf' ? parseRdfMutation(text) : parseJsonMutation(text, { labels: nextLabel }));
    return { mutations: this.upsert.mutations.length, parsing: clock.stop().total };
  }

  /** @throws QueryError, QueryTimeoutError, MutationError */
  decide(state: ThreadState, limits: Pick<ExecuteOptions, 'deadline' | 'stop'>): Needs {
    const upsert = this.upsert!;
    this.upsert = undefined;
    const view = state.view();
    const result = upsert.query && executeQuery(upsert.query, view, limits);
    const decision = decide(upsert, result, view);
    this.chosen = decision.mutations;
    this.nodesOfMutation = namedNodes(this.chosen);
    return {
      newNodes: this.nodesOfMutation.labels.length,
      explicit: highestOfBlocks(this.nodesOfMutation.explicit),
      ...queriesOf(result, decision),
    };
  }

  /**
   * @param uids one for each new node
   * @param catalog the schema in force
   * @throws MutationError, ValueError
   */
  prepare(state: ThreadState, uids: Float64Array, catalog: Catalog): Prepared {
    this.newNodes = bindUids(this.nodesOfMutation!.labels, uids);
    this.nodesOfMutation = undefined;
    const prepared = prepareAssigned(this.chosen, this.newNodes, state.view(), catalog, (predicates) => {
      this.predicates = predicates;
    });
    this.chosen = [];
    this.preparedMutation = prepared;
    const { undeclared, predicates, edges } = prepared;
    return { undeclared, predicates, cost: this.newNodes.size + edges.length };
  }

  /** @throws MutationError, ValueError */
  apply(state: ThreadState, { entries, keys: before, parts }: Extract<ToThread, { kind: 'apply' }>): Applied {
    state.adopt(entries);
    const conflicts = new KeyList();
    const { delta } = state;
    const increment = parts === 'mutation' && !delta.empty ? new Delta() : undefined;
    applyMutation(this.preparedMutation!, { view: state.writingView(), delta, increment, conflicts }, (name) =>
      state.catalog.entry(name),
    );
    this.preparedMutation = undefined;
    this.parts = partsOf(increment ?? delta);
    const allKeys = before && KeyList.of(before);
    allKeys?.addAll(conflicts);
    const keys = allKeys ? Array.from(allKeys.sorted(), formatKey).sort() : [];
    return {
      uids: newNodesJson(this.newNodes),
      conflicts: conflicts.sorted().slice(),
      keys: keys.map((key) => `"${key}"`).join(','),
    };
  }

  /** Returns the next part of the writes that `apply` was asked for. */
  nextPart(): DeltaPart | undefined {
    const next = this.parts!.next();
    return next.done ? undefined : next.value;
  }
}

/** Reduces client-chosen uids to the input of `Counters.noteExplicit`. */
function highestOfBlocks(uids: readonly number[]): number[] {
  const highest = new Map<number, number>();
  for (const uid of uids) {
    const block = Math.floor(uid / EXPLICIT_BLOCK);
    const before = highest.get(block);
    if (before === undefined || before < uid) highest.set(block, uid);
  }
  return [...highest.values()];
}
