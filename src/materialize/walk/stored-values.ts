/** Stored values of a predicate with their facets, by pages of nodes, and changes of them. */
import type { NQuad } from '../../dql';
import { readMutationBody } from '../../mutation';
import { printLossless } from '../../util/json';
import { printPredicate } from '../store/dql-text';
import type { ReadTransaction } from '../store/transaction';
import type { WriteContext } from '../write/context';
import { send } from '../write/deliver';
import { withGuards } from '../write/guards';

export type Row = Readonly<Record<string, unknown>> & { readonly uid: string };

/** Query blocks for the pages of a predicate. The answer of each is `q`. */
export interface Pages {
  blocks(page: string): string;
  /** Query blocks that the first answer makes necessary; undefined for none. */
  more?(rows: readonly Row[]): string | undefined;
}

/** Statements of one page, in Dgraph's JSON; texts are marked. */
export interface ValueChange {
  readonly set: readonly object[];
  readonly delete: readonly object[];
}

/** @param also predicate whose values are read, too, without facets */
export function valuePages(from: string, hasLanguages: boolean, also?: string): Pages {
  const before = printPredicate(from);
  const now = (tag: string) => (also === undefined ? '' : `, ${printPredicate(also)}${tag}`);
  if (!hasLanguages)
    return { blocks: (page) => `q(func: has(${before}), ${page}) { uid, ${before} @facets${now('')} }` };
  return {
    blocks: (page) => `q(func: has(${before}@.), ${page}) { uid, ${before}@* }`,
    // `p@*` returns facets only for the value without a language.
    more: (rows) => {
      const tags = new Set(rows.flatMap((row) => keysOf(row, from).map((key) => key.slice(from.length))));
      const fields = ['', ...[...tags].filter((tag) => tag !== '')].map((tag) => `${before}${tag} @facets${now(tag)}`);
      return `q(func: uid(${rows.map(({ uid }) => uid).join(', ')})) { uid, ${fields.join(', ')} }`;
    },
  };
}

/** Pages of a predicate's edges. */
export const edgePages = (name: string): Pages => ({
  blocks: (page) => `q(func: has(${printPredicate(name)}), ${page}) { uid, ${printPredicate(name)} @facets { uid } }`,
});

/** Returns the rows of a page; more blocks are read for all of them. */
export async function readRows(
  pages: Pages,
  page: string,
  read: (blocks: string) => Promise<Readonly<Record<string, unknown>>>,
): Promise<readonly Row[]> {
  const rowsOf = async (text: string) => ((await read(text))['q'] ?? []) as readonly Row[];
  const rows = await rowsOf(pages.blocks(page));
  const rest = rows.length > 0 ? pages.more?.(rows) : undefined;
  return rest === undefined ? rows : rowsOf(rest);
}

/** Returns the keys of a predicate's values: its name, alone and with languages. */
export const keysOf = (row: Row, name: string): string[] =>
  Object.keys(row).filter((key) => !key.includes('|') && (key === name || key.startsWith(`${name}@`)));

/** Returns the facets of a value under another key; with an index, those of one value of a list. */
export function facetsOf(row: Row, key: string, target: string, index?: number): object {
  const entries = Object.entries(row).flatMap(([name, value]) => {
    if (!name.startsWith(`${key}|`)) return [];
    const facet = `${target}${name.slice(key.length)}`;
    if (index === undefined) return [[facet, value]];
    const ofIndex = (value as Readonly<Record<string, unknown>>)[String(index)];
    return ofIndex === undefined ? [] : [[facet, { '0': ofIndex }]];
  });
  return Object.fromEntries(entries) as object;
}

export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

export const uidOf = (end: unknown): string => (end as Row).uid;

/** Marks a text, because Dgraph's JSON interprets some texts: `uid(v)`, `val(v)`, vectors. */
export const marked = (value: unknown): unknown => (typeof value === 'string' ? `=${value}` : value);

function unmarked(nquad: NQuad): NQuad {
  const { object } = nquad;
  const isMarked = object.kind === 'literal' && object.value.startsWith('=');
  return isMarked ? { ...nquad, object: { ...object, value: object.value.slice(1) } } : nquad;
}

/** Writes a change in the transaction that read the values. */
export async function sendChange(
  change: ValueChange,
  context: WriteContext,
  { startTs, hash }: ReadTransaction,
): Promise<void> {
  const { mutations: statements } = readMutationBody('application/json', printLossless(change));
  const mutations = statements.map((mutation) => ({
    ...mutation,
    set: mutation.set.map(unmarked),
    delete: mutation.delete.map(unmarked),
  }));
  await send({ mutations: withGuards(mutations, context, []) }, context, { commitNow: true, startTs, hash });
}
