/** Check of an agent's DQL query. */
import { tokenize } from '../../../dql';
import { OwlgateError } from '../../../errors';

/**
 * Refuses queries about secrets and the gateway's own predicates, queries without a bound, and mutations. The engine's
 * /query cannot write; the check of mutations only gives a better message.
 *
 * @throws OwlgateError InvalidRequest
 */
export function checkDql(query: string): void {
  const refuse = (reason: string): never => {
    throw new OwlgateError('InvalidRequest', { reason });
  };
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
    if (nesting > 20) refuse('the query is nested more than 20 deep');
  }
}

const RESERVED = /(?:owlgate\.[\w.]*|dgraph\.(?!type\b)[\w.]+)/;

/** Decodes escapes of an IRI as the engine does (`<owlgate\u002ekey>`). */
const withoutEscapes = (text: string): string =>
  text.replace(/\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})/g, (escape, short?: string, long?: string) => {
    const code = parseInt(short ?? long ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
  });
