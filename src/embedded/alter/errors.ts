/** Refusal of a schema change, with Dgraph's text. Nothing has been changed. */
export class AlterError extends Error {
  override readonly name = 'AlterError';
}
