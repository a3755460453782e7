/**
 * Protection of the registry's predicates from GraphQL schemas: writes by Dgraph's GraphQL would bypass the gateway.
 */
import { RESERVED_PREFIX } from '../../mutation';
import { OwlgateError } from '../../errors';

const COMMENT = '#[^\\n\\r]*';
const BLOCK = '"""(?:\\\\"""|[^])*?(?:"""|$)';
const STRING = '"(?:\\\\.|[^"\\\\\\n\\r])*"?';
const NAME = '[_A-Za-z][_0-9A-Za-z]*';
/** Commas are white space in GraphQL. */
const TOKEN = new RegExp(`${COMMENT}|(${BLOCK}|${STRING})|(${NAME})|[^\\s,\\ufeff]`, 'g');

/** Arguments of directives that name a predicate or the prefix of predicates. */
const NAMING: ReadonlySet<string> = new Set(['pred', 'type']);
/** Definitions whose fields are stored as `Name.field`. */
const DEFINING: ReadonlySet<string> = new Set(['type', 'interface']);

/**
 * Accepts a GraphQL schema that maps no field to a predicate of the registry: by `@dgraph(pred:)`, `@dgraph(type:)`,
 * `@secret(pred:)`, or by the name of a type. The schema need not be valid.
 *
 * @param text SDL, without the escapes of its transport
 * @throws OwlgateError ReservedPredicate
 */
export function protectFromGraphql(text: string): void {
  let before = '';
  let atColon = '';
  for (const [token, string, name] of text.matchAll(TOKEN)) {
    if (token.startsWith('#')) continue;
    if (string !== undefined && NAMING.has(atColon)) {
      const named = nameIn(string);
      if (isReserved(named)) throw reserved(named, 'mapped to a field');
    }
    // Without a mapping, the predicate of a field is `Type.field`.
    if (DEFINING.has(before) && name !== undefined && isReserved(name)) {
      throw reserved(`${name}.…`, 'those of a GraphQL type');
    }
    atColon = token === ':' ? before : '';
    before = name ?? '';
  }
}

/**
 * Returns the name in a string. Dgraph accepts white space around it, angle brackets, and the sign of reverse edges.
 */
function nameIn(string: string): string {
  const content = string.replace(/^"(?:"")?|"(?:"")?$/g, '');
  const plain = content.replace(/\\u(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))/gi, (escape, long: string, short: string) => {
    const code = parseInt(long ?? short, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
  });
  return plain.replace(/^[\s~<\\]+|(?<![\s>\\])[\s>\\]+$/g, '');
}

const isReserved = (name: string): boolean => `${name}.`.startsWith(RESERVED_PREFIX);

const reserved = (predicate: string, use: string): OwlgateError =>
  new OwlgateError('ReservedPredicate', { place: '', predicate: predicate.slice(0, 200), use });
