/** Abstract syntax of `math(…)`. */
import type { GqlVariable, Span } from './functionAst';

export type MathExpression = MathNumber | MathConstant | MathVariable | GqlVariable | MathCall | MathUnary | MathBinary;

/** 64-bit integer if the text is digits alone, otherwise a float. */
interface MathNumber {
  readonly kind: 'MathNumber';
  readonly text: string;
  readonly span: Span;
}
/** Bound GraphQL variable of another type; it has no notation in DQL. */
export interface MathConstant {
  readonly kind: 'MathConstant';
  readonly type: 'bool' | 'string' | 'float32vector';
  readonly text: string;
  readonly span: Span;
}
interface MathVariable {
  readonly kind: 'MathVariable';
  readonly name: string;
  readonly span: Span;
}
/** `pow(a, 2)`, `cond(a > 1, b, c)`, `since(x)`, `max(a, b)` … */
interface MathCall {
  readonly kind: 'MathCall';
  /** In lower case; `math.ts` has the functions and their arities. */
  readonly function: string;
  readonly args: readonly MathExpression[];
  readonly span: Span;
}
interface MathUnary {
  readonly kind: 'MathUnary';
  readonly operator: '-';
  readonly operand: MathExpression;
  readonly span: Span;
}
export type MathOperator = '+' | '-' | '*' | '/' | '%' | 'dot' | '<' | '>' | '<=' | '>=' | '==' | '!=';
interface MathBinary {
  readonly kind: 'MathBinary';
  readonly operator: MathOperator;
  readonly left: MathExpression;
  readonly right: MathExpression;
  readonly span: Span;
}
