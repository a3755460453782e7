/** Names, predicates, language lists and plain values. */
import type { GqlVariable, Predicate, Scalar, Span, ValRef } from '../ast';
import type { Token } from '../token';
import { unquote } from '../unquote';
import type { TokenStream } from './stream';
import { isWord, node, spanOf } from './stream';

/** Returns the name of a word token: an IRI without its brackets. */
export function wordText(token: Token): string {
  return token.kind === 'Iri' ? token.text.slice(1, -1) : token.text;
}

/** Returns true for `as` in any case. Dgraph reads `<as>` after a word in the same way. */
export const isAs = (token: Token): boolean => isWord(token.kind) && wordText(token).toLowerCase() === 'as';

/**
 * Name : word (`-` word?)*
 *
 * A dash, with or without space around it, belongs to a name everywhere except in math, which the lexer does not know.
 */
export function readName(t: TokenStream, reason = 'Expected some name. Got: %'): string {
  if (!t.atWord()) t.expect('Name', reason);
  const first = t.next();
  let text = wordText(first);
  if (first.kind === 'Iri') return text;
  while (t.accept('-')) {
    text += '-';
    if (!t.atWord()) break;
    text += wordText(t.next());
  }
  return text;
}

/** Predicate : `~`? Name (`@` Languages)? — languages only if `languages` is true. */
export function readPredicate(t: TokenStream, languages: boolean, reason?: string): Predicate {
  const first = t.peek();
  const name = readName(t, reason);
  return finishPredicate(t, first, name, languages && t.accept('@') ? readLanguages(t) : NONE);
}

/** Returns a predicate whose name, from the token `first` on, has been read. */
export function finishPredicate(
  t: TokenStream,
  first: Token,
  written: string,
  langs: readonly string[] = NONE,
  span: Span = t.spanFrom(first),
): Predicate {
  const reverse = written.startsWith('~');
  const name = reverse ? written.slice(1) : written;
  if (name === '') t.fail('Predicate name cannot be empty.', first);
  return node<Predicate>({
    kind: 'Predicate',
    name,
    iri: first.kind === 'Iri',
    reverse,
    langs,
    span,
  });
}

const NONE: readonly string[] = Object.freeze([]);

/** Languages : (tag | `.` | `*`) (`:` …)*, after the `@`. */
export function readLanguages(t: TokenStream): readonly string[] {
  const first = t.peek();
  const langs: string[] = [];
  do {
    const token = t.peek();
    if (t.accept('.') ?? t.accept('*')) langs.push(token.kind);
    else if (t.atWord()) langs.push(readName(t));
    else if (token.kind === '...') t.fail('Expected only one dot(.) while parsing language list.');
    else t.fail(`Expected directive or language list. Got: ${token.describe()}`);
  } while (t.accept(':'));
  const next = t.peek();
  if (langs.at(-1) === '.' && (next.kind === '.' || next.kind === '...') && next.start === lastEnd(t, first)) {
    t.fail('Expected only one dot(.) while parsing language list.');
  }
  if (langs.length > 1 && langs.includes('*')) {
    t.fail(`If * is used, no other languages are allowed in the language list. Found [${langs.join(' ')}]`, first);
  }
  return Object.freeze(langs);
}

function lastEnd(t: TokenStream, first: Token): number {
  return t.spanFrom(first).end;
}

/** Returns the value of a quoted string. */
export function stringValue(t: TokenStream, token: Token): string {
  return unquote(token.text) ?? t.fail(`could not unquote ${JSON.stringify(token.text)}: invalid syntax`, token);
}

/**
 * Scalar : string | (`+` | `-`)? Name
 *
 * Undefined if the next token begins neither.
 */
export function tryScalar(t: TokenStream): Scalar | undefined {
  const first = t.peek();
  if (first.kind === 'String') {
    t.next();
    return node<Scalar>({ kind: 'Scalar', text: stringValue(t, first), quoted: true, span: spanOf(first) });
  }
  let text: string;
  if (first.kind === '-' || first.kind === '+') {
    t.next();
    text = first.kind + readName(t, `Expected a value after ${first.kind}. Got: %`);
  } else if (isWord(first.kind)) text = readName(t);
  else return undefined;
  return node<Scalar>({ kind: 'Scalar', text, quoted: false, span: t.spanFrom(first) });
}

export function tryGqlVariable(t: TokenStream): GqlVariable | undefined {
  const token = t.accept('Variable');
  return token && node<GqlVariable>({ kind: 'GqlVariable', name: token.text, span: spanOf(token) });
}

/** Returns true if the next tokens are `name` and an opening bracket. */
export function atCall(t: TokenStream, name: string): boolean {
  const token = t.peek();
  return isWord(token.kind) && t.peek(1).kind === '(' && wordText(token).toLowerCase() === name;
}

/** ValRef : `val` `(` Name `)` */
export function readValRef(t: TokenStream, several: (count: number) => string): ValRef {
  const first = t.next();
  t.expect('(', 'Expected a left round after val. Got: %');
  const names: string[] = [];
  while (!t.accept(')')) {
    if (names.length > 0) t.expect(',', 'Expected a comma or ) in val(). Got: %');
    if (!t.atWord()) t.expect('Name', 'Expected a variable but got %');
    names.push(wordText(t.next()));
  }
  if (names.length !== 1) t.fail(several(names.length), first);
  return node<ValRef>({ kind: 'ValRef', variable: names[0]!, span: t.spanFrom(first) });
}
