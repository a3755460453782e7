/** Refusal of a mutation, with Dgraph's text if Dgraph has one. Nothing of the request has been written. */
export class MutationError extends Error {
  override readonly name = 'MutationError';
}
