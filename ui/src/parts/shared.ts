/** Context of all pages: session, terms of the ontology in force, stored schema. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { call, query } from '../api/client';
import type { StoredSchema } from '../logic/dql';
import type { Shared } from '../logic/state';
import { TermIndex } from '../logic/terms';
import { language } from '../text';

export const SharedContext = createContext<Shared | undefined>(undefined);

export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error('a page is outside of the context');
  return shared;
}

export async function loadShared(signal: AbortSignal): Promise<Omit<Shared, 'refresh'>> {
  storedSchema = undefined;
  // Both at once: the terms are much of what the first view waits for. Without an ontology they are refused.
  const loading = call('GET /ontology/terms', { signal });
  loading.catch(() => undefined);
  const session = await call('GET /ui/session', { signal });
  const isStranger = session.accessControl && session.user === undefined;
  if (session.ontology === null || isStranger) return { session, terms: undefined };
  const terms = await loading;
  return { session, terms: new TermIndex(terms.version, terms, language()) };
}

/** Milliseconds for which the schema of the engine is kept: anybody may change it. */
const KEPT_MS = 30_000;
let storedSchema: { readonly at: number; readonly schema: Promise<StoredSchema> } | undefined;

/** Predicates and types that the engine has. */
export function loadSchema(): Promise<StoredSchema> {
  if (!storedSchema || Date.now() - storedSchema.at > KEPT_MS) {
    const answer = query<Partial<StoredSchema>>('schema {}');
    const schema = answer.then(({ schema: predicates = [], types = [] }) => ({ schema: predicates, types }));
    storedSchema = { at: Date.now(), schema };
    schema.catch(() => (storedSchema = undefined));
  }
  return storedSchema.schema;
}
