/**
 * Dgraph v25.4's own declarations: those of every empty store, and those of access control, which clients may only
 * repeat.
 */
import { plainPredicate, type PredicateDeclaration, type TypeDeclaration } from '../../dql';

function predicate(
  name: string,
  overrides: Partial<PredicateDeclaration> & { tokenizer?: string },
): PredicateDeclaration {
  const { tokenizer, ...rest } = overrides;
  const index = tokenizer === undefined ? [] : [{ tokenizer }];
  return { ...plainPredicate(name, 'string'), index, ...rest };
}

/** Declared in every store. */
export const INITIAL_PREDICATES: readonly PredicateDeclaration[] = [
  predicate('dgraph.type', { tokenizer: 'exact', list: true }),
  predicate('dgraph.drop.op', {}),
  predicate('dgraph.graphql.schema', {}),
  predicate('dgraph.graphql.xid', { tokenizer: 'exact', upsert: true }),
  predicate('dgraph.graphql.p_query', { tokenizer: 'sha256' }),
  predicate('dgraph.namespace.name', { tokenizer: 'exact', upsert: true, unique: true }),
  predicate('dgraph.namespace.id', { type: 'int', tokenizer: 'int', upsert: true, unique: true }),
];

/** Declared only under access control, which the embedded engine lacks; a client may declare them unchanged. */
const ACCESS_CONTROL_PREDICATES: readonly PredicateDeclaration[] = [
  predicate('dgraph.xid', { tokenizer: 'exact', upsert: true, unique: true }),
  predicate('dgraph.password', { type: 'password' }),
  predicate('dgraph.user.group', { type: 'uid', list: true, reverse: true }),
  predicate('dgraph.acl.rule', { type: 'uid', list: true }),
  predicate('dgraph.rule.predicate', { tokenizer: 'exact', upsert: true }),
  predicate('dgraph.rule.permission', { type: 'int' }),
];

const type = (name: string, ...fields: string[]): TypeDeclaration => ({ kind: 'Type', name, fields });

export const INITIAL_TYPES: readonly TypeDeclaration[] = [
  type('dgraph.graphql', 'dgraph.graphql.schema', 'dgraph.graphql.xid'),
  type('dgraph.graphql.persisted_query', 'dgraph.graphql.p_query'),
  type('dgraph.namespace', 'dgraph.namespace.name', 'dgraph.namespace.id'),
];

const ACCESS_CONTROL_TYPES: readonly TypeDeclaration[] = [
  type('dgraph.type.User', 'dgraph.xid', 'dgraph.password', 'dgraph.user.group'),
  type('dgraph.type.Group', 'dgraph.xid', 'dgraph.acl.rule'),
  type('dgraph.type.Rule', 'dgraph.rule.predicate', 'dgraph.rule.permission'),
];

/** Returns Dgraph's own declaration of a predicate. */
export function preDefinedPredicate(name: string): PredicateDeclaration | undefined {
  return [...INITIAL_PREDICATES, ...ACCESS_CONTROL_PREDICATES].find((declaration) => declaration.name === name);
}

/** Returns Dgraph's own declaration of a type. */
export function preDefinedType(name: string): TypeDeclaration | undefined {
  return [...INITIAL_TYPES, ...ACCESS_CONTROL_TYPES].find((declaration) => declaration.name === name);
}
