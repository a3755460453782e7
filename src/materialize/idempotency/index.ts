/**
 * Requests with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): each is carried out once, and a
 * repetition gets the first answer. Refused requests are not recorded: they have changed nothing and may be sent again.
 */
import { EngineFailure } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { parseLossless, printLossless } from '../../util/json';
import type { MutateReply } from '../write/types';
import { giveUp, type Begun } from '../write/outcome';
import { AlreadyKept, Keeper } from './keeper';
import type { Idempotent, Kept, Records } from './records';

/** Client's transaction of a request. */
export interface Within extends Begun {
  /** True if the request is to commit the transaction. */
  readonly isEnding: boolean;
}

export class Idempotency {
  private readonly running = new Running();

  constructor(readonly records: Records) {}

  /** Returns the stored answer to a request. @throws OwlgateError IdempotencyKeyReused */
  async recall(asked: Idempotent): Promise<string | undefined> {
    const kept = await this.records.find(asked.key);
    return kept && matching(kept, asked);
  }

  /**
   * Carries out a request, or repeats its answer.
   *
   * @throws OwlgateError IdempotencyKeyReused, IdempotencyInProgress; EngineFailure; as `perform` does
   */
  async run(
    asked: Idempotent,
    within: Within | undefined,
    perform: (keeper: Keeper) => Promise<MutateReply>,
  ): Promise<MutateReply> {
    return this.running.alone(asked, () => this.runAlone(asked, within, perform));
  }

  private async runAlone(
    asked: Idempotent,
    within: Within | undefined,
    perform: (keeper: Keeper) => Promise<MutateReply>,
  ): Promise<MutateReply> {
    try {
      const kept = (await this.records.find(asked.key)) ?? (within && (await this.findWithin(asked.key, within)));
      if (kept) return repeated(kept, asked);
      const reply = await perform(new Keeper(this.records, asked));
      void this.records.removeExpired().catch(() => undefined);
      return reply;
    } catch (error) {
      if (!(error instanceof AlreadyKept)) throw error;
      const kept = within ? await this.records.find(asked.key) : error.kept;
      if (kept) return repeated(kept, asked);
      throw EngineFailure.aborted();
    }
  }

  /**
   * Finds a record in the client's open transaction, where only that client sees it.
   *
   * @throws EngineFailure, as an abort for a request that was to commit the transaction and did not get that far
   */
  private async findWithin(key: string, { isEnding, ...begun }: Within): Promise<Kept | undefined> {
    const kept = await this.records.find(key, begun);
    if (!kept || !isEnding) return kept;
    await giveUp(this.records.engine, begun);
    throw EngineFailure.aborted();
  }
}

/** Requests that run in this process. */
export class Running {
  /** Key → digest of the request. */
  private readonly requests = new Map<string, string>();

  /** @throws OwlgateError IdempotencyInProgress; IdempotencyKeyReused for a key of another running request */
  async alone<T>({ key, request }: Idempotent, perform: () => Promise<T>): Promise<T> {
    const running = this.requests.get(key);
    if (running !== undefined) {
      throw new OwlgateError(running === request ? 'IdempotencyInProgress' : 'IdempotencyKeyReused');
    }
    this.requests.set(key, request);
    try {
      return await perform();
    } finally {
      this.requests.delete(key);
    }
  }
}

/** @throws OwlgateError IdempotencyKeyReused */
function matching({ request, answer }: Kept, asked: Idempotent): string {
  if (request !== asked.request) throw new OwlgateError('IdempotencyKeyReused');
  return answer;
}

function repeated(kept: Kept, asked: Idempotent): MutateReply {
  const body = parseLossless(matching(kept, asked)) as { readonly extensions?: object };
  const extensions = { ...body.extensions, idempotentReplay: true };
  return { body: printLossless({ ...body, extensions }), isReplay: true };
}
