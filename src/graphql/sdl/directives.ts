/** Directives of SDL: their arguments, and printing of those that Dgraph knows. */
import { Kind, print, type ConstArgumentNode, type ConstDirectiveNode, type ConstValueNode } from 'graphql';

/** Operations that `@generate` lets a type have. */
export interface Generated {
  readonly get: boolean;
  readonly query: boolean;
  readonly password: boolean;
  readonly aggregate: boolean;
  readonly add: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly subscription: boolean;
}

interface Directed {
  readonly directives?: readonly ConstDirectiveNode[];
}

/** Directives that are kept; others are accepted and ignored (Dgraph's `ignore-unsupported-directive`). */
const KNOWN = new Set([
  'hasInverse',
  'search',
  'embedding',
  'dgraph',
  'id',
  'withSubscription',
  'secret',
  'auth',
  'custom',
  'remote',
  'deprecated',
  'lambda',
  'default',
  'lambdaOnMutate',
  'generate',
  'key',
  'extends',
  'external',
  'requires',
  'provides',
  'remoteResponse',
]);

/** First directive of a name. */
export const directiveOf = ({ directives }: Directed, name: string): ConstDirectiveNode | undefined =>
  directives && firstOf(directives, name);

export const argumentOf = (directive: ConstDirectiveNode | undefined, name: string): ConstValueNode | undefined =>
  directive?.arguments && firstOf(directive.arguments, name)?.value;

type Named = ConstDirectiveNode | ConstArgumentNode;

/** Longer lists are searched by an index: the checks of each member look up others. */
const MAX_SCANNED = 16;
const indexes = new WeakMap<readonly Named[], ReadonlyMap<string, Named>>();

function firstOf<T extends Named>(nodes: readonly T[], name: string): T | undefined {
  if (nodes.length <= MAX_SCANNED) return nodes.find((node) => node.name.value === name);
  let index = indexes.get(nodes);
  if (!index) {
    index = new Map(nodes.toReversed().map((node) => [node.name.value, node]));
    indexes.set(nodes, index);
  }
  return index.get(name) as T | undefined;
}

/** Argument as text: a string, or a name in place of one. */
export function textArgument(directive: ConstDirectiveNode | undefined, name: string): string | undefined {
  const value = argumentOf(directive, name);
  return value && textOf(value);
}

export function textOf(value: ConstValueNode): string | undefined {
  switch (value.kind) {
    case Kind.STRING:
    case Kind.ENUM:
    case Kind.INT:
    case Kind.FLOAT:
      return value.value;
    case Kind.BOOLEAN:
      return String(value.value);
    default:
      return undefined;
  }
}

/** Argument as a list of texts; a single text counts as a list. */
export function textsArgument(directive: ConstDirectiveNode | undefined, name: string): readonly string[] | undefined {
  const value = argumentOf(directive, name);
  if (!value) return undefined;
  const values = value.kind === Kind.LIST ? value.values : [value];
  return values.map(textOf).filter((text) => text !== undefined);
}

export function memberOf(value: ConstValueNode | undefined, name: string): ConstValueNode | undefined {
  if (value?.kind !== Kind.OBJECT) return undefined;
  return value.fields.find((field) => field.name.value === name)?.value;
}

/** `@dgraph(pred: "p")`, …, in the order of the document. */
export const printDirectives = ({ directives }: Directed): string[] =>
  (directives ?? []).filter((directive) => KNOWN.has(directive.name.value)).map((directive) => print(directive));

/** Operations generated under `@generate`; without it, all except subscriptions. */
export function generatedBy(node: Directed): Generated {
  const directive = directiveOf(node, 'generate');
  const isGenerated = (argument: string, name: string): boolean => {
    const value = memberOf(argumentOf(directive, argument), name);
    return value?.kind !== Kind.BOOLEAN || value.value;
  };
  const subscription = argumentOf(directive, 'subscription');
  return {
    get: isGenerated('query', 'get'),
    query: isGenerated('query', 'query'),
    password: isGenerated('query', 'password'),
    aggregate: isGenerated('query', 'aggregate'),
    add: isGenerated('mutation', 'add'),
    update: isGenerated('mutation', 'update'),
    delete: isGenerated('mutation', 'delete'),
    subscription:
      (subscription?.kind === Kind.BOOLEAN && subscription.value) ||
      directiveOf(node, 'withSubscription') !== undefined,
  };
}
