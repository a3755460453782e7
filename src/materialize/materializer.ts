/** The gateway's heart: loads, and every write by the ontology in force. */
import { randomUUID } from 'node:crypto';
import { EngineFailure, Timestamps } from '../dgraph';
import type { Credentials, Engine } from '../dgraph';
import { OwlgateError } from '../errors';
import { compareWarnings } from '../ontology';
import { isMutationType, TRIPLE_TYPES } from '../mutation';
import type { WrittenSyntax } from '../rdf';
import { silent } from '../util/log';
import type { Logger } from '../util/log';
import { isForeign, requireGuardian } from './write/access';
import { hasOurWords, refuseTooLarge } from './write/bodies';
import type { MutationOrder, Surroundings } from './write/carry-out';
import { Contention } from './write/contention';
import { Documents, validationOf } from './documents';
import type { PrepareInput } from './documents/tasks';
import { explain } from './explain/explain';
import type { ExplainAnswer, ExplainQuestion } from './explain/explain';
import { Gate } from './write/gate';
import { Extensions } from './graphql/extension';
import { graphqlChange } from './load/graphql';
import { Authority } from './in-force/in-force';
import { applySchema } from './load/load';
import { Materialization, NOTHING_BEFORE } from './walk/materialization';
import { readDryRun, readParameters } from './write/parameters';
import { checksumOf, Registry } from './in-force/registry';
import { VersionChanged } from './store/transaction';
import { previewIn } from './walk/preview-attempts';
import { carriesOut, MOST_FACTS } from './write/apart';
import type {
  AlterNotice,
  ExtensionReport,
  ExtensionState,
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

export interface MaterializerOptions {
  /** How often the engine is asked whether another gateway has loaded an ontology; default 250 ms. */
  readonly pollMs?: number;
  /** How often a materialization that runs says so, and how far it has come; default 1 s. */
  readonly markMs?: number;
  /** Work on documents, shared with other materializers; default one of its own, without imports. */
  readonly documents?: Documents;
  /** Whether ontologies that are loaded infer equality of individuals (OWL_EQUALITY=sameAs); default false. */
  readonly equality?: boolean;
  /** Whether a load puts a GraphQL schema of the ontology in force; default false. */
  readonly graphql?: boolean;
  /** Maximum predicates that one mutation may bring; default DEFAULT_NEW_PREDICATES. */
  readonly maxNewPredicates?: number;
  /** Of the lambda server, which GraphQL with `@lambda` needs (OWLGATE_LAMBDA_URL); default none. */
  readonly lambdaUrl?: string | undefined;
}

/** A write is begun again so often, when others keep getting in its way or the ontology changes under it. */
const WRITE_ATTEMPTS = 12;

const DEFAULT_NEW_PREDICATES = 2_000;

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
    graphql: false,
    maxNewPredicates: DEFAULT_NEW_PREDICATES,
    ...options,
  });
}

/** The refusal of a body that a dry run cannot read: it is never passed on, for the engine would write it. */
function notReadable(given: string): OwlgateError {
  const accepted = ['application/rdf', 'application/json', ...TRIPLE_TYPES].join(', ');
  return new OwlgateError('UnsupportedMediaType', { given: given === '' ? '(none)' : given, accepted });
}

class Gateway implements Materializer {
  private readonly registry: Registry;
  private readonly authority: Authority;
  private readonly sweeps: Materialization;
  private readonly timestamps: Timestamps;
  private readonly extensions: Extensions;
  private readonly contention = new Contention();
  private readonly surroundings: Surroundings;
  /** Of this materializer, among those that share processes. */
  private readonly id = randomUUID();
  private readonly gate = new Gate();
  private running = 0;
  private idle: (() => void) | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly logger: Logger,
    private readonly options: Required<Omit<MaterializerOptions, 'lambdaUrl'>> & Pick<MaterializerOptions, 'lambdaUrl'>,
  ) {
    this.timestamps = new Timestamps(engine);
    this.registry = new Registry(engine, logger);
    const onUnfinished = (version: number) => this.sweeps.resume(version);
    const { documents, pollMs, graphql: isOn, lambdaUrl } = options;
    this.authority = new Authority(engine, this.registry, documents, logger, { pollMs, onUnfinished });
    this.sweeps = new Materialization(this.authority, this.registry, this.gate, logger, options.markMs);
    const { authority, contention } = this;
    this.surroundings = {
      engine,
      contention,
      get schema() {
        return authority.schema;
      },
      refreshSchema: () => authority.refreshSchema(),
      context: () => ({ ...authority.context(), maxFacts: MOST_FACTS }),
    };
    this.extensions = new Extensions(engine, this.authority, this.registry, documents, { isOn, lambdaUrl });
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
    const request = await this.ofGuardian(wished, 'are told of stored data');
    const options = { lane: 'validate', engine: this.engine, signal: request.signal } as const;
    return this.options.documents.session(options, async (session) => {
      const { seconds } = request;
      const validation = await session.run('validate', await this.preparation(request), {
        ...(seconds !== undefined && { seconds: Math.min(seconds, this.options.documents.limits.seconds) }),
      });
      const host = { authority: this.authority, registry: this.registry, credentials: request.credentials };
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
      credentials,
    };
  }

  written({ documents: [main, ...others] }: InForce, syntax: WrittenSyntax): Promise<string> {
    // JSON-LD may need its contexts to be read.
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
    // What is left of a load that was cut off is not known.
    const isSettled = !before || (await registry.readHead(credentials))?.materialized === true;
    const { extensions } = this;
    const { version: extension } = extensions;
    const prepared = await this.options.documents.run('prepare', await this.preparation(request), {
      lane: 'load',
      engine: this.engine,
      signal,
    });
    const { loaded, sdl, diff, warnings: remarks, bundle: documents } = prepared;
    const change = this.options.graphql ? await graphqlChange(this.engine, { sdl }, credentials) : { warnings: [] };
    const told = await applySchema(this.engine, diff, change.sdl, credentials);
    const warnings = [...remarks, ...change.warnings, ...told].sort(compareWarnings);
    await registry.ensureSchema(credentials);
    await authority.refreshSchema();
    const rules = await authority.place(prepared, credentials);
    const checksum = checksumOf(documents);
    const loadedAt = new Date().toISOString();
    const ontology = { documents, profile, names: loaded.names.toTable(), checksum, loadedAt };
    const version = await this.gate.alone(async () => {
      const head = await registry.write(ontology, before?.version, credentials);
      authority.enforce(head.version, head.uid, ontology, prepared, rules);
      return head.version;
    });
    this.logger.info('ontology loaded', { version, ...loaded.counts, warnings: warnings.length });
    // Another gateway may have taken one meanwhile.
    await authority.check();
    if (request.extension !== undefined) await extensions.keep(request.extension, credentials);
    else if (extensions.version !== extension) await extensions.settle(credentials);
    const known = isSettled ? (before ?? NOTHING_BEFORE) : undefined;
    const materialization = await this.sweeps.run({ cause: 'load', before: known });
    return { ...validationOf(prepared), warnings, version, materialization };
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

  concerns({ body, contentType, parameters, credentials }: MutateCall): boolean {
    if (readDryRun(parameters)) return true;
    if (isForeign(this.engine, credentials)) return false;
    if (TRIPLE_TYPES.has(contentType)) return true;
    if (!isMutationType(contentType)) return false;
    return this.authority.force !== undefined || hasOurWords(body);
  }

  async mutate(call: MutateCall): Promise<MutateReply> {
    return this.tracked(() => this.mutateNow(call));
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

  private async mutateNow({ body, contentType, parameters, credentials }: MutateCall): Promise<MutateReply> {
    const { authority } = this;
    const { dryRun: isDryRun, ...rest } = readParameters(parameters);
    if (isDryRun) await requireGuardian(this.engine, credentials, 'are told of stored data');
    const options = { ...rest, credentials };
    if (isDryRun && !isMutationType(contentType)) throw notReadable(contentType);
    refuseTooLarge(body);
    if (options.startTs !== undefined) await this.timestamps.confirm(options.startTs);
    // In a transaction of the client's, an abort is the client's to know of.
    const attempts = options.commitNow && options.startTs === undefined ? WRITE_ATTEMPTS : 1;
    const { maxNewPredicates } = this.options;
    const order: MutationOrder = { contentType, isDryRun, options, attempts, maxNewPredicates };
    const carryOutNow = this.carriesOut(body, order);
    await authority.renew();
    const versions = options.startTs === undefined ? WRITE_ATTEMPTS : 2;
    for (let attempt = 1; ; attempt++) {
      try {
        return await carryOutNow();
      } catch (error) {
        if (!(error instanceof VersionChanged)) throw error;
        // A transaction of the client's that began before a load can't be reasoned with what is in force now.
        if (attempt >= versions) throw new OwlgateError('TransactionAborted');
        await authority.check();
      }
    }
  }

  /** @throws OwlgateError BodySyntax */
  private carriesOut(body: Buffer, order: MutationOrder): () => Promise<MutateReply> {
    const { engine, authority, id, surroundings } = this;
    return carriesOut(body, order, { engine, authority, id, surroundings, documents: this.options.documents });
  }

  async altered(notice: AlterNotice): Promise<void> {
    await this.authority.refreshSchema();
    if (notice !== 'schema') await this.authority.check();
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
