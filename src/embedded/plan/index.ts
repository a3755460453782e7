/** Query planning: a document and a schema → a plan. */
import type { Document } from '../../dql';
import type { SchemaView } from '../storage/view';
import { planBlock } from './blocks';
import type { BlockPlan, NodePlan, QueryPlan } from './types';

export type * from './types';
export { DqlUnsupportedError, QueryError, QueryTimeoutError } from './errors';
export { planFilter } from './filters';
export { attributeOf, isEdge } from './predicates';
export { emptyNode } from './fields';
export { similarArguments } from './functions';

/**
 * Plans a query whose fragments and variables have been replaced already.
 *
 * @throws QueryError where Dgraph would refuse the query before running it
 */
export function planQuery(document: Document, schema: SchemaView): QueryPlan {
  const blocks: BlockPlan[] = [];
  let schemaPlan: QueryPlan['schema'];
  for (const block of document.blocks) {
    if (block.kind === 'SchemaBlock') {
      schemaPlan = { predicates: block.predicates, types: block.types, fields: block.fields };
      continue;
    }
    const node = planBlock(block, schema);
    const needs = new Set<string>();
    const defines = new Set<string>();
    collect(node, needs, defines);
    blocks.push({ node, needs, defines });
  }
  return { blocks, schema: schemaPlan };
}

function collect(node: NodePlan, needs: Set<string>, defines: Set<string>): void {
  for (const use of node.uses) needs.add(use.name);
  if (node.variable !== undefined) defines.add(node.variable);
  for (const variable of node.facets?.variables.values() ?? []) defines.add(variable);
  for (const child of node.children) collect(child, needs, defines);
}
