/** Tokens of a value under a tokenizer, for the index and for look-ups in it. */
import { bigFloatToInt, parseBigFloat } from '../values/bigfloat';
import { civilOf } from '../values/datetime';
import { cannotConvert, convert, ValueError } from '../values';
import type { Value } from '../values';
import { fieldsToken, floatToken, intToken } from './encoding';
import { geoTokens } from './geo';
import { findTokenizer } from './registry';
import {
  exactToken,
  fullTextTokens,
  hashToken,
  ngramQueryTokens,
  ngramTokens,
  sha256Tokens,
  termTokens,
  trigramTokens,
} from './strings';

/**
 * Returns the distinct tokens of a value, in no particular order.
 *
 * @param value converted to the tokenizer's type first (`default` counts as string)
 * @param lang the value's language tag, '' for none; selects the full-text analysis and the part of the `exact` index
 * @throws ValueError for an unknown tokenizer, a value that does not fit its type, or a geometry without cells
 */
export function tokens(value: Value, tokenizer: string, lang = ''): Buffer[] {
  const definition = findTokenizer(tokenizer);
  if (!definition) throw new ValueError(`Invalid tokenizer ${tokenizer}`);
  const typed = value.type === definition.type ? value : convert(value, definition.type);
  switch (typed.type) {
    case 'string':
      return stringTokens(typed.value, tokenizer, lang);
    case 'int':
      return [intToken(typed.value)];
    case 'float':
      return [floatToken(typed.value)];
    case 'bool':
      return [Buffer.from([typed.value ? 1 : 0])];
    case 'datetime': {
      const { year, month, day, hour } = civilOf(typed.value);
      if (tokenizer === 'year') return [fieldsToken(year)];
      if (tokenizer === 'month') return [fieldsToken(year, month)];
      return [tokenizer === 'day' ? fieldsToken(year, month, day) : fieldsToken(year, month, day, hour)];
    }
    case 'bigfloat':
      return [intToken(bigFloatToInt(parseBigFloat(typed.value)))];
    case 'geo':
      return geoTokens(typed.value);
    default:
      throw cannotConvert(typed.type, definition.type);
  }
}

function stringTokens(text: string, tokenizer: string, lang: string): Buffer[] {
  switch (tokenizer) {
    case 'exact':
      return [exactToken(text, lang)];
    case 'hash':
      return [hashToken(text)];
    case 'term':
      return toBuffers(termTokens(text, lang));
    case 'fulltext':
      return toBuffers(fullTextTokens(text, lang));
    case 'trigram':
      return trigramTokens(text);
    case 'ngram':
      return ngramTokens(text, lang);
    case 'sha256':
      return sha256Tokens(text);
    default:
      throw new ValueError(`Invalid tokenizer ${tokenizer}`);
  }
}

/** Returns the tokens that a query looks up; only `ngram` differs from the stored tokens. */
export function queryTokens(text: string, tokenizer: string, lang = ''): Buffer[] {
  return tokenizer === 'ngram' ? ngramQueryTokens(text, lang) : stringTokens(text, tokenizer, lang);
}

function toBuffers(terms: readonly string[]): Buffer[] {
  return terms.map((term) => Buffer.from(term, 'utf8'));
}
