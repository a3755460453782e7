/** Pagination and ordering: `(first: 10, offset: $o, orderasc: name@en)`. */
import type { GqlVariable, OrderKey, Pagination, Predicate, Scalar, ValRef } from '../ast';
import type { Token } from '../token';
import { atCall, readPredicate, readValRef, tryGqlVariable, tryScalar } from './names';
import type { TokenStream } from './stream';
import { node } from './stream';

/** Mutable pagination during parsing. */
export type OpenPagination = { -readonly [K in keyof Pagination]: Pagination[K] };

/** Returns true for the keys of pagination: `first`, `offset`, `after`. */
export function isPaginationKey(key: string): key is keyof Pagination {
  return key === 'first' || key === 'offset' || key === 'after';
}

/**
 * Arguments : `(` Argument (`,` Argument)* `)`;  Argument : (`first` | `offset` | `after`) `:` value | Order
 *
 * Arguments of a field, which may have several such lists.
 *
 * @param level name of the field, for messages
 */
export function readFieldArguments(t: TokenStream, pagination: OpenPagination, order: OrderKey[], level: string): void {
  t.expect('(', 'Expected ( before arguments. Got: %');
  do {
    const token = t.peek();
    if (token.kind === ')') t.fail("Expected argument but got ')'.");
    if (token.kind === ',') t.fail('Expected Argument but got comma.');
    if (!t.atWord()) t.fail(`Expecting argument name. Got: ${token.describe()}`);
    const key = t.next().text;
    if (key !== 'orderasc' && key !== 'orderdesc' && !isPaginationKey(key)) {
      t.fail(`Got invalid keyword: ${key}`, token);
    }
    t.expect(':', 'Expecting a colon. Got: %');
    if (key === 'orderasc' || key === 'orderdesc') {
      const by = readOrder(t, key === 'orderdesc', token);
      checkOrder(t, order, by, token);
      order.push(by);
      continue;
    }
    if (pagination[key]) t.fail(`Got repeated key "${key}" at level "${level}"`, token);
    pagination[key] = readValue(t);
  } while (t.accept(','));
  t.expect(')', 'Expecting a comma. But got: %');
}

/** Reads a value of pagination or `shortest`: a number with its sign, a word, or a GraphQL variable. */
export function readValue(t: TokenStream): Scalar | GqlVariable {
  const token = t.peek();
  return tryGqlVariable(t) ?? tryScalar(t) ?? t.fail(`Expecting argument value. Got: ${token.describe()}`);
}

/** Order : (`orderasc` | `orderdesc`) `:` (Predicate (`@` tag)? | ValRef), from its value on. */
export function readOrder(t: TokenStream, descending: boolean, first: Token): OrderKey {
  const by = readOrderValue(t);
  return node<OrderKey>({ kind: 'OrderKey', by, descending, span: t.spanFrom(first) });
}

function readOrderValue(t: TokenStream): Predicate | ValRef {
  if (atCall(t, 'val')) return readValRef(t, (n) => `Expected only one variable but got: ${n}`);
  const predicate = readPredicate(t, true, 'Expecting argument value. Got: %');
  if (t.peek().kind === '(') t.fail(`Expected val(). Got ${predicate.name}() with order.`);
  if (predicate.langs.length > 1) {
    t.fail(`Sorting by an attribute: [${orderName(predicate)}] can only be done on one language`);
  }
  return predicate;
}

/** Refuses two keys that sort by the same predicate, and a variable beside another key. */
export function checkOrder(t: TokenStream, order: readonly OrderKey[], next: OrderKey, at: Token): void {
  const name = orderName(next.by);
  if (order.length > 0 && next.by.kind === 'ValRef') {
    t.fail(`Multiple sorting only allowed by predicates. Got: ${name}`, at);
  }
  for (const key of order) {
    if (key.by.kind === 'ValRef') t.fail(`Val() is not allowed in multiple sorting. Got: [${key.by.variable}]`, at);
    if (orderName(key.by) === name) t.fail(`Sorting by an attribute: [${name}] can only be done once`, at);
  }
}

function orderName(by: Predicate | ValRef): string {
  if (by.kind === 'ValRef') return by.variable;
  const name = (by.reverse ? '~' : '') + by.name;
  return by.langs.length > 0 ? `${name}@${by.langs.join(':')}` : name;
}
