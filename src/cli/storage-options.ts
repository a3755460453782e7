/** The command lines of `owlgate backup`, `owlgate restore` and `owlgate compact`. */
import { SETTINGS } from '../settings';
import { parseCommandLine, STANDARD_INPUT, UsageError, type Environment } from './command';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from './specification';

export interface StorageArguments {
  /** The backup; `-` is standard output, or standard input. */
  readonly file: string;
  /** The data directory. */
  readonly data: string;
  readonly replace: boolean;
  readonly json: boolean;
}

const DATA = SETTINGS.find(({ flag }) => flag === '--data')!;

const DATA_OPTION = {
  type: 'string',
  takes: 'DIRECTORY',
  completes: 'directory',
  meaning: `the data directory (default: ${DATA.name}, or ${DATA.default})`,
} as const;

export const BACKUP = {
  name: 'backup',
  summary: 'the data of the embedded engine as one file',
  usage: ['[options] FILE'],
  text: `The backup is one committed state: data, schema and ontology. It may be made while owlgate serves, which goes on unhindered
(but does not start anew meanwhile), on the machine that has the directory. ${STANDARD_INPUT} is standard output.`,
  options: {
    data: DATA_OPTION,
    replace: { type: 'boolean', default: false, meaning: 'replaces FILE if it exists, once the backup is whole' },
    json: JSON_OPTION,
    help: HELP_OPTION,
  },
  operands: 'file',
  examples: [
    ['backup monday.owlgate', ''],
    ['backup - | ssh vault "cat > monday.owlgate"', ''],
  ],
  status: '0, the backup is whole and on the disk; 1, there is none; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

export const RESTORE = {
  name: 'restore',
  summary: 'a backup as the data of the embedded engine',
  usage: ['[options] FILE'],
  text: `Checks the whole backup, and makes it a data directory or leaves everything as it is. ${STANDARD_INPUT} is standard input.`,
  options: {
    data: { ...DATA_OPTION, meaning: `the data directory, empty or new (default: ${DATA.name}, or ${DATA.default})` },
    replace: {
      type: 'boolean',
      default: false,
      meaning: 'replaces the data that the directory has; nobody may have it open',
    },
    json: JSON_OPTION,
    help: HELP_OPTION,
  },
  operands: 'file',
  examples: [['restore monday.owlgate --data ./restored', '']],
  status: '0, the directory has the data of the backup; 1, it is as it was; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

export const COMPACT = {
  name: 'compact',
  summary: 'the data file of the embedded engine, written anew without free pages',
  usage: ['[options]'],
  text: `Makes the file smaller, and reading from it easier on memory, after much has been written or deleted. The new file is written
beside the old one and takes its place when it is whole; nobody may have the directory open.`,
  options: { data: DATA_OPTION, json: JSON_OPTION, help: HELP_OPTION },
  examples: [['compact --data ./data', '']],
  status: '0, the file is written anew; 1, it is as it was; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

/** @throws UsageError */
export function readBackupArguments(args: readonly string[], env: Environment): StorageArguments {
  const given = withFile(parseCommandLine(args, BACKUP.options), env);
  if (given.json && given.file === STANDARD_INPUT) {
    throw new UsageError('with --json standard output is for the summary: the backup needs a file');
  }
  return given;
}

/** @throws UsageError */
export const readRestoreArguments = (args: readonly string[], env: Environment): StorageArguments =>
  withFile(parseCommandLine(args, RESTORE.options), env);

interface Given {
  readonly values: { readonly data?: string | undefined; readonly replace: boolean; readonly json: boolean };
  readonly positionals: readonly string[];
}

function withFile({ values, positionals }: Given, env: Environment): StorageArguments {
  const [file, ...more] = positionals;
  if (file === undefined || file === '') throw new UsageError('no file is named (- is standard input or output)');
  if (more.length > 0) throw new UsageError(`one file is expected, and ${positionals.length} are named`);
  return { file, data: directoryOf(values.data, env), replace: values.replace, json: values.json };
}

/** @throws UsageError */
export function readCompactArguments(
  args: readonly string[],
  env: Environment,
): Pick<StorageArguments, 'data' | 'json'> {
  const { values, positionals } = parseCommandLine(args, COMPACT.options);
  if (positionals.length > 0)
    throw new UsageError(`${positionals[0]!}: no file is expected; --data names the directory`);
  return { data: directoryOf(values.data, env), json: values.json };
}

function directoryOf(given: string | undefined, env: Environment): string {
  const data = given ?? (env[DATA.name]?.trim() || DATA.default);
  if (data.trim() === '') throw new UsageError('--data: the path of a directory is expected');
  return data;
}
