/** Texts of many parts. */

/** Joins parts up to about a number of bytes. */
export function repeat(bytes: number, part: (i: number) => string, separator = ' '): string {
  const parts: string[] = [];
  for (let [i, length] = [0, 0]; length < bytes; i++) {
    const next = part(i);
    parts.push(next);
    length += next.length + separator.length;
  }
  return parts.join(separator);
}
