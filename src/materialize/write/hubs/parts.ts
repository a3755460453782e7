/** Execution of the parts of a delete in turn. Parts get smaller after conflicts with other writes. */
import { setTimeout as delay } from 'node:timers/promises';
import { backOff, EngineFailure } from '../../../dgraph';
import type { Credentials } from '../../../dgraph';
import { printMutation, type Mutation } from '../../../dql';
import { OwlgateError } from '../../../errors';
import { statementOf } from '../../store/terms';
import type { Fact } from '../../store/terms';
import type { ShownFact } from '../contradiction-messages';
import { progressOf } from './journal';
import type { Deletion } from './journal';

/**
 * Maximum edges of a part. A part of this size takes the whole fence (guards.ts), so it commits only if no other write
 * commits meanwhile.
 */
const PART = 2_000;
/** Maximum edges of a part after a conflict: the part locks its nodes, and writes at others do not conflict with it. */
const PART_IN_TRAFFIC = 1_000;
const SMALLEST_PART = 32;
const ATTEMPTS_A_SIZE = 3;
/** Maximum failed attempts in a row, whatever the size of the part. */
const MAX_ATTEMPTS = 20;
/** Pause after a part as a fraction of its time, for the writes that it blocked. */
const PAUSE = 0.05;
const BACK_OFF = { firstMs: 10, maxMs: 1_000 };

/** Writes a part, together with the journal's progress, in one transaction. */
export type WritePart = (order: {
  readonly text: string;
  readonly along: Mutation;
  readonly credentials: Credentials | undefined;
  readonly attempts: number;
  /** Nodes at which conflicts with other writes are likely. */
  readonly nodes: readonly string[];
}) => Promise<string>;

/** Sums of the answers to the parts of a delete. */
interface PartTotals {
  readonly inferred: number;
  readonly retracted: number;
  /** Facts that a part took back and that were still entailed after it. */
  readonly stillEntailed: readonly ShownFact[];
}

interface PartReply {
  readonly errors?: readonly { readonly message: string }[];
  readonly extensions?: { readonly ontology?: Partial<PartTotals> };
}

interface PartsOptions {
  readonly write: WritePart;
  readonly credentials?: Credentials | undefined;
  /** Stops the work before the next part. */
  readonly signal?: AbortSignal;
  readonly onDone?: (deletedCount: number) => void;
}

/** Carries out the remaining parts of a delete. @throws the signal's reason; the refusal of a part */
export async function carryOutParts(
  deletion: Deletion,
  { write, credentials, signal, onDone }: PartsOptions,
): Promise<PartTotals> {
  const { uid, nodes, edges } = deletion;
  const totals = { inferred: 0, retracted: 0, stillEntailed: [] as ShownFact[] };
  let [deletedCount, size, most, failed] = [deletion.done, PART, PART, 0];
  while (deletedCount < edges.length) {
    signal?.throwIfAborted();
    const part = edges.slice(deletedCount, deletedCount + size);
    const began = Date.now();
    try {
      const along = progressOf(uid, deletedCount + part.length);
      const attempts = size > PART_IN_TRAFFIC ? 1 : ATTEMPTS_A_SIZE;
      const reply = await write({ text: deleteOf(part), along, credentials, attempts, nodes });
      add(totals, reply);
    } catch (error) {
      const isAborted = error instanceof EngineFailure && error.isAborted;
      if (!isAborted || ++failed >= MAX_ATTEMPTS) throw error;
      size = size > PART_IN_TRAFFIC ? PART_IN_TRAFFIC : Math.max(SMALLEST_PART, Math.floor(size / 4));
      most = PART_IN_TRAFFIC;
      await backOff(failed, BACK_OFF, signal);
      continue;
    }
    deletedCount += part.length;
    onDone?.(deletedCount);
    [size, failed] = [Math.min(most, size * 2), 0];
    await delay((Date.now() - began) * PAUSE);
  }
  return totals;
}

const deleteOf = (edges: readonly Fact[]): string =>
  printMutation({ mutations: [{ set: [], delete: edges.map((fact) => statementOf(fact, false)) }] });

/** Adds the answer to a part. @throws OwlgateError EngineError for a refusal */
function add(totals: { inferred: number; retracted: number; stillEntailed: ShownFact[] }, reply: string): void {
  const { errors = [], extensions } = JSON.parse(reply) as PartReply;
  if (errors[0]) throw new OwlgateError('EngineError', { reason: errors[0].message });
  const { inferred = 0, retracted = 0, stillEntailed = [] } = extensions?.ontology ?? {};
  totals.inferred += inferred;
  totals.retracted += retracted;
  for (const fact of stillEntailed) totals.stillEntailed.push(fact);
}
