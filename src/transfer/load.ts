/**
 * A load: files of an export into an engine, or through a gateway.
 *
 * An engine gets everything as it stands: the marks of inferred facts and the registry of ontologies too, so that a gateway on
 * it has the same ontology in force and takes the same facts for inferred. A gateway writes these itself, and so does the one of
 * an engine that has an ontology already: it gets what was asserted, and the ontology where it has none.
 */
import { printSchema } from '../dql';
import { EngineFailure, type Engine } from '../dgraph';
import { Batches, TooManyRefused } from './batches';
import { TransferError } from './errors';
import { Loader } from './loader';
import { isRegistry } from './names';
import { Nodes, type Naming } from './nodes';
import { readGraphqlFiles, readSchemaFiles } from './schema-files';
import { survey, type Refusal, type Survey } from './survey';
import { allowUids, lookAt, takeUids, type Target } from './target';

export interface LoadFiles {
  readonly rdf: readonly string[];
  readonly schema: readonly string[];
  readonly graphql: readonly string[];
}

export interface LoadOptions {
  /** `auto` keeps uids where the target is empty; a number is added to each. */
  readonly uids: 'auto' | 'keep' | 'new' | number;
  readonly namespace: number;
  /** Statements in a transaction; default: 10,000, through a gateway with an ontology 1,000. */
  readonly batch?: number;
  /** Transactions at a time; default: 2. */
  readonly parallel?: number;
  /** Refused statements after which it ends; default: 1,000. */
  readonly mostRefused?: number;
}

export interface LoadSummary {
  readonly statements: number;
  readonly written: number;
  /** Statements that the target writes itself, or that are Dgraph's own. */
  readonly leftOut: {
    readonly inferred: number;
    readonly registry: number;
    readonly dgraph: number;
    readonly namespace: number;
  };
  readonly refused: readonly Refusal[];
  readonly refusedCount: number;
  /** Whether it ended before its end. */
  readonly brokenOff: boolean;
  readonly uids: string;
  /** What became of the ontology of the files. */
  readonly ontology: 'none' | 'as it was' | 'loaded' | 'left out';
  readonly graphql: 'none' | 'loaded' | 'refused';
  readonly predicates: number;
  readonly warnings: readonly string[];
}

export type LoadProgress = (phase: 'reading' | 'writing', statements: number, of: number) => void;

const BATCH = 10_000;
/** A write that is reasoned about may come to ten thousand inferred facts. */
const REASONED_BATCH = 1_000;
const PARALLEL = 2;
const MOST_REFUSED = 1_000;

/**
 * Loads files. Nothing is written before all of them have been read once.
 *
 * @throws TransferError where a file cannot be read or the schema is refused; as Engine does. What was written before stays.
 */
export async function load(
  engine: Engine,
  files: LoadFiles,
  options: LoadOptions,
  tell: LoadProgress = () => {},
): Promise<LoadSummary> {
  const { namespace } = options;
  const target = await lookAt(engine);
  const schema = await readSchemaFiles(files.schema, namespace);
  const graphql = await readGraphqlFiles(files.graphql, namespace);
  const reasons = target.isGateway && target.hasOntology;
  const surveyed = { namespace, taken: target.taken, wantsIris: reasons };
  const seen = await survey(files.rdf, surveyed, (n) => tell('reading', n, 0));
  if (seen.refusedCount > 0) throw new Unreadable(seen.refused, seen.refusedCount);

  // Before the schema: what it maps loses what it does not say.
  const whyNot = graphql === undefined ? undefined : await loadGraphql(engine, graphql);
  const writesMarks = !target.isGateway && !target.hasOntology;
  const predicates = schema.predicates.filter(({ name }) => writesMarks || !isRegistry(name));
  if (predicates.length + schema.types.length > 0) await engine.alter(printSchema({ ...schema, predicates }));

  const naming = await nameNodes(target, seen, options.uids);
  // A node that has an IRI is the one that the target knows by it.
  const nodes = new Nodes(naming, reasons ? seen.iris : undefined);
  const isSequential = naming.kind === 'new' || seen.hasNames;
  const parallel = isSequential || reasons ? 1 : (options.parallel ?? PARALLEL);
  const batches = new Batches(engine, nodes, parallel, options.mostRefused ?? MOST_REFUSED);
  const loader = new Loader(batches, options.batch ?? (reasons ? REASONED_BATCH : BATCH), {
    namespace,
    writesMarks,
    writesIris: !reasons,
    // It names a uid, where a materialization was cut off.
    keepsCursor: naming.kind === 'keep' && naming.shift === 0,
  });
  let brokenOff = false;
  try {
    await loader.run(files.rdf, (n) => tell('writing', n, seen.statements));
  } catch (error) {
    if (!(error instanceof TooManyRefused)) throw error;
    brokenOff = true;
  }
  const { registry } = loader;
  let ontology: LoadSummary['ontology'] = seen.kinds.registry === 0 ? 'none' : writesMarks ? 'as it was' : 'left out';
  if (target.isGateway && !target.hasOntology && !registry.isEmpty && !brokenOff && batches.refusedCount === 0) {
    if (await registry.loadInto(engine)) ontology = 'loaded';
  }
  return {
    statements: seen.statements,
    written: batches.written,
    leftOut: {
      inferred: writesMarks ? 0 : seen.kinds.inferred + seen.kinds.ontology,
      registry: writesMarks ? 0 : seen.kinds.registry,
      dgraph: seen.kinds.dgraph,
      namespace: seen.elsewhere,
    },
    refused: batches.refused,
    refusedCount: batches.refusedCount,
    brokenOff,
    uids: naming.kind === 'new' ? 'new' : naming.shift === 0 ? 'kept' : `+${naming.shift}`,
    ontology,
    graphql: graphql === undefined ? 'none' : whyNot === undefined ? 'loaded' : 'refused',
    predicates: predicates.length,
    warnings: [
      ...warningsOf(target, seen, ontology),
      ...(whyNot === undefined ? [] : [`the GraphQL schema is refused: ${whyNot}`]),
    ],
  };
}

/** Lines that no load can read: nothing has been written. */
export class Unreadable extends TransferError {
  constructor(
    readonly refused: readonly Refusal[],
    readonly count: number,
  ) {
    const [first] = refused;
    super(
      `${count === 1 ? 'a line cannot' : `${count} lines cannot`} be read, and nothing was written; the first is line ${first!.line} of ${first!.file}: ${first!.reason}`,
    );
  }
}

async function nameNodes(
  { engine, isEmpty }: Target,
  { maxUid, hasNames, meetsTaken }: Survey,
  wanted: LoadOptions['uids'],
): Promise<Naming> {
  if (wanted === 'new') return { kind: 'new' };
  const kept = async (shift: number): Promise<Naming> => {
    if (maxUid > 0) await allowUids(engine, maxUid + shift);
    return { kind: 'keep', shift };
  };
  if (typeof wanted === 'number') return kept(wanted);
  if (wanted === 'keep' || maxUid === 0) return kept(0);
  // New nodes might be given the uid of one that comes later.
  if (hasNames) return { kind: 'new' };
  if (isEmpty && !meetsTaken) return kept(0);
  // All uids move up by the same number: what is in the order of uids stays in that order.
  const free = await takeUids(engine, maxUid);
  return free ? { kind: 'keep', shift: free.first - 1 } : { kind: 'new' };
}

/** @returns why it is refused */
async function loadGraphql(engine: Engine, schema: string): Promise<string | undefined> {
  try {
    await engine.setGraphqlSchema(schema);
    return undefined;
  } catch (error) {
    if (error instanceof EngineFailure && !error.isUnauthenticated) return error.message;
    throw error;
  }
}

function warningsOf(target: Target, { dgraphs, kinds }: Survey, ontology: LoadSummary['ontology']): string[] {
  const warnings: string[] = [];
  const own = [...dgraphs].map(([name, count]) => `${name} (${count})`).join(', ');
  if (own !== '') warnings.push(`what Dgraph has for itself is left out, users and groups too: ${own}`);
  if (ontology === 'left out') warnings.push('the target has an ontology of its own, and keeps it');
  if (target.hasOntology && !target.isGateway && kinds.inferred > 0) {
    warnings.push(
      'inferred facts are left out, and the target has an ontology: POST /ontology/materialize on its gateway infers',
    );
  }
  return warnings;
}
