/** A difference of schemas, applied. */
import type { Credentials, Engine } from '../../dgraph';
import type { SchemaDiff } from '../../schema';

/**
 * Predicates that are there already and get other indexes, in one request to a cluster. Dgraph builds all indexes of a
 * request at once, each with some hundred megabytes of its own, even where there is no data: sixty together take more than
 * 20 GB. Fewer in one request take longer, since each request waits for about two seconds.
 */
const REBUILT_AT_ONCE = 8;

/** @throws EngineFailure; what was applied before it stays, and the difference is smaller by that the next time */
export async function alterSchema(
  engine: Pick<Engine, 'kind' | 'alter'>,
  { predicates: { changed }, text }: Pick<SchemaDiff, 'predicates' | 'text'>,
  credentials: Credentials | undefined,
): Promise<void> {
  // What is left of them goes with all that is new.
  const last = engine.kind === 'cluster' ? changed.length - REBUILT_AT_ONCE : 0;
  for (let from = 0; from < last; from += REBUILT_AT_ONCE) {
    const some = changed.slice(from, from + REBUILT_AT_ONCE);
    await engine.alter(some.map(({ after }) => after).join('\n'), credentials);
  }
  await engine.alter(text, credentials);
}
