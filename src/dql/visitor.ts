/**
 * Visitor and rebuilder of syntax trees. One table lists the children of each node; it does not compile if a node or a
 * field is missing.
 */
import type { Directives, Kind, Node, NodeOf, Pagination } from './ast';

/** True for fields that hold nodes: a node, a list of nodes, or one of the two containers that are not nodes. */
type HoldsNodes<V> = V extends Node | Pagination | Directives
  ? true
  : V extends readonly (infer E)[]
    ? HoldsNodes<E>
    : never;
type ChildKeys<T> = { [P in keyof T]-?: [HoldsNodes<T[P]>] extends [never] ? never : P }[keyof T];
type ChildTable = { readonly [K in Kind]: { readonly [P in ChildKeys<NodeOf<K>>]: true } };

/** Fields that hold nodes, by kind of node, in the order of the text. */
const CHILDREN: ChildTable = {
  Document: { operation: true, blocks: true, fragments: true },
  Operation: { variables: true },
  VariableDefinition: { default: true },
  FragmentDefinition: { selection: true },
  QueryBlock: { func: true, shortest: true, pagination: true, order: true, directives: true, selection: true },
  SchemaBlock: {},
  ShortestPath: {
    from: true,
    to: true,
    numpaths: true,
    depth: true,
    minweight: true,
    maxweight: true,
    maxfrontiersize: true,
  },
  OrderKey: { by: true },
  GroupKey: { predicate: true },
  Recurse: { depth: true, loop: true },
  FacetSelection: { keys: true, order: true },
  FacetKey: {},
  FacetOrder: {},
  And: { operands: true },
  Or: { operands: true },
  Not: { operand: true },
  FunctionCall: { subject: true, args: true, options: true },
  FunctionOption: { value: true },
  VariableName: {},
  Scalar: {},
  GqlVariable: {},
  List: { items: true },
  Regex: {},
  ValRef: {},
  CountRef: { predicate: true },
  LenRef: {},
  Predicate: {},
  Field: { predicate: true, pagination: true, order: true, directives: true, selection: true },
  UidField: {},
  CountField: { predicate: true, pagination: true, order: true, directives: true },
  ValField: { value: true },
  AggregateField: { of: true },
  MathField: { expression: true },
  ExpandField: { types: true, pagination: true, order: true, directives: true, selection: true },
  CheckPasswordField: { predicate: true, password: true },
  FragmentSpread: {},
  MathNumber: {},
  MathConstant: {},
  MathVariable: {},
  MathCall: { args: true },
  MathUnary: { operand: true },
  MathBinary: { left: true, right: true },
};

const KEYS = Object.fromEntries(
  Object.entries(CHILDREN).map(([kind, fields]) => [kind, Object.keys(fields)]),
) as unknown as Readonly<Record<Kind, readonly string[]>>;

/** Callbacks by kind of node, called before its children; `false` skips the children. */
type Visitor = { readonly [K in Kind]?: (node: NodeOf<K>) => unknown };

/** Visits a tree in the order of the text, starting with `node`. */
export function visit(node: Node, visitor: Visitor): void {
  const enter = visitor[node.kind] as ((node: Node) => unknown) | undefined;
  if (enter?.(node) === false) return;
  for (const key of KEYS[node.kind]) visitValue((node as unknown as Fields)[key], visitor);
}

function visitValue(value: unknown, visitor: Visitor): void {
  if (typeof value !== 'object' || value === null) return;
  if ('kind' in value) visit(value as Node, visitor);
  else for (const item of Object.values(value)) visitValue(item, visitor);
}

/** Replacement of a node: another node, several if it stands in a list, or undefined to keep it. */
export type Replacer = { readonly [K in Kind]?: (node: NodeOf<K>) => Node | readonly Node[] | undefined };

/**
 * Rebuilds a tree with some nodes replaced. Replacements are not visited again; unchanged nodes stay the same objects.
 */
export function transform<T extends Node>(node: T, replacer: Replacer): T {
  return transformFields(node, KEYS[node.kind], replacer) as T;
}

type Fields = Record<string, unknown>;

function transformFields(node: object, keys: readonly string[], replacer: Replacer): object {
  let copy: Fields | undefined;
  for (const key of keys) {
    const before = (node as Fields)[key];
    const after = transformValue(before, replacer);
    if (after !== before) (copy ??= { ...node } as Fields)[key] = after;
  }
  return copy ? Object.freeze(copy) : node;
}

function transformValue(value: unknown, replacer: Replacer): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return transformList(value, replacer);
  if (!('kind' in value)) return transformFields(value, Object.keys(value), replacer);
  const node = value as Node;
  const replace = replacer[node.kind] as ((node: Node) => Node | readonly Node[] | undefined) | undefined;
  return replace?.(node) ?? transform(node, replacer);
}

function transformList(list: readonly unknown[], replacer: Replacer): readonly unknown[] {
  const items: unknown[] = [];
  let changed = false;
  for (const item of list) {
    const after = transformValue(item, replacer);
    if (after !== item) changed = true;
    if (Array.isArray(after)) for (const one of after as unknown[]) items.push(one);
    else items.push(after);
  }
  return changed ? Object.freeze(items) : list;
}
