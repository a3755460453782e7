/** Filters: functions joined by `not`, `and` and `or`, in any case of letters. */
import type { Filter } from '../ast';
import { readFunction } from './functions';
import type { TokenStream } from './stream';
import { node } from './stream';

/**
 * Filter : `(` Or? `)` — undefined for `()`, which filters nothing.
 */
export function readFilter(t: TokenStream): Filter | undefined {
  t.expect('(', 'Expected ( after filter directive');
  if (t.accept(')')) return undefined;
  const filter = readOr(t);
  closeFilter(t);
  return filter;
}

function closeFilter(t: TokenStream): void {
  if (t.accept(')')) return;
  const token = t.peek();
  if (token.kind === '{') t.fail("Unrecognized character inside a func: U+007B '{'");
  if (token.kind === '}') t.fail("Unrecognized character inside a func: U+007D '}'");
  if (t.atWord()) t.fail('Expected one item in value stack, but got 2: and, or or ) is missing');
  t.fail(`Unexpected item while parsing @filter: ${token.describe()}`);
}

/** Or : And (`or` And)* */
function readOr(t: TokenStream): Filter {
  return t.nested(() => readChain(t, 'or', 'Or', readAnd));
}

/** And : Not (`and` Not)* */
function readAnd(t: TokenStream): Filter {
  return readChain(t, 'and', 'And', readNot);
}

function readChain(t: TokenStream, word: string, kind: 'And' | 'Or', readOperand: (t: TokenStream) => Filter): Filter {
  const first = t.peek();
  const operand = readOperand(t);
  if (!atOperator(t, word)) return operand;
  const operands = [operand];
  while (atOperator(t, word)) {
    t.next();
    operands.push(readOperand(t));
  }
  return node<Filter>({ kind, operands: Object.freeze(operands), span: t.spanFrom(first) });
}

/** Not : `not` (`(` Or `)` | FunctionCall) | `(` Or `)` | FunctionCall */
function readNot(t: TokenStream): Filter {
  const first = t.peek();
  if (atOperator(t, 'not')) {
    t.next();
    // Dgraph evaluates the first `not` as soon as it reads the second, when there is nothing to negate yet.
    if (atOperator(t, 'not')) t.fail('Invalid filter statement');
    const operand = t.nested(() => readNot(t));
    return node<Filter>({ kind: 'Not', operand, span: t.spanFrom(first) });
  }
  if (atOperator(t, 'and') || atOperator(t, 'or') || first.kind === ')') t.fail('Invalid filter statement');
  if (t.accept('(')) {
    const inner = readOr(t);
    closeFilter(t);
    return inner;
  }
  if (t.atWord()) return readFunction(t);
  if (first.kind === '{') t.fail("Unrecognized character inside a func: U+007B '{'");
  if (first.kind === '}') t.fail("Unrecognized character inside a func: U+007D '}'");
  t.fail(`Unexpected item while parsing @filter: ${first.describe()}`);
}

function atOperator(t: TokenStream, word: string): boolean {
  const token = t.peek();
  return token.kind === 'Name' && token.text.length === word.length && token.text.toLowerCase() === word;
}
