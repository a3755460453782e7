/**
 * Derives from a regular expression the trigrams that every match must contain, after R. Cox, "Regular Expression
 * Matching with a Trigram Index" (2012): for each part its possible strings, or its prefixes and suffixes, and required
 * trigrams.
 */
import { LRUCache } from '../../../util/lru';
import { parseRegex, type RegexNode } from './regexSyntax';

export type TrigramQuery =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'trigram'; readonly token: Buffer }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly TrigramQuery[] };

const ALL: TrigramQuery = { kind: 'all' };
const MAX_EXACT = 7;
const MAX_SET = 20;

type Strings = ReadonlySet<string>;

/** Properties of the matches of a part. Strings have one character per byte. */
interface Info {
  readonly emptyable: boolean;
  /** All possible strings; undefined if there are too many. */
  readonly exact: Strings | undefined;
  readonly prefix: Strings;
  readonly suffix: Strings;
  readonly match: TrigramQuery;
}

const EMPTY_ONLY: Strings = new Set(['']);
const NOTHING: Info = { emptyable: true, exact: EMPTY_ONLY, prefix: EMPTY_ONLY, suffix: EMPTY_ONLY, match: ALL };
const ANY_CHARACTER: Info = { ...NOTHING, emptyable: false, exact: undefined };
const ANYTHING: Info = { ...NOTHING, exact: undefined };

/** Returns the trigrams to look up for a pattern; `all` if none is required. */
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

/** Converts sets that have grown too large, and finally all sets, into requirements. */
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

/** Shortens strings to two characters, enough for trigrams across two parts, and further if there are many strings. */
function shorten(set: Strings, cut: (text: string, length: number) => string): Strings {
  for (let length = 2; ; length--) {
    const cutSet = new Set([...set].map((text) => cut(text, length)));
    if (cutSet.size <= MAX_SET || length === 0) return cutSet;
  }
}

/** Requirements of the latest sets of strings, because each repetition of a group has the same sets. */
const latest = new LRUCache<string, TrigramQuery>({ most: 256, weight: { most: 50_000, of: (key) => key.length } });

/** Requires the trigrams of at least one of the strings; no requirement if one of them is too short. */
function trigramsOf(set: Strings): TrigramQuery {
  if (set.size === 0 || shortest(set) < 3) return set.size === 0 ? { kind: 'none' } : ALL;
  const key = [...set].map((text) => `${text.length}:${text}`).join('');
  let query = latest.get(key);
  if (!query) latest.set(key, (query = newTrigramsOf(set)));
  return query;
}

function newTrigramsOf(set: Strings): TrigramQuery {
  let query: TrigramQuery = { kind: 'none' };
  for (const text of set) {
    let required: TrigramQuery = ALL;
    for (let i = 0; i + 3 <= text.length; i++) {
      required = and(required, { kind: 'trigram', token: Buffer.from(text.slice(i, i + 3), 'latin1') });
    }
    query = or(query, required);
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

/** Joins without flattening: flattening at each step would take quadratic time. `flatten` runs once at the end. */
const join = (kind: 'and' | 'or', a: TrigramQuery, b: TrigramQuery): TrigramQuery =>
  a === b ? a : { kind, operands: [a, b] };

/** Returns the query without duplicates and without nested operands of its kind. Visits shared parts once. */
function flatten(query: TrigramQuery, results = new Map<TrigramQuery, TrigramQuery>()): TrigramQuery {
  if (!('operands' in query)) return query;
  const before = results.get(query);
  if (before) return before;
  const operands = new Map<string, TrigramQuery>();
  const visited = new Set<TrigramQuery>();
  const pending: TrigramQuery[] = [query];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    const isSameKind = (part: TrigramQuery): part is TrigramQuery & { operands: readonly TrigramQuery[] } =>
      'operands' in part && part.kind === query.kind;
    if (isSameKind(next)) {
      for (let i = next.operands.length - 1; i >= 0; i--) pending.push(next.operands[i]!);
      continue;
    }
    const flat = flatten(next, results);
    for (const part of isSameKind(flat) ? flat.operands : [flat]) operands.set(keyOf(part), part);
  }
  const distinct = [...operands.values()];
  const result = distinct.length === 1 ? distinct[0]! : { kind: query.kind, operands: distinct };
  results.set(query, result);
  return result;
}

function keyOf(query: TrigramQuery): string {
  if (query.kind === 'trigram') return query.token.toString('latin1');
  return 'operands' in query ? `${query.kind}(${query.operands.map(keyOf).join()})` : query.kind;
}
