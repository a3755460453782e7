/** Options of imports as texts, for commands and requests. Loads none of the importer. */
import type { Graphs, OnContradiction } from '../types';

export type { Graphs, OnContradiction };

/** Name of an import. */
export const IMPORT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Reads `drop`, `facet` or `predicate:NAME`; undefined for other texts. */
export function readGraphs(text: string): Graphs | undefined {
  if (text === 'drop' || text === 'facet') return text;
  const predicate = /^predicate:(\S{1,500})$/.exec(text)?.[1];
  return predicate === undefined ? undefined : { predicate };
}

export const ON_CONTRADICTION: readonly OnContradiction[] = ['stop', 'skip', 'collect'];
