/** Failure of a transfer, with a message for the user. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
