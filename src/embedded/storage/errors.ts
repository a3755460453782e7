/** Why a store cannot be opened, and why a backup cannot be used. */

/** A data directory that cannot be used; the message names it and says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(directory: string, reason: string, options?: ErrorOptions) {
    super(`the data directory ${directory} cannot be used: ${reason}`, options);
  }
}

/** A backup that cannot be restored; the message begins with "it". */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
