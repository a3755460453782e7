/**
 * Group commit: independent writes that wait at the same moment go to the engine as one transaction.
 *
 * A write that finds none of its kind under way begins at once. Those that arrive meanwhile wait, and begin together.
 * When a group has ended, its clients mostly send their next writes at once: the next group waits for them, as long as
 * some come, and at most as long as the last one took. A client that is alone never waits.
 *
 * Writes are of one kind if they have the same credentials, since each might learn from its transaction's timestamps
 * which others it shares them with.
 */
import type { MutationRequest } from '../../../dql';
import type { WriteContext } from '../context';
import type { WriteOptions, WriteOutcome } from '../delivery';
import { newPredicates } from '../new-predicates';
import { write } from '../write';
import { statementsOf } from './eligible';
import { Group, LeftGroup } from './group';

/** Maximum statements of clients in a group. */
const MAX_STATEMENTS = 1_000;
/** Wait in which another write must come: part of the time that the last group took, and maximum milliseconds. */
const STEP_PART = 0.5;
const MAX_STEP_MS = 20;
/** Maximum wait for company. */
const MAX_COMPANY_MS = 50;

interface Member {
  readonly request: MutationRequest;
  readonly context: WriteContext;
  readonly options: WriteOptions;
  readonly statements: number;
  readonly resolve: (outcome: Promise<WriteOutcome>) => void;
}

/** Writes of one kind. */
interface Lane {
  /** True while those that arrive wait. */
  isBusy: boolean;
  waiting: Member[];
  /** Present while the next group waits for company: number of writes at which it begins, and its beginning. */
  gathering?: { readonly size: number; readonly begin: () => void } | undefined;
}

export class GroupCommit {
  private readonly lanes = new Map<string, Lane>();

  /** Writes that have a transaction of their own, now under way. */
  private alone = 0;
  private refreshing: Promise<void> | undefined;

  /**
   * @param maxWrites maximum writes in a transaction; 1 for none that is shared
   * @param patienceMs time after which those that wait begin, although the one before has not ended
   * @param refreshSchema reads the engine's schema for later writes
   */
  constructor(
    private readonly maxWrites: number,
    private readonly patienceMs: number,
    private readonly refreshSchema: () => Promise<void>,
  ) {}

  /** Writes as `write` does. */
  readonly write = (request: MutationRequest, context: WriteContext, options: WriteOptions): Promise<WriteOutcome> => {
    const statements = this.maxWrites > 1 ? statementsOf(request, context, options) : undefined;
    if (statements === undefined) return this.writeAlone(request, context, options);
    const key = JSON.stringify(Object.entries(options.credentials ?? {}).sort());
    let lane = this.lanes.get(key);
    if (!lane) this.lanes.set(key, (lane = { isBusy: false, waiting: [] }));
    const { waiting } = lane;
    const outcome = new Promise<WriteOutcome>((resolve) => {
      waiting.push({ request, context, options, statements, resolve });
    });
    if (lane.gathering && waiting.length >= lane.gathering.size) lane.gathering.begin();
    else this.depart(key, lane);
    return outcome;
  };

  private async writeAlone(...[request, context, options]: Parameters<typeof write>): Promise<WriteOutcome> {
    this.alone++;
    try {
      const outcome = await write(request, context, options);
      // The engine has declared new predicates. With the schema, the next writes of them may share a transaction.
      const isNew = this.maxWrites > 1 && request.query === undefined && newPredicates(request, context).size > 0;
      if (isNew && this.alone > 1) {
        this.refreshing ??= this.refreshSchema()
          .catch(() => undefined)
          .finally(() => (this.refreshing = undefined));
      }
      return outcome;
    } finally {
      this.alone--;
    }
  }

  private depart(key: string, lane: Lane): void {
    if (!lane.isBusy && lane.waiting.length > 0) {
      const members = this.take(lane);
      lane.isBusy = true;
      const free = (): void => {
        lane.isBusy = false;
        this.depart(key, lane);
      };
      const began = performance.now();
      // Others do not wait longer for a slow one, or for an engine that hangs.
      let slow: NodeJS.Timeout | undefined = setTimeout(() => {
        slow = undefined;
        free();
      }, this.patienceMs);
      void this.carryOut(members).then(() => {
        if (!slow) return;
        clearTimeout(slow);
        gather(lane, Math.min(this.maxWrites, members.length + lane.waiting.length), performance.now() - began, free);
      });
    }
    if (!lane.isBusy) this.lanes.delete(key);
  }

  /** Takes the next members: under one ontology, and not too many statements. */
  private take({ waiting }: Lane): readonly Member[] {
    const [{ context }] = waiting as [Member];
    let statements = 0;
    const end = waiting.findIndex((member, i) => {
      statements += member.statements;
      const isSame = member.context.reasoning === context.reasoning && member.context.headUid === context.headUid;
      return i > 0 && (i >= this.maxWrites || statements > MAX_STATEMENTS || !isSame);
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  }

  private async carryOut(members: readonly Member[]): Promise<void> {
    const [first] = members as [Member];
    const alone = ({ request, context, options }: Member) => write(request, context, options);
    const group = members.length > 1 ? new Group(first.context, first.options) : undefined;
    await Promise.all(
      members.map(async (member) => {
        const { request, context, options, resolve } = member;
        const together = group?.carryOut(context, options, (...own) => write(request, ...own)) ?? alone(member);
        const outcome = together.catch((error: unknown) => {
          if (error instanceof LeftGroup) return alone(member);
          throw error;
        });
        resolve(outcome);
        await outcome.catch(() => undefined);
      }),
    );
  }
}

/**
 * Waits until as many writes wait as clients wrote at the end of the last group, or none came for a while.
 *
 * @param size number of those clients
 * @param lastMs time that the last group took
 */
function gather(lane: Lane, size: number, lastMs: number, begin: () => void): void {
  if (size === 1 || lane.waiting.length >= size) return begin();
  const stepMs = Math.min(MAX_STEP_MS, lastMs * STEP_PART);
  const until = performance.now() + Math.min(MAX_COMPANY_MS, lastMs);
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    lane.gathering = undefined;
    begin();
  };
  const wait = (): void => {
    // Neither the answers to the last group nor requests that have arrived, but have not been read, use up the time.
    setImmediate(() => {
      if (lane.gathering?.begin !== end) return;
      const before = lane.waiting.length;
      timer = setTimeout(() => {
        if (lane.waiting.length > before && performance.now() < until) wait();
        else end();
      }, stepMs);
    });
  };
  lane.gathering = { size, begin: end };
  wait();
}
