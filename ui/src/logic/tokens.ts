/** Tokens of the languages that the editor shows: enough for colours, not a parser. */
import type { StreamParser, StringStream } from '@codemirror/language';

export type Syntax = 'dql' | 'graphql' | 'json' | 'rdf' | 'turtle' | 'text';

const KEYWORDS: Readonly<Record<Syntax, ReadonlySet<string>>> = {
  dql: new Set([
    ...[
      'query',
      'func',
      'as',
      'var',
      'schema',
      'fragment',
      'upsert',
      'expand',
      'uid',
      'count',
      'orderasc',
      'orderdesc',
    ],
    ...[
      'first',
      'offset',
      'after',
      'and',
      'or',
      'not',
      'eq',
      'le',
      'lt',
      'ge',
      'gt',
      'between',
      'has',
      'type',
      'regexp',
    ],
    ...['allofterms', 'anyofterms', 'alloftext', 'anyoftext', 'match', 'near', 'within', 'contains', 'intersects'],
    ...['uid_in', 'val', 'math', 'min', 'max', 'sum', 'avg', 'shortest', 'from', 'to', 'similar_to'],
  ]),
  graphql: new Set(['query', 'mutation', 'subscription', 'fragment', 'on', 'true', 'false', 'null']),
  json: new Set(['true', 'false', 'null']),
  rdf: new Set(['set', 'delete', 'upsert', 'query', 'mutation']),
  turtle: new Set(['a', 'prefix', 'base', 'true', 'false']),
  text: new Set(),
};

/** Words that complete a query of DQL. */
export const dqlWords = (): readonly string[] => [...KEYWORDS.dql].sort();

interface State {
  /** Delimiter of a string of several lines. */
  quote: string;
}

export const tokenizer = (syntax: Syntax): StreamParser<State> => ({
  name: syntax,
  startState: () => ({ quote: '' }),
  token: (stream, state) => next(stream, state, syntax),
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
});

function next(stream: StringStream, state: State, syntax: Syntax): string | null {
  if (state.quote !== '') return rest(stream, state);
  if (stream.eatSpace() || syntax === 'text') {
    if (syntax === 'text') stream.skipToEnd();
    return null;
  }
  if (syntax !== 'json' && stream.match(/^#.*/)) return 'comment';
  if (syntax !== 'json' && syntax !== 'dql' && stream.match('"""')) {
    state.quote = '"""';
    return rest(stream, state);
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if ((syntax === 'rdf' || syntax === 'turtle' || syntax === 'dql') && stream.match(/^<[^>\s]*>/)) return 'string';
  if (stream.match(/^[$@][\w.-]+/)) return 'variableName';
  if (stream.match(/^_:[\w.-]+/)) return 'variableName';
  if (stream.match(/^-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)\b/i)) return 'number';
  const word = stream.match(/^[\p{L}_][\p{L}\p{M}\p{N}_.:-]*/u);
  if (word && typeof word !== 'boolean') return KEYWORDS[syntax].has(word[0].toLowerCase()) ? 'keyword' : null;
  stream.next();
  return null;
}

function rest(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match(state.quote)) {
      state.quote = '';
      break;
    }
    stream.next();
  }
  return 'string';
}
