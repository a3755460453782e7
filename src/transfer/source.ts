/** Where an export comes from: one state of an engine's data. */
import { plainPredicate } from '../dql';
import type { PredicateDeclaration, SchemaDocument } from '../dql/schema/ast';
import { isDgraphs, isRegistry, TYPE_PREDICATE } from './names';

/** Statements as lines of RDF. */
export interface Chunk {
  readonly text: string;
  readonly statements: number;
}

export interface Source {
  /** For people. */
  readonly name: string;
  /** What is declared by others than Dgraph itself. */
  readonly schema: SchemaDocument;
  /** The GraphQL schema, where there is one and it can be read. */
  readonly graphql: string | undefined;
  /** Every statement under a predicate. @throws TransferError, and what the engine or the store throws */
  statements(predicate: PredicateDeclaration): AsyncIterable<Chunk>;
  /** What could not be read and is left out, for people. */
  readonly leftOut: readonly string[];
  close(): Promise<void>;
}

/** Receipts of writes in flight: no other engine has a use for them. */
const RECEIPTS = 'owlgate.receipt';

/** Types first, so that whoever reads the file knows of them, and the registry last, so that what it leads to is there. */
export function inOrder(predicates: readonly PredicateDeclaration[]): readonly PredicateDeclaration[] {
  const rank = ({ name }: PredicateDeclaration): number => (isRegistry(name) ? 1 : 0);
  const moved = predicates.filter(({ name }) => name !== RECEIPTS);
  return [TYPES, ...moved.sort((a, b) => rank(a) - rank(b))];
}

/** As every engine declares it. */
const TYPES: PredicateDeclaration = {
  ...plainPredicate(TYPE_PREDICATE, 'string'),
  list: true,
  index: [{ tokenizer: 'exact' }],
};

/** Nodes that Dgraph has for itself have types of its own. */
export const isMovedType = (type: string): boolean => !isDgraphs(type);
