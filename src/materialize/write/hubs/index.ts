/**
 * Deletes at hubs, which are nodes with thousands of incoming edges. A delete is carried out in parts (split.ts),
 * recorded in a journal (journal.ts), and answered when all parts are done. If its gateway ends before that, another
 * gateway finishes it (leftovers.ts).
 */
import { randomUUID } from 'node:crypto';
import type { Engine } from '../../../dgraph';
import type { Mutation, MutationRequest } from '../../../dql';
import { OwlgateError } from '../../../errors';
import { AlreadyRecorded } from '../../idempotency/answer-recorder';
import type { AnswerRecorder } from '../../idempotency/answer-recorder';
import type { MutateReply } from '../types';
import { deliver } from '../deliver';
import { shown } from '../contradiction-messages';
import { composeParted } from '../reply';
import type { OntologyExtension } from '../reply';
import type { WriteContext } from '../context';
import type { WriteOptions } from '../delivery';
import { edgesOf, Journal, nodesOf, recordOf, removalOf } from './journal';
import type { Deletion, Entry } from './journal';
import { carryOutParts } from './parts';
import type { WritePart } from './parts';
import { splitDelete } from './split';
import type { SplitDelete } from './split';
import { sumDeletedEdges, findRemainingFacts } from './remaining-facts';

interface HubHost {
  readonly engine: Engine;
  context(): WriteContext;
  readonly write: WritePart;
}

/** Sends the first write of a delete, which leaves the spared lists. */
type WriteFirst = (order: {
  readonly text: string;
  readonly spared: readonly string[];
  readonly along: Mutation;
}) => Promise<string>;

const EMPTY: Mutation = { set: [], delete: [] };

export class HubDeletes {
  /** Keys of the deletes that run in this process. */
  readonly running = new Set<string>();
  /** Called when a delete of this process has ended before its last part. */
  onLeft: (() => void) | undefined;
  private readonly journal: Journal;

  constructor(private readonly host: HubHost) {
    this.journal = new Journal(host.engine);
  }

  entries(): Promise<readonly Entry[]> {
    return this.journal.entries();
  }

  /**
   * Carries out a delete at a hub in parts.
   *
   * @param request with predicate names of Dgraph
   * @returns undefined for a mutation to be carried out at once
   * @throws as carryOut; OwlgateError DeleteUnfinished
   */
  async carryOut(
    request: MutationRequest,
    options: WriteOptions & { readonly recorder?: AnswerRecorder | undefined },
    writeFirst: WriteFirst,
  ): Promise<MutateReply | undefined> {
    const split = await splitDelete(request, this.host.context(), options);
    if (!split) return undefined;
    await this.journal.declare();
    const key = randomUUID();
    this.running.add(key);
    try {
      const { text, spared, lists } = split;
      const first = await writeFirst({ text, spared, along: await recordOf(key, lists) });
      const firstReply = JSON.parse(first) as FirstReply;
      if (firstReply.errors) return { body: first };
      return { body: await this.continueDelete({ key, split, firstReply }, options) };
    } finally {
      this.running.delete(key);
    }
  }

  private async continueDelete(
    { key, split, firstReply }: { readonly key: string; readonly split: SplitDelete; readonly firstReply: FirstReply },
    options: WriteOptions & { readonly recorder?: AnswerRecorder | undefined },
  ): Promise<string> {
    const edges = edgesOf(split.lists);
    let deletedCount = 0;
    try {
      const entry = (await this.journal.entries()).find((each) => each.key === key);
      if (!entry) throw new OwlgateError('Internal', { reason: 'the record of a delete is missing' });
      const { credentials } = options;
      const deletion = { ...entry, nodes: nodesOf(split.lists), edges };
      const { write } = this.host;
      const totals = await carryOutParts(deletion, { write, credentials, onDone: (count) => (deletedCount = count) });
      const first = firstReply.extensions?.ontology ?? {};
      const remain = await findRemainingFacts(split, first.stillEntailed ?? [], this.host);
      const demoted = totals.stillEntailed.length - remain.ofLists.length;
      const deleted = sumDeletedEdges(split, remain.ofLists, first.deleted);
      const stillEntailed = [...remain.others, ...remain.ofLists.filter(({ p }) => split.mayRead(p)).map(shown)];
      const extension: OntologyExtension = {
        version: first.version ?? 0,
        asserted: 0,
        inferred: (first.inferred ?? 0) + totals.inferred,
        // Demoted facts that a later part retracted were asserted before: they do not count as retracted.
        retracted: (first.retracted ?? 0) + totals.retracted - Math.max(0, demoted),
        ...(stillEntailed.length > 0 && { stillEntailed }),
        ...(deleted && { deleted }),
      };
      return await this.close(deletion, extension, split.queries, options);
    } catch (error) {
      if (error instanceof AlreadyRecorded) throw error;
      this.running.delete(key);
      this.onLeft?.();
      const reason = error instanceof Error ? error.message : String(error);
      throw new OwlgateError(
        'DeleteUnfinished',
        { done: deletedCount, all: edges.length, reason },
        { done: deletedCount, all: edges.length },
      );
    }
  }

  /** Removes the journal record and, for a request with an `Idempotency-Key`, stores the answer, in one transaction. */
  private async close(
    { uid }: Pick<Deletion, 'uid'>,
    extension: OntologyExtension | undefined,
    queries: SplitDelete['queries'],
    { credentials, recorder }: WriteOptions & { readonly recorder?: AnswerRecorder | undefined },
  ): Promise<string> {
    const composeAnswer = (answer: Parameters<typeof composeParted>[0]): Promise<string> =>
      Promise.resolve(composeParted(answer, extension, queries));
    const parcel = { request: { mutations: [EMPTY] }, added: removalOf(uid), guards: [], composeAnswer };
    const answer = await deliver(parcel, this.host.context(), { commitNow: true, credentials, recorder });
    return composeAnswer(answer);
  }

  /**
   * Finishes a delete that was left by another gateway or an earlier start of this one, with the gateway's own login.
   */
  async end(entry: Entry, signal: AbortSignal): Promise<void> {
    const deletion = await this.journal.read(entry);
    if (!deletion) return;
    this.running.add(entry.key);
    try {
      await carryOutParts(deletion, { write: this.host.write, signal });
      await this.close(deletion, undefined, undefined, { commitNow: true });
    } finally {
      this.running.delete(entry.key);
    }
  }
}

interface FirstReply {
  readonly errors?: unknown;
  readonly extensions?: { readonly ontology?: Partial<OntologyExtension> };
}
