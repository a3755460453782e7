/**
 * Receipts: values that show, after a lost answer, if the write was committed.
 *
 * A write to a cluster sets `owlgate.receipt` of a slot, which is a node of the gateway, to a unique value. Each write
 * in flight has a slot of its own, and the next write overwrites the value, so the store does not grow. The predicate
 * is `@noconflict`, because a transaction may be older than the value in its slot.
 */
import { randomBytes } from 'node:crypto';
import type { Engine } from '../../dgraph';
import type { NQuad } from '../../dql';
import { OwlgateError } from '../../errors';

export const RECEIPT_PREDICATE = 'owlgate.receipt';

const HOUR_MS = 3_600_000;
/** Maximum time since the last use for a slot to be used again. */
const FRESH_MS = 12 * HOUR_MS;
/** Time since the last use after which a slot is removed: its gateway has ended, or its write never came to an end. */
const OLD_MS = 24 * HOUR_MS;
/** Slots created in one request: twice as many each time, up to a maximum. */
const FIRST_SLOTS = 4;
const MAX_SLOTS = 64;
/** Maximum old slots removed at once. */
const MAX_REMOVED = 1_000;
/** Time after a lost answer in which writes begin their transactions before they send statements. */
const CAUTION_MS = 60_000;

interface Slot {
  readonly uid: string;
  /** Milliseconds since 1970. */
  usedAt: number;
}

/** Receipt of one write. */
export interface Receipt {
  /** Statement that the write sets in its own transaction. */
  readonly statement: NQuad;
  readonly uid: string;
  readonly value: string;
  /**
   * Returns the slot for reuse, once the write has ended or cannot be committed any more. A slot that is never released
   * is never reused.
   */
  release(): void;
}

export class Receipts {
  private free: Slot[] = [];
  /** Registry head of the current slots. After `drop_all` head and slots have other uids. */
  private head: string | undefined;
  private making: Promise<void> | undefined;
  private batch = FIRST_SLOTS;
  private lostAt = -Infinity;

  /**
   * @param prepare runs before the first slots are created, and declares the predicate where it is missing
   * @param now milliseconds since 1970
   */
  constructor(
    private readonly engine: Engine,
    private readonly prepare: () => Promise<void>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * True for some time after a lost answer. Meanwhile, writes begin their transactions first: only with a known start
   * timestamp can the outcome of a write be determined for certain.
   */
  get isCautious(): boolean {
    return this.now() - this.lostAt < CAUTION_MS;
  }

  noteLoss(): void {
    this.lostAt = this.now();
  }

  /**
   * Takes a receipt for a write.
   *
   * @param head uid of the registry's head
   * @throws OwlgateError EngineUnreachable; EngineFailure
   */
  async take(head: string): Promise<Receipt> {
    if (this.head !== head) {
      this.head = head;
      this.free = [];
    }
    for (;;) {
      const slot = this.free.pop();
      if (slot && this.now() - slot.usedAt < FRESH_MS) return this.receiptOf(slot, head);
      if (!slot) await (this.making ??= this.make(head).finally(() => (this.making = undefined)));
    }
  }

  /** Returns true once the write of a receipt has been committed. */
  async isThere({ uid, value }: Receipt): Promise<boolean> {
    const { data } = await this.engine.query<{ q?: readonly { readonly value?: string }[] }>(
      `{ q(func: uid(${uid})) { value: ${RECEIPT_PREDICATE} } }`,
    );
    return data.q?.[0]?.value === value;
  }

  private receiptOf(slot: Slot, head: string): Receipt {
    slot.usedAt = this.now();
    const value = valueAt(slot.usedAt);
    return {
      statement: statement({ kind: 'uid', uid: slot.uid }, value),
      uid: slot.uid,
      value,
      release: () => {
        if (this.head === head) this.free.push(slot);
      },
    };
  }

  private async make(head: string): Promise<void> {
    const count = this.batch;
    const isFirst = count === FIRST_SLOTS;
    if (isFirst) await this.prepare();
    const usedAt = this.now();
    const set = Array.from({ length: count }, (_, i) => ({ uid: `_:s${i}`, [RECEIPT_PREDICATE]: valueAt(usedAt) }));
    const { uids } = await this.writing({ set });
    this.batch = Math.min(count * 2, MAX_SLOTS);
    if (this.head === head) this.free.push(...Object.values(uids).map((uid) => ({ uid, usedAt })));
    // A failed removal is repeated at another time.
    if (isFirst) void this.removeOld().catch(() => undefined);
  }

  private async removeOld(): Promise<void> {
    const { data } = await this.engine.query<{ q?: readonly { readonly uid: string; readonly value?: string }[] }>(
      `{ q(func: has(${RECEIPT_PREDICATE}), first: ${MAX_REMOVED}) { uid value: ${RECEIPT_PREDICATE} } }`,
      { readOnly: true },
    );
    const isOld = ({ value = '' }: { readonly value?: string }) => this.now() - timeOf(value) > OLD_MS;
    const old = (data.q ?? []).filter(isOld).map(({ uid }) => ({ uid, [RECEIPT_PREDICATE]: null }));
    if (old.length > 0) await this.writing({ delete: old });
  }

  /**
   * Sends a write of the gateway. A lost answer is reported as EngineUnreachable, because the client's write has not
   * been sent yet.
   */
  private async writing(body: object): Promise<{ readonly uids: Readonly<Record<string, string>> }> {
    try {
      return await this.engine.mutate(JSON.stringify(body), { contentType: 'application/json', commitNow: true });
    } catch (error) {
      if (!(error instanceof OwlgateError) || error.code !== 'OutcomeUnknown') throw error;
      const { url } = this.engine;
      throw new OwlgateError('EngineUnreachable', { url, reason: 'no answer was received' }, {}, { cause: error });
    }
  }
}

/** Part of the values of this process that no other has. */
const ORIGIN = randomBytes(9).toString('base64url');
let values = 0;

const valueAt = (time: number): string => `${time}.${ORIGIN}.${(values++).toString(36)}`;

/** Returns 0 for a text that is not a receipt. */
const timeOf = (value: string): number => Number(/^\d+/.exec(value)?.[0] ?? 0);

function statement(subject: NQuad['subject'], value: string): NQuad {
  return { subject, predicate: RECEIPT_PREDICATE, object: { kind: 'literal', type: 'string', value } };
}
