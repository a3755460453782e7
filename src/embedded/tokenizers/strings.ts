/** Tokens of strings: exact, hash, term, fulltext, trigram, ngram, sha256. */
import { createHash } from 'node:crypto';
import { distinct } from './encoding';
import { fullTextTerms } from './fulltext';
import { languageBase } from './language';
import { words } from './words';

const PLAIN = 0x02;
const TAGGED = 0x03;
const SEPARATOR = 0x1f;
/** Languages that Dgraph's term index splits at spaces only. */
const WITHOUT_SPACES = new Set(['zh', 'ja', 'th', 'lo', 'my', 'bo', 'km', 'kxm']);
/** Longer n-grams are stored as digests. */
const MAX_GRAM_BYTES = 30;

/** The string after a mark byte; a string with a language is in that language's part of the index. */
export function exactToken(text: string, lang: string): Buffer {
  if (lang === '') return Buffer.concat([Buffer.from([PLAIN]), Buffer.from(text, 'utf8')]);
  return Buffer.concat([
    Buffer.from([TAGGED]),
    Buffer.from(languageBase(lang), 'utf8'),
    Buffer.from([SEPARATOR]),
    Buffer.from(text, 'utf8'),
  ]);
}

/** Part of the exact index with a language's strings: first and last possible token, the last excluded. */
export function exactRange(lang: string): { readonly from: Buffer; readonly to: Buffer } {
  const from = exactToken('', lang);
  const to = Buffer.from(from);
  to[to.length - 1]! += 1;
  return { from, to };
}

export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

export function termTokens(text: string, lang: string): string[] {
  if (text === '') return [''];
  return distinct(WITHOUT_SPACES.has(languageBase(lang)) ? text.split(' ') : words(text));
}

export function fullTextTokens(text: string, lang: string): string[] {
  return distinct(fullTextTerms(text, lang));
}

/** Distinct runs of three bytes. */
export function trigramTokens(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'utf8');
  const keys = new Set<number>();
  const out: Buffer[] = [];
  for (let i = 0; i + 3 <= bytes.length; i++) {
    const key = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
    if (keys.has(key)) continue;
    keys.add(key);
    out.push(bytes.subarray(i, i + 3));
  }
  return out;
}

/** Runs of one to four stems, for the index. */
export function ngramTokens(text: string, lang: string): Buffer[] {
  const terms = fullTextTerms(text, lang);
  const grams: string[] = [];
  for (let i = 0; i < terms.length; i++) {
    for (let size = 1; size <= 4 && i + size <= terms.length; size++) grams.push(terms.slice(i, i + size).join(' '));
  }
  return distinct(grams).map(gramToken);
}

/** Runs of three stems, or of all stems if fewer, for queries. */
export function ngramQueryTokens(text: string, lang: string): Buffer[] {
  const terms = fullTextTerms(text, lang);
  const size = Math.min(3, terms.length);
  const grams: string[] = [];
  for (let i = 0; size > 0 && i + size <= terms.length; i++) grams.push(terms.slice(i, i + size).join(' '));
  return distinct(grams).map(gramToken);
}

function gramToken(gram: string): Buffer {
  const bytes = Buffer.from(gram, 'utf8');
  return bytes.length < MAX_GRAM_BYTES ? bytes : hashToken(gram);
}

/** First 64 bytes, the length of a hexadecimal digest; no token for a shorter text. */
export function sha256Tokens(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length < 64 ? [] : [bytes.subarray(0, 64)];
}
