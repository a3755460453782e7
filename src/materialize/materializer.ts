/** The gateway's heart: loads, and every write by the ontology in force. */
import { EngineFailure } from '../dgraph';
import type { Credentials, Engine } from '../dgraph';
import { OwlgateError } from '../errors';
import { compareWarnings } from '../ontology';
import { silent } from '../util/log';
import type { Logger } from '../util/log';
import { costWarnings } from './load/cost';
import { requireGuardian } from './write/access';
import { explain } from './explain/explain';
import type { ExplainAnswer, ExplainQuestion } from './explain/explain';
import { Gate } from './write/gate';
import { Extensions } from './graphql/extension';
import { gatherDocuments } from './load/gather';
import { graphqlChange } from './load/graphql';
import type { Gathered } from './load/gather';
import { Authority } from './in-force/in-force';
import { NO_IMPORTS } from './load/imports';
import type { ImportSource } from './load/imports';
import { applySchema, conflictsWithData, prepareLoad } from './load/load';
import { Materialization, NOTHING_BEFORE } from './walk/materialization';
import { preview } from './walk/preview';
import { checksumOf, Registry } from './in-force/registry';
import { VersionChanged } from './store/transaction';
import type {
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
  Validation,
  ViolationsPage,
  ViolationsRequest,
} from './types';
import { listViolations } from './walk/violations';
import { RECEIPT_PREDICATE } from './write/receipts';
import { WRITE_ATTEMPTS, Writer } from './write/writer';

export interface MaterializerOptions {
  /** How often the engine is asked whether another gateway has loaded an ontology; default 250 ms. */
  readonly pollMs?: number;
  /** How often a materialization that runs says so, and how far it has come; default 1 s. */
  readonly markMs?: number;
  /** Where imports are found that were not sent along; default nowhere. */
  readonly imports?: ImportSource;
  /** Whether ontologies that are loaded infer equality of individuals (OWL_EQUALITY=sameAs); default false. */
  readonly equality?: boolean;
  /** Whether a load puts a GraphQL schema of the ontology in force; default false. */
  readonly graphql?: boolean;
  /** How long the answers to requests with an Idempotency-Key are kept; default 24 hours. */
  readonly idempotencyHours?: number;
  /** Of the lambda server, which GraphQL with `@lambda` needs (OWLGATE_LAMBDA_URL); default none. */
  readonly lambdaUrl?: string | undefined;
}

/** A preview is begun again so often, when the ontology changes under it. */
const PREVIEW_ATTEMPTS = 3;

export function createMaterializer(
  engine: Engine,
  logger: Logger = silent,
  options: MaterializerOptions = {},
): Materializer {
  return new Gateway(engine, logger, {
    pollMs: 250,
    markMs: 1000,
    imports: NO_IMPORTS,
    equality: false,
    graphql: false,
    idempotencyHours: 24,
    ...options,
  });
}

class Gateway implements Materializer {
  private readonly registry: Registry;
  private readonly authority: Authority;
  private readonly sweeps: Materialization;
  private readonly extensions: Extensions;
  private readonly writer: Writer;
  private readonly gate = new Gate();
  private running = 0;
  private idle: (() => void) | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly logger: Logger,
    private readonly options: Required<Omit<MaterializerOptions, 'lambdaUrl'>> & Pick<MaterializerOptions, 'lambdaUrl'>,
  ) {
    this.registry = new Registry(engine, logger);
    const onUnfinished = (version: number) => this.sweeps.resume(version);
    this.authority = new Authority(engine, this.registry, logger, { pollMs: options.pollMs, onUnfinished });
    this.writer = new Writer(engine, this.authority, options.idempotencyHours);
    this.sweeps = new Materialization(this.authority, this.registry, this.gate, logger, options.markMs);
    this.extensions = new Extensions(engine, this.authority, this.registry, options.graphql, options.lambdaUrl);
  }

  get inForce(): InForce | undefined {
    return this.authority.force?.inForce;
  }

  get extensionVersion(): number | undefined {
    return this.extensions.version;
  }

  async start(): Promise<void> {
    await this.authority.start();
  }

  async stop(): Promise<void> {
    await this.authority.stop();
    await this.sweeps.stop();
    if (this.running > 0) await new Promise<void>((resolve) => (this.idle = resolve));
  }

  async validate(
    wished: LoadRequest,
    wanted?: PreviewRequest,
  ): Promise<Validation & { readonly materialization?: Preview }> {
    const { engine } = this;
    const request = await this.ofGuardian(wished, 'are told of stored data');
    const prepared = await this.prepare(request);
    const { diff, loaded, compiled } = prepared;
    if (!wanted || (await conflictsWithData(engine, diff, request.credentials)).size > 0) return prepared;
    for (let attempt = 1; ; attempt++) {
      const { schema, reasoning, headUid } = this.authority.context();
      const isSettled = !reasoning || (await this.registry.readHead(request.credentials))?.materialized === true;
      try {
        const materialization = await preview({
          engine,
          schema,
          diff,
          version: (reasoning?.version ?? 0) + 1,
          loaded,
          compiled,
          stated: (isSettled && reasoning?.assertions) || [],
          before: isSettled ? (reasoning ?? NOTHING_BEFORE).plan : undefined,
          head: reasoning && { uid: headUid!, version: reasoning.version },
          ...wanted,
        });
        return { ...prepared, materialization };
      } catch (error) {
        if (!(error instanceof VersionChanged)) throw error;
        if (attempt >= PREVIEW_ATTEMPTS) throw new OwlgateError('OntologyBusy');
        await this.authority.check();
      }
    }
  }

  private async prepare(request: LoadRequest): Promise<ReturnType<typeof prepareLoad> & Pick<Gathered, 'bundle'>> {
    const gathered = await gatherDocuments(request, request.profile, this.options.imports, this.logger);
    await this.authority.refreshSchema();
    const previousNames = this.inForce?.loaded.names.toTable();
    const { equality } = this.options;
    const reading = { profile: request.profile, equality, ...(previousNames && { previousNames }) };
    const prepared = prepareLoad(gathered, reading, this.authority.schema);
    const costs = await costWarnings({
      engine: this.engine,
      schema: this.authority.schema,
      loaded: prepared.loaded,
      plan: prepared.compilation.plan,
      credentials: request.credentials,
    });
    const warnings = [...prepared.warnings, ...costs].sort(compareWarnings);
    const { extension, credentials } = request;
    const graphql = await this.extensions.extended(prepared.graphql, prepared.compiled, extension, credentials);
    return { ...prepared, graphql, warnings, bundle: gathered.bundle };
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
    const { profile, credentials } = request;
    const before = authority.force?.reasoning;
    // What is left of a load that was cut off is not known.
    const isSettled = !before || (await registry.readHead(credentials))?.materialized === true;
    const { extensions } = this;
    const { version: extension } = extensions;
    const { loaded, compiled, graphql, diff, warnings: remarks, bundle: documents } = await this.prepare(request);
    const change = this.options.graphql ? await graphqlChange(this.engine, graphql, credentials) : { warnings: [] };
    const told = await applySchema(this.engine, diff, change.sdl, credentials);
    const warnings = [...remarks, ...change.warnings, ...told].sort(compareWarnings);
    await registry.ensureSchema(credentials);
    await authority.refreshSchema();
    const rules = await authority.compile(loaded, compiled, credentials);
    const checksum = checksumOf(documents);
    const loadedAt = new Date().toISOString();
    const ontology = { documents, profile, names: loaded.names.toTable(), checksum, loadedAt };
    const version = await this.gate.alone(async () => {
      const head = await registry.write(ontology, before?.version, credentials);
      authority.enforce(head.version, head.uid, ontology, loaded, rules);
      return head.version;
    });
    this.logger.info('ontology loaded', { version, ...loaded.counts, warnings: warnings.length });
    // Another gateway may have taken one meanwhile.
    await authority.check();
    if (request.extension !== undefined) await extensions.keep(request.extension, credentials);
    else if (extensions.version !== extension) await extensions.settle(credentials);
    const known = isSettled ? (before ?? NOTHING_BEFORE) : undefined;
    const materialization = await this.sweeps.run({ cause: 'load', before: known });
    return { loaded, compiled, graphql, diff, warnings, version, materialization };
  }

  async graphqlExtension(client?: Credentials): Promise<ExtensionState> {
    const credentials = await requireGuardian(this.engine, client, 'read the rules of the GraphQL schema');
    return this.extensions.state(credentials);
  }

  async checkGraphqlExtension(sdl: string, client?: Credentials): Promise<string | undefined> {
    const credentials = await requireGuardian(this.engine, client, 'change the GraphQL schema');
    await this.authority.check();
    return this.extensions.check(sdl, credentials);
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
        // A cursor of the version before is refused then; without one, the listing begins under the version in force.
        if (authority.force === force) throw new OwlgateError('OntologyBusy');
      }
    }
  }

  async materialize(credentials?: Credentials): Promise<MaterializationRun> {
    await requireGuardian(this.engine, credentials, 'start a materialization');
    if (this.sweeps.isResuming) throw new OwlgateError('OntologyBusy');
    let begin!: (version: number) => void;
    const begun = new Promise<number>((resolve) => (begin = resolve));
    const ended = this.tracked(() => this.authority.hold(() => this.materializeNow(begin)));
    const version = await Promise.race([begun, ended.then(() => begun)]);
    // Whoever does not wait for the end finds in the status how it went.
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
    return this.tracked(() => this.explainNow(question));
  }

  private async explainNow(question: ExplainQuestion): Promise<ExplainAnswer> {
    const { authority } = this;
    await requireGuardian(this.engine, question.credentials, 'are told of stored data');
    await authority.renew();
    for (let attempt = 1; ; attempt++) {
      try {
        return await explain(question, authority.context());
      } catch (error) {
        if (!(error instanceof VersionChanged)) throw error;
        if (attempt >= WRITE_ATTEMPTS) throw new OwlgateError('OntologyBusy');
        await authority.check();
      }
    }
  }

  async altered(notice: AlterNotice): Promise<void> {
    const { authority } = this;
    await authority.refreshSchema();
    // Tools that send a whole schema back leave out what they do not know.
    if (authority.schema.get(RECEIPT_PREDICATE)?.noconflict === false) await this.registry.ensureSchema();
    if (notice !== 'schema') await authority.check();
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
