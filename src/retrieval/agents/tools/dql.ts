/** Check of an agent's query: it reads, and not the gateway's own data. */
import { tokenize } from '../../../dql';
import { OwlgateError } from '../../../errors';

/**
 * The engine's /query does not write; what is refused here are queries about secrets and about the gateway's own store, and
 * such as would go on for ever.
 *
 * @throws OwlgateError InvalidRequest
 */
export function checkDql(query: string): void {
  const refuse = (reason: string): never => {
    throw new OwlgateError('InvalidRequest', { reason });
  };
  // By the lexer that the engine reads queries with: what is a string or a comment there is one here.
  const tokens = tokenize(query, { tolerant: true });
  for (const { kind, text } of tokens) {
    if (kind === 'String') continue;
    const reserved = RESERVED.exec(withoutEscapes(text))?.[0];
    if (reserved !== undefined) refuse(`${reserved} is not among what can be asked for`);
  }
  const code = tokens.map(({ kind, text }) => (kind === 'String' || kind === 'Regex' ? '""' : text)).join(' ');
  if (/\b(?:mutation|upsert)\b\s*[@{]/.test(code)) refuse('this tool only reads');
  if (/@ recurse\b(?! \([^)]*depth : \d)/.test(code)) refuse('@recurse takes a depth here: @recurse(depth: 5)');
  let nesting = 0;
  for (const c of code) {
    if (c === '{') nesting++;
    if (c === '}') nesting--;
    if (nesting > 20) refuse('it is nested more than 20 deep');
  }
}

const RESERVED = /(?:owlgate\.[\w.]*|dgraph\.(?!type\b)[\w.]+)/;

/** The name of an IRI as the engine reads it (`<owlgate\u002ekey>`). */
const withoutEscapes = (text: string): string =>
  text.replace(/\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})/g, (whole, short?: string, long?: string) => {
    const code = parseInt(short ?? long ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
