/** Comparisons of counts, of values of variables, and of the size of variables. */
import {
  isEdge,
  QueryError,
  type CompareOperator,
  type CountFunction,
  type LengthFunction,
  type PredicateRef,
  type ValueFunction,
} from '../../plan';
import type { ReadView, UidList } from '../../storage/view';
import { compareWith, parseLiteral, type Value } from '../../values';
import type { Context } from '../context';
import { countOf } from '../read';
import { NO_UIDS, select, toList } from '../uids';

const MAX_COUNT = 4_294_967_295;

function holds(operator: CompareOperator, value: number, args: readonly number[]): boolean {
  switch (operator) {
    case 'eq':
      return value === args[0];
    case 'ge':
      return value >= args[0]!;
    case 'gt':
      return value > args[0]!;
    case 'le':
      return value <= args[0]!;
    case 'lt':
      return value < args[0]!;
    case 'between':
      return value >= args[0]! && value <= args[1]!;
  }
}

/** `ge(count(friend), 2)`: counts in a filter, and uses the index of counts at a root. */
export function compareCounts(
  ctx: Context,
  func: CountFunction,
  texts: readonly string[],
  src: UidList | undefined,
): UidList {
  const { predicate, operator } = func;
  const args = readThresholds(func, texts);
  if (src) {
    return select(src, (uid) => {
      ctx.limits.step();
      return holds(operator, countOf(ctx.view, predicate, uid), args);
    });
  }
  const [low, high] = countRange(operator, args[0]!, args[1] ?? 0);
  if (args[0]! + (operator === 'gt' ? 1 : operator === 'lt' ? -1 : 0) < 1 || (operator === 'between' && args[1]! < 1)) {
    throw new QueryError(
      'count(predicate) cannot be used to search for negative counts (nonsensical) or zero counts (not tracked).',
      func.span,
    );
  }
  const countedNodes = ctx.view.counted(predicate.name, predicate.reverse, low, high);
  return operator === 'eq' ? countedNodes : countedAsCommitted(ctx.view, predicate, countedNodes);
}

/** Drops nodes with a count that no node had before the transaction, since a range walks the committed counts. */
function countedAsCommitted(view: ReadView, predicate: PredicateRef, countedNodes: UidList): UidList {
  const { committed } = view;
  if (committed === view) return countedNodes;
  const knownCounts = new Map<number, boolean>();
  return select(countedNodes, (uid) => {
    // A predicate that is not a list counts once, however many languages its values have.
    const count = isEdge(predicate) || predicate.declaration!.list ? countOf(view, predicate, uid) : 1;
    let isKnown = knownCounts.get(count);
    if (isKnown === undefined) {
      isKnown = committed.counted(predicate.name, predicate.reverse, count, count).length > 0;
      knownCounts.set(count, isKnown);
    }
    return isKnown;
  });
}

function readThresholds(func: CountFunction, texts: readonly string[]): number[] {
  const expected = func.operator === 'between' ? 2 : 1;
  if (texts.length !== expected) {
    throw new QueryError(
      `Function '${func.operator}' requires ${expected} arguments, but got ${texts.length} ([${texts.join(' ')}])`,
      func.span,
    );
  }
  return texts.map((text) => {
    if (!/^[+-]?(0[xX][0-9a-fA-F]+|\d+)$/.test(text)) {
      throw new QueryError(
        `Compare ${func.operator}(${texts[0]!}) require digits, but got invalid num: strconv.ParseInt: ` +
          `parsing ${JSON.stringify(text)}: invalid syntax`,
        func.span,
      );
    }
    const value = Number(text);
    if (value < 0 || value > MAX_COUNT) {
      throw new QueryError(
        `Compare ${func.operator}: threshold value ${text} must be between 0 and ${MAX_COUNT}`,
        func.span,
      );
    }
    return value;
  });
}

function countRange(operator: CompareOperator, first: number, second: number): [number, number] {
  switch (operator) {
    case 'eq':
      return [first, first];
    case 'ge':
      return [first, MAX_COUNT];
    case 'gt':
      return [first + 1, MAX_COUNT];
    case 'le':
      return [1, first];
    case 'lt':
      return [1, first - 1];
    case 'between':
      return [first, second];
  }
}

/** `ge(val(x), 2)`. */
export function compareVariable(
  func: ValueFunction,
  values: ReadonlyMap<number, Value> | undefined,
  texts: readonly string[],
  src: UidList | undefined,
): UidList {
  const sample = values?.values().next().value;
  if (!values || !sample || texts.length === 0) return NO_UIDS;
  const args: Value[] = [];
  for (const text of texts) {
    try {
      args.push(parseLiteral(text, sample.type));
    } catch {
      // At a root Dgraph drops the error, and finds nothing.
      if (!src) return NO_UIDS;
      throw new QueryError(`Invalid argment ${text}. Comparing with different type`, func.span);
    }
  }
  const passes = (value: Value): boolean =>
    func.operator === 'between'
      ? args.length > 1 && compareWith('ge', value, args[0]!) && compareWith('le', value, args[1]!)
      : compareWith(func.operator, value, args[0]!);
  if (src) {
    return select(src, (uid) => {
      const value = values.get(uid);
      return value !== undefined && passes(value);
    });
  }
  return toList([...values].filter(([, value]) => passes(value)).map(([uid]) => uid));
}

/** `eq(len(v), 0)`: all of `src`, or no node. */
export function compareLength(func: LengthFunction, length: number, texts: readonly string[], src: UidList): UidList {
  return lengthHolds(func, length, texts) ? src : NO_UIDS;
}

/** True if the size of a variable compares as requested. @throws QueryError for an argument that is not an integer */
function lengthHolds(func: LengthFunction, length: number, texts: readonly string[]): boolean {
  const args = texts.map((text) => {
    if (!/^[+-]?\d+$/.test(text)) {
      throw new QueryError(
        `invalid argument ${text}. Comparing with different type: strconv.ParseInt: parsing ` +
          `${JSON.stringify(text)}: invalid syntax`,
        func.span,
      );
    }
    return Number(text);
  });
  return args.length > 0 && holds(func.operator, length, args);
}
