/** Sorting nodes by values as Dgraph does: missing values last, ties in the order they came in. */
import { equalValues, sortsBefore, type Value } from '../values';

export interface Row {
  readonly uid: number;
  /** One for each key of the order; undefined where there is none. */
  readonly values: readonly (Value | undefined)[];
}

/** Up to this length Go's sort inserts one by one, which decides how equal rows come out. */
const INSERTION_LENGTH = 12;

/** Sorts in place. The collator is for strings of the first key. */
export function sortRows(rows: Row[], descending: readonly boolean[], collator?: Intl.Collator): void {
  if (rows.length <= INSERTION_LENGTH) {
    for (let i = 1; i < rows.length; i++) {
      for (let j = i; j > 0 && before(rows[j]!, rows[j - 1]!, descending, collator); j--) {
        [rows[j], rows[j - 1]] = [rows[j - 1]!, rows[j]!];
      }
    }
    return;
  }
  rows.sort((a, b) => {
    if (bothMissing(a, b)) return 0;
    return before(a, b, descending, collator) ? -1 : before(b, a, descending, collator) ? 1 : 0;
  });
}

/** The first key at which two rows differ is missing in both: then Dgraph's order is no order. */
function bothMissing(a: Row, b: Row): boolean {
  for (let i = 0; i < a.values.length; i++) {
    const left = a.values[i];
    const right = b.values[i];
    if (!left && !right) return true;
    if (!left || !right || !equalValues(left, right)) return false;
  }
  return false;
}

function before(a: Row, b: Row, descending: readonly boolean[], collator: Intl.Collator | undefined): boolean {
  for (let i = 0; i < a.values.length; i++) {
    const left = a.values[i];
    const right = b.values[i];
    if (!left) return !right && descending[i] === true;
    if (!right) return true;
    if (equalValues(left, right)) continue;
    const less = sortsBefore(left, right, i === 0 ? collator : undefined);
    return descending[i] === true ? !less : less;
  }
  return false;
}
