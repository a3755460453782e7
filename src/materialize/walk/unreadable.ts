/**
 * Search for predicates with unreadable values. After a change of a type without the gateway, the engine refuses to
 * read stored values that do not fit the new one, and its error names no predicate.
 */
import { EngineFailure, type Engine } from '../../dgraph';
import type { PredicateDeclaration } from '../../dql';
import { OwlgateError } from '../../errors';
import { printPredicate } from '../store/dql-text';
import { EngineSchema } from '../store/engine-schema';

/** Nodes per query. */
const PAGE = 10_000;
/** Time limit of the search: it reads all values of the predicates that can be concerned. */
const SEARCH_MS = 20_000;
/** Types that any stored value fits, and that of edges. */
const READABLE: ReadonlySet<PredicateDeclaration['type']> = new Set(['string', 'default', 'password', 'uid']);

/**
 * Names the predicates whose values the engine cannot read.
 *
 * @param failure error of a materialization
 * @returns OwlgateError UnreadableValues; the failure itself if it has another cause, or if the search ends at its limit
 */
export async function nameUnreadable(failure: unknown, engine: Engine, signal: AbortSignal): Promise<unknown> {
  if (!(failure instanceof EngineFailure) || !failure.isFinal) return failure;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)]);
    const reasons = await unreadable(engine, limit);
    if (reasons.size === 0) return failure;
    const predicates = [...reasons.keys()].join(', ');
    const [reason] = reasons.values();
    return new OwlgateError('UnreadableValues', { predicates, reason: reason! }, {}, { cause: failure });
  } catch {
    return failure;
  }
}

/** Returns the engine's words by predicate. */
async function unreadable(engine: Engine, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const schema = new EngineSchema(await engine.schema());
  const reasons = new Map<string, string>();
  for (const name of schema.predicateNames()) {
    if (READABLE.has(schema.get(name)!.type)) continue;
    try {
      await readAll(name, engine, signal);
    } catch (error) {
      if (!(error instanceof EngineFailure) || !error.isFinal) throw error;
      reasons.set(`${name} (${schema.get(name)!.type})`, error.message.replace(/^: /, ''));
    }
  }
  return reasons;
}

async function readAll(name: string, engine: Engine, signal: AbortSignal): Promise<void> {
  const predicate = printPredicate(name);
  for (let after = '0x0'; ;) {
    signal.throwIfAborted();
    const text = `{ q(func: has(${predicate}), first: ${PAGE}, after: ${after}) { uid ${predicate} } }`;
    const { body } = await engine.query(text);
    const { data } = JSON.parse(body.toString()) as {
      readonly data: { readonly q?: readonly { readonly uid: string }[] };
    };
    const rows = data.q ?? [];
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.uid;
  }
}
