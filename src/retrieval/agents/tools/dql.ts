/** Check of a model's DQL query before it runs: secrets, mutations, and bounds of its cost. */
import { tokenize, type Document, type Pagination } from '../../../dql';
import { OwlgateError } from '../../../errors';
import { parsed } from '../../knowledge/query-check';
import { partsOf } from '../../knowledge/query-parts';

/** Maximum rows that a part of a query may ask for. */
const MAX_ROWS = 1_000;
/** Maximum depth of `@recurse`, and of a shortest path. */
const MAX_DEPTH = 10;
const MAX_PATHS = 20;
const MAX_BLOCKS = 20;
const MAX_NESTING = 20;

/**
 * Refuses queries about secrets and the gateway's own predicates, queries without a bound, and mutations. The engine's
 * /query cannot write; the check of mutations only gives a better message.
 *
 * @returns the query with its variables bound
 * @throws OwlgateError InvalidRequest
 */
export function checkDql(query: string): Document {
  // The lexer of the embedded engine, so that strings and comments are recognized the same way.
  const tokens = tokenize(query, { tolerant: true });
  for (const { kind, text } of tokens) {
    if (kind === 'String') continue;
    const reserved = RESERVED.exec(withoutEscapes(text))?.[0];
    if (reserved !== undefined) refuse(`${reserved} is reserved and cannot be queried`);
  }
  const code = tokens.map(({ kind, text }) => (kind === 'String' || kind === 'Regex' ? '""' : text)).join(' ');
  if (/\b(?:mutation|upsert)\b\s*[@{]/.test(code)) refuse('this tool only reads');
  if (/@ recurse\b(?! \([^)]*depth : \d)/.test(code)) refuse('@recurse needs a depth: @recurse(depth: 5)');
  let nesting = 0;
  for (const c of code) {
    if (c === '{') nesting++;
    if (c === '}') nesting--;
    if (nesting > MAX_NESTING) refuse(`the query is nested more than ${MAX_NESTING} deep`);
  }
  const document = parsed(query);
  if (document.blocks.length > MAX_BLOCKS) refuse(`the query has more than ${MAX_BLOCKS} blocks`);
  checkBounds(document);
  return document;
}

const refuse = (reason: string): never => {
  throw new OwlgateError('InvalidRequest', { reason });
};

/** Refuses numbers that ask for too much, wherever they are. */
function checkBounds(document: Document): void {
  for (const { pagination, kind, depth, numpaths } of partsOf(document)) {
    if (Math.abs(numberOf((pagination as Pagination | undefined)?.first)) > MAX_ROWS)
      refuse(`first is more than ${MAX_ROWS}; ask for less, or count`);
    if ((kind === 'Recurse' || kind === 'ShortestPath') && numberOf(depth) > MAX_DEPTH)
      refuse(`depth is more than ${MAX_DEPTH}`);
    if (numberOf(numpaths) > MAX_PATHS) refuse(`numpaths is more than ${MAX_PATHS}`);
  }
}

const numberOf = (value: unknown): number => Number((value as { readonly text?: string } | undefined)?.text ?? 0) || 0;

const RESERVED = /(?:owlgate\.[\w.]*|dgraph\.(?!type\b)[\w.]+)/;

/** Decodes escapes of an IRI as the engine does (`<owlgate\u002ekey>`). */
const withoutEscapes = (text: string): string =>
  text.replace(/\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})/g, (escape, short?: string, long?: string) => {
    const code = parseInt(short ?? long ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
  });
