/** Binding of GraphQL variables: replaces them by values. */
import type {
  Document,
  FunctionArgument,
  FunctionCall,
  GqlVariable,
  MathConstant,
  MathExpression,
  Recurse,
  RegexValue,
  Scalar,
  Span,
  VariableDefinition,
} from './ast';
import { DqlSyntaxError, startOf } from './errors';
import { parseBool, parseFloat64, parseInt64, parseUint, parseVector, splitRegex } from './values';
import type { Replacer } from './visitor';
import { transform } from './visitor';

/** Variable of a query. `value` is empty if it has none; `type` is empty if it is not declared. */
interface Variable {
  readonly type: string;
  readonly value: string;
}

/**
 * Replaces each `$name` by its value from `variables`, or else its default.
 *
 * Types are checked as in Dgraph: only if there is a value, and only in a query that declares variables. A value
 * becomes a quoted Scalar in a function's arguments and a bare one elsewhere; in `uid(…)` the uids that it lists, in
 * `regexp` a pattern, in `math` a number or a MathConstant.
 *
 * @param variables by name with its `$`, as in a request
 * @returns a document without operation
 * @throws DqlSyntaxError for a value of the wrong type, a missing required one, and a variable that is not declared
 */
export function bind(document: Document, variables: Readonly<Record<string, string>> = {}): Document {
  const values = new Values(declare(document, variables));
  const bound = transform({ ...document, operation: undefined }, values.replacer);
  return Object.freeze(bound);
}

function declare(document: Document, values: Readonly<Record<string, string>>): ReadonlyMap<string, Variable> {
  const definitions = document.operation?.variables ?? [];
  const declared = new Map<string, Variable>();
  for (const definition of definitions) {
    const { name, type, required } = definition;
    const value = (Object.hasOwn(values, name) ? values[name]! : '') || (definition.default?.text ?? '');
    if (required && value === '') fail(definition.span, `Variable ${name} should be initialised`);
    if (value !== '') checkType(definition, value);
    declared.set(name, { type, value });
  }
  for (const [name, value] of Object.entries(values)) {
    if (declared.has(name)) continue;
    if (definitions.length > 0) fail(document.span, `Type of variable ${name} not specified`);
    declared.set(name, { type: '', value });
  }
  return declared;
}

function checkType({ type, span }: VariableDefinition, value: string): void {
  const wrong = typeError(type, value);
  if (wrong !== undefined) fail(span, wrong);
}

/** Returns the error of a value for a type in Dgraph's words; undefined for a valid value. */
function typeError(type: string, value: string): string | undefined {
  const shown = JSON.stringify(value);
  switch (type) {
    case 'int': {
      const number = parseInt64(value);
      if (typeof number === 'bigint') return undefined;
      const cause = number === undefined ? 'invalid syntax' : 'value out of range';
      return `Expected an int but got ${value}: strconv.ParseInt: parsing ${shown}: ${cause}`;
    }
    case 'float':
      return parseFloat64(value) === undefined
        ? `Expected a float but got ${value}: strconv.ParseFloat: parsing ${shown}: invalid syntax`
        : undefined;
    case 'bool': {
      const cause = boolError(value);
      return cause === undefined ? undefined : `Expected a bool but got ${value}: ${cause}`;
    }
    case 'float32vector':
      return parseVector(value) === undefined
        ? `Expected a vector32float but got ${value}: cannot convert ${value} to vfloat`
        : undefined;
    case 'string':
      return undefined;
    default:
      return `Type ${JSON.stringify(type)} not supported`;
  }
}

/** Looks values up and converts them into nodes. */
class Values {
  constructor(private readonly variables: ReadonlyMap<string, Variable>) {}

  /** Replacements by kind of node. */
  readonly replacer: Replacer = {
    GqlVariable: (variable) => this.scalar(variable, false),
    FunctionCall: (call) =>
      this.call(call, (variable) => this.text(variable, (name) => `Couldn't find value for DQL variable: [${name}]`)),
    CheckPasswordField: (field) =>
      field.password.kind === 'GqlVariable'
        ? Object.freeze({ ...field, password: this.scalar(field.password, true) })
        : undefined,
    MathField: (field) => transform(field, { GqlVariable: (variable) => this.math(variable) }),
    Recurse: (recurse) => this.recurse(recurse),
    QueryBlock: (block) => {
      const func = block.func && this.call(block.func, (variable) => this.declaredText(variable));
      return transform(func === block.func ? block : { ...block, func }, this.replacer);
    },
  };

  private text(variable: GqlVariable, missing: (name: string) => string): string {
    return this.variables.get(variable.name)?.value ?? fail(variable.span, missing(variable.name));
  }

  /** Returns the value of a variable that must be declared; some places accept undeclared ones. */
  private declaredText(variable: GqlVariable): string {
    const { type, value } = this.variables.get(variable.name) ?? { type: '', value: '' };
    return type === '' ? fail(variable.span, `Variable not defined ${variable.name}`) : value;
  }

  private scalar(variable: GqlVariable, quoted: boolean): Scalar {
    return Object.freeze({ kind: 'Scalar', text: this.declaredText(variable), quoted, span: variable.span });
  }

  private call(call: FunctionCall, uidText: (variable: GqlVariable) => string): FunctionCall {
    if (!usesVariables(call)) return call;
    const args = call.args.flatMap((arg): FunctionArgument | readonly FunctionArgument[] => {
      if (arg.kind === 'List') return transform(arg, { GqlVariable: (variable) => this.scalar(variable, true) });
      if (arg.kind !== 'GqlVariable') return arg;
      if (call.name === 'uid') return uidList(uidText(arg), arg.span);
      return call.name === 'regexp' ? this.regex(arg) : this.scalar(arg, true);
    });
    return transform(
      { ...call, args: Object.freeze(args) },
      { GqlVariable: (variable) => this.scalar(variable, false) },
    );
  }

  private regex(variable: GqlVariable): RegexValue {
    const text = this.declaredText(variable);
    if (text === '') fail(variable.span, 'Found empty regex: []');
    const regex = splitRegex(text) ?? fail(variable.span, `Found invalid regex: [${text}]`);
    return Object.freeze({ kind: 'Regex', ...regex, span: variable.span });
  }

  private recurse(recurse: Recurse): Recurse {
    const { depth, loop } = recurse;
    if (depth?.kind !== 'GqlVariable' && loop?.kind !== 'GqlVariable') return recurse;
    return Object.freeze({
      ...recurse,
      depth: depth && this.recurseArgument(depth, 'integer', uintError),
      loop: loop && this.recurseArgument(loop, 'boolean', boolError),
    });
  }

  private recurseArgument(
    argument: Scalar | GqlVariable,
    type: string,
    wrong: (text: string) => string | undefined,
  ): Scalar {
    if (argument.kind === 'Scalar') return argument;
    const { name, span } = argument;
    const text = this.text(argument, () => `variable ${name} not defined`);
    const cause = wrong(text);
    if (cause !== undefined) fail(span, `${name} should be type of ${type}: ${cause}`);
    return Object.freeze({ kind: 'Scalar', text, quoted: false, span });
  }

  /** Returns a number with its type: an integral float is written with a point. A sign becomes an operator. */
  private math(variable: GqlVariable): MathExpression {
    const { span } = variable;
    const text = this.text(variable, () => 'Variable not found in math');
    if (text === '') fail(span, 'No value found');
    const { type } = this.variables.get(variable.name)!;
    if (type === '') fail(span, 'Type "" not supported');
    if (type === 'int') {
      const value = parseInt64(text) as bigint;
      return signed(value < 0n, String(value < 0n ? -value : value), span);
    }
    if (type === 'float') {
      const value = parseFloat64(text)!;
      const digits = String(Math.abs(value));
      return signed(value < 0, /^[0-9]+$/.test(digits) ? `${digits}.0` : digits, span);
    }
    return Object.freeze({ kind: 'MathConstant', type: type as MathConstant['type'], text, span });
  }
}

/** Parses one uid or a list: `0x1`, `[0x1, 0x2]`. */
function uidList(list: string, span: Span): readonly Scalar[] {
  const text = list.replace(/\s/g, '');
  if (text === '') fail(span, "ID can't be empty");
  const isList = text.startsWith('[');
  if (isList && !/^\[[^[\])]*\]$/.test(text)) fail(span, `Invalid id list at root. Got: ${text}`);
  const uids = isList
    ? text
        .slice(1, -1)
        .split(',')
        .filter((uid) => uid !== '')
    : [text];
  return uids.map((uid) => {
    const wrong = uintError(uid);
    if (wrong !== undefined) fail(span, wrong);
    return Object.freeze({ kind: 'Scalar' as const, text: uid, quoted: false, span });
  });
}

function usesVariables({ args, options }: FunctionCall): boolean {
  const isVariable = (part: { readonly kind: string }): boolean => part.kind === 'GqlVariable';
  return (
    args.some((arg) => isVariable(arg) || (arg.kind === 'List' && arg.items.some(isVariable))) ||
    options.some(({ value }) => isVariable(value))
  );
}

function signed(negative: boolean, text: string, span: Span): MathExpression {
  const number: MathExpression = Object.freeze({ kind: 'MathNumber', text, span });
  return negative ? Object.freeze({ kind: 'MathUnary', operator: '-', operand: number, span }) : number;
}

function uintError(text: string): string | undefined {
  const value = parseUint(text);
  if (typeof value === 'bigint') return undefined;
  const cause = value === undefined ? 'invalid syntax' : 'value out of range';
  return `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${cause}`;
}

function boolError(text: string): string | undefined {
  return parseBool(text) === undefined
    ? `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`
    : undefined;
}

function fail(span: Span, reason: string): never {
  throw DqlSyntaxError.forSpan(startOf(span), reason);
}
