/** Converts rows of an engine's JSON answer into lines. Numbers keep their digits. */
import { isLosslessNumber, stringify } from 'lossless-json';
import type { PredicateDeclaration } from '../dql';
import { parseStrictly } from '../util/json';
import { edgeLine, valueLine, type Facet } from './format';
import { TYPE_PREDICATE } from './names';
import { isMovedType } from './source';

export type Row = Readonly<Record<string, unknown>> & { readonly uid: string };

/** Returns the rows of the block `q`. */
export function rowsOf(body: Buffer): readonly Row[] {
  const { data } = parseStrictly(body.toString('utf8')) as { data?: { q?: readonly Row[] } };
  return data?.q ?? [];
}

/** Returns the edges of a predicate in a row: `p @facets { uid }`. */
export function edgesOf(row: Row, name: string): readonly Row[] {
  const edges = row[name];
  // A predicate that is not a list has an object in place of the list.
  return edges === undefined ? [] : Array.isArray(edges) ? (edges as Row[]) : [edges as Row];
}

export function edgeLines(subject: string, name: string, edges: readonly Row[]): string[] {
  return edges.map((edge) => edgeLine(subject, name, edge.uid, facetsOf(edge, `${name}|`, undefined)));
}

/**
 * Returns the lines of a row's values.
 *
 * @param key member of the row: the predicate, or `p@en`
 */
export function valueLines(row: Row, { name, type, list }: PredicateDeclaration, key = name): string[] {
  const values = row[key];
  if (values === undefined) return [];
  const lang = key.slice(name.length + 1);
  const isList = list && Array.isArray(values);
  const lines: string[] = [];
  (isList ? values : [values]).forEach((value: unknown, place) => {
    const text = textOf(value, type);
    if (name === TYPE_PREDICATE && !isMovedType(text)) return;
    const facets = facetsOf(row, `${key}|`, isList ? String(place) : undefined);
    lines.push(valueLine(row.uid, name, { type, text, lang }, facets));
  });
  return lines;
}

/** Returns the languages of a predicate in a row of a query for `p@*`. */
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
 * Returns the facets of a value, which stand beside it: `{"p|key": value}`, or by index for a list, `{"p|key": {"0":
 * value}}`.
 *
 * @param index index in a list
 */
function facetsOf(row: Row, prefix: string, index: string | undefined): Facet[] {
  const facets: Facet[] = [];
  for (const name in row) {
    if (!name.startsWith(prefix)) continue;
    const facet = row[name];
    const value = index === undefined ? facet : (facet as Readonly<Record<string, unknown>>)[index];
    if (value !== undefined) facets.push({ key: name.slice(prefix.length), ...typedText(value) });
  }
  return facets;
}

/** Time as Go prints it; a text of the same form cannot be distinguished. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function typedText(value: unknown): { type: string; text: string } {
  if (typeof value === 'number' || isLosslessNumber(value)) {
    const text = String(value);
    return { type: /^-?\d+$/.test(text) ? 'int' : 'float', text };
  }
  if (typeof value === 'boolean') return { type: 'bool', text: String(value) };
  const text = String(value);
  return { type: TIME.test(text) ? 'datetime' : 'string', text };
}
