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
/** Attempts at work that the engine refuses although it can read every value again. */
const ATTEMPTS = 3;
/** Types that nearly all stored values fit (not vectors): their predicates are read last. */
const TEXT: ReadonlySet<PredicateDeclaration['type']> = new Set(['string', 'default', 'password']);

/** Schema that work follows, of the component that keeps it. */
interface SchemaHolder {
  readonly schema: EngineSchema;
  refreshSchema(): Promise<void>;
}

/**
 * Runs work that reads stored values. If the engine refuses it, names the predicates whose values it cannot read.
 * Where there are none, the schema changed in the middle of the work and changed back, or the work followed an earlier
 * schema: it is repeated.
 *
 * @throws OwlgateError UnreadableValues; errors of the work
 */
export async function whileReadable<T>(
  work: () => Promise<T>,
  engine: Engine,
  holder: SchemaHolder,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineFailure) || !error.isFinal) throw error;
      const reasons = await unreadable(engine, holder.schema, signal).catch(() => undefined);
      const [reason] = reasons?.values() ?? [];
      if (reason !== undefined) {
        const predicates = [...reasons!.keys()].join(', ');
        throw new OwlgateError('UnreadableValues', { predicates, reason }, {}, { cause: error });
      }
      if (attempt === ATTEMPTS) throw error;
      await holder.refreshSchema();
    }
  }
}

/**
 * Returns the engine's words by predicate, as far as the time limit lets it read.
 *
 * @param before earlier schema: predicates whose type has changed since are read first
 */
async function unreadable(
  engine: Engine,
  before: EngineSchema,
  stop: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(SEARCH_MS)]);
  const schema = new EngineSchema(await engine.schema());
  const suspicion = (name: string): number => {
    const { type } = schema.get(name)!;
    return (type === before.get(name)?.type ? 0 : 2) + (TEXT.has(type) ? 0 : 1);
  };
  const reasons = new Map<string, string>();
  for (const name of schema.predicateNames().sort((a, b) => suspicion(b) - suspicion(a))) {
    if (schema.get(name)!.type === 'uid') continue;
    try {
      await readAll(name, engine, signal);
    } catch (error) {
      if (signal.aborted && reasons.size > 0) break;
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
    const { data } = await engine.query<{ q?: readonly { readonly uid: string }[] }>(text);
    const { q: rows = [] } = data;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.uid;
  }
}
