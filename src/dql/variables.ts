/** Query variables: what each block defines and needs. */
import type { Document, Node, QueryBlock, Selection, Span } from './ast';
import { visit } from './visitor';

/**
 * `uid` for sets of nodes, `value` for values by node; `any` where only the schema or the data can tell: the variable of a
 * field is of nodes if the predicate is an edge, and `len(v)` counts either.
 */
export type VariableKind = 'uid' | 'value' | 'any';

export interface VariableUse {
  readonly name: string;
  readonly kind: VariableKind;
  readonly span: Span;
}

export interface BlockVariables {
  readonly block: QueryBlock;
  readonly defines: readonly VariableUse[];
  /** Each use, in the order of the text; a name may occur several times. */
  readonly needs: readonly VariableUse[];
}

/** The variables of every query block, in the order of the blocks. Fragments must have been expanded. */
export function blockVariables(document: Document): BlockVariables[] {
  return document.blocks
    .filter((block) => block.kind === 'QueryBlock')
    .map((block) => ({ block, defines: definitions(block), needs: usesOf(block) }));
}

/** The variables that a node uses, itself and what is in it. */
export function usesOf(node: Node): VariableUse[] {
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
  const ofSelection = (node: Selection): void => {
    if ('variable' in node) define(node, kindOf(node));
  };
  visit(block, {
    Field: ofSelection,
    UidField: ofSelection,
    CountField: ofSelection,
    AggregateField: ofSelection,
    MathField: ofSelection,
    CheckPasswordField: ofSelection,
    FacetKey: (key) => define(key, 'value'),
  });
  return defined;
}

function kindOf(node: Selection): VariableKind {
  if (node.kind === 'UidField') return 'uid';
  if (node.kind !== 'Field') return 'value';
  return node.selection ? 'uid' : 'any';
}
