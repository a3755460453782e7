/** A mutation that has been read, carried out: declared, written with what it entails, or refused. */
import type { Engine } from '../../dgraph';
import type { MutationRequest } from '../../dql/mutation/ast';
import { normalize, TRIPLE_TYPES } from '../../mutation';
import type { EngineSchema } from '../store/engine-schema';
import type { MutateReply } from '../types';
import { refusalFor } from './access';
import type { Contention } from './contention';
import { declarePredicates } from './declare';
import { refuseManyPredicates } from './new-predicates';
import { composeDryRun, dryRun } from './dry-run';
import { Refusal } from './refusal';
import { composeRefusal, composeReply } from './reply';
import { storedNodes, write } from './write';
import type { WriteContext, WriteOptions } from './write';

/** A client's mutation, apart from its body. */
export interface MutationOrder {
  /** Without parameters, lower case. */
  readonly contentType: string;
  readonly isDryRun: boolean;
  readonly options: WriteOptions;
  /** Maximum attempts, while other writes get in the way. */
  readonly attempts: number;
  /** Maximum predicates that the engine does not have yet. */
  readonly maxNewPredicates: number;
}

/** The gateway around a mutation. */
export interface Surroundings {
  readonly engine: Engine;
  /** The engine's schema as it is known now. */
  readonly schema: EngineSchema;
  refreshSchema(): Promise<void>;
  context(): WriteContext;
  readonly contention: Contention;
}

/** @throws VersionChanged where another ontology has come into force; OwlgateError, EngineFailure */
export async function carryOut(
  read: MutationRequest,
  { contentType, isDryRun, options, attempts, maxNewPredicates }: MutationOrder,
  surroundings: Surroundings,
): Promise<MutateReply> {
  const { engine, contention } = surroundings;
  const { credentials } = options;
  const { reasoning } = surroundings.context();
  const request = normalize(read, {
    names: reasoning?.loaded.names,
    isScalar: (predicate) => surroundings.schema.isScalar(predicate),
  });
  await refuseManyPredicates(request, maxNewPredicates, surroundings);
  if (!isDryRun) await declarePredicates(request, TRIPLE_TYPES.has(contentType), { surroundings, credentials });
  const context = surroundings.context();
  const version = context.reasoning?.version;
  try {
    if (isDryRun) return { body: composeDryRun(await dryRun(request, context, options), version) };
    const outcome = await contention.run(storedNodes(request), attempts, () => write(request, context, options));
    return { body: composeReply(outcome, version) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { body: composeRefusal(await refusalFor(error, engine, credentials)) };
  }
}
