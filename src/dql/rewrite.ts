/** Rewrites the gateway's predicate for node types, `graph.type`, to Dgraph's `dgraph.type`, by token. */
import type { Document, Node, Predicate, Selection } from './ast';
import { DqlSyntaxError } from './errors';
import { tokenize } from './lexer';
import { parse } from './parser';
import { isAs } from './parser/names';
import type { Token } from './token';
import { visit } from './visitor';

const WORD = 'graph.type';

/**
 * Rewrites the predicate `graph.type` of a query.
 *
 * Selected without an alias it becomes `graph.type: dgraph.type`, so that the answer keeps the client's name. With an
 * alias, and as an argument (`eq`, `has`, ordering, `@groupby`, `@cascade`, `count` …), it becomes `dgraph.type`. Under
 * `@normalize`, which shows aliased fields alone, no alias is added. Strings, comments, regular expressions, aliases,
 * variables, facets and values stay as they are, and so do line numbers. A text without the predicate is returned
 * unchanged.
 *
 * A text that cannot be parsed is rewritten as far as its tokens allow; the engine reports the error.
 */
export function rewriteTypePredicate(query: string): string {
  if (!mentions(query)) return query;
  let document: Document;
  try {
    document = parse(query);
  } catch (error) {
    if (error instanceof DqlSyntaxError) return insert(query, placesByToken(query));
    throw error;
  }
  return insert(query, placesByTree(query, document));
}

/** Returns true if the name occurs outside `dgraph.type`. */
function mentions(query: string): boolean {
  for (let at = query.indexOf(WORD); at >= 0; at = query.indexOf(WORD, at + 1)) {
    if (query[at - 1] !== 'd') return true;
  }
  return false;
}

/** Occurrence of the predicate; `alias` is the offset to insert an alias at. */
interface Place {
  readonly word: number;
  readonly alias?: number;
}

/** Inserts the letter `d` before each occurrence, and aliases where needed. */
function insert(query: string, places: readonly Place[]): string {
  let text = '';
  let at = 0;
  for (const { word, alias } of [...places].sort((a, b) => a.word - b.word)) {
    if (alias !== undefined) {
      text += `${query.slice(at, alias)}${WORD}: `;
      at = alias;
    }
    text += `${query.slice(at, word)}d`;
    at = word;
  }
  return text + query.slice(at);
}

function placesByTree(query: string, document: Document): Place[] {
  const places: Place[] = [];
  const unaliased = new Set<Predicate>();
  for (const field of shownFields(document)) {
    if (field.kind === 'Field' && field.alias === undefined) unaliased.add(field.predicate);
  }
  const add = (predicate: Predicate): void => {
    if (predicate.name !== WORD) return;
    const { start } = predicate.span;
    places.push({ word: query.indexOf(WORD, start), alias: unaliased.has(predicate) ? start : undefined });
  };
  // A facet may have the same name as the predicate.
  const facets = new Set<Node>();
  visit(document, {
    Field: ({ directives }) => directives.facetsFilter && facets.add(directives.facetsFilter),
    CountField: ({ directives }) => directives.facetsFilter && facets.add(directives.facetsFilter),
    And: (filter) => !facets.has(filter),
    Or: (filter) => !facets.has(filter),
    Not: (filter) => !facets.has(filter),
    FunctionCall: (call) => !facets.has(call),
    Predicate: add,
  });
  if (document.blocks.some((block) => block.kind === 'SchemaBlock' && block.predicates.includes(WORD))) {
    places.push(...placesByToken(query));
  }
  return places;
}

/**
 * Returns the fields that the answer shows under their own names: without those under `@normalize` and those of
 * fragments spread only there.
 */
function shownFields(document: Document): Selection[] {
  const fragments = new Map(document.fragments.map((f) => [f.name, f.selection]));
  const entered = new Set<string>();
  const shown: Selection[] = [];
  // A list instead of recursion: a chain of fragments may be as long as the text allows.
  const open: (readonly Selection[])[] = [];
  for (const block of document.blocks) {
    if (block.kind === 'QueryBlock' && block.directives.normalize !== true) open.push(block.selection ?? []);
  }
  for (let selections = open.pop(); selections; selections = open.pop()) {
    for (const selection of selections) {
      if (selection.kind === 'FragmentSpread') {
        const { name } = selection;
        if (!entered.has(name)) open.push(fragments.get(name) ?? []);
        entered.add(name);
        continue;
      }
      shown.push(selection);
      if ('selection' in selection && selection.selection && selection.directives.normalize !== true) {
        open.push(selection.selection);
      }
    }
  }
  return shown;
}

/** Calls whose brackets hold variables or types, never predicates. */
const NO_PREDICATE: ReadonlySet<string> = new Set(['uid', 'val', 'len', 'type', 'math', 'expand']);
/** Brackets in which every name is a predicate. */
const PREDICATES: ReadonlySet<string> = new Set(['count', 'min', 'max', 'sum', 'avg', '@cascade', '@groupby']);
const FACETS = '@facets';
const ORDER: ReadonlySet<string> = new Set(['orderasc', 'orderdesc', 'pred']);

/** Finds occurrences by the surrounding brackets and adjacent tokens. */
function placesByToken(query: string): Place[] {
  const tokens = tokenize(query, { tolerant: true });
  const places: Place[] = [];
  /** Stack of open brackets: `{` for a brace, else the word before the bracket, `@facets` with its `@`. */
  const open: string[] = [];
  let facets = 0;
  let run = 0;
  tokens.forEach((token, i) => {
    const isListed = token.kind === ',' || token.kind === 'Name' || token.kind === 'Iri';
    if (!isListed) run = i + 1;
    if (token.kind === '{') open.push('{');
    else if (token.kind === '(') {
      open.push(caller(tokens, i));
      if (open.at(-1) === FACETS) facets++;
    } else if (token.kind === ')' || token.kind === '}') {
      if (open.pop() === FACETS) facets--;
    } else if (isWord(token)) {
      const place = placeOf(tokens, i, run, { inside: open.at(-1), depth: open.length, isFacet: facets > 0 });
      if (place) places.push(place);
    }
  });
  return places;
}

function isWord(token: Token): boolean {
  if (token.kind === 'Name') return token.text === WORD || token.text === `~${WORD}`;
  return token.kind === 'Iri' && (token.text === `<${WORD}>` || token.text === `<~${WORD}>`);
}

function caller(tokens: readonly Token[], i: number): string {
  const before = tokens[i - 1];
  if (before?.kind !== 'Name') return '';
  return (tokens[i - 2]?.kind === '@' ? '@' : '') + before.text.toLowerCase();
}

interface Open {
  /** Innermost open brace, or the word before the innermost open bracket. */
  readonly inside: string | undefined;
  readonly depth: number;
  readonly isFacet: boolean;
}

function placeOf(
  tokens: readonly Token[],
  i: number,
  run: number,
  { inside, depth, isFacet }: Open,
): Place | undefined {
  const token = tokens[i]!;
  const before = tokens[i - 1]?.kind;
  const after = tokens[i + 1];
  const isName = after?.kind === ':' || (after && isAs(after)) || before === '...' || before === '@';
  if (isName || before === '-' || after?.kind === '-') return undefined;
  const word = token.start + token.text.indexOf(WORD);
  if (inside === '{') {
    if (after?.kind === '(' && depth === 1) return undefined;
    return before === ':' ? { word } : { word, alias: token.start };
  }
  if (inside === undefined || isFacet) return undefined;
  if (isKeyed(tokens, i, run) || PREDICATES.has(inside)) return { word };
  return before === '(' && !NO_PREDICATE.has(inside) ? { word } : undefined;
}

/**
 * Returns true if a token is the value, or one of the values in a list, of a key that takes predicates.
 *
 * @param run index of the first of the consecutive names and commas before the token
 */
function isKeyed(tokens: readonly Token[], i: number, run: number): boolean {
  const k = tokens[run - 1]?.kind === '[' ? run - 2 : i - 1;
  return tokens[k]?.kind === ':' && ORDER.has(tokens[k - 1]?.text ?? '');
}
