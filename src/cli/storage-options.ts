/** Command lines of `owlgate backup`, `restore`, `verify` and `compact`. */
import { SETTINGS } from '../settings';
import { parseCommandLine, STANDARD_INPUT, UsageError, type Environment } from './command';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from './specification';

export interface StorageArguments {
  /** Backup file; `-` is standard output or standard input. */
  readonly file: string;
  /** Data directory. */
  readonly data: string;
  readonly replace: boolean;
  readonly json: boolean;
}

const DATA = SETTINGS.find(({ flag }) => flag === '--data')!;

const DATA_OPTION = {
  type: 'string',
  takes: 'DIRECTORY',
  completes: 'directory',
  meaning: `data directory (default: ${DATA.name}, or ${DATA.default})`,
} as const;

export const BACKUP = {
  name: 'backup',
  summary: 'back up the data of the embedded engine to one file',
  usage: ['[options] FILE'],
  text: `A backup is one committed state: data, schema and ontology. It can run while owlgate serves (which cannot
restart meanwhile), on the machine with the directory. ${STANDARD_INPUT} is standard output.`,
  options: {
    data: DATA_OPTION,
    replace: { type: 'boolean', default: false, meaning: 'replaces an existing FILE when the backup is complete' },
    json: JSON_OPTION,
    help: HELP_OPTION,
  },
  operands: 'file',
  examples: [
    ['backup monday.owlgate', ''],
    ['backup - | ssh vault "cat > monday.owlgate"', ''],
  ],
  status: '0, the backup is complete and on the disk; 1, no backup; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

export const RESTORE = {
  name: 'restore',
  summary: 'restore a backup to a data directory of the embedded engine',
  usage: ['[options] FILE'],
  text: `Checks the complete backup, then creates the data directory, or changes nothing. ${STANDARD_INPUT} is
standard input.`,
  options: {
    data: { ...DATA_OPTION, meaning: `data directory, empty or new (default: ${DATA.name}, or ${DATA.default})` },
    replace: {
      type: 'boolean',
      default: false,
      meaning: 'replaces the data in the directory, which no process may have open',
    },
    json: JSON_OPTION,
    help: HELP_OPTION,
  },
  operands: 'file',
  examples: [['restore monday.owlgate --data ./restored', '']],
  status: '0, the directory has the data of the backup; 1, it is unchanged; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

export const VERIFY = {
  name: 'verify',
  summary: 'check the data file of the embedded engine for damage',
  usage: ['[options]'],
  text: `Reads each page and each record. It can run while owlgate serves, on the machine with the directory.`,
  options: { data: DATA_OPTION, json: JSON_OPTION, help: HELP_OPTION },
  examples: [['verify --data ./data', '']],
  status: '0, the data is intact; 1, it is damaged or cannot be read; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

export const COMPACT = {
  name: 'compact',
  summary: 'rewrite the data file of the embedded engine without free pages',
  usage: ['[options]'],
  text: `Makes the file smaller and saves memory in reads, after many writes or deletes. The new file is written
beside the old one and replaces it when it is complete; no process may have the directory open.`,
  options: { data: DATA_OPTION, json: JSON_OPTION, help: HELP_OPTION },
  examples: [['compact --data ./data', '']],
  status: '0, the file is compacted; 1, it is unchanged; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

/** @throws UsageError */
export function readBackupArguments(args: readonly string[], env: Environment): StorageArguments {
  const parsed = withFile(parseCommandLine(args, BACKUP.options), env);
  if (parsed.json && parsed.file === STANDARD_INPUT) {
    throw new UsageError('with --json, standard output is for the summary: name a file for the backup');
  }
  return parsed;
}

/** @throws UsageError */
export const readRestoreArguments = (args: readonly string[], env: Environment): StorageArguments =>
  withFile(parseCommandLine(args, RESTORE.options), env);

/** Arguments of a command on the data directory alone. */
type DataArguments = Pick<StorageArguments, 'data' | 'json'>;

interface ParsedData {
  readonly values: { readonly data?: string | undefined; readonly json: boolean };
  readonly positionals: readonly string[];
}

interface ParsedOptions {
  readonly values: { readonly data?: string | undefined; readonly replace: boolean; readonly json: boolean };
  readonly positionals: readonly string[];
}

function withFile({ values, positionals }: ParsedOptions, env: Environment): StorageArguments {
  const [file, ...more] = positionals;
  if (file === undefined || file === '') throw new UsageError('no file is named (- is standard input or output)');
  if (more.length > 0) throw new UsageError(`one file is expected, and ${positionals.length} are named`);
  return { file, data: directoryOf(values.data, env), replace: values.replace, json: values.json };
}

/** @throws UsageError */
export const readCompactArguments = (args: readonly string[], env: Environment): DataArguments =>
  withoutFile(parseCommandLine(args, COMPACT.options), env);

/** @throws UsageError */
export const readVerifyArguments = (args: readonly string[], env: Environment): DataArguments =>
  withoutFile(parseCommandLine(args, VERIFY.options), env);

function withoutFile({ values, positionals }: ParsedData, env: Environment): DataArguments {
  if (positionals.length > 0)
    throw new UsageError(`${positionals[0]!}: no file is expected; --data names the directory`);
  return { data: directoryOf(values.data, env), json: values.json };
}

function directoryOf(parsed: string | undefined, env: Environment): string {
  const data = parsed ?? (env[DATA.name]?.trim() || DATA.default);
  if (data.trim() === '') throw new UsageError('--data: the path of a directory is expected');
  return data;
}
