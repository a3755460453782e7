/**
 * Receipts: what tells, when the answer to a write is lost, whether the write was committed.
 *
 * A write to a cluster sets `owlgate.receipt` on a slot, a node of the gateway's own, to a value that occurs once. Each
 * write in flight has a slot to itself, and the next one overwrites its value, so that the store does not grow. The
 * predicate is `@noconflict`: a transaction may be older than what its slot holds.
 */
import { randomBytes } from 'node:crypto';
import type { Engine } from '../../dgraph';
import type { NQuad } from '../../dql/mutation/ast';
import { OwlgateError } from '../../errors';

export const RECEIPT_PREDICATE = 'owlgate.receipt';

const HOUR_MS = 3_600_000;
/** A slot that was used last longer ago is left to whoever removes old ones. */
const FRESH_MS = 12 * HOUR_MS;
/** Slots that were used last longer ago belong to nobody: to gateways that have ended, or to writes that came to no end. */
const OLD_MS = 24 * HOUR_MS;
/** Slots made in one request: more each time, up to a bound. */
const FIRST_SLOTS = 4;
const MOST_SLOTS = 64;
/** Old slots removed at once. */
const MOST_REMOVED = 1_000;
/** After a lost answer, writes begin their transactions before they send anything, for so long. */
const CAUTION_MS = 60_000;

interface Slot {
  readonly uid: string;
  /** Milliseconds since 1970. */
  usedAt: number;
}

/** The receipt of one write. */
export interface Receipt {
  /** Statement that the write sets, in its own transaction. */
  readonly statement: NQuad;
  readonly uid: string;
  readonly value: string;
  /** Gives the slot back: the write has come to an end, or can come to none any more. A slot that is not given back is not used again. */
  release(): void;
}

export class Receipts {
  private free: Slot[] = [];
  /** The head of the registry that the slots were made beside: after `drop_all` there is another one, and other uids. */
  private head: string | undefined;
  private making: Promise<void> | undefined;
  private batch = FIRST_SLOTS;
  private lostAt = -Infinity;

  /**
   * @param prepare runs before the first slots are made, and declares the predicate where it is missing
   * @param now milliseconds since 1970
   */
  constructor(
    private readonly engine: Engine,
    private readonly prepare: () => Promise<void>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Tells whether an answer was lost lately: a write whose start timestamp is known can be settled, any other only be looked for. */
  get isCautious(): boolean {
    return this.now() - this.lostAt < CAUTION_MS;
  }

  noteLoss(): void {
    this.lostAt = this.now();
  }

  /**
   * A receipt for a write.
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

  /** Tells whether the write of a receipt has been committed, by now. */
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
    this.batch = Math.min(count * 2, MOST_SLOTS);
    if (this.head === head) this.free.push(...Object.values(uids).map((uid) => ({ uid, usedAt })));
    // Those that are left are removed another time.
    if (isFirst) void this.removeOld().catch(() => undefined);
  }

  private async removeOld(): Promise<void> {
    const { data } = await this.engine.query<{ q?: readonly { readonly uid: string; readonly value?: string }[] }>(
      `{ q(func: has(${RECEIPT_PREDICATE}), first: ${MOST_REMOVED}) { uid value: ${RECEIPT_PREDICATE} } }`,
      { readOnly: true },
    );
    const isOld = ({ value = '' }: { readonly value?: string }) => this.now() - timeOf(value) > OLD_MS;
    const old = (data.q ?? []).filter(isOld).map(({ uid }) => ({ uid, [RECEIPT_PREDICATE]: null }));
    if (old.length > 0) await this.writing({ delete: old });
  }

  /** Nothing of the client's is in these writes: whatever became of them, its own has not been sent. */
  private async writing(body: object): Promise<{ readonly uids: Readonly<Record<string, string>> }> {
    try {
      return await this.engine.mutate(JSON.stringify(body), { contentType: 'application/json', commitNow: true });
    } catch (error) {
      if (!(error instanceof OwlgateError) || error.code !== 'OutcomeUnknown') throw error;
      const { url } = this.engine;
      throw new OwlgateError('EngineUnreachable', { url, reason: 'no answer came' }, {}, { cause: error });
    }
  }
}

const valueAt = (time: number): string => `${time}.${randomBytes(12).toString('base64url')}`;

/** 0 for what is no value of a receipt. */
const timeOf = (value: string): number => Number(/^\d+/.exec(value)?.[0] ?? 0);

function statement(subject: NQuad['subject'], value: string): NQuad {
  return { subject, predicate: RECEIPT_PREDICATE, object: { kind: 'literal', type: 'string', value } };
}
