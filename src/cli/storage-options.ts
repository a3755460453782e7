/** The command lines of `owlgate backup`, `owlgate restore` and `owlgate compact`. */
import { SETTINGS } from '../config';
import { parseCommandLine, STANDARD_INPUT, UsageError, type Environment } from './command';

export interface StorageArguments {
  /** The backup; `-` is standard output, or standard input. */
  readonly file: string;
  /** The data directory. */
  readonly data: string;
  readonly replace: boolean;
}

const OPTIONS = {
  data: { type: 'string' },
  replace: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const DATA = SETTINGS.find(({ flag }) => flag === '--data')!;

/**
 * @returns 'help' where that is asked for
 * @throws UsageError
 */
export function readStorageArguments(args: readonly string[], env: Environment): StorageArguments | 'help' {
  const { values, positionals } = parseCommandLine(args, OPTIONS);
  if (values.help) return 'help';
  const [file, ...more] = positionals;
  if (file === undefined || file === '') throw new UsageError('no file is named (- is standard input or output)');
  if (more.length > 0) throw new UsageError(`one file is expected, and ${positionals.length} are named`);
  return { file, data: directoryOf(values.data, env), replace: values.replace };
}

/**
 * @returns 'help' where that is asked for
 * @throws UsageError
 */
export function readCompactArguments(
  args: readonly string[],
  env: Environment,
): Pick<StorageArguments, 'data'> | 'help' {
  const { data: DATA_OPTION, help: HELP_OPTION } = OPTIONS;
  const { values, positionals } = parseCommandLine(args, { data: DATA_OPTION, help: HELP_OPTION });
  if (values.help) return 'help';
  if (positionals.length > 0)
    throw new UsageError(`${positionals[0]!}: no file is expected; --data names the directory`);
  return { data: directoryOf(values.data, env) };
}

function directoryOf(given: string | undefined, env: Environment): string {
  const data = given ?? (env[DATA.name]?.trim() || DATA.default);
  if (data.trim() === '') throw new UsageError('--data: the path of a directory is expected');
  return data;
}

export const BACKUP_HELP = `owlgate backup: the data of the embedded engine as one file.

Usage: owlgate backup [options] FILE

The backup is one committed state: data, schema and ontology. It may be made while owlgate serves, which goes on unhindered
(but does not start anew meanwhile), on the machine that has the directory. ${STANDARD_INPUT} is standard output.

  --data DIRECTORY  the data directory (default: ${DATA.name}, or ${DATA.default})
  --replace         replaces FILE if it exists, once the backup is whole
  --help, -h        this text

Exit status: 0, the backup is whole and on the disk; 1, there is none; 2, an option is not accepted.
`;

export const RESTORE_HELP = `owlgate restore: a backup as the data of the embedded engine.

Usage: owlgate restore [options] FILE

Checks the whole backup, and makes it a data directory or leaves everything as it is. ${STANDARD_INPUT} is standard input.

  --data DIRECTORY  the data directory, empty or new (default: ${DATA.name}, or ${DATA.default})
  --replace         replaces the data that the directory has; nobody may have it open
  --help, -h        this text

Exit status: 0, the directory has the data of the backup; 1, it is as it was; 2, an option is not accepted.
`;

export const COMPACT_HELP = `owlgate compact: the data file of the embedded engine, written anew without free pages.

Usage: owlgate compact [options]

Makes the file smaller, and reading from it easier on memory, after much has been written or deleted. The new file is written
beside the old one and takes its place when it is whole; nobody may have the directory open.

  --data DIRECTORY  the data directory (default: ${DATA.name}, or ${DATA.default})
  --help, -h        this text

Exit status: 0, the file is written anew; 1, it is as it was; 2, an option is not accepted.
`;
