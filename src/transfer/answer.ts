/** Rows of an engine's JSON answer → statements as lines. Numbers keep their digits: they are LosslessNumbers. */
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { PredicateDeclaration } from '../dql/schema/ast';
import { edgeLine, valueLine, type Facet } from './format';
import { TYPE_PREDICATE } from './names';
import { isMovedType } from './source';

export type Row = Readonly<Record<string, unknown>> & { readonly uid: string };

/** @returns the rows of the block `q` */
export function rowsOf(body: Buffer): readonly Row[] {
  const { data } = parse(body.toString('utf8')) as { data?: { q?: readonly Row[] } };
  return data?.q ?? [];
}

/** What a row has of a predicate's edges: `p @facets { uid }`. */
export function edgesOf(row: Row, name: string): readonly Row[] {
  const found = row[name];
  // A predicate that is no list has an object.
  return found === undefined ? [] : Array.isArray(found) ? (found as Row[]) : [found as Row];
}

export function edgeLines(subject: string, name: string, edges: readonly Row[]): string[] {
  return edges.map((edge) => edgeLine(subject, name, edge.uid, facetsOf(edge, `${name}|`, undefined)));
}

/**
 * The lines of a row's values.
 *
 * @param key under which the row has them: the predicate, or `p@en`
 */
export function valueLines(row: Row, { name, type, list }: PredicateDeclaration, key = name): string[] {
  const found = row[key];
  if (found === undefined) return [];
  const lang = key.slice(name.length + 1);
  const isList = list && Array.isArray(found);
  const lines: string[] = [];
  (isList ? found : [found]).forEach((value: unknown, place) => {
    const text = textOf(value, type);
    if (name === TYPE_PREDICATE && !isMovedType(text)) return;
    const facets = facetsOf(row, `${key}|`, isList ? String(place) : undefined);
    lines.push(valueLine(row.uid, name, { type, text, lang }, facets));
  });
  return lines;
}

/** The languages in which a row, asked for `p@*`, has the predicate. */
export function languagesOf(row: Row, name: string): string[] {
  return Object.keys(row)
    .filter((key) => key.startsWith(`${name}@`) && !key.includes('|'))
    .map((key) => key.slice(name.length + 1));
}

function textOf(value: unknown, type: string): string {
  if (type === 'geo') return stringify(value)!.replaceAll('"', "'");
  if (Array.isArray(value)) return `[${value.map(String).join(',')}]`;
  return String(value);
}

/**
 * Facets stand beside what they are of: `{"p|key": value}`, or for a list by place, `{"p|key": {"0": value}}`.
 *
 * @param place in a list
 */
function facetsOf(row: Row, prefix: string, place: string | undefined): Facet[] {
  const facets: Facet[] = [];
  for (const name in row) {
    if (!name.startsWith(prefix)) continue;
    const found = row[name];
    const value = place === undefined ? found : (found as Readonly<Record<string, unknown>>)[place];
    if (value !== undefined) facets.push({ key: name.slice(prefix.length), ...typed(value) });
  }
  return facets;
}

/** As Go prints a time; a text that looks like one cannot be told from it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function typed(value: unknown): { type: string; text: string } {
  if (isLosslessNumber(value)) {
    const text = String(value);
    return { type: /^-?\d+$/.test(text) ? 'int' : 'float', text };
  }
  if (typeof value === 'boolean') return { type: 'bool', text: String(value) };
  const text = String(value);
  return { type: TIME.test(text) ? 'datetime' : 'string', text };
}
