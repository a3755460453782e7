/** Reads an individual from the engine: its facts and its incoming edges. */
import { query } from '../api/client';
import { loadSchema } from '../parts/shared';
import {
  factsQuery,
  headQuery,
  incomingQuery,
  languagesQuery,
  namingPredicates,
  predicatesOf,
  isInternal,
} from './dql';
import { factsOf, headOf, languageFacts, languagesOf, typeFacts, type NodeHead, type StoredFact } from './facts';

export interface Individual {
  readonly head: NodeHead;
  readonly facts: readonly StoredFact[];
  /** Edges to it; `node` is where they come from. */
  readonly incoming: readonly StoredFact[];
}

/** Predicates of one request. */
const MAX_PREDICATES = 500;

type Nodes = { readonly q?: readonly Readonly<Record<string, unknown>>[] };

/**
 * @param node uid or IRI
 * @returns undefined if nothing is stored
 */
export async function loadNode(node: string, signal?: AbortSignal): Promise<Individual | undefined> {
  const schema = await loadSchema();
  const naming = namingPredicates(schema);
  const { q: [first] = [] } = await query<Nodes>(headQuery(node, naming), signal);
  if (!first) return undefined;
  const head = headOf(first);
  const predicates = predicatesOf(schema, head.types);
  const facts: StoredFact[] = [];
  for (const part of parts(predicates)) {
    const { q: [fields = {}] = [] } = await query<Nodes>(factsQuery(head.uid, part, naming), signal);
    facts.push(...factsOf(fields, part));
    const languages = languagesOf(fields, part);
    if (languages.length === 0) continue;
    const { q: [texts = {}] = [] } = await query<Nodes>(languagesQuery(head.uid, languages), signal);
    facts.push(...languageFacts(texts, languages));
  }
  const incoming: StoredFact[] = [];
  for (const part of parts(schema.schema.filter(({ reverse, predicate }) => reverse && !isInternal(predicate)))) {
    const { q: [fields = {}] = [] } = await query<Nodes>(incomingQuery(head.uid, part, naming), signal);
    incoming.push(...factsOf(fields, part));
  }
  const isStored = head.iri !== undefined || head.types.length > 0 || facts.length > 0 || incoming.length > 0;
  return isStored ? { head, facts: [...typeFacts(first), ...facts], incoming } : undefined;
}

const parts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_PREDICATES) }, (_, i) =>
    items.slice(i * MAX_PREDICATES, (i + 1) * MAX_PREDICATES),
  );
