/**
 * Bound of the paths that a query follows, estimated from stored edges before it runs: a recursion with loops, or deep
 * nesting, over a few mutual edges has billions of them.
 */
import type { Document, Field, QueryBlock, Selection } from '../../dql';
import type { EngineSchema } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { inDql } from './labels';

/** Runs a DQL query on the gateway's own account of the client's rights. */
export type Ask = (query: string) => Promise<Readonly<Record<string, unknown>>>;

/** Maximum paths of a query. Both engines follow some 100,000 in a second. */
const MAX_PATHS = 100_000;
/** Levels of nesting from which paths are estimated; a query with fewer levels is bounded by the size of its answer. */
const STEEP = 4;
/** Nodes of a predicate whose edges are counted. */
const SAMPLED = 1_000;
/** Nodes assumed where a block begins with an index, and edges assumed of `expand`. */
const ASSUMED_ROOTS = 10;
const ASSUMED_EXPANDED = 10;

/** Edges that lead on from a node, by predicate as written in DQL. */
type FanOut = ReadonlyMap<string, number>;

/**
 * Refuses a query that would follow too many paths.
 *
 * @throws OwlgateError InvalidRequest with what to change; EngineFailure
 */
export async function requireBounded(document: Document, schema: EngineSchema, ask: Ask): Promise<void> {
  const steep = document.blocks.flatMap((block) => (block.kind === 'QueryBlock' && isSteep(block) ? [block] : []));
  if (steep.length === 0) return;
  const edges = new Set(schema.schema.flatMap(({ predicate, type }) => (type === 'uid' ? [predicate] : [])));
  const followed = steep
    .flatMap(({ selection = [] }) => fieldsOf(selection))
    .filter(({ predicate }) => edges.has(predicate.name));
  const fanOut = await sample([...new Set(followed.map(written))], ask);
  for (const block of steep) checkBlock(block, fanOut);
}

function checkBlock(block: QueryBlock, fanOut: FanOut): void {
  const { directives, selection = [] } = block;
  const roots = rootsOf(block);
  if (!isLoop(block)) {
    const paths = roots * pathsWithin(selection, fanOut);
    if (paths > MAX_PATHS) throw refusal(paths, 'ask for first: at each level, or in parts');
    return;
  }
  const each = selection.reduce((sum, field) => sum + edgesOf(field, fanOut), 0);
  const depth = numberOf(directives.recurse!.depth);
  const pathsTo = (levels: number): number => roots * each ** levels;
  if (pathsTo(depth) <= MAX_PATHS) return;
  const possible = Math.floor(Math.log(MAX_PATHS / roots) / Math.log(each));
  const advice = possible > 0 && possible < depth ? `a depth of ${possible}, ` : '';
  throw refusal(pathsTo(depth), `take loop: false, ${advice}fewer predicates, or first: at each of them`);
}

const refusal = (paths: number, advice: string): OwlgateError => {
  const reason = `the query would follow some ${paths.toPrecision(2)} paths, more than ${MAX_PATHS}: ${advice}`;
  return new OwlgateError('InvalidRequest', { reason });
};

/** Recursion with loops, or an answer with many levels. Without loops each edge is followed once. */
function isSteep(block: QueryBlock): boolean {
  if (block.shortest) return false;
  if (block.directives.recurse) return isLoop(block);
  // A block without an answer visits each node once.
  return block.name !== 'var' && levelsOf(block.selection ?? []) >= STEEP;
}

const isLoop = ({ directives: { recurse } }: QueryBlock): boolean =>
  recurse?.loop !== undefined && !/^(?:f|false|0)$/i.test(textOf(recurse.loop));

const levelsOf = (selection: readonly Selection[]): number =>
  Math.max(0, ...selection.map((each) => ('selection' in each && each.selection ? 1 + levelsOf(each.selection) : 0)));

function rootsOf({ func, pagination }: QueryBlock): number {
  const first = Math.abs(numberOf(pagination.first)) || Infinity;
  const isNamed = func?.args.every(({ kind }) => kind === 'Scalar') === true;
  if (func?.name === 'uid' && isNamed) return Math.min(first, func.args.length);
  return first < Infinity ? first : func?.name === 'eq' && isNamed ? func.args.length : ASSUMED_ROOTS;
}

const pathsWithin = (selection: readonly Selection[], fanOut: FanOut): number =>
  selection.reduce((sum, each) => {
    const edges = edgesOf(each, fanOut);
    return (
      sum + (edges === 0 || !('selection' in each) ? edges : edges * (1 + pathsWithin(each.selection ?? [], fanOut)))
    );
  }, 0);

/** Edges of a node that a field follows; 0 for values. */
function edgesOf(field: Selection, fanOut: FanOut): number {
  if (field.kind !== 'Field' && field.kind !== 'ExpandField') return 0;
  const edges = field.kind === 'Field' ? (fanOut.get(written(field)) ?? 0) : ASSUMED_EXPANDED;
  return Math.min(edges, Math.abs(numberOf(field.pagination.first)) || Infinity);
}

function fieldsOf(selection: readonly Selection[]): Field[] {
  return selection.flatMap((each) => [
    ...(each.kind === 'Field' ? [each] : []),
    ...('selection' in each && each.selection ? fieldsOf(each.selection) : []),
  ]);
}

const written = ({ predicate: { name, reverse } }: Field): string => inDql(`${reverse ? '~' : ''}${name}`);

/** Counts edges of some nodes. A node that edges lead to is weighted by its edges: hubs are reached often. */
async function sample(predicates: readonly string[], ask: Ask): Promise<FanOut> {
  if (predicates.length === 0) return new Map();
  const counted = predicates.map(
    (predicate, i) =>
      `var(func: has(${predicate}), first: ${SAMPLED}) { c${i} as count(${predicate}) d${i} as math(c${i} * c${i}) }\n` +
      `s${i}() { c: sum(val(c${i})) } t${i}() { d: sum(val(d${i})) }`,
  );
  const data = await ask(`{ ${counted.join('\n')} }`);
  const sum = (block: string, name: string): number =>
    (data[block] as readonly Readonly<Record<string, number>>[] | undefined)?.[0]?.[name] ?? 0;
  return new Map(predicates.map((predicate, i) => [predicate, sum(`t${i}`, 'd') / (sum(`s${i}`, 'c') || 1)]));
}

const textOf = (value: unknown): string => (value as { readonly text?: string } | undefined)?.text ?? '';

const numberOf = (value: unknown): number => Number(textOf(value)) || 0;
