/** Facade of the materialize room: makes the services over one engine, starts them and stops them. */
import type { GraphqlMode } from '../config';
import type { Engine } from '../dgraph';
import type { Naming } from '../ontology';
import { silent } from '../util/log';
import type { Logger } from '../util/log';
import { NO_TELEMETRY, type Telemetry } from '../util/telemetry';
import { SchemaChanges } from './alter/schema-changes';
import { SchemaWall } from './alter/wall';
import { DocumentProcesses } from './documents';
import type { CompiledStore } from './documents';
import { Reports } from './explain/reports';
import { Extensions } from './graphql/extension';
import { GuardedExtensions } from './graphql/extension-service';
import { Histories } from './history/histories';
import { Outlines } from './history/outlines';
import { Authority } from './in-force/in-force';
import { Registry } from './in-force/registry';
import { Seal } from './in-force/registry-seal';
import type { InForce } from './in-force/types';
import type { Conversion } from './load/convert';
import { Loader } from './load/loader';
import { RunningWork } from './running-work';
import type { Materializer } from './types';
import { MaterializationRunner } from './walk/materialization-runner';
import { Materializations } from './walk/materializations';
import { uncountedIn } from './write/context';
import { Leftovers } from './write/hubs/leftovers';
import { LoadLock } from './write/load-lock';
import { Writer } from './write/writer';

interface MaterializerOptions {
  /** Interval between looks at the registry for loads of other gateways; default 250 ms. */
  readonly pollMs?: number;
  /** Interval between checkpoints of a running materialization; default 1 s. */
  readonly checkpointMs?: number;
  /** Work on documents, shared with other materializers; default: its own, without imports. */
  readonly documents?: DocumentProcesses;
  /** Copy of the compiled ontology in force, for the next start; default none. */
  readonly compiledStore?: CompiledStore | undefined;
  /** True if loaded ontologies infer equality of individuals (OWL_EQUALITY=sameAs); default false. */
  readonly equality?: boolean;
  /**
   * Source of the names of loaded ontologies (OWLGATE_NAMES); default: that of the ontology in force, else the IRIs.
   */
  readonly naming?: Naming | undefined;
  /** API that answers /graphql while an ontology is in force; default `off`. */
  readonly graphql?: GraphqlMode;
  /** Keys that sign the registry (OWLGATE_REGISTRY_KEY); default none. */
  readonly registryKeys?: readonly string[];
  /** Lifetime of idempotency records; default 24 hours. */
  readonly idempotencyHours?: number;
  /** Maximum new predicates per mutation; default DEFAULT_NEW_PREDICATES. */
  readonly maxNewPredicates?: number;
  /** Maximum writes of clients in one transaction; default DEFAULT_GROUP. */
  readonly maxGroup?: number;
  /** Maximum wait of a write for the group before it; default DEFAULT_GROUP_PATIENCE_MS. */
  readonly groupPatienceMs?: number;
  /** Time without progress after which a delete in parts counts as cut off; default 15 s. */
  readonly leftoverMs?: number;
  /** Address of the lambda server, which GraphQL with `@lambda` needs (OWLGATE_LAMBDA_URL); default none. */
  readonly lambdaUrl?: string | undefined;
  /** Default: none. */
  readonly telemetry?: Telemetry;
}

const DEFAULT_NEW_PREDICATES = 2_000;
const DEFAULT_GROUP = 64;
const DEFAULT_GROUP_PATIENCE_MS = 250;
const DEFAULT_LEFTOVER_MS = 15_000;

export function createMaterializer(
  engine: Engine,
  logger: Logger = silent,
  options: MaterializerOptions = {},
): Materializer {
  return new Services(engine, logger, {
    pollMs: 250,
    checkpointMs: 1000,
    documents: new DocumentProcesses({ logger }),
    equality: false,
    graphql: 'off',
    registryKeys: [],
    idempotencyHours: 24,
    maxNewPredicates: DEFAULT_NEW_PREDICATES,
    maxGroup: DEFAULT_GROUP,
    groupPatienceMs: DEFAULT_GROUP_PATIENCE_MS,
    leftoverMs: DEFAULT_LEFTOVER_MS,
    telemetry: NO_TELEMETRY,
    ...options,
  });
}

type Optional = 'compiledStore' | 'lambdaUrl' | 'naming';
type Settings = Required<Omit<MaterializerOptions, Optional>> & Pick<MaterializerOptions, Optional>;

class Services implements Materializer {
  readonly writes: Writer;
  readonly loads: Loader;
  readonly reads: Reports;
  readonly history: Histories;
  readonly materializations: Materializations;
  readonly graphqlExtension: GuardedExtensions;
  readonly schema: SchemaChanges;
  private readonly authority: Authority;
  private readonly runner: MaterializationRunner;
  private readonly wall: SchemaWall;
  private readonly leftovers: Leftovers;
  private readonly running = new RunningWork();

  constructor(engine: Engine, logger: Logger, settings: Settings) {
    const { documents, compiledStore, pollMs, checkpointMs, equality, naming, graphql, lambdaUrl } = settings;
    const { idempotencyHours, maxNewPredicates, maxGroup, groupPatienceMs, leftoverMs, telemetry } = settings;
    const { running } = this;
    const registry = new Registry(engine, logger, new Seal(settings.registryKeys));
    const onUnfinished = (version: number) => this.runner.resume(version);
    const authority = new Authority(engine, registry, documents, logger, { pollMs, onUnfinished, compiledStore });
    const outlines = new Outlines(engine, registry, documents);
    const loadLock = new LoadLock();
    const wall = new SchemaWall(engine, authority, documents, logger);
    const extensions = new Extensions(engine, authority, registry, documents, { mode: graphql, lambdaUrl });
    const schema = {
      complete: async (hasOwnValues: boolean, conversion: Conversion) => {
        await wall.complete(hasOwnValues, conversion);
        if (extensions.current) await extensions.settle(undefined);
      },
      restore: () => wall.restoreSchema(),
    };
    const runner = new MaterializationRunner(authority, registry, loadLock, schema, logger, checkpointMs);
    this.wall = wall;
    this.authority = authority;
    this.runner = runner;
    const limits = { idempotencyHours, maxNewPredicates, maxGroup, groupPatienceMs, telemetry };
    this.writes = new Writer(engine, authority, documents, running, limits);
    this.loads = new Loader(
      {
        engine,
        authority,
        registry,
        outlines,
        documents,
        compiledStore,
        extensions,
        wall,
        loadLock,
        materializations: runner,
        running,
        logger,
      },
      { equality, naming, servesGraphql: graphql !== 'off' },
    );
    this.history = new Histories(engine, authority, registry, documents, outlines);
    this.reads = new Reports(engine, authority, documents, running);
    this.materializations = new Materializations(engine, authority, runner, running);
    this.graphqlExtension = new GuardedExtensions(engine, authority, extensions, runner, running);
    this.schema = new SchemaChanges(engine, authority, registry, wall, extensions, running);
    const isAlone = engine.kind === 'embedded';
    this.leftovers = new Leftovers(this.writes.hubs, logger, leftoverMs, isAlone);
  }

  get inForce(): InForce | undefined {
    return this.authority.active?.inForce;
  }

  get isComplete(): boolean {
    return this.authority.isComplete;
  }

  get uncounted(): readonly string[] {
    return uncountedIn(this.authority.context());
  }

  async start(): Promise<void> {
    await this.authority.start();
    // A gateway that was ended during a change of the schema may have left a part of it.
    await this.wall.settle();
    this.leftovers.start();
  }

  async stop(): Promise<void> {
    await this.leftovers.stop();
    await this.authority.stop();
    await this.runner.stop();
    await this.running.ended();
  }
}
