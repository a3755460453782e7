/** The materializer: carries out loads, and every write under the ontology in force. */
import { EngineFailure } from '../dgraph';
import type { Credentials, Engine } from '../dgraph';
import { OwlgateError } from '../errors';
import { compareWarnings } from '../ontology';
import type { WrittenSyntax } from '../rdf';
import { diffSchema } from '../schema';
import { silent } from '../util/log';
import type { Logger } from '../util/log';
import { rightsWarnings } from './access/widening';
import { Documents, validationOf } from './documents';
import type { PrepareInput } from './documents/tasks';
import { requireGuardian } from './write/access';
import { explain } from './explain/explain';
import type { ExplainAnswer, ExplainQuestion } from './explain/explain';
import { Gate } from './write/gate';
import { SchemaWall } from './alter/wall';
import { Extensions } from './graphql/extension';
import type { Extension } from './in-force/registry-extension';
import type { GraphqlMode } from '../config';
import { takeOutGenerated } from './graphql/engine-sdl';
import { Authority } from './in-force/in-force';
import { applySchema } from './load/load';
import { Materialization, NOTHING_BEFORE } from './walk/materialization';
import { checksumOf, Registry } from './in-force/registry';
import { Seal } from './in-force/registry-seal';
import { VersionChanged } from './store/transaction';
import { previewIn } from './walk/preview-attempts';
import type {
  AccessReport,
  AlterNotice,
  CommitCall,
  ExtensionReport,
  ExtensionState,
  Idempotent,
  InForce,
  LoadReport,
  LoadRequest,
  MaterializationReport,
  MaterializationRun,
  MaterializationStatus,
  Materializer,
  MutateCall,
  MutateReply,
  Preview,
  PreviewRequest,
  SchemaChange,
  Validation,
  ViolationsPage,
  ViolationsRequest,
} from './types';
import { listViolations } from './walk/violations';
import { Leftovers } from './write/hubs/leftovers';
import { RECEIPT_PREDICATE } from './write/receipts';
import { uncountedIn } from './write/write';
import { WRITE_ATTEMPTS, Writer } from './write/writer';

export interface MaterializerOptions {
  /** Interval between looks at the registry for loads of other gateways; default 250 ms. */
  readonly pollMs?: number;
  /** Interval between progress marks of a running materialization; default 1 s. */
  readonly markMs?: number;
  /** Work on documents, shared with other materializers; default: its own, without imports. */
  readonly documents?: Documents;
  /** True if loaded ontologies infer equality of individuals (OWL_EQUALITY=sameAs); default false. */
  readonly equality?: boolean;
  /** API that answers /graphql while an ontology is in force; default `off`. */
  readonly graphql?: GraphqlMode;
  /** Keys that sign the registry (OWLGATE_REGISTRY_KEY); default none. */
  readonly registryKeys?: readonly string[];
  /** Lifetime of idempotency records; default 24 hours. */
  readonly idempotencyHours?: number;
  /** Maximum new predicates per mutation; default DEFAULT_NEW_PREDICATES. */
  readonly maxNewPredicates?: number;
  /** Time without progress after which a delete in parts counts as cut off; default 15 s. */
  readonly leftoverMs?: number;
  /** Address of the lambda server, which GraphQL with `@lambda` needs (OWLGATE_LAMBDA_URL); default none. */
  readonly lambdaUrl?: string | undefined;
}

const DEFAULT_NEW_PREDICATES = 2_000;
const DEFAULT_LEFTOVER_MS = 15_000;

export function createMaterializer(
  engine: Engine,
  logger: Logger = silent,
  options: MaterializerOptions = {},
): Materializer {
  return new Gateway(engine, logger, {
    pollMs: 250,
    markMs: 1000,
    documents: new Documents({ logger }),
    equality: false,
    graphql: 'off',
    registryKeys: [],
    idempotencyHours: 24,
    maxNewPredicates: DEFAULT_NEW_PREDICATES,
    leftoverMs: DEFAULT_LEFTOVER_MS,
    ...options,
  });
}

class Gateway implements Materializer {
  private readonly registry: Registry;
  private readonly authority: Authority;
  private readonly sweeps: Materialization;
  private readonly extensions: Extensions;
  private readonly writer: Writer;
  private readonly leftovers: Leftovers;
  private readonly gate = new Gate();
  private readonly wall: SchemaWall;
  private running = 0;
  private idle: (() => void) | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly logger: Logger,
    private readonly options: Required<Omit<MaterializerOptions, 'lambdaUrl'>> & Pick<MaterializerOptions, 'lambdaUrl'>,
  ) {
    this.registry = new Registry(engine, logger, new Seal(options.registryKeys));
    const onUnfinished = (version: number) => this.sweeps.resume(version);
    const { documents, pollMs, graphql: mode, lambdaUrl, idempotencyHours, maxNewPredicates } = options;
    this.authority = new Authority(engine, this.registry, documents, logger, { pollMs, onUnfinished });
    this.writer = new Writer(engine, this.authority, documents, { idempotencyHours, maxNewPredicates });
    const isAlone = engine.kind === 'embedded';
    this.leftovers = new Leftovers(this.writer.hubs, logger, options.leftoverMs, isAlone);
    this.wall = new SchemaWall(engine, this.authority, logger);
    this.sweeps = new Materialization(this.authority, this.registry, this.gate, logger, options.markMs);
    this.extensions = new Extensions(engine, this.authority, this.registry, documents, { mode, lambdaUrl });
  }

  get inForce(): InForce | undefined {
    return this.authority.force?.inForce;
  }

  get uncounted(): readonly string[] {
    return uncountedIn(this.authority.context());
  }

  get extension(): Extension | undefined {
    return this.registry.extension.current;
  }

  servesGraphql(): Promise<boolean> {
    return this.extensions.isServed();
  }

  async start(): Promise<void> {
    await this.authority.start();
    this.leftovers.start();
  }

  async stop(): Promise<void> {
    await this.leftovers.stop();
    await this.authority.stop();
    await this.sweeps.stop();
    if (this.running > 0) await new Promise<void>((resolve) => (this.idle = resolve));
  }

  async validate(
    wished: LoadRequest,
    wanted?: PreviewRequest,
  ): Promise<Validation & { readonly materialization?: Preview }> {
    const request = await this.ofGuardian(wished, 'are told of stored data');
    const options = { lane: 'validate', engine: this.engine, signal: request.signal } as const;
    return this.options.documents.session(options, async (session) => {
      const { seconds } = request;
      const validation = await session.run('validate', await this.preparation(request), {
        ...(seconds !== undefined && { seconds: Math.min(seconds, this.options.documents.limits.seconds) }),
      });
      const host = { authority: this.authority, credentials: request.credentials };
      const materialization = wanted && (await previewIn(session, wanted, host));
      return { ...validation, ...(materialization && { materialization }) };
    });
  }

  private async preparation(request: LoadRequest): Promise<PrepareInput> {
    await this.authority.refreshSchema();
    const { profile, credentials, mayFetch = false, source, mediaType, name, along } = request;
    const previousNames = this.inForce?.loaded.names.toTable();
    const { equality } = this.options;
    return {
      main: {
        source,
        ...(mediaType !== undefined && { mediaType }),
        ...(name !== undefined && { name }),
        along: along ?? [],
      },
      reading: { profile, equality, ...(previousNames && { previousNames }) },
      mayFetch,
      schema: this.authority.schema.answer,
      extension: this.extensions.inputOf(request.extension),
      servesGraphql: this.options.graphql !== 'off',
      credentials,
    };
  }

  written({ documents: [main, ...others] }: InForce, syntax: WrittenSyntax): Promise<string> {
    // A JSON-LD document may need its contexts to be read.
    const documents = [main, ...others.filter(({ role }) => role === 'context')] as const;
    return this.options.documents.run('write', { documents, syntax }, { lane: 'body', engine: this.engine });
  }

  async load(wished: LoadRequest): Promise<LoadReport> {
    const request = await this.ofGuardian(wished, 'load an ontology');
    if (this.sweeps.isResuming) throw new OwlgateError('OntologyBusy');
    try {
      return await this.tracked(() => this.authority.hold(() => this.loadNow(request)));
    } catch (error) {
      throw error instanceof EngineFailure && error.isAborted ? new OwlgateError('TransactionAborted') : error;
    }
  }

  /** @throws OwlgateError AccessDenied */
  private async ofGuardian(request: LoadRequest, what: string): Promise<LoadRequest> {
    return { ...request, credentials: await requireGuardian(this.engine, request.credentials, what) };
  }

  private async loadNow(request: LoadRequest): Promise<LoadReport> {
    const { authority, registry } = this;
    const { profile, credentials, signal } = request;
    const before = authority.force?.reasoning;
    const isSettled = await authority.isSettled(credentials);
    const { extensions } = this;
    const { version: extension } = extensions;
    const prepared = await this.options.documents.run('prepare', await this.preparation(request), {
      lane: 'load',
      engine: this.engine,
      signal,
    });
    const { loaded, schema, warnings: remarks, bundle: documents } = prepared;
    const { version, diff, warnings } = await this.wall.duringLoad(async () => {
      await authority.refreshSchema();
      // The schema may have changed while the documents were read.
      const diff = diffSchema(schema, authority.schema.answer);
      await applySchema(this.engine, diff, credentials);
      const warnings = [...remarks, ...(await extensions.obstacles())].sort(compareWarnings);
      await registry.ensureSchema(credentials);
      await authority.refreshSchema();
      const rules = await authority.place(prepared, credentials);
      const checksum = checksumOf(documents);
      const loadedAt = new Date().toISOString();
      const ontology = { documents, profile, names: loaded.names.toTable(), checksum, loadedAt };
      const version = await this.gate.alone(async () => {
        const head = await registry.write(ontology, before?.version, credentials);
        authority.enforce(head, ontology, prepared, rules);
        return head.version;
      });
      return { version, diff, warnings };
    });
    this.logger.info('ontology loaded', { version, ...loaded.counts, warnings: warnings.length });
    // Meanwhile another gateway may have loaded an ontology, or altered the schema under the previous version.
    await authority.check();
    await this.settleSchema();
    if (this.options.graphql !== 'off') await takeOutGenerated(this.engine, credentials);
    if (request.extension !== undefined) await extensions.keep(request.extension, credentials);
    else if (extensions.version !== extension) await extensions.settle(credentials);
    const known = isSettled ? (before ?? NOTHING_BEFORE) : undefined;
    const materialization = await this.sweeps.run({ cause: 'load', before: known });
    return { ...validationOf(prepared), diff, warnings, version, materialization };
  }

  async graphqlExtension(client?: Credentials): Promise<ExtensionState> {
    await requireGuardian(this.engine, client, 'read the rules of the GraphQL schema');
    return this.extensions.state();
  }

  async checkGraphqlExtension(sdl: string, client?: Credentials): Promise<string | undefined> {
    await requireGuardian(this.engine, client, 'change the GraphQL schema');
    await this.authority.check();
    return this.extensions.check(sdl);
  }

  async setGraphqlExtension(sdl: string | undefined, client?: Credentials): Promise<ExtensionReport> {
    const credentials = await requireGuardian(this.engine, client, 'change the GraphQL schema');
    if (this.sweeps.isResuming) throw new OwlgateError('OntologyBusy');
    return this.tracked(() => this.authority.hold(() => this.extensions.replace(sdl, credentials)));
  }

  async violations(request: ViolationsRequest): Promise<ViolationsPage> {
    const { authority } = this;
    await requireGuardian(this.engine, request.credentials, 'are told of stored data');
    for (;;) {
      await authority.renew();
      const { force } = authority;
      if (!force) throw new OwlgateError('NoOntology');
      try {
        return await listViolations(authority.context(), request);
      } catch (error) {
        if (!(error instanceof VersionChanged)) throw error;
        await authority.check();
        // A cursor of the previous version is then refused; without one, the listing restarts under the version in
        // force.
        if (authority.force === force) throw new OwlgateError('OntologyBusy');
      }
    }
  }

  async accessReport(credentials?: Credentials): Promise<AccessReport> {
    const { authority, engine } = this;
    await requireGuardian(engine, credentials, 'are told of groups');
    await authority.renew();
    const reasoning = authority.force?.reasoning;
    if (!reasoning) throw new OwlgateError('NoOntology');
    const accessControl = engine.identity !== undefined;
    return { version: reasoning.version, accessControl, warnings: await rightsWarnings(engine, reasoning.plan) };
  }

  async materialize(credentials?: Credentials): Promise<MaterializationRun> {
    await requireGuardian(this.engine, credentials, 'start a materialization');
    if (this.sweeps.isResuming) throw new OwlgateError('OntologyBusy');
    let begin!: (version: number) => void;
    const begun = new Promise<number>((resolve) => (begin = resolve));
    const ended = this.tracked(() => this.authority.hold(() => this.materializeNow(begin)));
    const version = await Promise.race([begun, ended.then(() => begun)]);
    // A caller that does not await `ended` reads failures from the status.
    ended.catch(() => undefined);
    return { version, ended };
  }

  private async materializeNow(begin: (version: number) => void): Promise<MaterializationReport> {
    const { force } = this.authority;
    if (!force) throw new OwlgateError('NoOntology');
    await this.sweeps.refuseOthers();
    const onBegun = () => begin(force.reasoning.version);
    return this.sweeps.run({ cause: 'request', before: undefined, onBegun });
  }

  materialization(): Promise<MaterializationStatus> {
    return this.sweeps.status();
  }

  watchMaterialization(signal: AbortSignal): AsyncIterable<MaterializationStatus> {
    return this.sweeps.watch(signal);
  }

  concerns(call: MutateCall): boolean {
    return this.writer.concerns(call);
  }

  async mutate(call: MutateCall): Promise<MutateReply> {
    return this.tracked(() => this.writer.mutate(call));
  }

  async commit(call: CommitCall): Promise<MutateReply> {
    return this.tracked(() => this.writer.commit(call));
  }

  recall(asked: Idempotent, credentials?: Credentials): Promise<string | undefined> {
    return this.writer.recall(asked, credentials);
  }

  async explain(question: ExplainQuestion): Promise<ExplainAnswer> {
    const { authority, engine } = this;
    return this.tracked(async () => {
      await requireGuardian(engine, question.credentials, 'are told of stored data');
      await authority.renew();
      return this.steadily(WRITE_ATTEMPTS, () => explain(question, authority.context()));
    });
  }

  /** Repeats `run` while the ontology changes. @throws OwlgateError OntologyBusy after the last attempt */
  private async steadily<T>(attempts: number, run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof VersionChanged)) throw error;
        if (attempt >= attempts) throw new OwlgateError('OntologyBusy');
        await this.authority.check();
      }
    }
  }

  async changeSchema<T>(
    change: SchemaChange,
    credentials: Credentials | undefined,
    send: () => Promise<T>,
  ): Promise<T> {
    return this.tracked(() => this.wall.guard(change, credentials, send));
  }

  async altered(notice: AlterNotice): Promise<void> {
    const { authority } = this;
    this.extensions.engineSdl.forget();
    await authority.refreshSchema();
    // Tools that send a whole schema back leave out directives that they do not know.
    if (authority.schema.get(RECEIPT_PREDICATE)?.noconflict === false) await this.registry.ensureSchema();
    // Meanwhile another gateway may have loaded an ontology.
    if (notice !== 'schema' || this.engine.kind === 'cluster') await authority.check();
    await this.wall.settle();
  }

  /** Settles the schema after a load. The embedded engine has no other gateway. */
  private async settleSchema(): Promise<void> {
    if (this.engine.kind === 'embedded') return;
    await this.authority.refreshSchema();
    await this.wall.settle();
  }

  private async tracked<T>(run: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      return await run();
    } finally {
      this.running--;
      if (this.running === 0) this.idle?.();
    }
  }
}
