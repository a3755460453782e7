/** Errors of stores and backups. */

/** Error of a data directory that cannot be used. The message names the directory and says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  /** True if the place cannot be used, whatever its data: the setting is wrong. */
  readonly isSetting: boolean;

  constructor(directory: string, reason: string, options: ErrorOptions & { readonly isSetting?: boolean } = {}) {
    super(`the data directory ${directory} cannot be used: ${reason}`, options);
    this.isSetting = options.isSetting ?? false;
  }
}

/** Error of a backup that cannot be restored. The message begins with "it". */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
