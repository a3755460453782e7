/**
 * Rewrites root functions that compare counts, for predicates without a count index: Dgraph needs the index only at the
 * root.
 */
import type { Document, FunctionCall, QueryBlock } from './ast';
import { DqlSyntaxError } from './errors';
import { parse } from './parser';
import { print } from './printer';

/** Beginning of a comparison of counts, such as `eq(count(`. */
const COMPARISON = /\b(?:eq|le|lt|ge|gt|between)\s*\(\s*count\s*\(/i;

/**
 * Rewrites `func: eq(count(p), 2)` to `func: has(p)` with the filter `eq(count(p), 2)`, which needs no index.
 *
 * A text without such a function, or one that cannot be parsed, is returned unchanged.
 *
 * @param isUncounted returns true for a predicate of edges without a count index
 */
export function rewriteRootCounts(query: string, isUncounted: (predicate: string) => boolean): string {
  if (!COMPARISON.test(query)) return query;
  let document: Document;
  try {
    document = parse(query);
  } catch (error) {
    if (error instanceof DqlSyntaxError) return query;
    throw error;
  }
  const blocks = document.blocks.map((block) =>
    block.kind === 'QueryBlock' ? withoutRootCount(block, isUncounted) : block,
  );
  const isChanged = blocks.some((block, i) => block !== document.blocks[i]);
  return isChanged ? print({ ...document, blocks }) : query;
}

function withoutRootCount(block: QueryBlock, isUncounted: (predicate: string) => boolean): QueryBlock {
  const { func, directives } = block;
  if (func?.subject?.kind !== 'CountRef' || !isUncounted(func.subject.predicate.name)) return block;
  const { span } = func;
  const has: FunctionCall = {
    kind: 'FunctionCall',
    name: 'has',
    subject: func.subject.predicate,
    args: [],
    options: [],
    span,
  };
  const filter = directives.filter ? ({ kind: 'And', operands: [func, directives.filter], span } as const) : func;
  return { ...block, func: has, directives: { ...directives, filter } };
}
