/** The part of the syntax tree that stands inside `math(…)`. */
import type { GqlVariable, Span } from './ast';

export type MathExpression = MathNumber | MathConstant | MathVariable | GqlVariable | MathCall | MathUnary | MathBinary;

/** An integer of 64 bits where the text is digits alone, otherwise a float. */
export interface MathNumber {
  readonly kind: 'MathNumber';
  readonly text: string;
  readonly span: Span;
}
/** What a GraphQL variable of another type becomes when it is bound; it cannot be written. */
export interface MathConstant {
  readonly kind: 'MathConstant';
  readonly type: 'bool' | 'string' | 'float32vector';
  readonly text: string;
  readonly span: Span;
}
export interface MathVariable {
  readonly kind: 'MathVariable';
  readonly name: string;
  readonly span: Span;
}
/** `pow(a, 2)`, `cond(a > 1, b, c)`, `since(x)`, `max(a, b)` … */
export interface MathCall {
  readonly kind: 'MathCall';
  /** In lower case; see `math.ts` for the functions and how many arguments each takes. */
  readonly function: string;
  readonly args: readonly MathExpression[];
  readonly span: Span;
}
export interface MathUnary {
  readonly kind: 'MathUnary';
  readonly operator: '-';
  readonly operand: MathExpression;
  readonly span: Span;
}
export type MathOperator = '+' | '-' | '*' | '/' | '%' | 'dot' | '<' | '>' | '<=' | '>=' | '==' | '!=';
export interface MathBinary {
  readonly kind: 'MathBinary';
  readonly operator: MathOperator;
  readonly left: MathExpression;
  readonly right: MathExpression;
  readonly span: Span;
}
