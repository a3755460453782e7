/**
 * Group of writes in one transaction. Each member is reasoned over apart, on the same snapshot. When all members wait,
 * their reads are sent as one query; when none has to read, their statements are sent as one mutation.
 */
import type { MutateAnswer } from '../../../dgraph';
import { EngineFailure } from '../../../dgraph';
import type { FactQuery, Json } from '../../store/fact-query';
import { JoinedQuery } from '../../store/joined-query';
import { ReadTransaction, VersionChanged } from '../../store/transaction';
import { headOf, readOptions, type WriteContext } from '../context';
import { deliver } from '../deliver';
import type { DeliveryOptions, Parcel, WriteOptions } from '../delivery';
import { WriteRefusal } from '../refusal';
import { answersOf, joinParcels } from './parcels';
import { Claims } from './claims';

/** Maximum reads of a member: the others wait for them. */
const MAX_READS = 3;

/** A member leaves its group, and is to be written alone. Nothing of it has been written. */
export class LeftGroup extends Error {
  override readonly name = 'LeftGroup';
}

/** Query for facts, or other blocks of a query. */
type Read = FactQuery | string;

/** Work of a member that waits for the others. */
interface Waiting<Input, Result> {
  readonly input: Input;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class Group {
  private readonly transaction: ReadTransaction;
  private readonly readers: Waiting<Read, Json>[] = [];
  private readonly parcels: Waiting<Parcel, MutateAnswer>[] = [];
  private members = 0;
  /** Members that do not wait. */
  private busy = 0;
  /** True while a request to the engine is under way. */
  private isSending = false;

  /**
   * @param context of its first member
   * @param options of its first member
   * @param stripe of the shared locks of all members, which are one guard for each node
   */
  constructor(
    private readonly context: WriteContext,
    private readonly options: WriteOptions,
    private readonly stripe: number,
  ) {
    this.transaction = new ReadTransaction(context.engine, headOf(context), {
      ...readOptions(context, options),
      signal: undefined,
    });
  }

  /**
   * Carries out a member. All members begin in the same turn of the event loop.
   *
   * @param write receives the member's context and options
   * @throws LeftGroup; else as `write`
   */
  async carryOut<T>(
    context: WriteContext,
    options: WriteOptions,
    write: (context: WriteContext, options: WriteOptions) => Promise<T>,
  ): Promise<T> {
    const { signal } = options;
    this.busy++;
    const transaction = new MemberReads(this.transaction, `w${this.members++}_`, (read) =>
      this.wait(this.readers, read, signal),
    );
    const deliverTogether = (parcel: Parcel) => this.wait(this.parcels, parcel, signal);
    try {
      const { stripe } = this;
      return await write({ ...context, transaction, deliver: deliverTogether }, { ...options, stripe });
    } finally {
      this.busy--;
      this.advance();
    }
  }

  private async wait<Input, Result>(
    queue: Waiting<Input, Result>[],
    input: Input,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    signal?.throwIfAborted();
    this.busy--;
    try {
      return await new Promise<Result>((resolve, reject) => {
        queue.push({ input, signal, resolve, reject });
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        this.advance();
      });
    } finally {
      this.busy++;
    }
  }

  /** Sends what waits, once nobody is busy. */
  private advance(): void {
    if (this.busy > 0 || this.isSending) return;
    // Members that were started or resumed in this turn of the event loop count as well.
    queueMicrotask(() => {
      if (this.busy > 0 || this.isSending) return;
      if (this.readers.length > 0) void this.send(this.read(this.readers.splice(0)));
      else if (this.parcels.length > 0) void this.send(this.deliver(this.parcels.splice(0)));
    });
  }

  private async send(sending: Promise<void>): Promise<void> {
    this.isSending = true;
    await sending;
    this.isSending = false;
    this.advance();
  }

  private async read(readers: Waiting<Read, Json>[]): Promise<void> {
    const waiting = readers.filter(({ signal }) => !signal?.aborted);
    try {
      const inputs = waiting.map(({ input }) => input);
      const joined = new JoinedQuery(inputs.filter((input) => typeof input !== 'string'));
      const others = inputs.filter((input) => typeof input === 'string');
      const data = await this.transaction.read([joined.text, ...others].join('\n'));
      for (const { input, resolve } of waiting) {
        resolve(typeof input === 'string' ? data : joined.answerTo(input, data));
      }
    } catch (error) {
      for (const { reject } of waiting) reject(leavingAfter(error));
    }
  }

  private async deliver(senders: Waiting<Parcel, MutateAnswer>[]): Promise<void> {
    const claims = new Claims(this.context.schema);
    const accepted = senders.filter(({ input, signal, reject }) => {
      if (signal?.aborted) return false;
      const isFree = claims.add(input);
      if (!isFree) reject(new LeftGroup());
      return isFree;
    });
    const parcels = accepted.map(({ input }) => input);
    const { startTs, hash } = this.transaction;
    const { credentials, commitNow } = this.options;
    const delivery: DeliveryOptions = { credentials, commitNow, startTs, hash, isOfClient: false };
    try {
      if (parcels.length === 0) return;
      // Members that read nothing may have waited for others since their own check.
      await this.context.confirm?.();
      const answers = answersOf(await deliver(joinParcels(parcels), this.context, delivery), parcels);
      accepted.forEach(({ resolve, reject }, number) => {
        try {
          resolve(answers[number]!());
        } catch (error) {
          reject(error);
        }
      });
    } catch (error) {
      for (const { reject } of accepted) reject(leavingAfter(error));
    }
  }
}

/** Reads of one member, sent with those of the others. */
class MemberReads extends ReadTransaction {
  constructor(
    private readonly shared: ReadTransaction,
    override readonly prefix: string,
    private readonly together: (read: Read) => Promise<Json>,
  ) {
    super({ query: () => Promise.reject(new LeftGroup()), commit: () => Promise.reject(new LeftGroup()) }, undefined);
  }

  override get startTs(): number | undefined {
    return this.shared.startTs;
  }

  override get hash(): string | undefined {
    return this.shared.hash;
  }

  override read(blocks: string): Promise<Json> {
    return this.readTogether(blocks);
  }

  override async ask(query: FactQuery): Promise<Json> {
    return query.isEmpty ? {} : this.readTogether(query);
  }

  private async readTogether(read: Read): Promise<Json> {
    if (this.reads === MAX_READS) throw new LeftGroup();
    this.reads++;
    return this.together(read);
  }
}

/**
 * Returns the error for a member after an error of the group. What the engine refused may be due to one member, so each
 * is written alone; an abort is repeated by the writer; an unknown outcome is that of every member.
 */
function leavingAfter(error: unknown): unknown {
  if (error instanceof VersionChanged) return error;
  const isRefused = error instanceof EngineFailure && !error.isAborted && !error.isCutOff;
  return isRefused || error instanceof WriteRefusal ? new LeftGroup() : error;
}
