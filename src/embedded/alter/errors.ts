/** A schema change that is refused; the text is Dgraph's. Nothing has been changed. */
export class AlterError extends Error {
  override readonly name = 'AlterError';
}
