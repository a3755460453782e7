/** `math(…)`: an expression evaluated at every node where its variables have values. */
import type { MathExpression } from '../../dql';
import { QueryError, QueryTimeoutError } from '../plan';
import { parseLiteral, type Value } from '../values';
import { byShard } from './aggregate';
import type { Context } from './context';
import { add, binary, compareBy, unary } from './arithmetic';
import type { Node, Variable, Variables } from './node';
import { NO_NODE, WHOLE } from './variables';

/** Values by node; undefined where `cond` chose a missing value, which other functions take for 0. */
type Values = Map<number, Value | undefined>;

/** Constant, or values by node; with neither, there is no result. */
interface MathResult {
  readonly constant?: Value | undefined;
  readonly values?: Values | undefined;
}

const COMPARISONS = new Set(['<', '>', '<=', '>=', '==', '!=']);
const ZERO: Value = { type: 'int', value: 0 };

/**
 * Evaluates an expression below the nodes of `path`; values of outer levels are carried down along it.
 *
 * @throws QueryError for constants that cannot be computed, and for `cond` without a condition on variables
 */
export function evaluate(
  ctx: Context,
  expression: MathExpression,
  variables: Variables,
  path: readonly Node[],
): MathResult {
  const operand = (inner: MathExpression): MathResult => evaluate(ctx, inner, variables, path);
  switch (expression.kind) {
    case 'MathNumber':
      return { constant: readNumber(expression.text) };
    case 'MathConstant':
      return { constant: parseLiteral(expression.text, expression.type) };
    case 'GqlVariable':
      throw new QueryError(`Variable ${expression.name} has no value`, expression.span);
    case 'MathVariable':
      return readVariable(ctx, variables.get(expression.name), path);
    case 'MathUnary':
      return applyUnary(ctx, 'u-', operand(expression.operand));
    case 'MathBinary': {
      const [left, right] = [operand(expression.left), operand(expression.right)];
      return COMPARISONS.has(expression.operator)
        ? applyComparison(ctx, expression.operator, left, right)
        : applyBinary(ctx, expression.operator, left, right);
    }
    case 'MathCall': {
      const args = expression.args.map(operand);
      if (args.length === 3) return choose(ctx, args as [MathResult, MathResult, MathResult]);
      if (args.length === 2) return applyBinary(ctx, expression.function, args[0]!, args[1]!);
      return applyUnary(ctx, expression.function, args[0]!);
    }
  }
}

function readNumber(text: string): Value {
  try {
    return parseLiteral(text, /^\d+$/.test(text) ? 'int' : 'float');
  } catch {
    return parseLiteral(text, 'float');
  }
}

function readVariable(ctx: Context, variable: Variable | undefined, path: readonly Node[]): MathResult {
  if (!variable) return { values: new Map() };
  const values = carryDown(ctx, variable, path);
  const single = values.size === 1 ? values.get(NO_NODE) : undefined;
  return single ? { constant: single } : { values };
}

/**
 * Carries values of an outer level down the edges to this one. Each node gets the sum over its edges. Only numbers are
 * carried.
 */
function carryDown(ctx: Context, variable: Variable, path: readonly Node[]): Map<number, Value> {
  if (path.length < variable.path.length || variable.path.some((node, index) => node !== path[index])) {
    return variable.values;
  }
  let values = variable.values;
  for (let depth = variable.path.length; depth < path.length && values.size > 0; depth++) {
    if (depth === 0) continue;
    const node = path[depth]!;
    const next = new Map<number, Value>();
    for (let index = 0; index < node.matrix.length; index++) {
      const value = values.get(node.src[index]!);
      if (!value) continue;
      if (value.type !== 'int' && value.type !== 'float') break;
      for (const uid of node.matrix[index]!) {
        ctx.limits.step();
        const before = next.get(uid);
        next.set(uid, before ? add(value, before) : value);
      }
    }
    values = next;
  }
  return values;
}

/** Computes the value of one node; undefined on an error, which skips the node. */
function attempt(compute: () => Value): Value | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

/**
 * Computes a value for each node. Dgraph stops at the first failure and drops the error, so the nodes that follow in
 * its order have no value.
 */
function untilFailure(
  ctx: Context,
  values: Values = new Map(),
  compute: (value: Value | undefined, uid: number) => Value | undefined,
): Values {
  const out: Values = new Map();
  const hasFailed = fill(ctx, values, compute, out);
  if (!hasFailed) return out;
  out.clear();
  fill(ctx, [...values].sort(byShard), compute, out);
  return out;
}

/** Computes values until one fails. @returns true on a failure */
function fill(
  ctx: Context,
  values: Iterable<readonly [number, Value | undefined]>,
  compute: (value: Value | undefined, uid: number) => Value | undefined,
  out: Values,
): boolean {
  try {
    for (const [uid, value] of values) {
      ctx.limits.step();
      out.set(uid, compute(value, uid));
    }
    return false;
  } catch (error) {
    if (error instanceof QueryTimeoutError || !(error instanceof QueryError)) throw error;
    return true;
  }
}

function applyUnary(ctx: Context, name: string, arg: MathResult): MathResult {
  if (arg.constant) return { constant: unary(name, arg.constant) };
  return { values: untilFailure(ctx, arg.values, (value) => unary(name, value ?? ZERO)) };
}

/** Returns a constant, or the single value of an empty block's variable, which counts as one. */
function asConstant(arg: MathResult): Value | undefined {
  return arg.constant ?? (arg.values?.size === 1 ? arg.values.get(WHOLE) : undefined);
}

function applyBinary(ctx: Context, name: string, left: MathResult, right: MathResult): MathResult {
  const leftConstant = asConstant(left);
  const rightConstant = leftConstant && !left.constant ? right.constant : asConstant(right);
  const leftValues = leftConstant ? undefined : left.values;
  const rightValues = rightConstant ? undefined : right.values;
  if ((leftValues?.size ?? 0) > 0 || (rightValues?.size ?? 0) > 0) {
    const out = new Map<number, Value>();
    const at = (uid: number): void => {
      ctx.limits.step();
      const a = leftConstant ?? leftValues?.get(uid) ?? ZERO;
      const b = rightConstant ?? rightValues?.get(uid) ?? ZERO;
      const result = attempt(() => binary(name, a, b));
      if (result) out.set(uid, result);
    };
    for (const uid of leftValues?.keys() ?? []) at(uid);
    for (const uid of rightValues?.keys() ?? []) if (!leftValues?.has(uid)) at(uid);
    return { values: out };
  }
  if (leftConstant && rightConstant) return { constant: binary(name, leftConstant, rightConstant) };
  return {};
}

function applyComparison(ctx: Context, operator: string, left: MathResult, right: MathResult): MathResult {
  const compareAt = (value: Value | undefined, uid: number): Value => {
    const other = right.constant ?? right.values?.get(uid);
    if (!other || !value) throw new QueryError('Wrong values in comparison function.');
    return { type: 'bool', value: compareBy(operator, value, other) };
  };
  return { values: untilFailure(ctx, left.values, compareAt) };
}

/** `cond(condition, then, otherwise)`. */
function choose(ctx: Context, [condition, then, otherwise]: [MathResult, MathResult, MathResult]): MathResult {
  if (!condition.values) {
    throw new QueryError('Expected a value variable in cond but missing.');
  }
  const choice = (value: Value | undefined, uid: number): Value | undefined => {
    if (value?.type !== 'bool') throw new QueryError('First variable of conditional function not a bool value');
    const branch = value.value ? then : otherwise;
    return branch.constant ?? branch.values?.get(uid);
  };
  return { values: untilFailure(ctx, condition.values, choice) };
}

/** Converts mixed integers and floats to floats; drops missing values. */
export function unify(values: ReadonlyMap<number, Value | undefined>): Map<number, Value> {
  const types = new Set<string>();
  const present = new Map<number, Value>();
  for (const [uid, value] of values) {
    if (!value) continue;
    types.add(value.type);
    present.set(uid, value);
  }
  if (!types.has('int') || !types.has('float')) return present;
  for (const [uid, value] of present) {
    if (value.type === 'int') present.set(uid, { type: 'float', value: Number(value.value) });
  }
  return present;
}
