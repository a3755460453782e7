/** The parts of a delete, one after another: smaller ones where other writes keep getting in the way. */
import { setTimeout as delay } from 'node:timers/promises';
import { backOff, EngineFailure } from '../../../dgraph';
import type { Credentials } from '../../../dgraph';
import { printMutation } from '../../../dql';
import type { Mutation } from '../../../dql/mutation/ast';
import { OwlgateError } from '../../../errors';
import { statementOf } from '../../store/terms';
import type { Fact } from '../../store/settle';
import type { ShownFact } from '../refuse';
import { progressOf } from './journal';
import type { Deletion } from './journal';

/** Edges of a part. One of two thousand keeps other writes out for some tenths of a second. */
const PART = 2_000;
const SMALLEST_PART = 32;
const ATTEMPTS_A_SIZE = 3;
/** Attempts at a part of the smallest size. */
const MOST_ATTEMPTS = 20;
/** Pause after a part, in proportion to its time, for writes that it kept out. */
const PAUSE = 0.05;
const BACK_OFF = { firstMs: 10, maxMs: 1_000 };

/** A write of the gateway: statements of a part, with what it notes in the same transaction. */
export type WritePart = (order: {
  readonly text: string;
  readonly along: Mutation;
  readonly credentials: Credentials | undefined;
  readonly attempts: number;
  /** Nodes at which other writes are likely to meet it. */
  readonly nodes: readonly string[];
}) => Promise<string>;

/** What the answers to the parts of a delete tell together. */
export interface Told {
  readonly inferred: number;
  readonly retracted: number;
  /** Facts that were taken back and held all the same, when their part was written. */
  readonly stillEntailed: readonly ShownFact[];
}

interface PartReply {
  readonly errors?: readonly { readonly message: string }[];
  readonly extensions?: { readonly ontology?: Partial<Told> };
}

export interface PartsOptions {
  readonly write: WritePart;
  readonly credentials?: Credentials | undefined;
  /** Ends the work before the next part. */
  readonly signal?: AbortSignal;
  readonly onDone?: (done: number) => void;
}

/** @throws the signal's reason; what a part is refused with */
export async function workOff(deletion: Deletion, { write, credentials, signal, onDone }: PartsOptions): Promise<Told> {
  const { uid, nodes, edges } = deletion;
  const told = { inferred: 0, retracted: 0, stillEntailed: [] as ShownFact[] };
  let [done, size, failed] = [deletion.done, PART, 0];
  while (done < edges.length) {
    signal?.throwIfAborted();
    const part = edges.slice(done, done + size);
    const began = Date.now();
    try {
      const along = progressOf(uid, done + part.length);
      const reply = await write({ text: deleteOf(part), along, credentials, attempts: ATTEMPTS_A_SIZE, nodes });
      add(told, reply);
    } catch (error) {
      const isAborted = error instanceof EngineFailure && error.isAborted;
      if (!isAborted || ++failed >= MOST_ATTEMPTS) throw error;
      size = Math.max(SMALLEST_PART, Math.floor(size / 4));
      await backOff(failed, BACK_OFF, signal);
      continue;
    }
    done += part.length;
    onDone?.(done);
    [size, failed] = [Math.min(PART, size * 2), 0];
    await delay((Date.now() - began) * PAUSE);
  }
  return told;
}

const deleteOf = (edges: readonly Fact[]): string =>
  printMutation({ mutations: [{ set: [], delete: edges.map((fact) => statementOf(fact, false)) }] });

/** @throws OwlgateError EngineError for a refusal */
function add(told: { inferred: number; retracted: number; stillEntailed: ShownFact[] }, reply: string): void {
  const { errors = [], extensions } = JSON.parse(reply) as PartReply;
  if (errors[0]) throw new OwlgateError('EngineError', { reason: errors[0].message });
  const { inferred = 0, retracted = 0, stillEntailed = [] } = extensions?.ontology ?? {};
  told.inferred += inferred;
  told.retracted += retracted;
  for (const fact of stillEntailed) told.stillEntailed.push(fact);
}
