/**
 * Requests with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): each is carried out once, and a
 * repetition gets the first answer. Refused requests are not recorded: they have changed nothing and may be sent again.
 */
import { EngineFailure, type TransactionId } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { parseLossless, printLossless } from '../../util/json';
import type { MutateReply } from '../write/types';
import { giveUp } from '../write/outcome';
import { AlreadyRecorded, AnswerRecorder } from './answer-recorder';
import type { Idempotent, IdempotencyRecord, Records } from './records';

/** Client's transaction of a request. */
export interface ClientTransaction extends TransactionId {
  /** True if the request is to commit the transaction. */
  readonly isEnding: boolean;
}

export class Idempotency {
  private readonly running = new RunningRequests();

  constructor(readonly records: Records) {}

  /** Returns the stored answer to a request. @throws OwlgateError IdempotencyKeyReused */
  async recall(idempotent: Idempotent): Promise<string | undefined> {
    const stored = await this.records.find(idempotent.key);
    return stored && matching(stored, idempotent);
  }

  /**
   * Carries out a request, or repeats its answer.
   *
   * @throws OwlgateError IdempotencyKeyReused, IdempotencyInProgress; EngineFailure; as `perform` does
   */
  async run(
    idempotent: Idempotent,
    clientTransaction: ClientTransaction | undefined,
    perform: (recorder: AnswerRecorder) => Promise<MutateReply>,
  ): Promise<MutateReply> {
    return this.running.alone(idempotent, () => this.runAlone(idempotent, clientTransaction, perform));
  }

  private async runAlone(
    idempotent: Idempotent,
    clientTransaction: ClientTransaction | undefined,
    perform: (recorder: AnswerRecorder) => Promise<MutateReply>,
  ): Promise<MutateReply> {
    try {
      const stored =
        (await this.records.find(idempotent.key)) ??
        (clientTransaction && (await this.findWithin(idempotent.key, clientTransaction)));
      if (stored) return repeated(stored, idempotent);
      const reply = await perform(new AnswerRecorder(this.records, idempotent));
      void this.records.removeExpired().catch(() => undefined);
      return reply;
    } catch (error) {
      if (!(error instanceof AlreadyRecorded)) throw error;
      const stored = clientTransaction ? await this.records.find(idempotent.key) : error.record;
      if (stored) return repeated(stored, idempotent);
      throw EngineFailure.aborted();
    }
  }

  /**
   * Finds a record in the client's open transaction, where only that client sees it.
   *
   * @throws EngineFailure, as an abort, if the request was to commit the transaction but did not
   */
  private async findWithin(
    key: string,
    { isEnding, ...transaction }: ClientTransaction,
  ): Promise<IdempotencyRecord | undefined> {
    const stored = await this.records.find(key, transaction);
    if (!stored || !isEnding) return stored;
    await giveUp(this.records.engine, transaction);
    throw EngineFailure.aborted();
  }
}

/** Requests that run in this process. */
export class RunningRequests {
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
function matching({ request, answer }: IdempotencyRecord, idempotent: Idempotent): string {
  if (request !== idempotent.request) throw new OwlgateError('IdempotencyKeyReused');
  return answer;
}

function repeated(stored: IdempotencyRecord, idempotent: Idempotent): MutateReply {
  const body = parseLossless(matching(stored, idempotent)) as { readonly extensions?: object };
  const extensions = { ...body.extensions, idempotentReplay: true };
  return { body: printLossless({ ...body, extensions }), isReplay: true };
}
