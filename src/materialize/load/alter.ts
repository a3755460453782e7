/** Application of a schema difference to the engine. */
import type { Credentials, Engine } from '../../dgraph';
import type { SchemaDiff } from '../../schema';

/**
 * Maximum existing predicates with changed indexes per request to a cluster. Dgraph builds all indexes of a request at
 * once, each with some hundred megabytes of memory, even without data: sixty together take more than 20 GB. Smaller
 * requests take longer in total, since each waits for about two seconds.
 */
const REBUILT_AT_ONCE = 8;

/** @throws EngineFailure; earlier parts stay applied, which makes the next difference smaller */
export async function alterSchema(
  engine: Pick<Engine, 'kind' | 'alter'>,
  { predicates: { changed }, text }: Pick<SchemaDiff, 'predicates' | 'text'>,
  credentials: Credentials | undefined,
): Promise<void> {
  // The last part is sent together with the new predicates.
  const last = engine.kind === 'cluster' ? changed.length - REBUILT_AT_ONCE : 0;
  for (let from = 0; from < last; from += REBUILT_AT_ONCE) {
    const batch = changed.slice(from, from + REBUILT_AT_ONCE);
    await engine.alter(batch.map(({ after }) => after).join('\n'), credentials);
  }
  await engine.alter(text, credentials);
}
