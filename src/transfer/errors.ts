/** What keeps data from being moved, in words for the person who moves it. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
