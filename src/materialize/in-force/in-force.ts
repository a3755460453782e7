/**
 * Ontology in force: recovered from the engine, followed when another gateway loads one, restored when data is dropped.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { nameTable } from '../../schema';
import type { Logger } from '../../util/log';
import { placeIndividuals } from '../documents';
import type { CompiledOntology, CompiledStore, DocumentProcesses, PartSink, PlacedRules } from '../documents';
import { EngineSchema } from '../store/engine-schema';
import { ensureIndividuals } from '../load/individuals';
import { writeOntologyFacts } from '../load/ontology-facts';
import { edgesOf } from './reasoning';
import { readingOf } from './recover';
import type { Reasoning } from './reasoning';
import type { NewOntology, Registry, RegistryHead, StoredOntology } from './registry';
import { damage, damagedError } from './registry-damage';
import { ALL_PREDICATES, awaitConversion, duePredicates } from './due-predicates';
import type { DuePredicates } from './due-predicates';
import { isDamage, isSameHead, refuseRevision, RegistryWatch } from './registry-watch';
import type { HeadInForce } from './registry-watch';
import { Tally } from '../walk/tally';
import { VersionChanged } from '../store/transaction';
import type { InForce } from './types';
import { Groups } from '../write/groups';
import { Receipts } from '../write/receipts';
import type { WriteContext } from '../write/context';

/** Ontology in force, in the forms for writes and for clients. */
export interface ActiveOntology {
  readonly reasoning: Reasoning;
  readonly inForce: InForce;
  /** Compiled form; its individuals are named by their IRIs. */
  readonly ontology: CompiledOntology;
}

interface AuthorityOptions {
  readonly pollMs: number;
  /** Called repeatedly for a version whose materialization has not ended, unless this gateway runs it. */
  readonly onUnfinished: (version: number) => void;
  /** Copy of the compiled ontology in force; only for the embedded engine. */
  readonly compiledStore?: CompiledStore | undefined;
}

/** Predicate of the registry that a drop of data leaves in the schema, but a removal of the ontology does not. */
const REGISTRY_KEY = 'owlgate.key';

/**
 * Times that all gateways must agree on, hence constants. `MAX_CHECK_AGE_MS` is the maximum age of the last reading of
 * the head before a write that does not read the head itself. `NOTICE_MS` is the time between a
 * load's switch and its materialization. It is longer, so that the walk covers everything written under the previous
 * version.
 */
const MAX_CHECK_AGE_MS = 200;
const NOTICE_MS = 400;
/** Age from which on a write begins the next reading, and does not wait for it. */
const CHECK_AGE_MS = 120;
const ENGINE_CODES: ReadonlySet<string> = new Set(['EngineUnreachable', 'EngineError', 'LoginRefused', 'AccessDenied']);
/** Errors for want of time, memory or a process. They say nothing about the stored documents. */
const RESOURCE_CODES: ReadonlySet<string> = new Set(['DocumentTooCostly', 'DocumentsBusy', 'DocumentProcessEnded']);

/** Messages of versions that no client loaded. */
const REVERTED = 'the engine refused the schema of the version after it';
const DROPPED = 'stored again after the data was dropped';

const isEngineError = (error: unknown): boolean =>
  error instanceof EngineFailure || (error instanceof OwlgateError && ENGINE_CODES.has(error.code));

const isResourceError = (error: unknown): boolean => error instanceof OwlgateError && RESOURCE_CODES.has(error.code);

export class Authority {
  private current: ActiveOntology | undefined;
  private currentSchema = new EngineSchema({});
  private head: HeadInForce | undefined;
  /** Predicates of a version that the engine's schema does not fit yet, when it came into force. */
  private duePredicates: DuePredicates = ALL_PREDICATES;
  private readonly watch: RegistryWatch;
  private isStarted = false;
  private readonly stopping = new AbortController();
  private following: Promise<void> | undefined;
  private checking: Promise<void> | undefined;
  private checkedAt = 0;
  /** Time at which this gateway put the version in force, by the monotonic clock. The engine had it before. */
  private enforcedAt = -Infinity;
  private isHeld = false;
  /** Undefined for the embedded engine, which ends together with the gateway. */
  private readonly receipts: Receipts | undefined;
  private readonly groups: Groups | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly registry: Registry,
    private readonly documents: DocumentProcesses,
    private readonly logger: Logger,
    private readonly options: AuthorityOptions,
  ) {
    this.watch = new RegistryWatch(logger);
    if (engine.kind === 'embedded') return;
    this.groups = new Groups(engine);
    this.receipts = new Receipts(engine, () => registry.ensureSchema());
  }

  get active(): ActiveOntology | undefined {
    return this.current;
  }

  get schema(): EngineSchema {
    return this.currentSchema;
  }

  /** Damage of the registry, until it is repaired; the previous ontology stays in force. */
  get damage(): OwlgateError | undefined {
    return this.watch.damage;
  }

  /** True if all facts that the ontology in force entails are stored, as far as this gateway knows. */
  get isComplete(): boolean {
    return this.current === undefined || this.head?.materialized !== false;
  }

  /** True while the engine's schema does not fit the version in force yet. */
  get isSchemaDue(): boolean {
    return this.due !== undefined;
  }

  /** Head of a version that the engine's schema does not fit yet. */
  get due(): RegistryHead | undefined {
    return this.head?.isSchemaDue === true ? this.head : undefined;
  }

  /** Takes over progress that a materialization in this gateway has recorded, before the head is read again. */
  noteProgress(progress: Partial<Pick<RegistryHead, 'materialized' | 'isSchemaDue' | 'unconverted'>>): void {
    if (this.head) this.head = { ...this.head, ...progress };
  }

  /** @throws OwlgateError OntologyDamaged: a gateway does not start on a damaged registry */
  async start(): Promise<void> {
    await this.registry.migrate();
    await this.refreshSchema();
    await this.groups?.read();
    await this.check();
    this.isStarted = true;
    this.following = follow(() => this.check(), this.options.pollMs, this.logger, this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.following;
  }

  /** Returns the context of a write: engine, schema and ontology in force. */
  context(): WriteContext {
    const { engine, schema, damage } = this;
    const headUid = this.head?.uid;
    const reasoning = this.current?.reasoning;
    const confirm = async () => {
      await this.checkIfStale();
      if (this.current?.reasoning !== reasoning) throw new VersionChanged();
    };
    const { receipts, groups } = this;
    // An extension has predicates that the compiled schema does not.
    const ofVersion = this.registry.extension.current ? ALL_PREDICATES : this.duePredicates;
    const due = this.isSchemaDue ? ofVersion : undefined;
    const isIncomplete = !this.isComplete;
    return { engine, schema, reasoning, headUid, isIncomplete, due, receipts, groups, confirm, damage };
  }

  /** Waits after a load until every gateway begins its writes under the new version. */
  async awaitNotice(signal: AbortSignal): Promise<void> {
    const rest = this.enforcedAt + NOTICE_MS - performance.now();
    if (this.engine.kind === 'cluster' && rest > 0) await delay(rest, undefined, { signal });
  }

  async refreshSchema(): Promise<void> {
    const answer = await this.engine.schema();
    // The instance stays, with what was made for it, if the schema is the same.
    if (!isDeepStrictEqual(answer, this.currentSchema.answer)) this.currentSchema = new EngineSchema(answer);
  }

  /** Reads the version in force from the engine, and follows it. */
  async check(): Promise<void> {
    this.checking ??= this.checkNow().finally(() => (this.checking = undefined));
    return this.checking;
  }

  /** Checks the version before a write. The embedded engine has no other gateway. */
  async checkIfStale(): Promise<void> {
    if (this.engine.kind === 'embedded') return;
    const age = Date.now() - this.checkedAt;
    if (age > MAX_CHECK_AGE_MS) await this.check();
    // A failure is that of the first write that needs the reading.
    else if (age > CHECK_AGE_MS) this.check().catch(() => undefined);
  }

  /**
   * Prepares for a write of any predicates: checks the version, and waits for the schema of a new one.
   *
   * @throws OwlgateError OntologyBusy after a long wait
   */
  async readyForWrite(): Promise<void> {
    await this.checkIfStale();
    await awaitConversion(this);
  }

  /**
   * Runs a load or a materialization, one at a time.
   *
   * @throws OwlgateError OntologyBusy if one is running, OntologyDamaged
   */
  async runExclusively<T>(run: () => Promise<T>): Promise<T> {
    if (this.isHeld) throw new OwlgateError('OntologyBusy');
    this.isHeld = true;
    try {
      await this.check();
      if (this.damage) throw this.damage;
      return await run();
    } finally {
      this.isHeld = false;
    }
  }

  /** Puts a stored version in force in this gateway. */
  enforce(
    head: HeadInForce,
    { documents, profile, loadedAt, checksum }: Omit<NewOntology, 'names'>,
    ontology: CompiledOntology,
    { plan, assertions, individualNodes }: PlacedRules,
  ): void {
    const { version } = head;
    const { source, mediaType } = documents[0];
    const { loaded, introspection, compiled, graphql, relevance } = ontology;
    const stored = { version, source, mediaType, documents, profile, loadedAt, checksum };
    this.head = head;
    if (head.isSchemaDue) this.duePredicates = duePredicates(compiled, this.currentSchema.answer);
    this.enforcedAt = performance.now();
    this.current = {
      reasoning: { version, loaded, plan, relevance, edges: edgesOf(loaded), assertions, individualNodes },
      inForce: { ...stored, loaded, introspection, compiled, graphql },
      ontology,
    };
  }

  /**
   * Returns true if all facts that the ontology in force entails are stored. After a load that was cut off, this is
   * unknown.
   */
  async isMaterialized(credentials?: Credentials): Promise<boolean> {
    if (!this.current) return true;
    return !this.damage && (await this.registry.readHead(credentials))?.materialized === true;
  }

  /**
   * Puts the previous version in force again, as a new version.
   *
   * @param version the version in force
   * @param isChanged true if facts that followed from the previous version may have been removed
   * @throws OwlgateError OntologyBusy if another version is in force by now, OntologyDamaged
   */
  async revert(version: number, isChanged: boolean): Promise<void> {
    const stored = await this.registry.read(version - 1);
    const ontology = await this.compileSound(stored);
    const rules = await this.place(ontology);
    const history = { account: { by: 'gateway', from: [], message: `version ${version - 1} again: ${REVERTED}` } };
    this.enforce(await this.registry.write(stored, version, undefined, undefined, history), stored, ontology, rules);
    // Nothing has been inferred under the abandoned version.
    if (stored.materialized && !isChanged) await this.registry.recordProgress(version + 1, true);
  }

  /** Compiles a stored version as it was loaded. @throws OwlgateError */
  async compileStored(stored: NewOntology, onPart?: PartSink): Promise<CompiledOntology> {
    // No time limit: the version was accepted once, perhaps on a faster machine.
    const options = { lane: 'load', engine: this.engine, seconds: 'unlimited', onPart } as const;
    return this.documents.run('restore', { documents: stored.documents, reading: readingOf(stored) }, options);
  }

  /** Returns the rules with the nodes of the ontology's individuals; creates missing nodes. */
  async place(ontology: CompiledOntology, credentials?: Credentials): Promise<PlacedRules> {
    if (ontology.individuals.length === 0) return ontology;
    const nodes = await ensureIndividuals(this.engine, this.schema, ontology.individuals, credentials);
    await this.refreshSchema();
    return placeIndividuals(ontology, nodes);
  }

  private async checkNow(): Promise<void> {
    const requestedAt = Date.now();
    let head: RegistryHead | undefined;
    try {
      head = await this.readHead();
      if (this.watch.isRecent(head)) return void (this.checkedAt = requestedAt);
      await this.adopt(head);
      await this.registry.extension.follow(async () => {
        await this.refreshSchema();
        return this.schema.get(REGISTRY_KEY) !== undefined;
      });
      this.watch.noteSound();
      if (head && !head.materialized && !this.isHeld) this.options.onUnfinished(head.version);
    } catch (error) {
      if (!this.isStarted || !isDamage(error)) throw error;
      this.watch.note(error, head);
    }
    this.checkedAt = requestedAt;
  }

  /**
   * Reads the head. Reads it again if a load of this gateway has changed it meanwhile: the answer may be out of date.
   */
  private async readHead(): Promise<RegistryHead | undefined> {
    for (;;) {
      const { head: before } = this;
      const head = await this.registry.readHead();
      if (this.head === before) return head;
    }
  }

  private async adopt(head: RegistryHead | undefined): Promise<void> {
    if (!head) return this.handleMissingHead();
    const { head: before } = this;
    if (before && isSameHead(before, head)) {
      if (before.isSchemaDue && !head.isSchemaDue) await this.refreshSchema();
      return this.noteProgress(head);
    }
    const stored = await this.registry.read(head.version);
    if (before) refuseRevision(before, { ...head, content: stored.content });
    await this.refreshSchema();
    const ontology = await this.compileSound(stored);
    const rules = await this.place(ontology);
    // A load of this gateway may have put a later version in force meanwhile.
    if (this.head !== before) return;
    this.enforce({ ...head, content: stored.content }, stored, ontology, rules);
    this.logger.info('an ontology is in force', { version: head.version, ...this.current!.inForce.loaded.counts });
  }

  /** Compiles a version whose digest is valid. If that fails, no gateway wrote the version: it counts as damage. */
  private async compileSound(stored: StoredOntology): ReturnType<Authority['compileStored']> {
    try {
      const { compiledStore } = this.options;
      if (!compiledStore) return await this.compileStored(stored);
      return await compiledStore.obtain(stored.content, (onPart) => this.compileStored(stored, onPart));
    } catch (error) {
      if (isEngineError(error) || isResourceError(error)) throw error;
      const reason = `it cannot be put in force: ${error instanceof Error ? error.message : String(error)}`;
      throw damagedError([damage(`version ${stored.version}`, reason)]);
    }
  }

  /** Handles the absence of a head. */
  private async handleMissingHead(): Promise<void> {
    const { current } = this;
    if (current) {
      await this.refreshSchema();
      if (this.schema.get(REGISTRY_KEY)) return this.restore(current);
      this.logger.warn('the ontology was removed from the engine; inference has stopped');
    }
    this.current = undefined;
    this.head = undefined;
  }

  /** Stores the ontology in force again, after a drop of all data removed the registry. */
  private async restore({ inForce, ontology }: ActiveOntology): Promise<void> {
    const stored = { ...inForce, names: nameTable(inForce.loaded, inForce.graphql) };
    await this.registry.ensureSchema();
    try {
      const history = { account: { by: 'gateway', from: [], message: DROPPED } };
      const head = await this.registry.write(stored, undefined, undefined, undefined, history);
      this.enforce(head, stored, ontology, await this.place(ontology));
      await writeOntologyFacts({ context: this.context(), before: [], tally: new Tally() });
      const { version } = head;
      await this.registry.recordProgress(version, true);
      this.logger.warn('the data was dropped; the ontology stays in force and was stored again', { version });
    } catch (error) {
      // If a second gateway was faster, its version counts.
      if (!(error instanceof OwlgateError) || error.code !== 'OntologyBusy') throw error;
      await this.adopt(await this.registry.readHead());
    }
  }
}

/** Checks periodically until the signal aborts. Logs when the engine is lost, and when it answers again. */
async function follow(check: () => Promise<void>, pollMs: number, logger: Logger, signal: AbortSignal): Promise<void> {
  let isLost = false;
  while (!signal.aborted) {
    try {
      await delay(pollMs, undefined, { signal, ref: false });
      await check();
      if (isLost) logger.info('the engine answers again');
      isLost = false;
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (!isLost) logger.warn('the ontology in force cannot be read from the engine', { reason });
      isLost = true;
    }
  }
}
