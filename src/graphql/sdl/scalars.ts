/** Scalar types of Dgraph's GraphQL, with their stored types and searches. */

/** Stored types of GraphQL types other than enums and types of the document (Dgraph's `graphql/schema`). */
export const STORED_AS: ReadonlyMap<string, string> = new Map([
  ['ID', 'uid'],
  ['Boolean', 'bool'],
  ['Int', 'int'],
  ['Int64', 'int'],
  ['Float', 'float'],
  ['String', 'string'],
  ['DateTime', 'datetime'],
  ['Password', 'password'],
  ['Point', 'geo'],
  ['Polygon', 'geo'],
  ['MultiPolygon', 'geo'],
]);

/** Types that are written as objects but stored as values. */
export const GEO_TYPES: ReadonlySet<string> = new Set(['Point', 'Polygon', 'MultiPolygon']);

export const ORDERED: ReadonlySet<string> = new Set(['Int', 'Int64', 'Float', 'String', 'DateTime']);

export const SUMMED: ReadonlySet<string> = new Set(['Int', 'Int64', 'Float']);

interface Search {
  /** GraphQL type of the field. */
  readonly type: string;
  readonly tokenizer: string;
  /** Input type of the filter. */
  readonly filter: string;
}

/** Searches of `@search(by: […])`. */
export const SEARCHES: ReadonlyMap<string, Search> = new Map([
  ['int', { type: 'Int', tokenizer: 'int', filter: 'IntFilter' }],
  ['int64', { type: 'Int64', tokenizer: 'int', filter: 'Int64Filter' }],
  ['float', { type: 'Float', tokenizer: 'float', filter: 'FloatFilter' }],
  ['bool', { type: 'Boolean', tokenizer: 'bool', filter: 'Boolean' }],
  ['hash', { type: 'String', tokenizer: 'hash', filter: 'StringHashFilter' }],
  ['exact', { type: 'String', tokenizer: 'exact', filter: 'StringExactFilter' }],
  ['term', { type: 'String', tokenizer: 'term', filter: 'StringTermFilter' }],
  ['fulltext', { type: 'String', tokenizer: 'fulltext', filter: 'StringFullTextFilter' }],
  ['trigram', { type: 'String', tokenizer: 'trigram', filter: 'StringRegExpFilter' }],
  ['regexp', { type: 'String', tokenizer: 'trigram', filter: 'StringRegExpFilter' }],
  ['ngram', { type: 'String', tokenizer: 'ngram', filter: 'StringNgramFilter' }],
  ['year', { type: 'DateTime', tokenizer: 'year', filter: 'DateTimeFilter' }],
  ['month', { type: 'DateTime', tokenizer: 'month', filter: 'DateTimeFilter' }],
  ['day', { type: 'DateTime', tokenizer: 'day', filter: 'DateTimeFilter' }],
  ['hour', { type: 'DateTime', tokenizer: 'hour', filter: 'DateTimeFilter' }],
  ['point', { type: 'Point', tokenizer: 'geo', filter: 'PointGeoFilter' }],
  ['polygon', { type: 'Polygon', tokenizer: 'geo', filter: 'PolygonGeoFilter' }],
  ['multiPolygon', { type: 'MultiPolygon', tokenizer: 'geo', filter: 'PolygonGeoFilter' }],
  ['hnsw', { type: 'Float', tokenizer: 'hnsw', filter: 'HNSWSearchFilter' }],
]);

const DEFAULT_SEARCHES: ReadonlyMap<string, string> = new Map([
  ['Boolean', 'bool'],
  ['Int', 'int'],
  ['Int64', 'int64'],
  ['Float', 'float'],
  ['String', 'term'],
  ['DateTime', 'year'],
  ['Point', 'point'],
  ['Polygon', 'polygon'],
  ['MultiPolygon', 'multiPolygon'],
]);

/** Search of `@search` without arguments; `hash` for an enum. */
export const defaultSearch = (type: string): string => DEFAULT_SEARCHES.get(type) ?? 'hash';

/** `hnsw(metric: "cosine")` → `hnsw`. */
export const searchName = (search: string): string => search.split('(', 1)[0]!.trim();
