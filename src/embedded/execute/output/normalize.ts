/** `@normalize`: a nested object becomes flat objects, one for each combination. */
import { QueryError } from '../../plan';
import type { Limits } from '../limits';
import type { Entry } from './sink';

/** Returns the flat objects of an object. @throws QueryError beyond the limit */
export function normalize(entries: readonly Entry[], limits: Limits): (readonly Entry[])[] {
  if (!entries.some((entry) => entry.fields)) return [entries];
  let rows: (readonly Entry[])[] = [entries.filter((entry) => !entry.fields)];
  for (let i = 0; i < entries.length;) {
    const entry = entries[i]!;
    if (!entry.fields) {
      i++;
      continue;
    }
    const objects: (readonly Entry[])[] = [];
    while (i < entries.length && entries[i]!.name === entry.name) objects.push(entries[i++]!.fields ?? []);
    rows = multiply(rows, objects, limits);
  }
  return rows.map(sortRow);
}

function multiply(
  rows: readonly (readonly Entry[])[],
  objects: readonly (readonly Entry[])[],
  limits: Limits,
): (readonly Entry[])[] {
  const out: (readonly Entry[])[] = [];
  let size = 0;
  for (const row of rows) {
    for (const object of objects) {
      limits.step();
      size += row.length + object.length;
      if (size > limits.maxNormalized) {
        throw new QueryError("Couldn't evaluate @normalize directive - too many results");
      }
      out.push([...row, ...object]);
    }
  }
  return out;
}

/**
 * Sorts by name, so that fields of one name are adjacent, and drops uids without an alias. As in Dgraph, a uid is
 * dropped only if it stands after the row's first field in sorted order and does not follow a dropped one.
 */
function sortRow(row: readonly Entry[]): readonly Entry[] {
  const head = row[0];
  const sorted = [...row].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const start = head ? sorted.indexOf(head) : 0;
  let previous: 'none' | 'kept' | 'dropped' = 'none';
  return sorted.filter(({ name }, index) => {
    if (index < start || (name === 'uid' && previous === 'none')) return true;
    previous = name === 'uid' && previous === 'kept' ? 'dropped' : 'kept';
    return previous === 'kept';
  });
}
