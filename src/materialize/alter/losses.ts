/** Losses: parts of the schema that a change would take from the ontology in force. */
import {
  printPredicate,
  printType,
  type AlterOperation,
  type PredicateDeclaration,
  type SchemaDocument,
  type Span,
  type TypeDeclaration,
} from '../../dql';
import type { EngineSchema } from '../store/engine-schema';
import { fieldLosses, predicateLosses, typeLoss } from './differences';
import type { Needs } from './needs';
import { READERS, type ReadSchema } from './requested';

/** Loss of one predicate or type. */
export interface Loss {
  readonly kind: 'predicate' | 'type';
  readonly name: string;
  /** Clauses of a sentence: `become string instead of int`, `be dropped`. */
  readonly changes: readonly string[];
  /** Declaration that the ontology needs, in the syntax of /alter. */
  readonly needed: string;
  /** Position in the requested schema. */
  readonly span?: Span;
}

/** Schema of an engine. */
export type StoredSchema = Pick<EngineSchema, 'get' | 'fieldsOf'>;

/**
 * Compares an operation on /alter with the needs of an ontology. A drop of everything or of all data is not a loss: the
 * first removes the ontology as well, the second leaves the schema.
 *
 * @throws DqlSyntaxError for a schema that cannot be parsed
 */
export function lossesByAlter(
  operation: AlterOperation,
  needs: Needs,
  stored: StoredSchema,
  read: ReadSchema = READERS.dql,
): readonly Loss[] {
  switch (operation.kind) {
    case 'dropPredicate': {
      const needed = needs.predicates.get(bare(operation.name));
      return needed ? [{ ...describePredicate(needed), changes: ['be dropped'] }] : [];
    }
    case 'dropType': {
      const needed = needs.types.get(bare(operation.name));
      return needed ? [{ kind: 'type', name: needed.name, needed: printType(needed), changes: ['be dropped'] }] : [];
    }
    case 'schema':
      return lossesBySchema(read(operation.text), needs, stored);
    default:
      return [];
  }
}

function lossesBySchema({ predicates, types }: SchemaDocument, needs: Needs, stored: StoredSchema): readonly Loss[] {
  const losses: Loss[] = [];
  for (const requested of predicates) {
    const needed = needs.predicates.get(requested.name);
    const changes = needed ? predicateLosses(needed, stored.get(requested.name), requested) : [];
    if (changes.length > 0) losses.push({ ...describePredicate(needed!), changes, ...at(requested) });
  }
  for (const requested of types) {
    const needed = needs.types.get(requested.name);
    const fields = needed ? fieldLosses(needed, stored.fieldsOf(requested.name), requested) : [];
    if (fields.length === 0) continue;
    const changes = [`lose the ${fields.length === 1 ? 'field' : 'fields'} ${listed(fields)}`];
    losses.push({ kind: 'type', name: requested.name, needed: printType(needed!), changes, ...at(requested) });
  }
  return losses;
}

/**
 * Compares GraphQL SDL with the needs of an ontology, as far as Dgraph's mapping to predicates is known. Directives,
 * indexes and fields that the mapping leaves out are no loss: the gateway restores them afterwards.
 *
 * @param sdl a text that is not valid SDL loses nothing: the engine refuses it
 */
export function lossesByGraphql(
  sdl: string,
  needs: Needs,
  stored: StoredSchema,
  read: ReadSchema = READERS.graphql,
): readonly Loss[] {
  return read(sdl).predicates.flatMap((requested): Loss[] => {
    const needed = needs.predicates.get(requested.name);
    if (!needed) return [];
    const storedPredicate = stored.get(requested.name);
    const type = typeLoss(needed, storedPredicate, requested);
    const changes =
      type !== undefined ? [type] : gainsLanguage(needed, storedPredicate, requested) ? ['get @lang'] : [];
    return changes.length > 0 ? [{ ...describePredicate(needed), changes }] : [];
  });
}

function gainsLanguage(
  needed: PredicateDeclaration,
  storedPredicate: PredicateDeclaration | undefined,
  requested: PredicateDeclaration,
): boolean {
  return requested.lang && !needed.lang && storedPredicate?.lang !== true;
}

/** Returns true if an engine lacks something that a change may not remove. */
export const lacksNeeded = (needs: Needs, stored: StoredSchema): boolean =>
  [...needs.predicates.values()].some((needed) => {
    const storedPredicate = stored.get(needed.name);
    return storedPredicate === undefined || predicateLosses(needed, undefined, storedPredicate).length > 0;
  }) ||
  [...needs.types.values()].some((needed) => fieldLosses(needed, needed.fields, fieldsIn(needed, stored)).length > 0);

const fieldsIn = (type: TypeDeclaration, stored: StoredSchema): TypeDeclaration => ({
  ...type,
  fields: stored.fieldsOf(type.name),
});

const describePredicate = (needed: PredicateDeclaration): Omit<Loss, 'changes'> => ({
  kind: 'predicate',
  name: needed.name,
  needed: printPredicate(needed),
});

const at = ({ span }: { readonly span?: Span }): { readonly span?: Span } => (span ? { span } : {});

/**
 * Returns the name without angle brackets. Dgraph takes the name to drop literally: `<p>` drops nothing, though the
 * client means `p`.
 */
const bare = (name: string): string => name.trim().replace(/^<(.*)>$/s, '$1');

const MAX_LISTED = 10;

function listed(names: readonly string[]): string {
  const some = names.slice(0, MAX_LISTED).map((name) => `"${name}"`);
  return names.length > MAX_LISTED ? `${some.join(', ')} and ${names.length - MAX_LISTED} more` : some.join(', ');
}
