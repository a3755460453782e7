/** What a query of an agent may be: one that reads, and not the gateway's own data. */
import { OwlgateError } from '../../../errors';

/**
 * The engine's /query does not write; what is refused here are queries about secrets and about the gateway's own store, and
 * such as would go on for ever.
 *
 * @throws OwlgateError InvalidRequest
 */
export function checkDql(query: string): void {
  const code = query.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/#[^\n]*/g, '');
  const refuse = (reason: string): never => {
    throw new OwlgateError('InvalidRequest', { reason });
  };
  if (/\b(?:mutation|upsert)\b\s*[@{]/.test(code)) refuse('this tool only reads');
  const reserved = /(?:owlgate\.[\w.]+|dgraph\.(?!type\b)[\w.]+)/.exec(code);
  if (reserved) refuse(`${reserved[0]} is not among what can be asked for`);
  const depth = /@recurse\b(?!\s*\([^)]*depth\s*:\s*\d)/.exec(code);
  if (depth) refuse('@recurse takes a depth here: @recurse(depth: 5)');
  let nesting = 0;
  for (const c of code) {
    if (c === '{') nesting++;
    if (c === '}') nesting--;
    if (nesting > 20) refuse('it is nested more than 20 deep');
  }
}
