/** Reason for which data cannot be transferred, for the user. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
