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
  const session = await call('GET /ui/session', { signal });
  storedSchema = undefined;
  const isStranger = session.accessControl && session.user === undefined;
  if (session.ontology === null || isStranger) return { session, terms: undefined };
  const terms = await call('GET /ontology/terms', { signal });
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
