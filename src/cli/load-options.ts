/** Command line of `owlgate load`. */
import { IMPORT_ID, readGraphs, type Graphs, type OnContradiction } from '../import/options';
import { parseCommandLine, STANDARD_INPUT, UsageError, type Environment } from './command';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from './specification';
import { PLACE_OPTIONS, placeOf, type Place } from './transfer-options';

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
  /** Options of RDF. */
  readonly rdf: RdfOptions;
  /** True if an option belongs to Dgraph's format, or to RDF. */
  readonly isDgraph: boolean;
  readonly isRdf: boolean;
}

export interface RdfOptions {
  readonly id?: string;
  readonly base?: string;
  readonly graphs: Graphs;
  readonly onContradiction: OnContradiction;
  /** File for refused statements. */
  readonly collect?: string;
  readonly dryRun: boolean;
}

export const LOAD = {
  name: 'load',
  summary: 'load RDF, or an export of Dgraph or owlgate, into an engine or through a gateway',
  usage: ['[options] FILES…'],
  text: `RDF goes through the reasoner: Turtle, TriG, N-Triples, N-Quads, RDF/XML and JSON-LD, compressed or not, of any
size, from files, http(s) addresses and standard input (-). IRIs are the identities of nodes. A load that was cut off
continues when the same command runs again.

Exports (directories, *.schema, *.gql_schema, and N-Quads with uids or names for predicates, compressed or not) are
checked before the first write. An engine gets everything, including marks of inferred facts and the ontology. A gateway
gets asserted facts, infers again, and gets the ontology if it has none. Statements that the engine refuses are reported
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
    'on-contradiction': {
      type: 'string',
      takes: 'ACTION',
      meaning: `facts that contradict the ontology, in RDF
stop (default): the load ends there
skip: the facts of that node are left out
collect=FILE: they are left out, and written to a file with the reasons`,
    },
    graphs: {
      type: 'string',
      takes: 'KEEP',
      meaning: `named graphs of RDF
drop (default): their names are left out
facet: each statement gets the facet graph
predicate:NAME: each subject gets an edge to the graph`,
    },
    base: { type: 'string', takes: 'IRI', meaning: 'base of relative IRIs in RDF (default: the address of the file)' },
    id: {
      type: 'string',
      takes: 'NAME',
      meaning: 'name under which a load of RDF continues (default: by its content)',
    },
    'dry-run': {
      type: 'boolean',
      default: false,
      meaning: 'reports contradictions and unknown terms of RDF, and writes nothing',
    },
    json: { ...JSON_OPTION, meaning: 'prints the summary as JSON' },
    help: HELP_OPTION,
  },
  operands: 'file',
  examples: [
    ['load --data ./data people.ttl.gz', 'RDF into the embedded engine'],
    ['load --on-contradiction collect=refused.nq *.nt', 'through the gateway on this machine'],
    ['load --url http://alpha:8080 backup/', 'an export into a cluster'],
    ['load --data ./data dgraph.r95.u1121/', "Dgraph's own export into the embedded engine"],
    ['load --schema my.schema my.rdf.gz', 'N-Quads of Dgraph through the gateway on this machine'],
  ],
  status: '0, everything is written; 1, something is not, as reported; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

/** @throws UsageError */
export function readLoadArguments(args: readonly string[], env: Environment): LoadArguments {
  const { values, positionals } = parseCommandLine(args, LOAD.options);
  const schema = values.schema ?? [];
  if (positionals.length + schema.length === 0) throw new UsageError('no file is named');
  if (positionals.filter((file) => file === STANDARD_INPUT).length > 1)
    throw new UsageError('standard input can be read once');
  const isDgraph = schema.length > 0 || values.uids !== undefined || values.namespace !== undefined;
  const isRdf = ['on-contradiction', 'graphs', 'base', 'id'].some((name) => name in values) || values['dry-run'];
  if (isDgraph && isRdf) {
    throw new UsageError("options of Dgraph's format (--schema, --uids, --namespace) do not go with those of RDF");
  }
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
    isDgraph,
    isRdf,
    rdf: rdfOptionsOf(values),
  };
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

interface RdfValues {
  readonly id?: string | undefined;
  readonly base?: string | undefined;
  readonly graphs?: string | undefined;
  readonly 'on-contradiction'?: string | undefined;
  readonly 'dry-run': boolean;
}

function rdfOptionsOf({
  id,
  base,
  graphs = 'drop',
  'on-contradiction': action = 'stop',
  ...rest
}: RdfValues): RdfOptions {
  if (id !== undefined && !IMPORT_ID.test(id)) {
    throw new UsageError(`--id ${id}: up to 100 letters, digits and .-_ are expected`);
  }
  if (base !== undefined && !URL.canParse(base)) throw new UsageError(`--base ${base}: an absolute IRI is expected`);
  const collect = /^collect=(.+)$/s.exec(action)?.[1];
  if (collect === undefined && action !== 'stop' && action !== 'skip')
    throw new UsageError(`--on-contradiction ${action}: stop, skip or collect=FILE is expected`);
  const kept = readGraphs(graphs);
  if (kept === undefined) throw new UsageError(`--graphs ${graphs}: drop, facet or predicate:NAME is expected`);
  return {
    graphs: kept,
    onContradiction: collect === undefined ? (action as OnContradiction) : 'collect',
    dryRun: rest['dry-run'],
    ...(id !== undefined && { id }),
    ...(base !== undefined && { base }),
    ...(collect !== undefined && { collect }),
  };
}
