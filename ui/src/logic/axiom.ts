/** Restrictions of a class, read from axioms in functional-style syntax (OWL 2, section 3.7). */

/** Name, literal or number; or an expression with its operands. */
export type Expression = string | { readonly name: string; readonly operands: readonly Expression[] };

const TOKEN = /"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^(?:<[^>]*>|[^\s()]+))?|<[^>]*>|[()]|[^\s()"<>]+/g;
const MAX_DEPTH = 50;

/** @returns undefined for a text that is no axiom */
export function readAxiom(text: string): Expression | undefined {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const read = (depth: number): Expression | undefined => {
    const name = tokens[at++];
    if (name === undefined || name === '(' || name === ')' || depth > MAX_DEPTH) return undefined;
    if (tokens[at] !== '(') return name;
    at++;
    const operands: Expression[] = [];
    while (at < tokens.length && tokens[at] !== ')') {
      const operand = read(depth + 1);
      if (operand === undefined) return undefined;
      operands.push(operand);
    }
    return tokens[at++] === ')' ? { name, operands } : undefined;
  };
  const axiom = read(0);
  return at === tokens.length ? axiom : undefined;
}

export const printExpression = (expression: Expression): string =>
  typeof expression === 'string'
    ? expression
    : `${expression.name}(${expression.operands.map(printExpression).join(' ')})`;

type Quantifier = 'some' | 'only' | 'value' | 'self' | 'min' | 'max' | 'exact';

/** Restriction of a property. */
export interface Restriction {
  readonly property: Expression;
  readonly quantifier: Quantifier;
  /** Present for cardinalities. */
  readonly count?: number;
  /** Class, data range or value; absent if anything will do. */
  readonly filler?: Expression;
  /** True: the restriction follows for members. False: it makes a member. Both for equivalent classes. */
  readonly isNecessary: boolean;
  readonly isSufficient: boolean;
}

const QUANTIFIERS: Readonly<Record<string, Quantifier>> = {
  SomeValuesFrom: 'some',
  AllValuesFrom: 'only',
  HasValue: 'value',
  HasSelf: 'self',
  MinCardinality: 'min',
  MaxCardinality: 'max',
  ExactCardinality: 'exact',
};

/** @param isClass true for the name of the class, as the axiom writes it */
export function restrictionsIn(axiom: Expression | undefined, isClass: (name: string) => boolean): Restriction[] {
  if (typeof axiom !== 'object') return [];
  const { name, operands } = axiom;
  const isThis = (each: Expression | undefined): boolean => typeof each === 'string' && isClass(each);
  const [first, second] = operands;
  if (name === 'SubClassOf') {
    if (isThis(first)) return within(second, { isNecessary: true, isSufficient: false });
    return isThis(second) ? within(first, { isNecessary: false, isSufficient: true }) : [];
  }
  if (name !== 'EquivalentClasses' || !operands.some(isThis)) return [];
  return operands
    .filter((each) => !isThis(each))
    .flatMap((each) => within(each, { isNecessary: true, isSufficient: true }));
}

type Direction = Pick<Restriction, 'isNecessary' | 'isSufficient'>;

/** Restrictions in an expression. An operand of an intersection alone makes no member, one of a union alone does. */
function within(expression: Expression | undefined, direction: Direction): Restriction[] {
  if (typeof expression !== 'object') return [];
  const { name, operands } = expression;
  if (name === 'ObjectIntersectionOf' && direction.isNecessary) {
    const isSufficient = direction.isSufficient && operands.length === 1;
    return operands.flatMap((each) => within(each, { isNecessary: true, isSufficient }));
  }
  if (name === 'ObjectUnionOf' && direction.isSufficient) {
    const isNecessary = direction.isNecessary && operands.length === 1;
    return operands.flatMap((each) => within(each, { isNecessary, isSufficient: true }));
  }
  const quantifier = QUANTIFIERS[name.replace(/^(?:Object|Data)/, '')];
  if (quantifier === undefined) return [];
  const isCounted = quantifier === 'min' || quantifier === 'max' || quantifier === 'exact';
  const [property, filler] = isCounted ? operands.slice(1) : operands;
  if (property === undefined) return [];
  return [
    {
      property,
      quantifier,
      ...(isCounted && { count: Number(operands[0]) }),
      ...(filler !== undefined && filler !== 'owl:Thing' && { filler }),
      ...direction,
    },
  ];
}
