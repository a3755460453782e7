/** The command lines of `owlgate export` and `owlgate load`. */
import * as path from 'node:path';
import { SETTINGS } from '../config';
import { FILES } from '../transfer';
import { parseCommandLine, STANDARD_INPUT, UsageError } from './command';

/** An engine: an address of one, or of a gateway, or a data directory. */
export type Place = { readonly url: string } | { readonly data: string };

export interface ExportArguments {
  readonly from: Place;
  /** Names of files; `-` is standard output. */
  readonly rdf?: string;
  readonly schema?: string;
  readonly graphql?: string;
  /** Made where it is not there. */
  readonly directory?: string;
  readonly replace: boolean;
  readonly json: boolean;
}

export interface LoadArguments {
  readonly to: Place;
  /** Files and directories as they are named. */
  readonly files: readonly string[];
  readonly schema: readonly string[];
  readonly uids: 'auto' | 'keep' | 'new' | number;
  readonly namespace: number;
  readonly batch?: number;
  readonly parallel?: number;
  readonly json: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const COMMON = {
  url: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * @returns 'help' where that is asked for
 * @throws UsageError
 */
export function readExportArguments(args: readonly string[], env: Environment): ExportArguments | 'help' {
  const { values, positionals } = parseCommandLine(args, {
    ...COMMON,
    rdf: { type: 'string' },
    schema: { type: 'string' },
    plain: { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
  });
  if (values.help) return 'help';
  const { rdf, schema, plain, replace, json } = values;
  const common = { from: placeOf(values, env), replace, json };
  const [directory, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`one directory is expected, and ${positionals.length} are named`);
  if (rdf === undefined && schema === undefined) {
    if (directory === undefined || directory === '')
      throw new UsageError('no directory is named, nor --rdf or --schema');
    const file = (name: string): string => path.join(directory, plain ? name : `${name}.gz`);
    return { ...common, directory, rdf: file(FILES.rdf), schema: file(FILES.schema), graphql: file(FILES.graphql) };
  }
  if (directory !== undefined) throw new UsageError(`either a directory or --rdf and --schema are named, not both`);
  if (plain) throw new UsageError('--plain goes with a directory; a file is compressed where its name ends in .gz');
  if (rdf === STANDARD_INPUT && schema === STANDARD_INPUT) throw new UsageError('standard output takes one of the two');
  if (json && [rdf, schema].includes(STANDARD_INPUT))
    throw new UsageError('with --json standard output is for the summary');
  return { ...common, ...(rdf !== undefined && { rdf }), ...(schema !== undefined && { schema }) };
}

/**
 * @returns 'help' where that is asked for
 * @throws UsageError
 */
export function readLoadArguments(args: readonly string[], env: Environment): LoadArguments | 'help' {
  const { values, positionals } = parseCommandLine(args, {
    ...COMMON,
    schema: { type: 'string', multiple: true },
    uids: { type: 'string' },
    namespace: { type: 'string' },
    batch: { type: 'string' },
    parallel: { type: 'string' },
  });
  if (values.help) return 'help';
  const schema = values.schema ?? [];
  if (positionals.length + schema.length === 0) throw new UsageError('no file is named');
  if (positionals.includes(STANDARD_INPUT)) throw new UsageError('files are read twice: standard input cannot be one');
  const { batch, parallel, namespace } = values;
  return {
    to: placeOf(values, env),
    files: positionals,
    schema,
    uids: uidsOf(values.uids),
    namespace: namespace === undefined ? 0 : whole('--namespace', namespace, 0, Number.MAX_SAFE_INTEGER),
    ...(batch !== undefined && { batch: whole('--batch', batch, 1, 100_000) }),
    ...(parallel !== undefined && { parallel: whole('--parallel', parallel, 1, 64) }),
    json: values.json,
  };
}

function placeOf({ url, data }: { url?: string | undefined; data?: string | undefined }, env: Environment): Place {
  if (url !== undefined && data !== undefined) throw new UsageError('either --url or --data is named, not both');
  if (data !== undefined) {
    if (data.trim() === '') throw new UsageError('--data: the path of a directory is expected');
    return { data };
  }
  if (url === undefined) return { url: `http://127.0.0.1:${env['PORT']?.trim() || PORT.default}` };
  if (!/^https?:\/\/[^\s]+$/.test(url))
    throw new UsageError(`--url ${url}: an address such as http://localhost:8080 is expected`);
  return { url };
}

const PORT = SETTINGS.find(({ name }) => name === 'PORT')!;

function uidsOf(text: string | undefined): LoadArguments['uids'] {
  if (text === undefined || text === 'auto' || text === 'keep' || text === 'new') return text ?? 'auto';
  if (/^\+\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--uids ${text}: auto, keep, new or +N is expected`);
}

function whole(flag: string, text: string, least: number, most: number): number {
  const value = /^(?:0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${flag} ${text}: a whole number from ${least} to ${most} is expected`);
}

const WHERE = `  --url ADDRESS     of a Dgraph alpha or of an owlgate (default: http://127.0.0.1:${PORT.default}, or PORT); with access control,
                    DGRAPH_USER and DGRAPH_PASSWORD log in
  --data DIRECTORY  the data directory of an embedded engine instead`;

export const EXPORT_HELP = `owlgate export: schema and data as files, in the form of Dgraph's own export.

Usage: owlgate export [options] DIRECTORY
       owlgate export [options] --rdf FILE --schema FILE

Writes ${FILES.rdf}.gz, ${FILES.schema}.gz and ${FILES.graphql}.gz to the directory: one state of all data, with facets and
languages, with the marks of what was inferred and the ontology. dgraph live, dgraph bulk and owlgate load take them. The
files are there when they are whole. Over HTTP passwords cannot be read; from a data directory, also while owlgate serves,
their hashes are.

${WHERE}
  --rdf FILE        data to this file; compressed where it ends in .gz; - is standard output
  --schema FILE     schema to this file; likewise
  --plain           files of a directory are not compressed
  --replace         replaces files that exist, once the new ones are whole
  --json            what was written as JSON
  --help, -h        this text

Examples:
  owlgate export --data ./data backup/           the embedded engine's data, with everything
  owlgate export --url http://alpha:8080 today/  a cluster's
  owlgate export --schema -                      the schema, to look at

Exit status: 0, the files are whole and on the disk; 1, there are none; 2, an option is not accepted.
`;

export const LOAD_HELP = `owlgate load: schema and data from files, into an engine or through a gateway.

Usage: owlgate load [options] FILES…

Takes directories and files of owlgate export and of Dgraph's own export (RDF), compressed or not: *.schema and *.schema.gz
are schemas, *.gql_schema and *.gql_schema.gz GraphQL schemas, all others N-Quads. Everything is read once before anything is
written. An engine gets all as it stands, marks of inferred facts and ontology too; a gateway gets what was asserted, infers
again, and gets the ontology where it has none. Statements that the engine refuses are told with their lines, and the rest
is written.

${WHERE}; nobody else may have it open
  --schema FILE     a schema, whatever its name; may be given several times
  --uids auto       (default) uids stay as they are where the target is empty; else all move up, or nodes get new ones
         keep       they stay: what is loaded again is written again as it was
         new        nodes get new uids
         +N         they move up by N
  --namespace N     of the files, for those of several namespaces (default: 0)
  --batch N         statements in a transaction
  --parallel N      transactions at a time
  --json            the summary as JSON
  --help, -h        this text

Examples:
  owlgate load --url http://alpha:8080 backup/   an export into a cluster
  owlgate load --data ./data dgraph.r95.u1121/   Dgraph's own export into the embedded engine
  owlgate load --schema my.schema my.rdf.gz      through the gateway on this machine

Exit status: 0, everything is written; 1, something is not, and what and why was told; 2, an option is not accepted.
`;
