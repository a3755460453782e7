/** Answers to queries as rows of tables, as text for files, and as graphs. */
import { headOf, print, type NodeHead } from './facts';
import type { Edge, Graph } from './graph';

type Fields = Readonly<Record<string, unknown>>;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Blocks of an answer, by name: each a table. Nested fields have columns `a.b`; several values are joined. */
export function tables(data: Fields): { readonly name: string; readonly table: Table }[] {
  return Object.entries(data).map(([name, block]) => ({ name, table: table(Array.isArray(block) ? block : [block]) }));
}

function table(rows: readonly unknown[]): Table {
  const flat = rows.map((row) => flatten(row));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  return { columns, rows: flat.map((row) => columns.map((column) => row.get(column) ?? '')) };
}

function flatten(value: unknown): Map<string, string> {
  const cells = new Map<string, string>();
  const add = (path: string, content: unknown, depth: number): void => {
    if (Array.isArray(content) && content.some(isFields)) {
      for (const each of content) add(path, each, depth);
    } else if (isFields(content) && depth < MAX_DEPTH) {
      for (const [name, inner] of Object.entries(content))
        add(path === '' ? name : `${path}.${name}`, inner, depth + 1);
    } else {
      const text = Array.isArray(content) ? content.map(print).join(', ') : print(content);
      const before = cells.get(path);
      cells.set(path, before === undefined ? text : `${before}, ${text}`);
    }
  };
  add('', value, 0);
  return cells;
}

const MAX_DEPTH = 20;

/** Comma-separated values (RFC 4180). Cells that a spreadsheet would compute are led by an apostrophe. */
export const csv = ({ columns, rows }: Table): string =>
  [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');

function cell(text: string): string {
  const plain = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Nodes with a uid, and the edges between them, to a number of nodes. */
export function graphOf(data: Fields, limit: number): Graph {
  const nodes = new Map<string, NodeHead>();
  const edges = new Map<string, Edge>();
  const visit = (value: unknown, from: string | undefined, predicate: string): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, from, predicate));
    if (!isFields(value)) return;
    const uid = typeof value['uid'] === 'string' ? value['uid'] : undefined;
    if (uid !== undefined) {
      if (!nodes.has(uid) && nodes.size >= limit) return;
      nodes.set(uid, { ...headOf({ ...value, n0: value['name'] }), types: typesOf(value) });
      if (from !== undefined) {
        edges.set(`${from} ${predicate} ${uid}`, {
          from,
          to: uid,
          predicate,
          isInferred: value[INFERRED(predicate)] === true,
        });
      }
    }
    for (const [name, inner] of Object.entries(value)) visit(inner, uid, name);
  };
  for (const block of Object.values(data)) visit(block, undefined, '');
  return { nodes, edges };
}

const INFERRED = (predicate: string): string => `${predicate}|owl.inferred`;

function typesOf(fields: Fields): string[] {
  const types = fields['graph.type'] ?? fields['dgraph.type'];
  return Array.isArray(types) ? types.map(String) : [];
}
