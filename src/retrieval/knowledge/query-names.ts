/** Names in DQL queries of models: one that the engine does not know finds nothing, which reads like an answer. */
import type { Document } from '../../dql';
import type { EngineSchema } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { suggest } from '../../ontology';
import { partsOf, type QueryPart } from './query-parts';

/** Names that no schema lists. */
const KNOWN = new Set(['uid', 'graph.type', 'dgraph.type', 'iri']);

/**
 * Refuses a query with a predicate or a type that neither the engine's schema nor the ontology has.
 *
 * @param types further known types
 * @throws OwlgateError InvalidRequest, with similar names
 */
export function requireKnownNames(document: Document, schema: EngineSchema, types: Iterable<string> = []): void {
  const names = [...namesIn(document)];
  const known = {
    predicate: new Set(schema.schema.map(({ predicate }) => predicate)),
    type: new Set([...schema.types.map(({ name }) => name), ...types]),
  };
  // `count(v)` of a variable has the form of a predicate.
  const variables = new Set(names.flatMap(({ kind, name }) => (kind === 'variable' ? [name] : [])));
  // Without the right to see types, a client is shown none.
  const showsTypes = [...known.type].some((name) => !name.startsWith('dgraph.'));
  for (const { kind, name } of names) {
    if (kind === 'variable' || (kind === 'type' && !showsTypes)) continue;
    if (KNOWN.has(name) || variables.has(name) || known[kind].has(name)) continue;
    const similar = suggest(name, known[kind]);
    const hint = similar.length > 0 ? `; similar: ${similar.join(', ')}` : '';
    throw new OwlgateError('InvalidRequest', { reason: `the graph has no ${kind} ${name}${hint}` });
  }
}

/** Predicates that a query names. */
export const predicatesOf = (document: Document): string[] => [
  ...new Set([...namesIn(document)].flatMap(({ kind, name }) => (kind === 'predicate' ? [name] : []))),
];

interface Name {
  readonly kind: 'predicate' | 'type' | 'variable';
  readonly name: string;
}

const TYPES = new Set(['graph.type', 'dgraph.type']);

function* namesIn(document: Document): Generator<Name> {
  for (const part of partsOf(document)) {
    const { kind, name, variable, types } = part;
    if (kind === 'Predicate') yield { kind: 'predicate', name: String(name) };
    if (typeof variable === 'string') yield { kind: 'variable', name: variable };
    if (kind === 'FunctionCall') yield* typesIn(part);
    if (kind !== 'ExpandField' || !Array.isArray(types)) continue;
    for (const type of types as string[]) if (type !== '_all_') yield { kind: 'type', name: type };
  }
}

/** `type(Dog)`, `eq(dgraph.type, "Dog")`. */
function* typesIn({ name, subject, args }: QueryPart): Generator<Name> {
  const isType = name === 'type' || (name === 'eq' && TYPES.has(String((subject as QueryPart | undefined)?.['name'])));
  if (!isType || !Array.isArray(args)) return;
  const items = (args as QueryPart[]).flatMap((each) =>
    each.kind === 'List' ? (each['items'] as QueryPart[]) : [each],
  );
  for (const { kind, text, name: word } of items) {
    if (kind === 'Scalar') yield { kind: 'type', name: String(text) };
    if (kind === 'VariableName') yield { kind: 'type', name: String(word) };
  }
}
