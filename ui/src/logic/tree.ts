/** Rows of a tree of which parts are open. A class with several superclasses has a row below each. */
import type { TermIndex } from './terms';

export interface Row {
  /** Names from the root to the class, joined: unique, and stable while the tree opens and closes. */
  readonly key: string;
  readonly name: string;
  readonly level: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** Place among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

const SEPARATOR = '\u0000';

export const keyOf = (path: readonly string[]): string => path.join(SEPARATOR);
export const parentKey = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf(SEPARATOR)));

/** @param open keys of the rows that are open */
export function rowsOf(index: TermIndex, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const add = (names: readonly string[], prefix: string, level: number): void => {
    names.forEach((name, i) => {
      const key = prefix === '' ? name : prefix + SEPARATOR + name;
      const children = index.childrenOf(name);
      const isOpen = children.length > 0 && open.has(key);
      rows.push({
        key,
        name,
        level,
        hasChildren: children.length > 0,
        isOpen,
        position: i + 1,
        siblings: names.length,
      });
      if (isOpen) add(children, key, level + 1);
    });
  };
  add(index.roots, '', 1);
  return rows;
}

/** Keys to open for a class to be seen. */
export function opening(index: TermIndex, name: string): string[] {
  const path = index.pathTo(name);
  return path.map((_, i) => keyOf(path.slice(0, i + 1)));
}
