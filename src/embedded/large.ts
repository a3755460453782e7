/**
 * Large mutations: read, answered, held against the schema and applied by a thread of their own, and committed in slices,
 * so that others are served meanwhile. Each is a transaction like one that a client keeps open, and can conflict as such.
 */
import {
  AsideFailure,
  type Applied,
  type Aside,
  type AsideThread,
  type MutationBody,
  type Prepared,
  type ToThread,
} from './aside';
import { declare, noteNames } from './declare';
import type { Gate } from './gate';
import { Clock, RequestError, type MutateAnswer } from './requests';
import { addPart, Delta, type DeltaPart, type Store } from './storage';
import { KeyList, type Oracle, type Transaction } from './transaction';

/** What a large mutation may take. */
const LONGEST_MS = 300_000;
export interface MutationTarget {
  /** 0 for a new transaction. */
  readonly startTs: number;
  readonly commitNow: boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

type Answer = Omit<MutateAnswer, 'latency'>;

interface How {
  /** Number of mutations in the request. */
  readonly mutations: number;
  readonly commitNow: boolean;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export class LargeMutations {
  constructor(
    private readonly store: Store,
    private readonly oracle: Oracle,
    private readonly gate: Gate,
    private readonly aside: Aside,
  ) {}

  /**
   * Applies a mutation, after its query where there is one. With `commitNow` the answer comes when the commit is on disk.
   *
   * @throws RequestError for all that is wrong with it, AbortedError, QueryTimeoutError: then nothing has been written
   */
  run(body: MutationBody, { startTs, commitNow, signal }: MutationTarget): Promise<MutateAnswer> {
    const clock = new Clock();
    const deadline = Date.now() + LONGEST_MS;
    return this.aside.mutations.run({ deadline, signal }, async (thread, until) => {
      const { bytes } = body;
      const isOwn = bytes.byteLength === bytes.buffer.byteLength;
      const read = await thread.ask('read', { kind: 'read', body }, isOwn ? [bytes.buffer as ArrayBuffer] : []);
      const answer = await this.gate.shared(() =>
        startTs > 0
          ? this.runIn(thread, startTs, { commitNow, until, ...read })
          : this.runNew(thread, { commitNow, until, ...read }),
      );
      const { total } = clock.stop();
      return { ...answer, latency: { parsing: read.parsing, processing: total - read.parsing, total } };
    });
  }

  private async runNew(thread: AsideThread, how: How): Promise<Answer> {
    const startTs = this.oracle.begin();
    try {
      return await this.runIn(thread, startTs, how);
    } catch (error) {
      // The client never hears of the transaction.
      this.oracle.abort(startTs);
      throw error;
    }
  }

  private async runIn(thread: AsideThread, startTs: number, how: How): Promise<Answer> {
    if (how.mutations === 0) return this.queryIn(thread, startTs, how.until);
    const transaction = this.oracle.transaction(startTs);
    return transaction.exclusive(async () => {
      const snapshot = transaction.snapshot.acquire();
      try {
        return await this.mutateIn(thread, transaction, how);
      } finally {
        if (thread.isOver) await thread.gone;
        snapshot.release();
      }
    });
  }

  /** A query alone. */
  private async queryIn(thread: AsideThread, startTs: number, deadline: number): Promise<Answer> {
    const state = this.oracle.stateAt(startTs);
    state.snapshot.acquire();
    try {
      await thread.lend(state);
      const { queries, counts } = await thread.ask('needs', { kind: 'decide', deadline });
      if (queries === undefined) throw new RequestError('empty request');
      return { queries, startTs, keys: [], predicates: [], counts, cost: 0 };
    } finally {
      if (thread.isOver) await thread.gone;
      state.snapshot.release();
    }
  }

  private async mutateIn(thread: AsideThread, transaction: Transaction, how: How): Promise<Answer> {
    const { startTs } = transaction;
    await thread.lend(this.oracle.stateAt(startTs));
    const { queries, counts, ...needs } = await thread.ask('needs', { kind: 'decide', deadline: how.until });
    for (const uid of needs.explicit) this.store.counters.noteExplicit(uid);
    const uids = Float64Array.from(this.store.counters.allocateUids(needs.newNodes));
    const { predicates, undeclared, cost } = await this.prepare(thread, uids);
    await declare(this.store, undeclared);
    this.oracle.checkOpen(transaction);
    const { catalog } = this.store.current;
    const entries = predicates.flatMap((name) => catalog.entry(name) ?? []);
    transaction.adopt(entries);
    for (const name of predicates) transaction.predicates.add(name);
    const keys = how.commitNow ? undefined : transaction.conflicts.sorted().slice();
    const applied = await this.apply(thread, transaction, { kind: 'apply', entries, ...(keys && { keys }) });
    this.oracle.checkOpen(transaction);
    transaction.lastUse = Date.now();
    transaction.conflicts.addAll(KeyList.of(applied.conflicts));
    const answer = {
      ...(queries !== undefined && { queries }),
      newNodesText: applied.uids,
      startTs,
      keys: applied.keys,
      predicates: [...transaction.predicates].sort(),
      counts,
      cost,
    };
    if (how.commitNow) return { ...answer, commitTs: await this.oracle.commitInSlices(transaction, partsFrom(thread)) };
    const delta = new Delta();
    for await (const part of partsFrom(thread)) addPart(delta, part);
    this.oracle.checkOpen(transaction);
    transaction.replaceDelta(delta);
    return answer;
  }

  private async apply(
    thread: AsideThread,
    { startTs }: Transaction,
    message: Extract<ToThread, { kind: 'apply' }>,
  ): Promise<Applied> {
    try {
      return await thread.ask('applied', message);
    } catch (error) {
      // As where a small mutation has been applied in part.
      this.oracle.abort(startTs);
      throw error;
    }
  }

  private async prepare(thread: AsideThread, uids: Float64Array): Promise<Prepared> {
    const { catalog } = this.store.current;
    const predicates = catalog.predicates().map(({ name }) => catalog.entry(name)!);
    const types = catalog.types();
    try {
      const prepared = await thread.ask('prepared', { kind: 'prepare', uids, catalog: { predicates, types } });
      await noteNames(this.store, prepared.predicates);
      return prepared;
    } catch (error) {
      if (error instanceof AsideFailure) await noteNames(this.store, error.named);
      throw error;
    }
  }
}

/** What the thread's transaction has written. */
async function* partsFrom(thread: AsideThread): AsyncGenerator<DeltaPart> {
  const ask = () => {
    const next = thread.ask('part', { kind: 'part' });
    // Looked at when its turn comes.
    next.catch(() => {});
    return next;
  };
  for (let next = ask(); ;) {
    const { part } = await next;
    if (!part) return;
    next = ask();
    yield part;
  }
}
