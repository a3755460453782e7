/** Command line of `owlgate load`, and the options that it shares with `owlgate export`. */
import { SETTINGS } from '../settings';
import { parseCommandLine, STANDARD_INPUT, UsageError, type Environment } from './command';
import { addressOf, API_KEY_OPTION, keyOf, URL_VARIABLE } from './gateway/options';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from './specification';

/** Place of an engine: addresses of a cluster (comma-separated) or of a gateway, or a data directory. */
export type Place = { readonly url: string; readonly apiKey?: string } | { readonly data: string };

export interface LoadArguments {
  readonly to: Place;
  /** Files and directories. */
  readonly files: readonly string[];
  readonly schema: readonly string[];
  readonly uids: 'auto' | 'keep' | 'new' | number;
  readonly namespace: number;
  readonly batch?: number;
  readonly parallel?: number;
  readonly json: boolean;
}

const PORT = SETTINGS.find(({ name }) => name === 'PORT')!;

export const PLACE_OPTIONS = {
  url: {
    type: 'string',
    takes: 'ADDRESS',
    meaning:
      `address of a Dgraph alpha or of an owlgate (default: ${URL_VARIABLE}, else this machine, port ` +
      `${PORT.default} or PORT); with access control, DGRAPH_USER and DGRAPH_PASSWORD log in`,
  },
  'api-key': API_KEY_OPTION,
  data: {
    type: 'string',
    takes: 'DIRECTORY',
    completes: 'directory',
    meaning: 'data directory of an embedded engine, instead of an address',
  },
} as const;

export const LOAD = {
  name: 'load',
  summary: 'load schema and data from files into an engine or a gateway',
  usage: ['[options] FILES…'],
  text: `Takes directories and files of owlgate export and of Dgraph's export (RDF), compressed or not: *.schema and
*.schema.gz are schemas, *.gql_schema and *.gql_schema.gz GraphQL schemas, all others N-Quads. All files are checked
before the first write. An engine gets everything, including marks of inferred facts and the ontology. A gateway gets
asserted facts, infers again, and gets the ontology if it has none. Statements that the engine refuses are reported
with their lines; the others are written.`,
  options: {
    ...PLACE_OPTIONS,
    data: { ...PLACE_OPTIONS.data, meaning: `${PLACE_OPTIONS.data.meaning}; no other process may have it open` },
    schema: {
      type: 'string',
      multiple: true,
      takes: 'FILE',
      completes: 'file',
      meaning: 'a schema with any file name; may be repeated',
    },
    uids: {
      type: 'string',
      takes: 'MODE',
      meaning: `auto (default): keeps uids if the target is empty; else all move up, or nodes get new ones
keep: keeps uids; loading again writes the same nodes
new: nodes get new uids
+N: uids move up by N`,
    },
    namespace: { type: 'string', takes: 'N', meaning: 'namespace to load, of files with several (default: 0)' },
    batch: { type: 'string', takes: 'N', meaning: 'statements per transaction' },
    parallel: { type: 'string', takes: 'N', meaning: 'concurrent transactions' },
    json: { ...JSON_OPTION, meaning: 'prints the summary as JSON' },
    help: HELP_OPTION,
  },
  operands: 'file',
  examples: [
    ['load --url http://alpha:8080 backup/', 'an export into a cluster'],
    ['load --data ./data dgraph.r95.u1121/', "Dgraph's own export into the embedded engine"],
    ['load --schema my.schema my.rdf.gz', 'through the gateway on this machine'],
  ],
  status: '0, everything is written; 1, something is not, as reported; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

/** @throws UsageError */
export function readLoadArguments(args: readonly string[], env: Environment): LoadArguments {
  const { values, positionals } = parseCommandLine(args, LOAD.options);
  const schema = values.schema ?? [];
  if (positionals.length + schema.length === 0) throw new UsageError('no file is named');
  if (positionals.includes(STANDARD_INPUT))
    throw new UsageError('files are read twice: standard input is not possible');
  const { batch, parallel, namespace } = values;
  return {
    to: placeOf(values, env),
    files: positionals,
    schema,
    uids: uidsOf(values.uids),
    namespace: namespace === undefined ? 0 : wholeNumber('--namespace', namespace, 0, Number.MAX_SAFE_INTEGER),
    ...(batch !== undefined && { batch: wholeNumber('--batch', batch, 1, 100_000) }),
    ...(parallel !== undefined && { parallel: wholeNumber('--parallel', parallel, 1, 64) }),
    json: values.json,
  };
}

interface WhereValues {
  readonly url?: string | undefined;
  readonly 'api-key'?: string | undefined;
  readonly data?: string | undefined;
}

/** @throws UsageError */
export function placeOf({ url, data, 'api-key': key }: WhereValues, env: Environment): Place {
  if (url !== undefined && data !== undefined) throw new UsageError('either --url or --data is named, not both');
  if (data !== undefined) {
    if (data.trim() === '') throw new UsageError('--data: the path of a directory is expected');
    return { data };
  }
  const apiKey = keyOf(key, env);
  return { url: addressOf(url, env), ...(apiKey !== undefined && { apiKey }) };
}

function uidsOf(text: string | undefined): LoadArguments['uids'] {
  if (text === undefined || text === 'auto' || text === 'keep' || text === 'new') return text ?? 'auto';
  if (/^\+\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--uids ${text}: auto, keep, new or +N is expected`);
}

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = /^(?:0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${flag} ${text}: a whole number from ${least} to ${most} is expected`);
}
