/** Request body of a mutation: detects the format, and adds blocks around bare nodes and statements to delete. */
import { extname } from 'node:path';
import { UsageError } from '../command';

export const FORMATS = ['json', 'rdf', 'turtle', 'ntriples'] as const;
type Format = (typeof FORMATS)[number];

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

interface BodyOptions {
  readonly format: Format | undefined;
  readonly file: string | undefined;
  readonly isDelete: boolean;
}

/** @throws UsageError for `--delete` with a mutation that is not bare statements or nodes */
export function bodyOf(text: string, options: BodyOptions): { readonly body: string; readonly type: string } {
  const format = options.format ?? BY_EXTENSION[extname(options.file ?? '').toLowerCase()] ?? formatOf(text);
  const body = format === 'json' ? json(text, options.isDelete) : format === 'rdf' ? rdf(text, options.isDelete) : text;
  if (body === text && options.isDelete) {
    const reason =
      format === 'json' || format === 'rdf' ? 'it has its own set and delete blocks' : 'this format can only be set';
    throw new UsageError(`--delete goes with bare RDF statements or JSON nodes: ${reason}`);
  }
  return { body, type: TYPES[format] };
}

/** Detects the format. JSON begins with a bracket, or with a brace and a quote; prefixes indicate Turtle. */
function formatOf(text: string): Format {
  const start = withoutComments(text);
  if (/^(?:\[|\{\s*(?:"|\}))/.test(start)) return 'json';
  return /^@?(?:prefix|base)\b/i.test(start) ? 'turtle' : 'rdf';
}

const withoutComments = (text: string): string => text.replace(/^(?:\s+|#[^\n]*(?:\n|$))+/, '');

/** Wraps JSON as text, so that 64-bit numbers are not rounded. */
function json(text: string, isDelete: boolean): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The gateway reports the position of the error.
    return text;
  }
  const isWhole = ['set', 'delete', 'query', 'mutations', 'cond'].some((field) =>
    Object.hasOwn(Object(value) as object, field),
  );
  return isWhole ? text : `{"${isDelete ? 'delete' : 'set'}":${text}}`;
}

/**
 * Adds a block around statements to delete. Statements to set need none, and errors of the gateway then have the
 * positions of the input.
 */
const rdf = (text: string, isDelete: boolean): string =>
  !isDelete || /^(?:\{|upsert\b)/.test(withoutComments(text)) ? text : `{ delete { ${text}\n} }`;
