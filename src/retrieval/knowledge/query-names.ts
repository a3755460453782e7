/** Names in DQL queries of models: one that the engine does not know finds nothing, which reads like an answer. */
import { parse, type Document } from '../../dql';
import type { EngineSchema } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { suggest } from '../../ontology';

/** Names that no schema lists. */
const KNOWN = new Set(['uid', 'graph.type', 'dgraph.type', 'iri']);

/**
 * Refuses a query with a predicate or a type that neither the engine's schema nor the ontology has. A query that cannot
 * be parsed is the engine's to refuse.
 *
 * @param types further known types
 * @throws OwlgateError InvalidRequest, with similar names
 */
export function requireKnownNames(query: string, schema: EngineSchema, types: Iterable<string> = []): void {
  let document: Document;
  try {
    document = parse(query);
  } catch {
    return;
  }
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

/** Predicates that a query names; none if it cannot be parsed. */
export function predicatesOf(query: string): string[] {
  try {
    return [...new Set([...namesIn(parse(query))].flatMap(({ kind, name }) => (kind === 'predicate' ? [name] : [])))];
  } catch {
    return [];
  }
}

interface Name {
  readonly kind: 'predicate' | 'type' | 'variable';
  readonly name: string;
}

interface AnyNode {
  readonly kind?: string;
  readonly [property: string]: unknown;
}

const TYPES = new Set(['graph.type', 'dgraph.type']);

function* namesIn(node: unknown): Generator<Name> {
  if (Array.isArray(node)) for (const each of node) yield* namesIn(each);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const { kind, name, ...parts } = node as AnyNode;
  if (kind === 'Predicate') yield { kind: 'predicate', name: String(name) };
  if (kind === 'Predicate' || kind === 'SchemaBlock') return;
  if (typeof parts['variable'] === 'string') yield { kind: 'variable', name: parts['variable'] };
  if (kind === 'FunctionCall') yield* typesIn(node as AnyNode);
  if (kind === 'ExpandField' && Array.isArray(parts['types'])) {
    for (const type of parts['types'] as string[]) if (type !== '_all_') yield { kind: 'type', name: type };
  }
  for (const [key, part] of Object.entries(parts)) if (!FACETS.has(key)) yield* namesIn(part);
}

/** Facets have names of their own. */
const FACETS = new Set(['facets', 'facetsFilter', 'span']);

/** `type(Dog)`, `eq(dgraph.type, "Dog")`. */
function* typesIn({ name, subject, args }: AnyNode): Generator<Name> {
  const isType = name === 'type' || (name === 'eq' && TYPES.has(String((subject as AnyNode | undefined)?.['name'])));
  if (!isType || !Array.isArray(args)) return;
  const items = (args as AnyNode[]).flatMap((each) => (each.kind === 'List' ? (each['items'] as AnyNode[]) : [each]));
  for (const { kind, text, name: word } of items) {
    if (kind === 'Scalar') yield { kind: 'type', name: String(text) };
    if (kind === 'VariableName') yield { kind: 'type', name: String(word) };
  }
}
