/**
 * Large mutations: parsed, checked and applied in a side pool thread, and committed in slices, so that other requests
 * are served meanwhile. Each behaves as a transaction that a client keeps open, and can conflict in the same way.
 */
import {
  ThreadFailure,
  type Applied,
  type SidePool,
  type PoolThread,
  type MutationBody,
  type Prepared,
  type ToThread,
} from './side-pool';
import { declare, noteNames } from './declare';
import type { SchemaLock } from './schema-lock';
import { Clock, RequestError, type MutateAnswer } from './requests';
import { addPart, type DeltaPart, type Store } from './storage';
import { KeyList, type Oracle, type Transaction } from './transaction';
import { Turns } from '../util/turns';

/** Time limit of a large mutation. */
const LONGEST_MS = 300_000;
/** Interval after which other work gets a turn while writes are added to a transaction. */
const TURN_MS = 5;

export interface MutationTarget {
  /** 0 for a new transaction. */
  readonly startTs: number;
  readonly commitNow: boolean;
  /** Aborts when the client no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

type Answer = Omit<MutateAnswer, 'latency'>;

interface RunOptions {
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
    private readonly schemaLock: SchemaLock,
    private readonly sidePool: SidePool,
  ) {}

  /**
   * Answers the query, if there is one, then applies the mutation. With `commitNow` it resolves once the commit is on
   * disk.
   *
   * @throws RequestError for every fault of the request, AbortedError, QueryTimeoutError; nothing has been written then
   */
  run(body: MutationBody, { startTs, commitNow, signal }: MutationTarget): Promise<MutateAnswer> {
    const clock = new Clock();
    const deadline = Date.now() + LONGEST_MS;
    return this.sidePool.mutations.run({ deadline, signal }, async (thread, until) => {
      const { bytes } = body;
      thread.drop(this.oracle.versionAt(startTs));
      const ownsBuffer = bytes.byteLength === bytes.buffer.byteLength;
      const read = await thread.request(
        'read',
        { kind: 'read', body },
        ownsBuffer ? [bytes.buffer as ArrayBuffer] : [],
      );
      const answer = await this.schemaLock.shared(() =>
        startTs > 0
          ? this.runIn(thread, startTs, { commitNow, until, ...read })
          : this.runNew(thread, { commitNow, until, ...read }),
      );
      const { total } = clock.stop();
      return { ...answer, latency: { parsing: read.parsing, processing: total - read.parsing, total } };
    });
  }

  private async runNew(thread: PoolThread, options: RunOptions): Promise<Answer> {
    const startTs = this.oracle.begin();
    try {
      return await this.runIn(thread, startTs, options);
    } catch (error) {
      // The client does not know the timestamp, so it cannot end the transaction.
      this.oracle.abort(startTs);
      throw error;
    }
  }

  private async runIn(thread: PoolThread, startTs: number, options: RunOptions): Promise<Answer> {
    if (options.mutations === 0) return this.queryIn(thread, startTs, options.until);
    const transaction = this.oracle.transaction(startTs);
    return transaction.exclusive(async () => {
      const snapshot = transaction.snapshot.acquire();
      try {
        return await this.mutateIn(thread, transaction, options);
      } finally {
        if (thread.isOver) await thread.terminated;
        snapshot.release();
      }
    });
  }

  /** Answers a request that has a query and no mutation. */
  private async queryIn(thread: PoolThread, startTs: number, deadline: number): Promise<Answer> {
    const state = this.oracle.stateAt(startTs);
    state.snapshot.acquire();
    try {
      await thread.lend(state);
      const { queries, counts } = await thread.request('needs', { kind: 'decide', deadline });
      if (queries === undefined) throw new RequestError('empty request');
      return { queries, startTs, keys: [], predicates: [], counts, cost: 0 };
    } finally {
      if (thread.isOver) await thread.terminated;
      state.snapshot.release();
    }
  }

  private async mutateIn(thread: PoolThread, transaction: Transaction, options: RunOptions): Promise<Answer> {
    const { startTs } = transaction;
    await thread.lend(this.oracle.stateAt(startTs));
    const { queries, counts, ...needs } = await thread.request('needs', { kind: 'decide', deadline: options.until });
    for (const uid of needs.explicit) this.store.counters.noteExplicit(uid);
    const uids = Float64Array.from(this.store.counters.allocateUids(needs.newNodes));
    const { predicates, undeclared, cost } = await this.prepare(thread, uids);
    await declare(this.store, undeclared);
    this.oracle.checkOpen(transaction);
    const { catalog } = this.store.current;
    const entries = predicates.flatMap((name) => catalog.entry(name) ?? []);
    transaction.adopt(entries);
    for (const name of predicates) transaction.predicates.add(name);
    const keys = options.commitNow ? undefined : transaction.conflicts.sorted().slice();
    const parts = options.commitNow ? 'transaction' : 'mutation';
    const applied = await this.apply(thread, transaction, { kind: 'apply', entries, parts, ...(keys && { keys }) });
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
    if (options.commitNow)
      return { ...answer, commitTs: await this.oracle.commitInSlices(transaction, partsFrom(thread)) };
    const increment: DeltaPart[] = [];
    for await (const part of partsFrom(thread)) increment.push(part);
    this.oracle.checkOpen(transaction);
    await addAll(transaction, increment);
    thread.keep(transaction.version);
    return answer;
  }

  private async apply(
    thread: PoolThread,
    { startTs }: Transaction,
    message: Extract<ToThread, { kind: 'apply' }>,
  ): Promise<Applied> {
    try {
      return await thread.request('applied', message);
    } catch (error) {
      // A part of the mutation may have been applied, so the transaction must not commit.
      this.oracle.abort(startTs);
      throw error;
    }
  }

  private async prepare(thread: PoolThread, uids: Float64Array): Promise<Prepared> {
    const { catalog } = this.store.current;
    const predicates = catalog.predicates().map(({ name }) => catalog.entry(name)!);
    const types = catalog.types();
    try {
      const prepared = await thread.request('prepared', { kind: 'prepare', uids, catalog: { predicates, types } });
      await noteNames(this.store, prepared.predicates);
      return prepared;
    } catch (error) {
      if (error instanceof ThreadFailure) await noteNames(this.store, error.writtenPredicates);
      throw error;
    }
  }
}

/** Adds parts to the writes of a transaction; other work of the event loop runs in between. */
async function addAll(transaction: Transaction, parts: readonly DeltaPart[]): Promise<void> {
  transaction.isChanging = true;
  try {
    const turns = new Turns(undefined, TURN_MS);
    for (const part of parts) {
      addPart(transaction.delta, part);
      const pause = turns.pause();
      if (pause) await pause;
    }
  } finally {
    transaction.changed();
    transaction.isChanging = false;
  }
}

/** Yields the writes that a thread was asked for, in parts. */
async function* partsFrom(thread: PoolThread): AsyncGenerator<DeltaPart> {
  const ask = () => {
    const next = thread.request('part', { kind: 'part' });
    // Errors surface where the promise is awaited.
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
