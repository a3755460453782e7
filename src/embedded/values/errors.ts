/** Refusal of a text or value that does not fit its type. */

/** Carries Dgraph's message if there is one (including texts of Go's strconv and time packages). */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/** `Cannot convert geo to type int`. */
export function cannotConvert(from: string, to: string): ValueError {
  return new ValueError(`Cannot convert ${from} to type ${to}`);
}
