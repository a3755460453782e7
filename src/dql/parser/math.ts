/** `math(…)`: expressions over value variables, with Dgraph's precedences, each operator left-associative. */
import type { MathExpression, MathOperator } from '../ast';
import { parseFloat64 } from '../values';
import { tryGqlVariable, wordText } from './names';
import type { TokenStream } from './stream';
import { isWord, node } from './stream';

/** Precedence of operators: higher binds tighter. Dgraph gives every comparison its own level. */
export const MATH_PRECEDENCE: Readonly<Record<MathOperator, number>> = {
  '*': 50,
  '/': 50,
  dot: 49,
  '%': 48,
  '-': 47,
  '+': 46,
  '<': 10,
  '>': 9,
  '<=': 8,
  '>=': 7,
  '==': 6,
  '!=': 5,
};

/** Functions with their arities. */
export const MATH_FUNCTIONS: Readonly<Record<string, number>> = {
  exp: 1,
  ln: 1,
  sqrt: 1,
  floor: 1,
  ceil: 1,
  since: 1,
  pow: 2,
  logbase: 2,
  max: 2,
  min: 2,
  dot: 2,
  cond: 3,
};

/** Maximum operators: the tree of a chain is as deep as the chain is long. */
const MAX_OPERATORS = 256;

/** Math : `(` Expression `)` */
export function readMath(t: TokenStream): MathExpression {
  return new MathReader(t).read();
}

class MathReader {
  private operators = 0;

  constructor(private readonly t: TokenStream) {}

  read(): MathExpression {
    const { t } = this;
    t.expect('(', 'Expected ( after math');
    if (t.peek().kind === ')') t.fail('Empty () not allowed in math block.');
    const expression = this.readExpression(0);
    if (t.peek().kind === ',') t.fail('Comma encountered in math() at unexpected place.');
    this.close();
    return expression;
  }

  /** Expression : Unary (operator Unary)*, by precedence climbing. */
  private readExpression(minimum: number): MathExpression {
    const { t } = this;
    return t.nested(() => {
      const first = t.peek();
      let left = this.readUnary();
      for (;;) {
        const operator = peekOperator(t);
        if (operator === undefined || MATH_PRECEDENCE[operator] < minimum) return left;
        if (++this.operators > MAX_OPERATORS) t.fail(`More than ${MAX_OPERATORS} operators in one math()`);
        const at = t.next();
        const right = this.readExpression(MATH_PRECEDENCE[operator] + 1);
        if ((operator === '/' || operator === '%') && isZero(right)) t.fail('Division by zero.', at);
        left = node<MathExpression>({ kind: 'MathBinary', operator, left, right, span: t.spanFrom(first) });
      }
    });
  }

  /** Unary : `-` Unary | `(` Expression `)` | variable | Call | number | Name */
  private readUnary(): MathExpression {
    const { t } = this;
    const first = t.peek();
    if (t.accept('-')) {
      const operand = t.nested(() => this.readUnary());
      return node<MathExpression>({ kind: 'MathUnary', operator: '-', operand, span: t.spanFrom(first) });
    }
    if (t.accept('(')) {
      if (t.peek().kind === ')') t.fail('Empty () not allowed in math block.');
      const inner = this.readExpression(0);
      this.close();
      return inner;
    }
    const variable = tryGqlVariable(t);
    if (variable) return variable;
    if (!isWord(first.kind)) {
      if (first.kind === ')' || first.kind === ',') t.fail('Invalid Math expression. Expected 2 operands');
      t.fail(`Unexpected item while parsing math expression: ${first.describe()}`);
    }
    if (t.peek(1).kind === '(') return this.readCall();
    t.next();
    const text = wordText(first);
    const span = t.spanFrom(first);
    if (isMathNumber(text)) return node<MathExpression>({ kind: 'MathNumber', text, span });
    if (Object.hasOwn(MATH_FUNCTIONS, text.toLowerCase())) t.fail(`Expected ( after ${text}`);
    return node<MathExpression>({ kind: 'MathVariable', name: text, span });
  }

  /** Call : function `(` Expression (`,` Expression)* `)` */
  private readCall(): MathExpression {
    const { t } = this;
    const first = t.next();
    const name = wordText(first).toLowerCase();
    const arity = Object.hasOwn(MATH_FUNCTIONS, name) ? MATH_FUNCTIONS[name]! : -1;
    if (arity < 0) t.fail(`Unknown math function: ${wordText(first)}`, first);
    t.next();
    if (t.peek().kind === ')') t.fail('Empty () not allowed in math block.');
    const args = [this.readExpression(0)];
    while (t.accept(',')) args.push(this.readExpression(0));
    this.close();
    if (args.length !== arity) {
      t.fail(`Invalid Math expression. Expected ${arity} operands, but ${name} has ${args.length}`, first);
    }
    const span = t.spanFrom(first);
    return node<MathExpression>({ kind: 'MathCall', function: name, args: Object.freeze(args), span });
  }

  private close(): void {
    const { t } = this;
    if (t.accept(')')) return;
    const token = t.peek();
    if (isWord(token.kind) || token.kind === 'Variable' || token.kind === '(') {
      t.fail('Expected one item in value stack, but got 2: an operator is missing');
    }
    t.fail(`Unexpected item while parsing math expression: ${token.describe()}`);
  }
}

function peekOperator(t: TokenStream): MathOperator | undefined {
  const { kind, text } = t.peek();
  const name = kind === 'Name' ? text.toLowerCase() : kind;
  return Object.hasOwn(MATH_PRECEDENCE, name) ? (name as MathOperator) : undefined;
}

/** Returns true for decimal integers and floats; any other word names a variable. */
function isMathNumber(text: string): boolean {
  if (/^[0-9]+$/.test(text)) return true;
  return parseFloat64(text) !== undefined;
}

/** Returns true if the expression is zero for all data. Dgraph checks constants and functions of a constant. */
function isZero(expression: MathExpression): boolean {
  switch (expression.kind) {
    case 'MathNumber':
      return number(expression) === 0;
    case 'MathUnary':
      return number(expression.operand) === 0;
    case 'MathCall': {
      const value = number(expression.args[0]!);
      if (value === undefined) return false;
      if (expression.function === 'floor') return value >= 0 && value < 1;
      if (expression.function === 'ln') return value === 1;
      return (expression.function === 'ceil' || expression.function === 'sqrt') && value === 0;
    }
    default:
      return false;
  }
}

function number(expression: MathExpression): number | undefined {
  return expression.kind === 'MathNumber' ? Number(expression.text) : undefined;
}
