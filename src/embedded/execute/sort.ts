/** Sorts nodes by values as Dgraph does: missing values last, ties in the order that its sort leaves. */
import { equalValues, sortsBefore, type Value } from '../values';
import { pdqsort, selectLeast } from './pdqsort';

export interface Row {
  readonly uid: number;
  /** One value for each key of the order; undefined if missing. */
  readonly values: readonly (Value | undefined)[];
}

type Less = (a: Row, b: Row) => boolean;

/**
 * Comparison of rows; `collator` is for strings. As in Dgraph, each of two rows without a value sorts before the other
 * if the key descends.
 */
function lessBy(descending: readonly boolean[], collator?: Intl.Collator): Less {
  return (a, b) => {
    for (let i = 0; i < a.values.length; i++) {
      const left = a.values[i];
      const right = b.values[i];
      if (!left) return !right && descending[i] === true;
      if (!right) return true;
      if (equalValues(left, right)) continue;
      const less = sortsBefore(left, right, collator);
      return descending[i] === true ? !less : less;
    }
    return false;
  };
}

/** Sorts in place. */
export function sortRows(rows: Row[], descending: readonly boolean[], collator?: Intl.Collator): void {
  pdqsort(rows, lessBy(descending, collator));
}

/** Sorts the first `count` rows in place; the order of the others is unspecified. */
export function sortFirst(rows: Row[], descending: readonly boolean[], count: number): void {
  const less = lessBy(descending);
  let valued = 0;
  rows.forEach((row, index) => {
    if (!row.values[0]) return;
    rows[index] = rows[valued]!;
    rows[valued++] = row;
  });
  if (valued > count) selectLeast(rows, less, valued, count);
  const head = rows.slice(0, count);
  pdqsort(head, less);
  rows.splice(0, count, ...head);
}
