/**
 * Ontology in force: recovered from the engine, followed when another gateway loads one, restored when data is dropped.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import { placeIndividuals } from '../documents';
import type { CompiledOntology, Documents, PlacedRules } from '../documents';
import { EngineSchema } from '../store/engine-schema';
import { ensureIndividuals } from '../load/individuals';
import { writeOwnFacts } from '../load/own-facts';
import { edgesOf } from './reasoning';
import { readingOf } from './recover';
import type { Reasoning } from './reasoning';
import type { NewOntology, Registry, RegistryHead, StoredOntology } from './registry';
import { damage, damagedError } from './registry-damage';
import { Tally } from '../walk/tally';
import { VersionChanged } from '../store/transaction';
import type { InForce } from '../types';
import { Groups } from '../write/groups';
import { Receipts } from '../write/receipts';
import type { WriteContext } from '../write/write';

/** Ontology in force, in the forms for writes and for clients. */
export interface Force {
  readonly reasoning: Reasoning;
  readonly inForce: InForce;
  /** Compiled form; its individuals are named by their IRIs. */
  readonly ontology: CompiledOntology;
}

export interface AuthorityOptions {
  readonly pollMs: number;
  /** Called for a version whose materialization has not ended. */
  readonly onUnfinished: (version: number) => void;
}

/** Predicate that survives a drop of data only. */
const REGISTRY_KEY = 'owlgate.key';

/**
 * Maximum age of the last look at the head before a write that does not read the head itself (`KNOWN_MS`), and the wait
 * of a load before its materialization (`NOTICE_MS`). The wait is longer, so that the walk covers everything written
 * under the previous version. Both are constants, since all gateways have to agree.
 */
const KNOWN_MS = 400;
const NOTICE_MS = 600;
/** Interval between reads of a damaged version, in case it is repaired in place. */
const RECHECK_MS = 1_000;

/** Head of the version in force, with a digest of its contents. */
type HeadInForce = RegistryHead & { readonly content: string };

interface Damaged {
  readonly error: OwlgateError;
  /** Readable head that leads to the damage. */
  readonly head: RegistryHead | undefined;
  readonly since: number;
}

const isDamage = (error: unknown): error is OwlgateError =>
  error instanceof OwlgateError && error.code === 'OntologyDamaged';

const isSameHead = (a: RegistryHead, b: RegistryHead): boolean =>
  a.uid === b.uid && a.version === b.version && a.digest === b.digest && a.current === b.current;

const OF_ENGINE: ReadonlySet<string> = new Set(['EngineUnreachable', 'EngineError', 'LoginRefused', 'AccessDenied']);

const isOfEngine = (error: unknown): boolean =>
  error instanceof EngineFailure || (error instanceof OwlgateError && OF_ENGINE.has(error.code));

/**
 * Refuses a head that went back or whose version changed. A head only moves to later versions, and a version never
 * changes. A repair, or a load after the data was dropped, creates a new head.
 *
 * @throws OwlgateError OntologyDamaged
 */
function refuseRevision(before: HeadInForce, after: HeadInForce): void {
  if (before.uid !== after.uid || before.version < after.version) return;
  if (before.version > after.version) {
    const reason = `it went back from version ${before.version} to version ${after.version}`;
    throw damagedError([damage('the head', reason, 'restart')]);
  }
  if (before.content === after.content) return;
  const reason = 'it is another ontology than the one that was put in force';
  throw damagedError([damage(`version ${after.version}`, reason, 'restart')]);
}

export class Authority {
  private current: Force | undefined;
  private currentSchema = new EngineSchema({});
  private head: HeadInForce | undefined;
  private damaged: Damaged | undefined;
  private isStarted = false;
  private readonly stopping = new AbortController();
  private following: Promise<void> | undefined;
  private checking: Promise<void> | undefined;
  private checkedAt = 0;
  private isHeld = false;
  /** Undefined for the embedded engine, which lives and dies with the gateway. */
  private readonly receipts: Receipts | undefined;
  private readonly groups: Groups | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly registry: Registry,
    private readonly documents: Documents,
    private readonly logger: Logger,
    private readonly options: AuthorityOptions,
  ) {
    if (engine.kind === 'embedded') return;
    this.groups = new Groups(engine);
    this.receipts = new Receipts(engine, () => registry.ensureSchema());
  }

  get force(): Force | undefined {
    return this.current;
  }

  get schema(): EngineSchema {
    return this.currentSchema;
  }

  /** Damage of the registry, until it is repaired; the previous ontology stays in force. */
  get damage(): OwlgateError | undefined {
    return this.damaged?.error;
  }

  /** @throws OwlgateError OntologyDamaged: a gateway does not start on a damaged registry */
  async start(): Promise<void> {
    await this.refreshSchema();
    await this.groups?.learn();
    await this.check();
    this.isStarted = true;
    this.following = this.follow();
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
      await this.renew();
      if (this.current?.reasoning !== reasoning) throw new VersionChanged();
    };
    const { receipts, groups } = this;
    return { engine, schema, reasoning, headUid, receipts, groups, confirm, damage };
  }

  /** Waits after a load until no gateway writes under the previous version. */
  async awaitNotice(signal: AbortSignal): Promise<void> {
    if (this.engine.kind === 'cluster') await delay(NOTICE_MS, undefined, { signal });
  }

  async refreshSchema(): Promise<void> {
    this.currentSchema = new EngineSchema(await this.engine.schema());
  }

  /** Reads the version in force from the engine, and follows it. */
  async check(): Promise<void> {
    this.checking ??= this.checkNow().finally(() => (this.checking = undefined));
    return this.checking;
  }

  /** Checks the version before a write. The embedded engine has no other gateway. */
  async renew(): Promise<void> {
    if (this.engine.kind === 'embedded') return;
    if (Date.now() - this.checkedAt > KNOWN_MS) await this.check();
  }

  /**
   * Runs a load or a materialization, one at a time.
   *
   * @throws OwlgateError OntologyBusy if one is running, OntologyDamaged
   */
  async hold<T>(run: () => Promise<T>): Promise<T> {
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
    { plan, assertions }: PlacedRules,
  ): void {
    const { version } = head;
    const { source, mediaType } = documents[0];
    const { loaded, introspection, compiled, graphql, relevance } = ontology;
    const stored = { version, source, mediaType, documents, profile, loadedAt, checksum };
    this.head = head;
    this.current = {
      reasoning: { version, loaded, plan, relevance, edges: edgesOf(loaded), assertions },
      inForce: { ...stored, loaded, introspection, compiled, graphql },
      ontology,
    };
  }

  /**
   * Returns true if all facts that the ontology in force entails are stored. After a load that was cut off, this is
   * unknown.
   */
  async isSettled(credentials?: Credentials): Promise<boolean> {
    if (!this.current) return true;
    return !this.damaged && (await this.registry.readHead(credentials))?.materialized === true;
  }

  /** Compiles a stored version as it was loaded. @throws OwlgateError */
  async restored(stored: NewOntology): Promise<CompiledOntology> {
    // No time limit: the version was accepted once, perhaps on a faster machine.
    const options = { lane: 'load', engine: this.engine, seconds: 'unlimited' } as const;
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
    const asked = Date.now();
    let head: RegistryHead | undefined;
    try {
      head = await this.registry.readHead();
      if (this.isRecent(head)) return void (this.checkedAt = asked);
      await this.adopt(head);
      await this.registry.extension.follow(async () => {
        await this.refreshSchema();
        return this.schema.get(REGISTRY_KEY) !== undefined;
      });
      if (this.damaged) this.logger.info('the registry of ontologies is as it should be again');
      this.damaged = undefined;
    } catch (error) {
      if (!this.isStarted || !isDamage(error)) throw error;
      this.meet(error, head);
    }
    this.checkedAt = asked;
  }

  /** Returns true if this head was found damaged a moment ago: a complete read can wait. */
  private isRecent(head: RegistryHead | undefined): boolean {
    const { damaged } = this;
    if (!damaged?.head || !head || Date.now() - damaged.since > RECHECK_MS) return false;
    return isSameHead(damaged.head, head);
  }

  private async adopt(head: RegistryHead | undefined): Promise<void> {
    if (!head) return this.lose();
    const { head: before } = this;
    if (before && isSameHead(before, head)) return;
    const isFirst = this.current === undefined;
    const stored = await this.registry.read(head.version);
    if (before) refuseRevision(before, { ...head, content: stored.content });
    await this.refreshSchema();
    const ontology = await this.recovered(stored);
    this.enforce({ ...head, content: stored.content }, stored, ontology, await this.place(ontology));
    this.logger.info('an ontology is in force', { version: head.version, ...this.current!.inForce.loaded.counts });
    if (isFirst && !head.materialized && !this.isHeld) this.options.onUnfinished(head.version);
  }

  /** Compiles a version whose digest is valid. If that fails, no gateway wrote the version: it counts as damage. */
  private async recovered(stored: StoredOntology): ReturnType<Authority['restored']> {
    try {
      return await this.restored(stored);
    } catch (error) {
      if (isOfEngine(error)) throw error;
      const reason = `it cannot be put in force: ${error instanceof Error ? error.message : String(error)}`;
      throw damagedError([damage(`version ${stored.version}`, reason)]);
    }
  }

  /** Keeps the ontology in force, and logs each damage once. */
  private meet(error: OwlgateError, head: RegistryHead | undefined): void {
    const { damaged } = this;
    const reason = error.message;
    if (!damaged) {
      this.logger.error('loads, and writes that the ontology in force has to do with, are refused', { reason });
    } else if (damaged.error.message !== reason) this.logger.warn('the damage is another one', { reason });
    this.damaged = { error, head, since: Date.now() };
  }

  /** Handles the absence of a head. */
  private async lose(): Promise<void> {
    const { current } = this;
    if (current) {
      await this.refreshSchema();
      if (this.schema.get(REGISTRY_KEY)) return this.restore(current);
      this.logger.warn('the ontology is gone from the engine; nothing is inferred any more');
    }
    this.current = undefined;
    this.head = undefined;
  }

  /** Stores the ontology in force again after the data was dropped, and the registry with it. */
  private async restore({ inForce, ontology }: Force): Promise<void> {
    const stored = { ...inForce, names: inForce.loaded.names.toTable() };
    await this.registry.ensureSchema();
    try {
      const head = await this.registry.write(stored, undefined);
      this.enforce(head, stored, ontology, await this.place(ontology));
      await writeOwnFacts({ context: this.context(), before: [], tally: new Tally() });
      const { version } = head;
      await this.registry.markMaterialized(version, true);
      this.logger.warn('the data was dropped; the ontology stays in force and was stored again', { version });
    } catch (error) {
      // If another gateway was faster, this one follows what that one wrote.
      if (!(error instanceof OwlgateError) || error.code !== 'OntologyBusy') throw error;
      await this.adopt(await this.registry.readHead());
    }
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    let isLost = false;
    while (!signal.aborted) {
      try {
        await delay(this.options.pollMs, undefined, { signal, ref: false });
        await this.check();
        if (isLost) this.logger.info('the engine answers again');
        isLost = false;
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        if (!isLost) this.logger.warn('the engine cannot be asked for the ontology in force', { reason });
        isLost = true;
      }
    }
  }
}
