/** Answer as N-Quads (`respFormat=rdf`), field by field. */
import { QueryError } from '../../plan';
import { formatVector, jsonValue, type Value } from '../../values';
import type { Context } from '../context';
import type { Node } from '../node';
import { contains } from '../uids';
import { countName, edgeName, valueName } from './names';

/** @throws QueryError for constructs without an RDF form: groups, facets, uid counts, `@normalize`, `@ignorereflex` */
export function writeRdf(ctx: Context, blocks: readonly Node[]): string {
  const lines: string[] = [];
  for (const block of blocks) {
    check(block);
    for (const child of block.children) writeTree(ctx, child, lines);
  }
  return lines.join('');
}

function check({ plan }: Node): void {
  const refuse = (feature: string): QueryError =>
    new QueryError(`${feature} not supported in the rdf output format`, plan.span);
  if (plan.groupBy) throw new QueryError('groupby is not supported in rdf output format', plan.span);
  if (plan.role === 'count-uid') throw refuse('uid count is');
  if (plan.normalize) throw refuse('normalize directive is');
  if (plan.ignoreReflex) throw refuse('ignorereflex directive is');
  if (plan.password !== undefined) throw refuse('chkpwd function is');
  if (plan.facets && !plan.allLanguages) throw refuse('facets are');
}

function writeTree(ctx: Context, node: Node, lines: string[]): void {
  check(node);
  if (node.children.length === 0 || node.children.some((child) => child.matrix.length > 0)) {
    node.src.forEach((uid, index) => writeAt(ctx, node, uid, index, lines));
  }
  for (const child of node.children) writeTree(ctx, child, lines);
}

function writeAt(ctx: Context, node: Node, uid: number, index: number, lines: string[]): void {
  ctx.limits.step();
  const { plan } = node;
  const write = (name: string, object: string | undefined): void => {
    if (object === undefined) return;
    const line = `${term(uid)} <${name}> ${object} .\n`;
    ctx.limits.write(line.length);
    lines.push(line);
  };
  if (node.isInternal) {
    const value = plan.role === 'expand' ? undefined : node.valueMap?.get(uid);
    if (value) write(valueName(plan), literal(value));
  } else if (node.counts.length > 0) {
    write(countName(plan), `"${node.counts[index]!}"`);
  } else if (node.children.length > 0 && (node.matrix[index]?.length ?? 0) > 0) {
    for (const other of node.matrix[index]!) if (contains(node.dest, other)) write(edgeName(plan), term(other));
  } else {
    for (const { value } of node.values[index] ?? []) write(edgeName(plan), literal(value));
  }
}

const term = (uid: number): string => `<0x${uid.toString(16)}>`;

/** Formats numbers in quotes and other values as JSON; undefined for geometries, which are left out. */
function literal(value: Value): string | undefined {
  switch (value.type) {
    case 'geo':
      return undefined;
    case 'float32vector':
      return formatVector(value.value);
    case 'int':
    case 'float': {
      const json = jsonValue(value);
      return json && `"${json}"`;
    }
    default:
      return jsonValue(value);
  }
}
