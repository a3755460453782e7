/** Source of an export: one state of an engine's data. */
import { plainPredicate, type PredicateDeclaration, type SchemaDocument } from '../dql';
import { isDgraphName, isRegistry, TYPE_PREDICATE } from './names';

/** Statements as lines of RDF. */
export interface Chunk {
  readonly text: string;
  readonly statements: number;
}

export interface Source {
  /** Name for messages. */
  readonly name: string;
  /** Declarations without Dgraph's own. */
  readonly schema: SchemaDocument;
  /** GraphQL schema, if there is one and it can be read. */
  readonly graphql: string | undefined;
  /** Lists every statement of a predicate. @throws TransferError; the errors of the engine or the store */
  statements(predicate: PredicateDeclaration): AsyncIterable<Chunk>;
  /** Descriptions of unreadable data that is left out. */
  readonly leftOut: readonly string[];
  close(): Promise<void>;
}

/** Predicate of receipts of open writes, which are useless to another engine. */
const RECEIPTS = 'owlgate.receipt';

/**
 * Orders predicates, without receipts: types first, so that readers know them, and the registry last, so that the nodes
 * it leads to exist.
 */
export function inExportOrder(predicates: readonly PredicateDeclaration[]): readonly PredicateDeclaration[] {
  const rank = ({ name }: PredicateDeclaration): number => (isRegistry(name) ? 1 : 0);
  const moved = predicates.filter(({ name }) => name !== RECEIPTS);
  return [TYPES, ...moved.sort((a, b) => rank(a) - rank(b))];
}

/** Declaration of the type predicate in every engine. */
const TYPES: PredicateDeclaration = {
  ...plainPredicate(TYPE_PREDICATE, 'string'),
  list: true,
  index: [{ tokenizer: 'exact' }],
};

/** Returns true for types of nodes that are moved: Dgraph's own nodes have Dgraph's types. */
export const isMovedType = (type: string): boolean => !isDgraphName(type);
