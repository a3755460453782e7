/** The gateway's heart: which ontology is in force, and every write by its rules. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { retryAborted } from '../dgraph';
import type { Engine } from '../dgraph';
import { printPredicate } from '../dql';
import type { MutationRequest } from '../dql/mutation/ast';
import { OwlgateError } from '../errors';
import { Introspection, readOntology } from '../ontology';
import { isMutationType, normalize, readMutationBody, TRIPLE_TYPES } from '../mutation';
import type { Plan } from '../reasoner';
import { IRI_PREDICATE } from '../schema';
import { silent } from '../util/log';
import type { Logger } from '../util/log';
import { EngineSchema } from './engine-schema';
import { FENCE_STRIPES } from './guards';
import { singleEdges } from './hints';
import { applySchema, prepareLoad } from './load';
import { makeReasoning } from './reasoning';
import type { Reasoning } from './reasoning';
import { Registry } from './registry';
import type { RegistryHead, StoredOntology } from './registry';
import { composeRefusal, composeReply } from './reply';
import { readParameters } from './parameters';
import { sweep } from './sweep';
import { VersionChanged } from './transaction';
import type {
  AlterNotice,
  InForce,
  LoadReport,
  LoadRequest,
  MaterializationReport,
  Materializer,
  MutateCall,
  MutateReply,
  Validation,
} from './types';
import { namesNodesByIri, NO_RULES, Refusal, takeFence, write } from './write';
import type { WriteContext } from './write';

export interface MaterializerOptions {
  /** How often the engine is asked whether another gateway has loaded an ontology; default 500 ms. */
  readonly pollMs?: number;
}

/** A write is begun again so often, when others keep getting in its way or the ontology changes under it. */
const WRITE_ATTEMPTS = 12;

export function createMaterializer(
  engine: Engine,
  logger: Logger = silent,
  options: MaterializerOptions = {},
): Materializer {
  return new Gateway(engine, logger, options);
}

interface Force {
  readonly reasoning: Reasoning;
  readonly inForce: InForce;
  readonly headUid: string;
}

class Gateway implements Materializer {
  private force: Force | undefined;
  private schema = new EngineSchema({});
  private headUid: string | undefined;
  private readonly registry: Registry;
  private readonly pollMs: number;
  private readonly stopping = new AbortController();
  private following: Promise<void> | undefined;
  private resuming: Promise<void> | undefined;
  private checkedAt = 0;
  private checking: Promise<void> | undefined;
  private isLoading = false;
  private running = 0;
  private idle: (() => void) | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly logger: Logger,
    options: MaterializerOptions,
  ) {
    this.pollMs = options.pollMs ?? 500;
    this.registry = new Registry(engine, this.logger);
  }

  get inForce(): InForce | undefined {
    return this.force?.inForce;
  }

  async start(): Promise<void> {
    await this.refreshSchema();
    await this.check();
    this.following = this.follow();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled([this.following, this.resuming]);
    if (this.running > 0) await new Promise<void>((resolve) => (this.idle = resolve));
  }

  // The ontology in force

  /** Asks the engine which version is in force, and follows. */
  private async check(): Promise<void> {
    this.checking ??= this.checkNow().finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async checkNow(): Promise<void> {
    const asked = Date.now();
    const head = await this.registry.readHead();
    if (!this.isLoading) await this.adopt(head);
    this.checkedAt = asked;
  }

  private async adopt(head: RegistryHead | undefined): Promise<void> {
    if (!head) {
      if (this.force) {
        await this.refreshSchema();
        if (this.schema.get(REGISTRY_KEY)) {
          await this.restore(this.force);
          return;
        }
        this.logger.warn('the ontology is gone from the engine; nothing is inferred any more');
      }
      this.force = undefined;
      this.headUid = undefined;
      return;
    }
    if (this.force?.reasoning.version === head.version && this.headUid === head.uid) return;
    const stored = await this.registry.read(head.version);
    const before = this.force?.reasoning;
    await this.refreshSchema();
    this.enforce(stored, head.uid);
    this.logger.info('an ontology is in force', {
      version: head.version,
      classes: this.force?.inForce.loaded.counts.classes,
    });
    if (!head.materialized && !before) this.resume();
  }

  private enforce(
    stored: Omit<StoredOntology, 'materialized'>,
    headUid: string,
    loaded = readStored(stored),
    plan?: Plan,
  ): Force {
    const { version, source, profile, loadedAt, checksum } = stored;
    const introspection = new Introspection(loaded.ontology, loaded.taxonomy, loaded.names);
    const reasoning = makeReasoning(version, loaded, plan);
    const inForce = { version, source, profile, loadedAt, checksum, loaded, introspection };
    this.headUid = headUid;
    this.force = { reasoning, inForce, headUid };
    return this.force;
  }

  /** Ends a materialization that was cut off. */
  private resume(): void {
    if (this.resuming) return;
    this.resuming = this.resumeNow()
      .catch((error: unknown) => {
        if (!this.stopping.signal.aborted) this.logger.error('the materialization failed', { reason: reasonOf(error) });
      })
      .finally(() => (this.resuming = undefined));
  }

  /** Where another gateway is at it, it is left to that one: its mark moves on. */
  private async resumeNow(): Promise<void> {
    const { signal } = this.stopping;
    const version = this.force!.reasoning.version;
    for (let mark: string | undefined | null = null; ;) {
      const stored = await this.registry.read(version);
      if (stored.materialized || this.force?.reasoning.version !== version) return;
      if (stored.cursor === mark) break;
      mark = stored.cursor;
      await delay(MARK_MS * 3, undefined, { signal });
    }
    this.logger.info('a materialization was cut off; it is run again', { version });
    await this.materialize(undefined);
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    let isLost = false;
    while (!signal.aborted) {
      try {
        await delay(this.pollMs, undefined, { signal, ref: false });
        await this.check();
        if (isLost) this.logger.info('the engine answers again');
        isLost = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!isLost)
          this.logger.warn('the engine cannot be asked for the ontology in force', { reason: reasonOf(error) });
        isLost = true;
      }
    }
  }

  private async refreshSchema(): Promise<void> {
    this.schema = new EngineSchema(await this.engine.schema());
  }

  // Loading

  async validate(request: LoadRequest): Promise<Validation> {
    await this.refreshSchema();
    return prepareLoad(request, this.schema, this.force?.inForce.loaded.names.toTable());
  }

  async load(request: LoadRequest): Promise<LoadReport> {
    if (this.isLoading || this.resuming) throw new OwlgateError('OntologyBusy');
    await this.check();
    this.isLoading = true;
    try {
      return await this.tracked(() => this.loadNow(request));
    } finally {
      this.isLoading = false;
    }
  }

  private async loadNow(request: LoadRequest): Promise<LoadReport> {
    const { credentials } = request;
    const before = this.force?.reasoning;
    // What is left of a load that was cut off is anybody's guess.
    const isSettled = !before || (await this.registry.readHead(credentials))?.materialized === true;
    await this.refreshSchema();
    const prepared = prepareLoad(request, this.schema, before?.loaded.names.toTable());
    await applySchema(this.engine, prepared.diff, credentials);
    await this.registry.ensureSchema();
    const ontology = {
      source: request.source,
      profile: request.profile,
      names: prepared.loaded.names.toTable(),
      checksum: createHash('sha256').update(request.source).digest('hex'),
      loadedAt: new Date().toISOString(),
    };
    const { uid, version } = await this.registry.write(ontology, before?.version, { stripes: FENCE_STRIPES });
    await this.refreshSchema();
    this.enforce({ ...ontology, version }, uid, prepared.loaded, prepared.compilation.plan);
    this.logger.info('ontology loaded', { version, ...prepared.loaded.counts, warnings: prepared.warnings.length });
    const materialization = await this.materialize(isSettled ? (before?.plan ?? NO_RULES) : undefined);
    const { loaded, compiled, diff, warnings } = prepared;
    return { loaded, compiled, diff, warnings, version, materialization };
  }

  /** @param before what is swept already; undefined where that is not known */
  private async materialize(before: Plan | undefined): Promise<MaterializationReport> {
    const { version } = this.force!.reasoning;
    const mark = setInterval(() => {
      this.registry.markMaterialized(version, false, String(Date.now())).catch(() => undefined);
    }, MARK_MS);
    try {
      await this.others();
      const { signal } = this.stopping;
      const report = await sweep({ context: this.context(), logger: this.logger, before, signal });
      clearInterval(mark);
      await this.registry.markMaterialized(version, true);
      return report;
    } catch (error) {
      throw error instanceof VersionChanged ? new OwlgateError('OntologySuperseded', { version }) : error;
    } finally {
      clearInterval(mark);
    }
  }

  /** Waits until every other gateway has noticed the load, and ends what they had begun before. */
  private async others(): Promise<void> {
    if (this.engine.kind === 'embedded') return;
    await delay(this.pollMs * LEASE, undefined, { signal: this.stopping.signal });
    await retryAborted(() => takeFence(this.context()));
  }

  // Writing

  concerns({ body, contentType }: MutateCall): boolean {
    if (TRIPLE_TYPES.has(contentType)) return true;
    if (!isMutationType(contentType)) return false;
    if (this.force) return true;
    return OUR_WORDS.some((word) => body.includes(word));
  }

  async mutate(call: MutateCall): Promise<MutateReply> {
    return this.tracked(() => this.mutateNow(call));
  }

  private async mutateNow({ body, contentType, parameters, credentials }: MutateCall): Promise<MutateReply> {
    const options = { ...readParameters(parameters), credentials };
    const text = body.toString();
    await this.lease();
    const read = readMutationBody(contentType, text);
    // In a transaction of the client's, an abort is the client's to know of.
    const attempts = options.commitNow && options.startTs === undefined ? WRITE_ATTEMPTS : 1;
    for (let attempt = 1; ; attempt++) {
      const request = normalize(read, {
        names: this.force?.inForce.loaded.names,
        isScalar: (predicate) => this.schema.isScalar(predicate),
      });
      const needsIri = this.schema.get(IRI_PREDICATE.name) === undefined && namesNodesByIri(request);
      if (needsIri) await this.declareIri();
      await this.declareEdges(request);
      const { force } = this;
      try {
        const outcome = await retryAborted(() => write(request, this.context(), options), { attempts });
        return { body: composeReply(outcome, force?.reasoning.version) };
      } catch (error) {
        if (error instanceof Refusal) return { body: composeRefusal(error) };
        if (!(error instanceof VersionChanged) || attempt >= WRITE_ATTEMPTS) throw error;
        await this.check();
      }
    }
  }

  /** What is known of the ontology in force may be so old at most; a load waits for as long (see `others`). */
  private async lease(): Promise<void> {
    if (this.engine.kind === 'embedded' || this.isLoading) return;
    if (Date.now() - this.checkedAt > this.pollMs * (LEASE - 1)) await this.check();
  }

  /** Makes the predicates that JSON has single edges of, as the engine would have made them of the JSON itself. */
  private async declareEdges({ mutations }: MutationRequest): Promise<void> {
    if (singleEdges(mutations, this.schema).length === 0) return;
    await this.refreshSchema();
    const declarations = singleEdges(mutations, this.schema);
    if (declarations.length === 0) return;
    await this.engine.alter(declarations.join('\n'));
    await this.refreshSchema();
  }

  private async declareIri(): Promise<void> {
    await this.engine.alter(printPredicate(IRI_PREDICATE));
    await this.refreshSchema();
  }

  private context(): WriteContext {
    return { engine: this.engine, schema: this.schema, reasoning: this.force?.reasoning, headUid: this.headUid };
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

  // What goes through /alter

  async altered(notice: AlterNotice): Promise<void> {
    await this.refreshSchema();
    if (notice !== 'schema') await this.check();
  }

  /** The data was dropped, and the registry with it: the ontology stays in force, and is written again. */
  private async restore(force: Force): Promise<void> {
    const { source, profile, checksum, loadedAt, loaded } = force.inForce;
    const ontology = { source, profile, names: loaded.names.toTable(), checksum, loadedAt };
    await this.registry.ensureSchema();
    try {
      const { uid, version } = await this.registry.write(ontology, undefined);
      this.enforce({ ...ontology, version }, uid, loaded, force.reasoning.plan);
      await this.registry.markMaterialized(version, true);
      this.logger.warn('the data was dropped; the ontology stays in force and was stored again', { version });
    } catch (error) {
      // Another gateway was faster; what it has written is followed.
      if (!(error instanceof OwlgateError) || error.code !== 'OntologyBusy') throw error;
      await this.adopt(await this.registry.readHead());
    }
  }
}

/** There as long as only data has been dropped. */
const REGISTRY_KEY = 'owlgate.key';

/** How often a materialization that runs says so, to gateways that start meanwhile. */
const MARK_MS = 1000;

/** In polls: how old the knowledge of the version in force may be, and one more. */
const LEASE = 3;

const OUR_WORDS = ['graph.type', 'rdf-syntax-ns#type', '://', '<urn:'];

function readStored({ source, profile, names }: Pick<StoredOntology, 'source' | 'profile' | 'names'>) {
  return readOntology(source, { profile, previousNames: names });
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
