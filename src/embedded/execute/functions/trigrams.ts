/**
 * From a regular expression to the trigrams that every match must contain, after R. Cox, "Regular Expression Matching
 * with a Trigram Index" (2012): for each part the strings it can be, or how it can begin and end, and what must be inside.
 */
import { parseRegex, type RegexNode } from './regexSyntax';

export type TrigramQuery =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'trigram'; readonly token: Buffer }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly TrigramQuery[] };

const ALL: TrigramQuery = { kind: 'all' };
const MAX_EXACT = 7;
const MAX_SET = 20;

type Strings = ReadonlySet<string>;

/** What is known of the matches of a part. Strings are of bytes, one a character. */
interface Info {
  readonly emptyable: boolean;
  /** Everything that it can be; undefined where that is too much. */
  readonly exact: Strings | undefined;
  readonly prefix: Strings;
  readonly suffix: Strings;
  readonly match: TrigramQuery;
}

const EMPTY_ONLY: Strings = new Set(['']);
const NOTHING: Info = { emptyable: true, exact: EMPTY_ONLY, prefix: EMPTY_ONLY, suffix: EMPTY_ONLY, match: ALL };
const ANY_CHARACTER: Info = { ...NOTHING, emptyable: false, exact: undefined };
const ANYTHING: Info = { ...NOTHING, exact: undefined };

/** What to look up for a pattern; `all` where nothing in particular is required. */
export function requiredTrigrams(pattern: string, ignoreCase: boolean): TrigramQuery {
  const tree = parseRegex(pattern, ignoreCase);
  if (!tree) return ALL;
  const info = simplify(analyze(tree), true);
  return flatten(info.exact ? and(info.match, trigramsOf(info.exact)) : info.match);
}

function analyze(node: RegexNode): Info {
  switch (node.kind) {
    case 'empty':
      return NOTHING;
    case 'any':
      return ANY_CHARACTER;
    case 'set': {
      const exact = new Set(node.characters.map(bytes));
      return simplify({ emptyable: false, exact, prefix: exact, suffix: exact, match: ALL }, false);
    }
    case 'concat':
      return node.parts.map(analyze).reduce((a, b) => simplify(concatenate(a, b), false), NOTHING);
    case 'alternate':
      return node.parts.map(analyze).reduce((a, b) => simplify(alternate(a, b), false));
    case 'repeat':
      return repeat(analyze(node.part), node.min, node.max);
  }
}

const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function repeat(part: Info, min: number, max: number): Info {
  if (min === 0) return max === 1 ? simplify(alternate(part, NOTHING), false) : ANYTHING;
  let info = part;
  for (let i = 1; i < Math.min(min, 4); i++) info = simplify(concatenate(info, part), false);
  return max === min && min <= 4 ? info : simplify(concatenate(info, ANYTHING), false);
}

function cross(a: Strings, b: Strings): Strings {
  const out = new Set<string>();
  for (const left of a) for (const right of b) out.add(left + right);
  return out;
}

function unite(a: Strings, b: Strings): Strings {
  return new Set([...a, ...b]);
}

function shortest(set: Strings): number {
  let length = Infinity;
  for (const text of set) length = Math.min(length, text.length);
  return length;
}

function concatenate(x: Info, y: Info): Info {
  const match = and(x.match, y.match);
  const emptyable = x.emptyable && y.emptyable;
  if (x.exact && y.exact) {
    const exact = cross(x.exact, y.exact);
    return { emptyable, exact, prefix: exact, suffix: exact, match };
  }
  const prefix = x.exact ? cross(x.exact, y.prefix) : x.emptyable ? unite(x.prefix, y.prefix) : x.prefix;
  const suffix = y.exact ? cross(x.suffix, y.exact) : y.emptyable ? unite(x.suffix, y.suffix) : y.suffix;
  const seam =
    !x.exact && !y.exact && x.suffix.size <= MAX_SET && y.prefix.size <= MAX_SET
      ? trigramsOf(cross(x.suffix, y.prefix))
      : ALL;
  return { emptyable, exact: undefined, prefix, suffix, match: and(match, seam) };
}

function alternate(x: Info, y: Info): Info {
  const emptyable = x.emptyable || y.emptyable;
  if (x.exact && y.exact) {
    const exact = unite(x.exact, y.exact);
    return { emptyable, exact, prefix: exact, suffix: exact, match: or(x.match, y.match) };
  }
  const inside = (info: Info): TrigramQuery => (info.exact ? and(info.match, trigramsOf(info.exact)) : info.match);
  return {
    emptyable,
    exact: undefined,
    prefix: unite(x.prefix, y.prefix),
    suffix: unite(x.suffix, y.suffix),
    match: or(inside(x), inside(y)),
  };
}

/** Turns what has grown too large, or at the end everything, into requirements. */
function simplify(info: Info, final: boolean): Info {
  let { exact, prefix, suffix, match } = info;
  if (exact && (exact.size > MAX_EXACT || (shortest(exact) >= 3 && final) || shortest(exact) >= 4)) {
    match = and(match, trigramsOf(exact));
    prefix = exact;
    suffix = exact;
    exact = undefined;
  }
  if (!exact) {
    match = and(match, and(trigramsOf(prefix), trigramsOf(suffix)));
    prefix = shorten(prefix, (text, length) => text.slice(0, length));
    suffix = shorten(suffix, (text, length) => (length === 0 ? '' : text.slice(-length)));
  }
  return { emptyable: info.emptyable, exact, prefix, suffix, match };
}

/** Two characters are enough to find what goes over a seam; of many strings fewer are kept. */
function shorten(set: Strings, cut: (text: string, length: number) => string): Strings {
  for (let length = 2; ; length--) {
    const cutSet = new Set([...set].map((text) => cut(text, length)));
    if (cutSet.size <= MAX_SET || length === 0) return cutSet;
  }
}

/** One of the strings is there, so that the trigrams of one are; nothing is known where one is too short. */
function trigramsOf(set: Strings): TrigramQuery {
  let query: TrigramQuery = { kind: 'none' };
  for (const text of set) {
    if (text.length < 3) return ALL;
    let all: TrigramQuery = ALL;
    for (let i = 0; i + 3 <= text.length; i++) {
      all = and(all, { kind: 'trigram', token: Buffer.from(text.slice(i, i + 3), 'latin1') });
    }
    query = or(query, all);
  }
  return query;
}

function and(a: TrigramQuery, b: TrigramQuery): TrigramQuery {
  if (a.kind === 'all' || b.kind === 'none') return b;
  if (b.kind === 'all' || a.kind === 'none') return a;
  return join('and', a, b);
}

function or(a: TrigramQuery, b: TrigramQuery): TrigramQuery {
  if (a.kind === 'none' || b.kind === 'all') return b;
  if (b.kind === 'none' || a.kind === 'all') return a;
  return join('or', a, b);
}

/** Operands are flattened once, at the end: to do it at each step would take the square of their number. */
const join = (kind: 'and' | 'or', a: TrigramQuery, b: TrigramQuery): TrigramQuery =>
  a === b ? a : { kind, operands: [a, b] };

/** The same query without repeats, and without operands of its kind. Each part is visited once, however often it occurs. */
function flatten(query: TrigramQuery, done = new Map<TrigramQuery, TrigramQuery>()): TrigramQuery {
  if (!('operands' in query)) return query;
  const before = done.get(query);
  if (before) return before;
  const operands = new Map<string, TrigramQuery>();
  const seen = new Set<TrigramQuery>();
  const pending: TrigramQuery[] = [query];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const isSameKind = (part: TrigramQuery): part is TrigramQuery & { operands: readonly TrigramQuery[] } =>
      'operands' in part && part.kind === query.kind;
    if (isSameKind(next)) {
      for (let i = next.operands.length - 1; i >= 0; i--) pending.push(next.operands[i]!);
      continue;
    }
    const flat = flatten(next, done);
    for (const part of isSameKind(flat) ? flat.operands : [flat]) operands.set(keyOf(part), part);
  }
  const distinct = [...operands.values()];
  const result = distinct.length === 1 ? distinct[0]! : { kind: query.kind, operands: distinct };
  done.set(query, result);
  return result;
}

function keyOf(query: TrigramQuery): string {
  if (query.kind === 'trigram') return query.token.toString('latin1');
  return 'operands' in query ? `${query.kind}(${query.operands.map(keyOf).join()})` : query.kind;
}
