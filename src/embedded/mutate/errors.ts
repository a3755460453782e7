/** A mutation that is refused; the text is Dgraph's, where Dgraph has one. Nothing of the request has been written. */
export class MutationError extends Error {
  override readonly name = 'MutationError';
}
