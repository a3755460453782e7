/** Predicates of the version in force that the engine's schema declares in another way, until they are converted. */
import { setTimeout as delay } from 'node:timers/promises';
import { OwlgateError } from '../../errors';
import { diffSchema } from '../../schema';
import type { SchemaAnswer } from '../../schema';
import type { SchemaDocument } from '../../dql';
import type { RegistryHead } from './registry-head';

/** Predicates whose writes wait. */
export type DuePredicates = Pick<ReadonlySet<string>, 'has'>;

/** Every predicate: with a GraphQL extension, the conversion also concerns predicates that the ontology does not have. */
export const ALL_PREDICATES: DuePredicates = { has: () => true };

/** Returns the predicates that wait for their conversion. Some may have been dropped for it already. */
export function duePredicates(compiled: SchemaDocument, stored: SchemaAnswer): DuePredicates {
  const { predicates, late } = diffSchema(compiled, stored);
  return new Set([...late, ...predicates.added]);
}

/** Maximum wait of a write for the next step of a conversion, and the time between two looks. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 50;

/** Follower of a conversion. */
interface ConversionWatch {
  /** Undefined if the engine's schema fits the version. */
  readonly due: Pick<RegistryHead, 'version' | 'unconverted' | 'owner'> | undefined;
  check(): Promise<void>;
}

/**
 * Waits for the end of a conversion. The deadline moves with each step, here or through another gateway, so that the
 * total wait grows with the work.
 *
 * @throws OwlgateError OntologyBusy if the conversion does not proceed for a long time
 */
export async function awaitConversion(watch: ConversionWatch, patienceMs = PATIENCE_MS): Promise<void> {
  const stateOf = ({ due }: ConversionWatch) => due && [due.version, due.owner, due.unconverted].join();
  let state = stateOf(watch);
  let until = Date.now() + patienceMs;
  for (; watch.due; await watch.check()) {
    const { unconverted } = watch.due;
    if (stateOf(watch) !== state) {
      state = stateOf(watch);
      until = Date.now() + patienceMs;
    } else if (Date.now() > until) {
      throw new OwlgateError('OntologyBusy', {}, unconverted === undefined ? {} : { unconverted });
    }
    await delay(LOOK_MS);
  }
}
