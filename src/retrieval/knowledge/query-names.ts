/** Names in DQL queries of models: one that the engine does not know finds nothing, which reads like an answer. */
import type { Document } from '../../dql';
import type { EngineSchema } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { suggest } from '../../ontology';
import { afterLast } from '../../util/text';
import { isLabelName, isReserved, labelPredicates } from './labels';
import { partsOf, type QueryPart } from './query-parts';
import type { Vocabulary } from './vocabulary';

/** Names that no schema lists. */
const KNOWN = new Set(['uid', 'graph.type', 'dgraph.type', 'iri']);

/**
 * Refuses a query with a predicate or a type that neither the engine's schema nor the ontology has.
 *
 * @param vocabulary has further known types, and names by their labels
 * @throws OwlgateError InvalidRequest, with similar names
 */
export function requireKnownNames(
  document: Document,
  schema: EngineSchema,
  vocabulary?: Pick<Vocabulary, 'classes' | 'similar'>,
): void {
  const names = [...namesIn(document)];
  const known = {
    predicate: new Set(schema.schema.map(({ predicate }) => predicate)),
    type: new Set([...schema.types.map(({ name }) => name), ...(vocabulary?.classes.keys() ?? [])]),
  };
  // `count(v)` of a variable has the form of a predicate.
  const variables = new Set(names.flatMap(({ kind, name }) => (kind === 'variable' ? [name] : [])));
  // Without the right to see types, a client is shown none.
  const showsTypes = [...known.type].some((name) => !name.startsWith('dgraph.'));
  for (const { kind, name } of names) {
    if (kind === 'variable' || (kind === 'type' && !showsTypes)) continue;
    if (KNOWN.has(name) || variables.has(name) || known[kind].has(name)) continue;
    const similar = similarTo(name, known[kind], [
      ...(vocabulary?.similar(kind === 'type' ? 'class' : 'property', name) ?? []),
      ...(kind === 'predicate' && isLabelName(name) ? labelPredicates(schema).map((label) => label.name) : []),
    ]);
    const hint = similar.length > 0 ? `; similar: ${similar.join(', ')}` : '';
    throw new OwlgateError('InvalidRequest', { reason: `the graph has no ${kind} ${name || '""'}${hint}` });
  }
}

/** Maximum names that a refusal offers. */
const MAX_SIMILAR = 3;

/**
 * Returns known names near to a name: by their letters, without the prefix of either (`ex:born`), and by meaning.
 *
 * @param meant names with a similar meaning; unknown ones are left out
 */
function similarTo(name: string, known: ReadonlySet<string>, meant: readonly string[]): string[] {
  const local = localName(name);
  const bare = [...known].filter((each) => localName(each).toLowerCase() === local.toLowerCase());
  const near = [...suggest(name, known), ...bare, ...suggest(local, known), ...meant];
  return [...new Set(near)].filter((each) => known.has(each) && !isReserved(each)).slice(0, MAX_SIMILAR);
}

const localName = (name: string): string => afterLast(name, '#/:.');

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
