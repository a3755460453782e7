/** Test of values that the engine cannot store: it would refuse the whole request with one of them. */
import { geometryFault, normalizeTime } from '../../dql';
import type { PredicateDeclaration } from '../../dql';
import { isTooLongForExact, MAX_KEY_BYTES, parseLiteralTerm } from '../../mutation';
import { hasHeight } from '../../util/geojson';

type Declared = Pick<PredicateDeclaration, 'name' | 'type' | 'lang' | 'index'>;

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

/** Tests of canonical texts by type; a type that is not listed holds any text. */
const HOLDS: Readonly<Partial<Record<PredicateDeclaration['type'], (text: string) => boolean>>> = {
  int: (text) => /^-?\d{1,19}$/.test(text) && BigInt(text) <= MAX_INT && BigInt(text) >= MIN_INT,
  float: (text) => text.trim() !== '' && (!Number.isNaN(Number(text)) || /^[+-]?inf$/i.test(text)),
  bool: (text) => text === 'true' || text === 'false',
  datetime: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && normalizeTime(text) !== undefined,
  geo: (text) => geometryFault(text) === undefined,
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
  return !holdsType(text, declared) || indexFault(text, declared, lang) !== undefined;
}

export const hasExactIndex = ({ index }: Pick<Declared, 'index'>): boolean =>
  index.some(({ tokenizer }) => tokenizer === 'exact');

/** Returns true for a canonical text that a value of the predicate's type may have. */
export const holdsType = (text: string, { type }: Declared): boolean => HOLDS[type]?.(text) !== false;

/** Returns the reason why an index of a predicate refuses a text that its type holds; completes "which takes no …". */
export function indexFault(text: string, declared: Declared, lang?: string): string | undefined {
  if (isTooLongForIndex(text, declared, lang)) {
    return lang === undefined
      ? `${Buffer.byteLength(text).toLocaleString('en-US')} bytes`
      : `${text.length.toLocaleString('en-US')} characters in the language "${lang}"`;
  }
  const isIndexed = declared.type === 'geo' && declared.index.length > 0;
  return isIndexed ? geometryIndexFault(JSON.parse(text) as Geometry) : undefined;
}

interface Geometry {
  readonly type: string;
  readonly coordinates: readonly unknown[];
}

/** The geo index of Dgraph v25.4 takes points and areas in two dimensions, by the outer ring of an area. */
function geometryIndexFault({ type, coordinates }: Geometry): string | undefined {
  if (!INDEXED_GEOMETRIES.has(type)) return `geometry of the type ${type}`;
  if (hasHeight(coordinates)) return 'geometry with heights';
  const polygons = type === 'Point' ? [] : type === 'Polygon' ? [coordinates] : coordinates;
  const isClosed = (polygon: unknown): boolean => {
    const [outer = []] = polygon as readonly (readonly unknown[])[];
    return outer.length >= 4 && String(outer[0]) === String(outer.at(-1));
  };
  return polygons.every(isClosed) ? undefined : 'polygon whose outer ring is not closed';
}

const INDEXED_GEOMETRIES: ReadonlySet<string> = new Set(['Point', 'Polygon', 'MultiPolygon']);

/** Indexes of single words: a token is as long as a word, after normalization. */
const WORD_INDEXES: ReadonlySet<string> = new Set(['term', 'fulltext']);

/** Returns true for a text with a token that is longer than a key of Dgraph may be. */
function isTooLongForIndex(text: string, { name, type, index }: Declared, lang: string | undefined): boolean {
  if (type !== 'string' || (lang === undefined && text.length * 3 <= MAX_KEY_BYTES / 2)) return false;
  const isTooLong = (word: string): boolean => isTooLongForExact(word.normalize('NFKC'), undefined, name);
  return index.some(({ tokenizer }) =>
    tokenizer === 'exact'
      ? isTooLongForExact(text, lang, name)
      : WORD_INDEXES.has(tokenizer) && text.split(/\s+/).some(isTooLong),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
