/** `query name($a: int = 3) { … }` up to its brace, and fragments. */
import type { FragmentDefinition, Scalar, VariableDefinition } from '../ast';
import { readName, stringValue, wordText } from './names';
import { readSelections } from './selection';
import type { TokenStream } from './stream';
import { node, spanOf } from './stream';

/** Head of an operation, after the `query` keyword. */
export interface OperationHead {
  readonly name: string | undefined;
  readonly variables: readonly VariableDefinition[];
}

/** Operation : `query` (Name Variables?)? — up to the brace that follows. */
export function readOperation(t: TokenStream): OperationHead {
  t.next();
  let name: string | undefined;
  const variables: VariableDefinition[] = [];
  for (;;) {
    const token = t.peek();
    if (t.atWord()) {
      if (name !== undefined) t.fail('Multiple word query name not allowed.');
      name = readName(t);
    } else if (token.kind === '(') {
      if (name === undefined) t.fail('Variables can be defined only in named queries.');
      variables.push(...readVariables(t));
    } else if (token.kind === '{') return { name, variables };
    else t.fail(`Expected the name of the query, its variables or {. Got: ${token.describe()}`);
  }
}

/** Variables : `(` (Variable (`,` Variable)*)? `)` */
function readVariables(t: TokenStream): VariableDefinition[] {
  t.next();
  if (t.accept(')')) return [];
  const variables: VariableDefinition[] = [];
  do {
    if (t.peek().kind === ')') t.fail('Invalid comma in var block');
    variables.push(readVariable(t));
  } while (t.accept(','));
  t.expect(')', 'Missing comma in var declaration. Got: %');
  return variables;
}

/** Variable : `$`Name `:` type `!`? (`=` value)? */
function readVariable(t: TokenStream): VariableDefinition {
  const first = t.expect('Variable', 'Unexpected item in place of variable. Got: %');
  t.expect(':', 'Expecting a colon. Got: %');
  if (!t.atWord()) t.fail(`Expecting a variable type. Got: ${t.peek().describe()}`);
  const type = wordText(t.next());
  const required = t.accept('!') !== undefined;
  let value: Scalar | undefined;
  if (t.accept('=')) {
    const token = t.peek();
    if (!t.atWord() && token.kind !== 'String') {
      t.fail(`Expecting default value of a variable. Got: ${token.describe()}`);
    }
    if (required) t.fail(`Type ending with ! can't have default value: Got: ${type}!`);
    t.next();
    const quoted = token.kind === 'String';
    const text = quoted ? stringValue(t, token) : wordText(token);
    value = node<Scalar>({ kind: 'Scalar', text, quoted, span: spanOf(token) });
  }
  return node<VariableDefinition>({
    kind: 'VariableDefinition',
    name: first.text,
    type,
    required,
    default: value,
    span: t.spanFrom(first),
  });
}

/** Fragment : `fragment` Name Selections */
export function readFragment(t: TokenStream): FragmentDefinition {
  const first = t.next();
  if (t.peek().kind === '{') t.fail('Empty fragment name');
  if (!t.atWord()) t.fail(`Unexpected item in fragment: ${t.peek().describe()}`);
  const name = wordText(t.next());
  const selection = readSelections(t, 'plain');
  return node<FragmentDefinition>({ kind: 'FragmentDefinition', name, selection, span: t.spanFrom(first) });
}
