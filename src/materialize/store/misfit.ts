/** Test of values that the engine cannot store: it would refuse the whole request with one of them. */
import type { PredicateDeclaration } from '../../dql';
import { parseLiteralTerm } from '../../mutation';

type Declared = Pick<PredicateDeclaration, 'name' | 'type' | 'lang' | 'index'>;

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

/** Tests of canonical texts by type; a type that is not listed holds any text. */
const HOLDS: Readonly<Partial<Record<PredicateDeclaration['type'], (text: string) => boolean>>> = {
  int: (text) => /^-?\d{1,19}$/.test(text) && BigInt(text) <= MAX_INT && BigInt(text) >= MIN_INT,
  float: (text) => text.trim() !== '' && (!Number.isNaN(Number(text)) || /^[+-]?inf$/i.test(text)),
  bool: (text) => text === 'true' || text === 'false',
  datetime: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
  geo: (text) => isGeometry(parsed(text)),
  float32vector: (text) => {
    const vector = parsed(text);
    return Array.isArray(vector) && vector.length > 0 && vector.every((each) => typeof each === 'number');
  },
  uid: () => false,
};

/**
 * Returns true for a value that a predicate cannot hold.
 *
 * @param term value in its canonical text for the predicate's type; a node fits any predicate here
 * @param declared undefined for a predicate without a declaration, which takes any value
 */
export function isMisfit(term: string, declared: Declared | undefined): boolean {
  if (!term.startsWith('"') || !declared) return false;
  const { text, lang } = parseLiteralTerm(term);
  if (lang !== undefined && !declared.lang) return true;
  return HOLDS[declared.type]?.(text) === false || isTooLongForIndex(text, declared);
}

/** Maximum bytes of a predicate's name and a token of its index together: Dgraph limits its keys. */
const MAX_KEY_BYTES = 65_000;

/** Indexes of single words: a token is as long as a word, after normalization. */
const WORD_INDEXES: ReadonlySet<string> = new Set(['term', 'fulltext']);

/** Returns true for a text with a token that is longer than a key of Dgraph may be. */
export function isTooLongForIndex(text: string, { name, type, index }: Declared): boolean {
  if (type !== 'string' || text.length * 3 <= MAX_KEY_BYTES / 2) return false;
  // The first byte of a token is the tokenizer's.
  const maxBytes = MAX_KEY_BYTES - Buffer.byteLength(name) - 1;
  const isTooLong = (token: string): boolean => Buffer.byteLength(token) > maxBytes;
  return index.some(({ tokenizer }) =>
    tokenizer === 'exact'
      ? isTooLong(text)
      : WORD_INDEXES.has(tokenizer) && text.split(/\s+/).some((word) => isTooLong(word.normalize('NFKC'))),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isGeometry = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && 'coordinates' in value;
