/** Query execution: a document and a state of the store → JSON text and variables. */
import type { Document } from '../../dql';
import { planQuery, QueryError, type BlockPlan } from '../plan';
import type { ReadView, UidList } from '../storage/view';
import type { Value } from '../values';
import type { Context } from './context';
import { bindVariables, computeValues, pageAfterCascade } from './finish';
import { Limits, type LimitOptions } from './limits';
import { Node } from './node';
import { writeRdf } from './output/rdf';
import { writeBlocks } from './output/write';
import { writeSchema } from './output/schema';
import { processNode } from './process';
import { runRecurse } from './recurse';
import { runShortest } from './shortest';
import { argumentTexts, takeVariables, uidsOf } from './variables';
import type { Variables } from './node';

export { DqlUnsupportedError, QueryError, QueryTimeoutError } from '../plan';
export { evaluateCondition, type ConditionVariables } from './condition';

export interface ExecuteOptions extends LimitOptions {
  /** True to show the uid of every node, as with `?debug=true`. */
  readonly debug?: boolean;
  /** `rdf` gives N-Quads, as with `?respFormat=rdf`; default `json`. */
  readonly format?: 'json' | 'rdf';
  /** Receives the limits, for work outside of the execution. */
  readonly onLimits?: (limits: Limits) => void;
}

export interface QueryResult {
  /**
   * JSON text of `data`: `{"q":[…]}`, or for a schema query `{"schema":[…],"types":[…]}`. In the format `rdf` it is a
   * JSON string of the lines.
   */
  readonly json: string;
  /** Nodes of each variable by name; for a value variable, the nodes that have a value. */
  readonly uidVariables: ReadonlyMap<string, UidList>;
  /** Value variables by name. */
  readonly valueVariables: ReadonlyMap<string, ReadonlyMap<number, Value>>;
  /** Number of nodes looked up per predicate, as Dgraph counts them for `extensions.metrics`. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Answers a query as Dgraph v25.4 does. The document must be parsed, its fragments expanded and its GraphQL variables
 * bound (see the `dql` room); unresolved ones are refused.
 *
 * @param view one state of the store; read synchronously and not kept
 * @throws QueryError with Dgraph's text for queries that Dgraph refuses; DqlUnsupportedError, with line and column, for
 *   constructs that this engine lacks; QueryTimeoutError once `options.deadline` has passed
 */
export function executeQuery(document: Document, view: ReadView, options: ExecuteOptions = {}): QueryResult {
  const plan = planQuery(document, view.schema);
  const variables: Variables = new Map();
  const limits = new Limits(options);
  options.onLimits?.(limits);
  const ctx: Context = { view, limits, variables, debug: options.debug === true };
  if (plan.schema) {
    const json = options.format === 'rdf' ? '""' : `{${writeSchema(view.schema, plan.schema)}}`;
    return { json, uidVariables: new Map(), valueVariables: new Map(), counts: new Map() };
  }
  const blocks = runBlocks(ctx, plan.blocks);
  const json = options.format === 'rdf' ? JSON.stringify(writeRdf(ctx, blocks)) : writeBlocks(ctx, blocks);
  const counts = new Map<string, number>();
  for (const block of blocks) countNodes(block, counts);
  return { json, ...exportVariables(variables), counts };
}

/**
 * Runs each block once the variables that it needs are defined. Like Dgraph it keeps only the paths of the last block
 * that searches for paths; they come last in the answer.
 */
function runBlocks(ctx: Context, plans: readonly BlockPlan[]): Node[] {
  const blocks = plans.map((plan) => Node.of(plan.node));
  let paths: Node[] = [];
  const waiting = new Set(plans.keys());
  while (waiting.size > 0) {
    const ready = [...waiting].filter((index) => canRun(plans[index]!, ctx.variables));
    if (ready.length === 0) throw new QueryError("Query couldn't be executed");
    for (const index of ready) {
      waiting.delete(index);
      const pathNodes = runBlock(ctx, blocks[index]!);
      if (plans[index]!.node.shortest) paths = pathNodes;
    }
  }
  return [...blocks, ...paths];
}

function canRun({ needs, defines }: BlockPlan, variables: Variables): boolean {
  for (const name of needs) if (!variables.has(name) && !defines.has(name)) return false;
  return true;
}

function runBlock(ctx: Context, block: Node): Node[] {
  let paths: Node[] = [];
  takeAllVariables(block, ctx.variables);
  if (block.plan.shortest) paths = runShortest(ctx, block);
  else if (block.plan.recurse) runRecurse(ctx, block);
  else if (!block.plan.empty && !lacksArguments(ctx, block)) processNode(ctx, block, undefined);
  bindVariables(ctx, block, []);
  pageAfterCascade(block);
  computeValues(ctx, block, [], undefined);
  return paths;
}

function takeAllVariables(node: Node, variables: Variables): void {
  takeVariables(node, variables);
  for (const child of node.children) takeAllVariables(child, variables);
}

/** True if all arguments of the root function come from a variable without values. Such a block is not run. */
function lacksArguments(ctx: Context, block: Node): boolean {
  const { func } = block.plan;
  if (!func || !('args' in func) || func.kind === 'geo') return false;
  if (!func.args.some((arg) => 'variable' in arg)) return false;
  const texts = argumentTexts(func, ctx.variables);
  return func.kind === 'similar_to' ? texts.length === 1 : texts.length === 0;
}

function exportVariables(variables: Variables): Pick<QueryResult, 'uidVariables' | 'valueVariables'> {
  const uidVariables = new Map<string, UidList>();
  const valueVariables = new Map<string, ReadonlyMap<number, Value>>();
  for (const [name, variable] of variables) {
    uidVariables.set(name, uidsOf(variable));
    if (variable.values.size > 0) valueVariables.set(name, variable.values);
  }
  return { uidVariables, valueVariables };
}

function countNodes(node: Node, counts: Map<string, number>): void {
  if (!node.isInternal) counts.set(node.plan.attr, (counts.get(node.plan.attr) ?? 0) + node.src.length);
  for (const child of node.children) countNodes(child, counts);
}
