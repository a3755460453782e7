/** Verification of a data directory: all pages of its file, its schema, and all records. */
import * as path from 'node:path';
import { counted, recordsOf, type BackupSummary } from './backup';
import { DATA_FILE } from './new-files';
import { damaged, loadIntact, openToRead } from './open';
import { PageFile } from './page-file';

/**
 * Verifies a data directory, also while an engine has it open.
 *
 * @throws StoreError for a directory without data, with data of another program, or with damaged data
 */
export async function verify(directory: string): Promise<BackupSummary> {
  const env = openToRead(directory);
  // LMDB reuses no page of a state that is being read.
  const transaction = env.snapshot();
  try {
    const damage = PageFile.damageOf(path.join(directory, DATA_FILE), 'all');
    if (damage !== undefined) throw damaged(directory, damage);
    loadIntact(directory, env, { transaction });
    const summary = { records: 0, bytes: 0 };
    for (const _records of counted(recordsOf(env, transaction), summary));
    return summary;
  } finally {
    transaction.done();
    await env.close();
  }
}
