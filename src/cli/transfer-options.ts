/** Command line of `owlgate export`, and the options of places. */
import * as path from 'node:path';
import { SETTINGS } from '../settings';
import { FILES } from '../transfer';
import { parseCommandLine, STANDARD_INPUT, UsageError, type Environment } from './command';
import { addressOf, API_KEY_OPTION, keyOf, URL_VARIABLE } from './gateway/options';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from './specification';

/** Place of an engine: addresses of a cluster (comma-separated) or of a gateway, or a data directory. */
export type Place = { readonly url: string; readonly apiKey?: string } | { readonly data: string };

export interface ExportArguments {
  readonly from: Place;
  /** File names; `-` is standard output. */
  readonly rdf?: string;
  readonly schema?: string;
  readonly graphql?: string;
  /** Created if missing. */
  readonly directory?: string;
  readonly replace: boolean;
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

export const EXPORT = {
  name: 'export',
  summary: "export schema and data to files of Dgraph's export format",
  usage: ['[options] DIRECTORY', '[options] --rdf FILE --schema FILE'],
  text: `Writes ${FILES.rdf}.gz, ${FILES.schema}.gz and ${FILES.graphql}.gz to the directory: one snapshot of all
data, with facets, languages, marks of inferred facts and the ontology, for dgraph live, dgraph bulk and owlgate load.
Files appear when they are complete. Passwords are not exported over HTTP; from a data directory, also while owlgate
serves, their hashes are.`,
  options: {
    ...PLACE_OPTIONS,
    rdf: {
      type: 'string',
      takes: 'FILE',
      completes: 'file',
      meaning: 'data to this file; compressed if the name ends in .gz; - is standard output',
    },
    schema: { type: 'string', takes: 'FILE', completes: 'file', meaning: 'schema to this file, in the same way' },
    plain: { type: 'boolean', default: false, meaning: 'writes uncompressed files to the directory' },
    replace: { type: 'boolean', default: false, meaning: 'replaces existing files when the new ones are complete' },
    json: { ...JSON_OPTION, meaning: 'prints the summary as JSON' },
    help: HELP_OPTION,
  },
  operands: 'directory',
  examples: [
    ['export --data ./data backup/', "the embedded engine's data, with everything"],
    ['export --url http://alpha:8080 today/', "a cluster's"],
    ['export --schema -', 'the schema, to look at'],
  ],
  status: '0, the files are complete and on the disk; 1, no files; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

/** @throws UsageError */
export function readExportArguments(args: readonly string[], env: Environment): ExportArguments {
  const { values, positionals } = parseCommandLine(args, EXPORT.options);
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
    throw new UsageError('with --json, standard output is for the summary');
  return { ...common, ...(rdf !== undefined && { rdf }), ...(schema !== undefined && { schema }) };
}

interface WhereValues {
  readonly url?: string | undefined;
  readonly 'api-key'?: string | undefined;
  readonly data?: string | undefined;
}

export function placeOf({ url, data, 'api-key': key }: WhereValues, env: Environment): Place {
  if (url !== undefined && data !== undefined) throw new UsageError('either --url or --data is named, not both');
  if (data !== undefined) {
    if (data.trim() === '') throw new UsageError('--data: the path of a directory is expected');
    return { data };
  }
  const apiKey = keyOf(key, env);
  return { url: addressOf(url, env), ...(apiKey !== undefined && { apiKey }) };
}
