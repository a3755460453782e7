/** Query variables that each block defines and needs, and the types of their values. */
import type { Document, Node, QueryBlock, Selection, Span } from './ast';
import type { ScalarType } from './schema/ast';
import { visit } from './visitor';

/**
 * `uid` for sets of nodes, `value` for values by node; `any` if only the schema or the data can tell: the variable of a
 * field is a uid variable if the predicate is an edge, and `len(v)` counts either.
 */
type VariableKind = 'uid' | 'value' | 'any';

export interface VariableUse {
  readonly name: string;
  readonly kind: VariableKind;
  readonly span: Span;
}

export interface BlockVariables {
  readonly block: QueryBlock;
  readonly defines: readonly VariableUse[];
  /** All uses in the order of the text, repeated names included. */
  readonly needs: readonly VariableUse[];
}

/** Returns the variables of every query block, in the order of the blocks. Fragments must have been expanded. */
export function blockVariables(document: Document): BlockVariables[] {
  return document.blocks
    .filter((block) => block.kind === 'QueryBlock')
    .map((block) => ({ block, defines: definitions(block), needs: usesOf(block) }));
}

/**
 * Returns the types of variables with values. Those of arithmetic over integers, and of facets, are left out.
 *
 * @param typeOf returns the type of a predicate
 */
export function valueTypes(
  document: Document,
  typeOf: (predicate: string) => ScalarType | undefined,
): ReadonlyMap<string, ScalarType> {
  const types = new Map<string, ScalarType>();
  const note = (variable: string | undefined, type: ScalarType | undefined): void => {
    if (variable !== undefined && type !== undefined) types.set(variable, type);
  };
  visit(document, {
    Field: ({ variable, predicate }) => note(variable, typeOf(predicate.name)),
    AggregateField: ({ variable, function: name, of }) => {
      const type = of.kind === 'ValRef' ? types.get(of.variable) : typeOf(of.name);
      note(variable, name === 'avg' ? 'float' : type);
    },
    MathField: ({ variable, expression }) => {
      const isFloat = usesOf(expression).some(({ name }) => types.get(name) === 'float');
      if (isFloat) note(variable, 'float');
    },
  });
  return types;
}

/** Returns the variables that a node and its descendants use. */
function usesOf(node: Node): VariableUse[] {
  const uses: VariableUse[] = [];
  visit(node, {
    VariableName: ({ name, span }) => uses.push({ name, kind: 'uid', span }),
    ValRef: ({ variable, span }) => uses.push({ name: variable, kind: 'value', span }),
    LenRef: ({ variable, span }) => uses.push({ name: variable, kind: 'any', span }),
    MathVariable: ({ name, span }) => uses.push({ name, kind: 'value', span }),
  });
  return uses;
}

function definitions(block: QueryBlock): VariableUse[] {
  const defined: VariableUse[] = [];
  const define = (node: { readonly variable?: string; readonly span: Span }, kind: VariableKind): void => {
    if (node.variable !== undefined) defined.push({ name: node.variable, kind, span: node.span });
  };
  define(block, 'uid');
  const defineField = (node: Selection): void => {
    if ('variable' in node) define(node, kindOf(node));
  };
  visit(block, {
    Field: defineField,
    UidField: defineField,
    CountField: defineField,
    AggregateField: defineField,
    MathField: defineField,
    CheckPasswordField: defineField,
    FacetKey: (key) => define(key, 'value'),
  });
  return defined;
}

function kindOf(node: Selection): VariableKind {
  if (node.kind === 'UidField') return 'uid';
  if (node.kind !== 'Field') return 'value';
  return node.selection ? 'uid' : 'any';
}
