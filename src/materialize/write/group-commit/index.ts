/**
 * Group commit: independent writes that wait at the same moment go to the engine as one transaction.
 *
 * A write that finds none of its kind under way begins at once. Those that arrive meanwhile wait, and begin together.
 * With many waiting writes, two groups run concurrently: the gateway reasons over one while the engine executes the
 * other. Their sets of stored nodes are disjoint, since the engine aborts one of two conflicting transactions.
 *
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
import { NODE_STRIPES } from '../guards';
import { storedNodes } from '../statements';
import { write } from '../write';
import { statementsOf } from './eligible';
import { Group, LeftGroup } from './group';

/** Maximum statements of clients in a group. */
const MAX_STATEMENTS = 1_000;
/** Least writes of a group that begins while another is under way. A smaller one costs the engine more than it saves. */
const LEAST_HALF = 16;
/** Least writes of such a group for each write of the other. */
const LEAST_SHARE = 0.75;
/** Part of the patience that the last group took at most, if two are under way: a slow engine has enough to do. */
const MAX_PATIENCE_PART = 0.5;
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
  /** Stored nodes that it names. */
  readonly nodes: readonly string[];
  readonly resolve: (outcome: Promise<WriteOutcome>) => void;
}

/** Group under way. */
interface Running {
  readonly size: number;
  /** Stored nodes that its writes name. */
  readonly nodes: ReadonlySet<string>;
}

/** Writes of one kind. */
interface Lane {
  /** Groups that those that arrive wait for. */
  readonly running: Set<Running>;
  /** Time that the last group took. */
  lastMs: number;
  waiting: Member[];
  /** Present while the next group waits for company. */
  gathering?: Gathering | undefined;
}

interface Gathering {
  /** Number of writes at which the next group begins. */
  size: number;
  readonly begin: () => void;
}

export class GroupCommit {
  private readonly lanes = new Map<string, Lane>();

  /** Writes that have a transaction of their own, now under way. */
  private alone = 0;
  private refreshing: Promise<void> | undefined;
  /** Stripe of the next group: two at a time do not have the same. */
  private stripe = Math.floor(Math.random() * NODE_STRIPES);

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
    if (!lane) this.lanes.set(key, (lane = { running: new Set(), waiting: [], lastMs: 0 }));
    const { waiting } = lane;
    const outcome = new Promise<WriteOutcome>((resolve) => {
      waiting.push({ request, context, options, statements, nodes: storedNodes(request), resolve });
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

  /** Begins the groups that may begin now. */
  private depart(key: string, lane: Lane): void {
    for (let members = this.take(lane); members; members = this.take(lane)) this.begin(key, lane, members);
    if (lane.running.size === 0 && !lane.gathering) this.lanes.delete(key);
  }

  private begin(key: string, lane: Lane, members: readonly Member[]): void {
    const { running } = lane;
    const group = { size: members.length, nodes: new Set(members.flatMap(({ nodes }) => nodes)) };
    running.add(group);
    const began = performance.now();
    // Others do not wait longer for a slow one, or for an engine that hangs.
    const slow = setTimeout(() => {
      running.delete(group);
      lane.lastMs = this.patienceMs;
      this.depart(key, lane);
    }, this.patienceMs);
    void this.carryOut(members).then(() => {
      clearTimeout(slow);
      if (!running.delete(group)) return;
      lane.lastMs = performance.now() - began;
      if (lane.gathering) {
        lane.gathering.size += members.length;
        return;
      }
      const size = Math.min(this.maxWrites, members.length + lane.waiting.length);
      gather(lane, size, () => this.depart(key, lane));
    });
  }

  /**
   * Takes the next members: under one ontology, and not too many statements. Where many write, they are halved, and a
   * group may begin while another is under way, if the two name no stored node in common.
   *
   * @returns undefined if no group may begin
   */
  private take({ waiting, running, gathering, lastMs }: Lane): readonly Member[] | undefined {
    const [other] = running;
    const least = other ? Math.max(LEAST_HALF, other.size * LEAST_SHARE) : 1;
    const all = waiting.length + (other?.size ?? 0);
    const mayHalve = all >= 2 * LEAST_HALF && lastMs <= this.patienceMs * MAX_PATIENCE_PART;
    if (gathering || waiting.length < least || running.size > (mayHalve ? 1 : 0)) return undefined;
    const most = Math.min(this.maxWrites, mayHalve ? Math.ceil(all / 2) : all);
    const [{ context }] = waiting as [Member];
    let statements = 0;
    const end = waiting.findIndex((member, i) => {
      if (other && member.nodes.some((node) => other.nodes.has(node))) return true;
      statements += member.statements;
      const isSame = member.context.reasoning === context.reasoning && member.context.headUid === context.headUid;
      return i > 0 && (i >= most || statements > MAX_STATEMENTS || !isSame);
    });
    const count = end < 0 ? waiting.length : end;
    return count < least ? undefined : waiting.splice(0, count);
  }

  private async carryOut(members: readonly Member[]): Promise<void> {
    const [first] = members as [Member];
    const alone = ({ request, context, options }: Member) => write(request, context, options);
    const group = members.length > 1 ? new Group(first.context, first.options, this.stripe++) : undefined;
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
 */
function gather(lane: Lane, size: number, begin: () => void): void {
  const { lastMs } = lane;
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
