/** Walk over the parts of a DQL query. */
export interface QueryPart {
  readonly kind?: string;
  readonly [property: string]: unknown;
}

/** Facets have names of their own. */
const OTHERS = new Set(['facets', 'facetsFilter', 'span']);

/** Yields a part of a query and all parts within it, queries of the schema and facets aside. */
export function* partsOf(node: unknown): Generator<QueryPart> {
  if (Array.isArray(node)) for (const each of node) yield* partsOf(each);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const part = node as QueryPart;
  if (part.kind === 'SchemaBlock') return;
  yield part;
  for (const [key, value] of Object.entries(part)) if (!OTHERS.has(key)) yield* partsOf(value);
}
