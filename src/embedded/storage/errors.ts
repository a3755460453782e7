/** Errors of stores and backups. */

/** The data directory cannot be used; the message names it and says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(directory: string, reason: string, options?: ErrorOptions) {
    super(`the data directory ${directory} cannot be used: ${reason}`, options);
  }
}

/** The backup cannot be restored; the message begins with "it". */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
