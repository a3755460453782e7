/** Command line of `owlgate export`. */
import * as path from 'node:path';
import { EXPORT_FORMATS, EXPORTED_FACTS, FILES } from '../transfer';
import type { ExportedFacts, ExportFormat } from '../transfer';
import { parseCommandLine, STANDARD_INPUT, UsageError, type Environment } from './command';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from './specification';
import { PLACE_OPTIONS, placeOf, type Place } from './transfer-options';
import { splitList } from '../util/text';

/** Export as RDF. */
export interface RdfArguments {
  readonly from: Place;
  readonly format: ExportFormat;
  readonly facts: ExportedFacts | undefined;
  readonly class: string | undefined;
  readonly query: string | undefined;
  readonly declarations: boolean;
  /** File name; `-` is standard output. */
  readonly file: string;
  readonly replace: boolean;
  readonly json: boolean;
  readonly registryKeys: readonly string[];
}

/** Export in Dgraph's format. */
export interface FilesArguments {
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

const FORMATS = Object.keys(EXPORT_FORMATS) as readonly ExportFormat[];

export const EXPORT = {
  name: 'export',
  summary: "export schema and data to files of Dgraph's export format, or the graph as RDF",
  usage: ['[options] DIRECTORY', '[options] --rdf FILE --schema FILE', '[options] --format FORMAT [FILE]'],
  text: `Writes ${FILES.rdf}.gz, ${FILES.schema}.gz and ${FILES.graphql}.gz to the directory: one snapshot of all
data, with facets, languages, marks of inferred facts and the ontology, for dgraph live, dgraph bulk and owlgate load.
Files appear when they are complete. Passwords are not exported over HTTP; from a data directory, also while owlgate
serves, their hashes are.

With --format, writes the graph as RDF to the file, or to standard output: IRIs of the ontology and of nodes, literals
with the datatypes of their properties. Inferred facts are in the graph https://owlgate.dev/graph/inferred of formats
with graphs (trig, nquads, jsonld). Facets and passwords are left out.`,
  options: {
    ...PLACE_OPTIONS,
    rdf: {
      type: 'string',
      takes: 'FILE',
      completes: 'file',
      meaning: 'data to this file; compressed if the name ends in .gz; - is standard output',
    },
    schema: { type: 'string', takes: 'FILE', completes: 'file', meaning: 'schema to this file, in the same way' },
    format: {
      type: 'string',
      takes: 'FORMAT',
      values: FORMATS,
      meaning: `RDF in this format: ${FORMATS.join(', ')}`,
    },
    facts: {
      type: 'string',
      takes: 'FACTS',
      values: EXPORTED_FACTS,
      meaning: 'with --format: asserted, inferred or all (default: all in formats with graphs, else asserted)',
    },
    class: { type: 'string', takes: 'NAME', meaning: 'with --format: only the instances of this class' },
    query: { type: 'string', takes: 'DQL', meaning: 'with --format: only the nodes of this query, by their uids' },
    declarations: {
      type: 'boolean',
      default: false,
      meaning: 'with --format: also states the kinds of classes and properties, for tools that read OWL',
    },
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
    ['export --format trig graph.trig.gz', 'the graph as RDF, with inferred facts in a graph of their own'],
  ],
  status: '0, the files are complete and on the disk; 1, no files; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

/** @throws UsageError */
export function readExportArguments(args: readonly string[], env: Environment): FilesArguments | RdfArguments {
  const { values, positionals } = parseCommandLine(args, EXPORT.options);
  if (values.format !== undefined) return rdfArguments(values, positionals, env);
  for (const name of ['facts', 'class', 'query', 'declarations'] as const) {
    if (values[name] !== undefined && values[name] !== false) throw new UsageError(`--${name} goes with --format`);
  }
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

type Values = ReturnType<typeof parseCommandLine<(typeof EXPORT)['options']>>['values'];

function rdfArguments(values: Values, positionals: readonly string[], env: Environment): RdfArguments {
  const { format, facts, class: className, query, declarations, replace, json } = values;
  const [file = STANDARD_INPUT, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`one file is expected, and ${positionals.length} are named`);
  for (const name of ['rdf', 'schema', 'plain'] as const) {
    if (values[name]) throw new UsageError(`--${name} does not go with --format`);
  }
  if (className !== undefined && query !== undefined)
    throw new UsageError('either --class or --query is named, not both');
  if (json && file === STANDARD_INPUT) throw new UsageError('with --json, standard output is for the summary');
  return {
    from: placeOf(values, env),
    format: format!,
    facts,
    class: className,
    query,
    declarations,
    file,
    replace,
    json,
    registryKeys: splitList(env['OWLGATE_REGISTRY_KEY'] ?? ''),
  };
}
