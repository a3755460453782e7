/** Carries out a parsed mutation: declares predicates, then writes it with its consequences or refuses it. */
import type { Engine } from '../../dgraph';
import type { MutationRequest } from '../../dql';
import { normalize, TRIPLE_TYPES } from '../../mutation';
import type { InexactNames } from '../../mutation';
import { outcomeFor, refusalFor } from '../access/redact';
import { requireRights, wholeDeleteRights } from '../access/requested';
import { Rights } from '../access/rights';
import type { AnswerRecorder } from '../idempotency/answer-recorder';
import type { MutateReply } from './types';
import type { Contention } from './contention';
import { declarePredicates } from './declare';
import { refuseManyPredicates, type SchemaHost } from './new-predicates';
import { composeDryRun, dryRun } from './dry-run';
import { holdBackRequest } from './hold-back';
import { nameWarnings } from './name-warnings';
import { WriteRefusal } from './refusal';
import { composeRefusal, composeReply } from './reply';
import { refuseDamaged, type write } from './write';
import { storedNodes } from './statements';
import type { WriteContext } from './context';
import type { WriteOptions, WriteOutcome } from './delivery';

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
export interface MutationHost extends SchemaHost {
  readonly engine: Engine;
  context(): WriteContext;
  readonly contention: Contention;
  /** Writes statements, alone or together with other writes. */
  readonly write: typeof write;
  /** Stores the answer of a request with an `Idempotency-Key`. */
  readonly recorder?: AnswerRecorder | undefined;
}

/** @throws VersionChanged after a change of the ontology in force; ConversionPending; OwlgateError, EngineFailure */
export async function carryOut(
  read: MutationRequest,
  { contentType, isDryRun, options: requested, attempts, maxNewPredicates }: MutationOrder,
  host: MutationHost,
): Promise<MutateReply> {
  const { engine, contention, recorder } = host;
  const { credentials } = requested;
  const rights = Rights.on(engine);
  const reader = { engine, rights, credentials };
  const { reasoning, due } = host.context();
  const inexact: InexactNames = { class: new Map(), property: new Map() };
  const request = normalize(read, {
    names: reasoning?.loaded.names,
    schema: host.schema,
    inexact,
  });
  holdBackRequest(request, due);
  const warnings = reasoning ? nameWarnings(inexact, reasoning.loaded) : [];
  const options = { ...requested, ...(warnings.length > 0 && { warnings }) };
  try {
    await requireRights(request, rights, credentials, host.schema);
    await refuseManyPredicates(request, maxNewPredicates, host);
    if (!isDryRun) {
      refuseDamaged(request, host.context());
      await declarePredicates(request, TRIPLE_TYPES.has(contentType) ? 'triples' : 'json', { host, credentials });
    }
    const mayWrite = await wholeDeleteRights(request, rights, credentials, host.schema);
    const context = { ...host.context(), ...mayWrite };
    const version = context.reasoning?.version;
    if (isDryRun) return { body: composeDryRun(await dryRun(request, context, options), version) };
    const compose = async (outcome: WriteOutcome): Promise<string> =>
      composeReply(await outcomeFor(outcome, reader, request), version);
    const recording = recorder && { recorder, compose };
    const outcome = await contention.run(
      () => storedNodes(request),
      attempts,
      (attempt) => host.write(request, context, { ...options, ...recording, attempt }),
    );
    const { inferred, retracted, inferenceMs } = outcome;
    return { body: await compose(outcome), effects: { inferred, retracted, inferenceMs } };
  } catch (error) {
    if (!(error instanceof WriteRefusal)) throw error;
    const effects = { inferred: 0, retracted: 0, refused: error.errors.map(({ code }) => code) };
    return { body: composeRefusal(await refusalFor(error, reader, request)), ...(!isDryRun && { effects }) };
  }
}
