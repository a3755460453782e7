/** What a text or a value that does not fit its type is refused with. */

/** Carries Dgraph's own wording where Dgraph has one (the texts of Go's strconv and time packages among them). */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/** `Cannot convert geo to type int`. */
export function cannotConvert(from: string, to: string): ValueError {
  return new ValueError(`Cannot convert ${from} to type ${to}`);
}
