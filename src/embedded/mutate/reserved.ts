/** Names reserved by Dgraph. */

/** Predicates of the initial schema that only Dgraph itself writes. */
const RESERVED_NAMES = new Set([
  'dgraph.graphql.xid',
  'dgraph.graphql.schema',
  'dgraph.drop.op',
  'dgraph.graphql.p_query',
  'dgraph.namespace.id',
  'dgraph.namespace.name',
]);

const ACCESS_CONTROL = new Set([
  'dgraph.xid',
  'dgraph.password',
  'dgraph.user.group',
  'dgraph.rule.predicate',
  'dgraph.rule.permission',
  'dgraph.acl.rule',
]);

const TYPES = new Set([
  'dgraph.graphql',
  'dgraph.type.User',
  'dgraph.type.Group',
  'dgraph.type.Rule',
  'dgraph.graphql.persisted_query',
  'dgraph.namespace',
]);

/** True for predicates that clients cannot write. */
export const isOwnPredicate = (name: string): boolean => RESERVED_NAMES.has(name);

/** True for names in Dgraph's namespace, existing or not. */
export const isReservedName = (name: string): boolean => name.toLowerCase().startsWith('dgraph.');

/** True for the predicates that Dgraph defines itself. */
export function isPreDefinedPredicate(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'dgraph.type' || ACCESS_CONTROL.has(lower) || RESERVED_NAMES.has(name);
}

export const isPreDefinedType = (name: string): boolean => TYPES.has(name);
