/** Carries out a parsed mutation: declares predicates, then writes it with its consequences or refuses it. */
import type { Engine } from '../../dgraph';
import type { MutationRequest } from '../../dql';
import { normalize, TRIPLE_TYPES } from '../../mutation';
import type { InexactNames } from '../../mutation';
import { outcomeFor, refusalFor } from '../access/redact';
import { requireRights, wholeDeleteRights } from '../access/requested';
import { Rights } from '../access/rights';
import type { AnswerRecorder } from '../idempotency/answer-recorder';
import type { EngineSchema } from '../store/engine-schema';
import type { MutateReply } from './types';
import type { Contention } from './contention';
import { declarePredicates } from './declare';
import { refuseManyPredicates } from './new-predicates';
import { composeDryRun, dryRun } from './dry-run';
import { nameWarnings } from './name-warnings';
import { WriteRefusal } from './refusal';
import { composeRefusal, composeReply } from './reply';
import { refuseDamaged, write } from './write';
import { storedNodes } from './statements';
import type { WriteContext, WriteOptions } from './context';
import type { WriteOutcome } from './write';

/** Options of a client's mutation, without its body. */
export interface MutationOrder {
  /** In lower case, without parameters. */
  readonly contentType: string;
  readonly isDryRun: boolean;
  readonly options: WriteOptions;
  /** Maximum attempts of a write that the engine aborts. */
  readonly attempts: number;
  /** Maximum predicates without a schema that the mutation may introduce. */
  readonly maxNewPredicates: number;
}

/** The gateway around a mutation. */
export interface MutationHost {
  readonly engine: Engine;
  /** The engine's schema, as last read. */
  readonly schema: EngineSchema;
  refreshSchema(): Promise<void>;
  context(): WriteContext;
  readonly contention: Contention;
  /** Stores the answer of a request with an `Idempotency-Key`. */
  readonly keeper?: AnswerRecorder | undefined;
}

/** @throws VersionChanged after a change of the ontology in force; OwlgateError, EngineFailure */
export async function carryOut(
  read: MutationRequest,
  { contentType, isDryRun, options: requested, attempts, maxNewPredicates }: MutationOrder,
  surroundings: MutationHost,
): Promise<MutateReply> {
  const { engine, contention, keeper } = surroundings;
  const { credentials } = requested;
  const rights = Rights.on(engine);
  const reader = { engine, rights, credentials };
  const { reasoning } = surroundings.context();
  const inexact: InexactNames = { class: new Map(), property: new Map() };
  const request = normalize(read, {
    names: reasoning?.loaded.names,
    isScalar: (predicate) => surroundings.schema.isScalar(predicate),
    inexact,
  });
  const warnings = reasoning ? nameWarnings(inexact, reasoning.loaded) : [];
  const options = { ...requested, ...(warnings.length > 0 && { warnings }) };
  try {
    await requireRights(request, rights, credentials, surroundings.schema);
    await refuseManyPredicates(request, maxNewPredicates, surroundings);
    if (!isDryRun) {
      refuseDamaged(request, surroundings.context());
      await declarePredicates(request, TRIPLE_TYPES.has(contentType), { surroundings, credentials });
    }
    const mayWrite = await wholeDeleteRights(request, rights, credentials, surroundings.schema);
    const context = { ...surroundings.context(), ...mayWrite };
    const version = context.reasoning?.version;
    if (isDryRun) return { body: composeDryRun(await dryRun(request, context, options), version) };
    const compose = async (outcome: WriteOutcome): Promise<string> =>
      composeReply(await outcomeFor(outcome, reader, request), version);
    const recording = keeper && { keeper, compose };
    const outcome = await contention.run(storedNodes(request), attempts, (attempt) =>
      write(request, context, { ...options, ...recording, attempt }),
    );
    return { body: await compose(outcome) };
  } catch (error) {
    if (!(error instanceof WriteRefusal)) throw error;
    return { body: composeRefusal(await refusalFor(error, reader, request)) };
  }
}
