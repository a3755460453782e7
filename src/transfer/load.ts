/**
 * Load of an export's files into an engine, or through a gateway.
 *
 * A plain engine receives everything as it is, with the marks of inferred facts and the registry of ontologies, so that
 * a gateway on it has the same ontology in force and treats the same facts as inferred. A gateway, and an engine that
 * already has an ontology, receive asserted facts only, since a gateway writes inferred facts and the registry itself;
 * a gateway without an ontology also receives the ontology.
 */
import { printSchema } from '../dql';
import { EngineFailure, type Engine } from '../dgraph';
import { Batches, TooManyRefused } from './batches';
import { TransferError } from './errors';
import { Loader } from './loader';
import { isRegistry } from './names';
import { Nodes, type Naming } from './nodes';
import { readGraphqlFiles, readSchemaFiles } from './schema-files';
import { survey, type RefusedLine, type Survey } from './survey';
import { allowUids, examineTarget, leaseUids, type Target } from './target';

export interface LoadFiles {
  readonly rdf: readonly string[];
  readonly schema: readonly string[];
  readonly graphql: readonly string[];
}

export interface LoadOptions {
  /** `auto` keeps uids if the target is empty; a number is added to each uid. */
  readonly uids: 'auto' | 'keep' | 'new' | number;
  readonly namespace: number;
  /** Statements per transaction; default: 10,000, or 1,000 through a gateway with an ontology. */
  readonly batch?: number;
  /** Concurrent transactions; default: 2. */
  readonly parallel?: number;
  /** Maximum refused statements before the load ends; default: 1,000. */
  readonly maxRefused?: number;
}

export interface LoadSummary {
  readonly statements: number;
  readonly written: number;
  /**
   * Numbers of statements left out: the target writes them itself (`inferred`, `registry`), or they are Dgraph's own or
   * of another namespace.
   */
  readonly leftOut: {
    readonly inferred: number;
    readonly registry: number;
    readonly dgraph: number;
    readonly namespace: number;
  };
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
  /** True if the load ended early. */
  readonly brokenOff: boolean;
  readonly uids: string;
  /** Outcome for the ontology of the files. */
  readonly ontology: 'none' | 'as it was' | 'loaded' | 'left out';
  readonly graphql: 'none' | 'loaded' | 'refused';
  readonly predicates: number;
  readonly warnings: readonly string[];
}

type LoadProgress = (phase: 'reading' | 'writing', statements: number, of: number) => void;

const BATCH = 10_000;
/** Smaller, since a write with inference may derive up to ten thousand facts. */
const REASONED_BATCH = 1_000;
const PARALLEL = 2;
const MAX_REFUSED = 1_000;

/**
 * Loads files. Nothing is written before all of them have been read once.
 *
 * @throws TransferError if a file cannot be read or the schema is refused; as Engine does. Statements written before
 *   the error stay.
 */
export async function load(
  engine: Engine,
  files: LoadFiles,
  options: LoadOptions,
  report: LoadProgress = () => {},
): Promise<LoadSummary> {
  const { namespace } = options;
  const target = await examineTarget(engine);
  const schema = await readSchemaFiles(files.schema, namespace);
  const graphql = await readGraphqlFiles(files.graphql, namespace);
  const hasReasoning = target.isGateway && target.hasOntology;
  const surveyOptions = { namespace, usedUids: target.usedUids, wantsIris: hasReasoning };
  const surveyed = await survey(files.rdf, surveyOptions, (n) => report('reading', n, 0));
  if (surveyed.refusedCount > 0) throw new UnreadableLines(surveyed.refused, surveyed.refusedCount);

  // The GraphQL schema comes first: its predicates lose everything that it does not mention. The declarations below
  // restore that.
  const graphqlRefusal = graphql === undefined ? undefined : await loadGraphql(engine, graphql);
  const writesMarks = !target.isGateway && !target.hasOntology;
  const predicates = schema.predicates.filter(({ name }) => writesMarks || !isRegistry(name));
  if (predicates.length + schema.types.length > 0) await engine.alter(printSchema({ ...schema, predicates }));

  const naming = await nameNodes(target, surveyed, options.uids);
  // A gateway with an ontology knows nodes by their IRIs.
  const nodes = new Nodes(naming, hasReasoning ? surveyed.iris : undefined);
  const isSequential = naming.kind === 'new' || surveyed.hasNames;
  const parallel = isSequential || hasReasoning ? 1 : (options.parallel ?? PARALLEL);
  const batches = new Batches(engine, nodes, parallel, options.maxRefused ?? MAX_REFUSED);
  const loader = new Loader(batches, options.batch ?? (hasReasoning ? REASONED_BATCH : BATCH), {
    namespace,
    writesMarks,
    writesIris: !hasReasoning,
    // The checkpoint names a uid, which is valid only if uids do not change.
    keepsCursor: naming.kind === 'keep' && naming.shift === 0,
  });
  let brokenOff = false;
  try {
    await loader.run(files.rdf, (n) => report('writing', n, surveyed.statements));
  } catch (error) {
    if (!(error instanceof TooManyRefused)) throw error;
    brokenOff = true;
  }
  const { registry } = loader;
  let ontology: LoadSummary['ontology'] =
    surveyed.kinds.registry === 0 ? 'none' : writesMarks ? 'as it was' : 'left out';
  if (target.isGateway && !target.hasOntology && !registry.isEmpty && !brokenOff && batches.refusedCount === 0) {
    if (await registry.loadInto(engine)) ontology = 'loaded';
  }
  return {
    statements: surveyed.statements,
    written: batches.written,
    leftOut: {
      inferred: writesMarks ? 0 : surveyed.kinds.inferred + surveyed.kinds.ontology,
      registry: writesMarks ? 0 : surveyed.kinds.registry,
      dgraph: surveyed.kinds.dgraph,
      namespace: surveyed.otherNamespaces,
    },
    refused: batches.refused,
    refusedCount: batches.refusedCount,
    brokenOff,
    uids: naming.kind === 'new' ? 'new' : naming.shift === 0 ? 'kept' : `+${naming.shift}`,
    ontology,
    graphql: graphql === undefined ? 'none' : graphqlRefusal === undefined ? 'loaded' : 'refused',
    predicates: predicates.length,
    warnings: [
      ...warningsOf(target, surveyed, ontology),
      ...(graphqlRefusal === undefined ? [] : [`the GraphQL schema is refused: ${graphqlRefusal}`]),
    ],
  };
}

/** Thrown for lines that no load can read, before anything is written. */
export class UnreadableLines extends TransferError {
  constructor(
    readonly refused: readonly RefusedLine[],
    readonly count: number,
  ) {
    const [first] = refused;
    super(
      `${count === 1 ? 'a line cannot' : `${count} lines cannot`} be read, and nothing was written; the ` +
        `first is line ${first!.line} of ${first!.file}: ${first!.reason}`,
    );
  }
}

async function nameNodes(
  { engine, isEmpty }: Target,
  { maxUid, hasNames, usesTakenUids }: Survey,
  option: LoadOptions['uids'],
): Promise<Naming> {
  if (option === 'new') return { kind: 'new' };
  const keepUids = async (shift: number): Promise<Naming> => {
    if (maxUid > 0) await allowUids(engine, maxUid + shift);
    return { kind: 'keep', shift };
  };
  if (typeof option === 'number') return keepUids(option);
  if (option === 'keep' || maxUid === 0) return keepUids(0);
  // Named nodes receive new uids, which could be those of later nodes in the files.
  if (hasNames) return { kind: 'new' };
  if (isEmpty && !usesTakenUids) return keepUids(0);
  // All uids increase by the same number, which keeps their order.
  const free = await leaseUids(engine, maxUid);
  return free ? { kind: 'keep', shift: free.first - 1 } : { kind: 'new' };
}

/** Applies a GraphQL schema. @returns the reason if it is refused */
async function loadGraphql(engine: Engine, schema: string): Promise<string | undefined> {
  try {
    await engine.setGraphqlSchema(schema);
    return undefined;
  } catch (error) {
    if (error instanceof EngineFailure && !error.isUnauthenticated) return error.message;
    throw error;
  }
}

function warningsOf(target: Target, { dgraphCounts, kinds }: Survey, ontology: LoadSummary['ontology']): string[] {
  const warnings: string[] = [];
  const dgraphSummary = [...dgraphCounts].map(([name, count]) => `${name} (${count})`).join(', ');
  if (dgraphSummary !== '')
    warnings.push(`Dgraph's own data is left out, including users and groups: ${dgraphSummary}`);
  if (ontology === 'left out') warnings.push('the target keeps its own ontology');
  if (target.hasOntology && !target.isGateway && kinds.inferred > 0) {
    warnings.push(
      'inferred facts are left out; POST /ontology/materialize on the gateway of the target to infer them again',
    );
  }
  return warnings;
}
