/** What is sent for a mutation: its form by its look, and blocks around what has none. */
import { extname } from 'node:path';
import { UsageError } from '../command';

export const FORMATS = ['json', 'rdf', 'turtle', 'ntriples'] as const;
export type Format = (typeof FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.rdf': 'rdf',
  '.nq': 'rdf',
  '.ttl': 'turtle',
  '.nt': 'ntriples',
};

const TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  rdf: 'application/rdf',
  turtle: 'text/turtle',
  ntriples: 'application/n-triples',
};

interface Given {
  readonly format: Format | undefined;
  readonly file: string | undefined;
  readonly isDelete: boolean;
}

/** @throws UsageError where it cannot be deleted as it stands */
export function bodyOf(text: string, given: Given): { readonly body: string; readonly type: string } {
  const format = given.format ?? BY_EXTENSION[extname(given.file ?? '').toLowerCase()] ?? formatOf(text);
  const body = format === 'json' ? json(text, given.isDelete) : format === 'rdf' ? rdf(text, given.isDelete) : text;
  if (body === text && given.isDelete) {
    const reason =
      format === 'json' || format === 'rdf' ? 'it says itself what is set and deleted' : 'it can only be set';
    throw new UsageError(`--delete goes with RDF statements or JSON nodes alone: ${reason}`);
  }
  return { body, type: TYPES[format] };
}

/** JSON begins with a bracket, or with a brace and what is in quotes; prefixes are Turtle's. */
function formatOf(text: string): Format {
  const begun = withoutComments(text);
  if (/^(?:\[|\{\s*(?:"|\}))/.test(begun)) return 'json';
  return /^@?(?:prefix|base)\b/i.test(begun) ? 'turtle' : 'rdf';
}

const withoutComments = (text: string): string => text.replace(/^(?:\s+|#[^\n]*(?:\n|$))+/, '');

/** As text: numbers of 64 bits are not to be rounded. */
function json(text: string, isDelete: boolean): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The gateway tells where it is wrong.
    return text;
  }
  const isWhole = ['set', 'delete', 'query', 'mutations', 'cond'].some((field) =>
    Object.hasOwn(Object(value) as object, field),
  );
  return isWhole ? text : `{"${isDelete ? 'delete' : 'set'}":${text}}`;
}

const rdf = (text: string, isDelete: boolean): string =>
  /^(?:\{|upsert\b)/.test(withoutComments(text)) ? text : `{ ${isDelete ? 'delete' : 'set'} { ${text}\n} }`;
