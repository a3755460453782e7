/**
 * Write service: carries out writes and commits of clients under the ontology in force, and repeats them after
 * conflicts.
 */
import { randomUUID } from 'node:crypto';
import { EngineFailure, Timestamps } from '../../dgraph';
import type { Credentials, Engine, TransactionContext } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { isBlockless, isMutationType, ONTOLOGY_DATATYPES, TRIPLE_TYPES } from '../../mutation';
import type { DocumentProcesses } from '../documents';
import { Idempotency, type ClientTransaction } from '../idempotency';
import type { AnswerRecorder } from '../idempotency/answer-recorder';
import { Records, type Idempotent } from '../idempotency/records';
import type { Authority } from '../in-force/in-force';
import type { Telemetry } from '../../util/telemetry';
import type { RunningWork } from '../running-work';
import { VersionChanged } from '../store/transaction';
import { Rights } from '../access/rights';
import { isForeign, requireGuardian } from './access';
import { writeBatch } from './batch';
import { prepareMutation, carryOutInProcess, MAX_FACTS } from './offload';
import { hasOwlgateMarkers, notReadable, refuseTooLarge } from './body-checks';
import type { MutationOrder } from './carry-out';
import { commitTransaction } from './commit';
import { readEnd } from './commit-request';
import { Contention } from './contention';
import { GroupCommit } from './group-commit';
import { ConversionPending } from './hold-back';
import { HubDeletes } from './hubs';
import { inDgraphWords } from './malformed';
import type { WritePart } from './hubs/parts';
import { OpenTransactions } from './open-transactions';
import { readDryRun, readParameters, type MutateParameters } from './parameters';
import { BatchRefused } from './types';
import type { Batch, BatchOutcome, CommitCall, MutateCall, MutateReply, WriteService } from './types';
import type { WriteContext } from './context';

/** Maximum attempts of a write after aborts, and after changes of the ontology in force. */
const WRITE_ATTEMPTS = 12;

interface WriterOptions {
  /** Hours for which idempotency records are kept. */
  readonly idempotencyHours: number;
  /** Maximum predicates without a schema in one mutation. */
  readonly maxNewPredicates: number;
  /** Maximum writes in one transaction; see group-commit. */
  readonly maxGroup: number;
  /** Maximum wait of a write for the group before it, in milliseconds. */
  readonly groupPatienceMs: number;
  readonly telemetry: Telemetry;
}

export class Writer implements WriteService {
  /** Id of this writer, unique among the writers that share document processes. */
  private readonly id = randomUUID();
  private readonly timestamps: Timestamps;
  private readonly contention = new Contention();
  private readonly groupCommit: GroupCommit;
  private readonly open: OpenTransactions;
  private readonly idempotency: Idempotency;
  private readonly rights: Rights;
  /** Deletes at hubs, carried out in parts. */
  readonly hubs: HubDeletes;

  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly documents: DocumentProcesses,
    private readonly running: RunningWork,
    private readonly options: WriterOptions,
  ) {
    this.timestamps = new Timestamps(engine);
    this.open = new OpenTransactions(engine.url);
    this.groupCommit = new GroupCommit(options.maxGroup, options.groupPatienceMs, () => authority.refreshSchema());
    this.rights = Rights.on(engine);
    this.idempotency = new Idempotency(new Records(engine, options.idempotencyHours));
    const write: WritePart = (part) => this.writePart(part);
    this.hubs = new HubDeletes({ engine, context: () => this.context(), write });
  }

  concerns({ body, contentType, parameters, credentials, idempotent }: MutateCall): boolean {
    if (readDryRun(parameters) || idempotent) return true;
    if (isForeign(this.engine, credentials)) return false;
    if (TRIPLE_TYPES.has(contentType)) return true;
    if (!isMutationType(contentType)) return false;
    if (this.authority.active !== undefined || this.authority.damage !== undefined) return true;
    return hasOwlgateMarkers(body) || isBlockless(contentType, body);
  }

  commit(call: CommitCall): Promise<MutateReply> {
    return this.running.track(() => this.commitNow(call));
  }

  mutate(call: MutateCall): Promise<MutateReply> {
    return this.running.track(() => this.mutateNow(call));
  }

  private async commitNow({ body, parameters, credentials, idempotent }: CommitCall): Promise<MutateReply> {
    const { engine, authority } = this;
    const { abort, ...end } = readEnd(parameters, body);
    await this.timestamps.confirm(end.startTs);
    const request = { ...end, ...(credentials && { credentials }) };
    const commit = async (recorder?: AnswerRecorder): Promise<MutateReply> => {
      if (abort || isForeign(engine, credentials)) return engine.commit({ ...request, abort });
      await authority.checkIfStale();
      return { body: await commitTransaction(request, authority.context(), recorder) };
    };
    return this.open.inTurn(end.startTs, () =>
      abort ? commit() : this.carryOutOnce(idempotent, { ...end, isEnding: true }, credentials, commit),
    );
  }

  private async mutateNow(call: MutateCall): Promise<MutateReply> {
    const { dryRun: isDryRun, ...rest } = readParameters(call.parameters);
    const { startTs, hash } = rest;
    const within = startTs === undefined ? undefined : { startTs, hash, isEnding: rest.commitNow };
    const write = (recorder?: AnswerRecorder) =>
      this.write(call, rest, isDryRun, recorder).catch(async (error: unknown) => {
        throw isDryRun
          ? error
          : await inDgraphWords(error, this.engine, call, this.authority.active && ONTOLOGY_DATATYPES);
      });
    return this.open.inTurn(startTs, () =>
      isDryRun ? write() : this.carryOutOnce(call.idempotent, within, call.credentials, write),
    );
  }

  /**
   * Returns the stored answer to a request with an `Idempotency-Key`.
   *
   * @throws OwlgateError IdempotencyKeyReused, AccessDenied; EngineFailure
   */
  async recall(idempotent: Idempotent, credentials?: Credentials): Promise<string | undefined> {
    await this.requireNamespaceMember(credentials);
    return this.idempotency.recall(idempotent);
  }

  /** Carries out a request. If its `Idempotency-Key` has been answered, returns the stored answer. */
  private async carryOutOnce(
    idempotent: Idempotent | undefined,
    within: ClientTransaction | undefined,
    credentials: Credentials | undefined,
    perform: (recorder?: AnswerRecorder) => Promise<MutateReply>,
  ): Promise<MutateReply> {
    if (!idempotent) return perform();
    await this.requireNamespaceMember(credentials);
    return this.idempotency.run(idempotent, within, perform);
  }

  /**
   * Refuses unknown clients and clients of other namespaces, because a stored answer is repeated unchanged.
   *
   * @throws OwlgateError AccessDenied; EngineFailure
   */
  private async requireNamespaceMember(credentials: Credentials | undefined): Promise<void> {
    const { engine } = this;
    if (isForeign(engine, credentials)) {
      const reason =
        `an Idempotency-Key can be used only in namespace ${engine.identity!.namespace}, where the gateway ` +
        'stores answers';
      throw new OwlgateError('AccessDenied', { reason });
    }
    await this.rights.confirm(credentials);
  }

  private async write(
    { body, contentType, credentials, signal }: MutateCall,
    rest: Omit<MutateParameters, 'dryRun'>,
    isDryRun: boolean,
    recorder: AnswerRecorder | undefined,
  ): Promise<MutateReply> {
    const { engine, authority, documents, contention, id } = this;
    await this.rights.confirm(credentials);
    if (isDryRun) await requireGuardian(engine, credentials, 'may read reports on stored data');
    const options = { ...rest, credentials, ...(signal && { signal }) };
    if ((isDryRun || recorder) && !isMutationType(contentType)) throw notReadable(contentType);
    refuseTooLarge(body);
    if (options.startTs !== undefined) await this.timestamps.confirm(options.startTs);
    // An abort of the client's own transaction is reported, not retried.
    const attempts = options.commitNow && options.startTs === undefined ? WRITE_ATTEMPTS : 1;
    const { maxNewPredicates } = this.options;
    const order: MutationOrder = { contentType, isDryRun, options, attempts, maxNewPredicates };
    const context = () => this.context();
    const mutationHost = {
      engine,
      contention,
      recorder,
      write: this.groupCommit.write,
      get schema() {
        return authority.schema;
      },
      refreshSchema: () => authority.refreshSchema(),
      context: () => ({ ...context(), maxFacts: MAX_FACTS }),
    };
    const { hubs } = this;
    const host = { engine, authority, documents, id, recorder, hubs, context };
    const carryOut = prepareMutation(body, order, host, mutationHost);
    await authority.checkIfStale();
    const isOwn = options.startTs === undefined;
    const reply = await this.retryOnVersionChange(isOwn ? WRITE_ATTEMPTS : 2, () =>
      this.besideConversions(carryOut, isOwn),
    );
    if (reply.effects) this.options.telemetry.wrote(reply.effects);
    return reply;
  }

  writeBatch(batch: Batch): Promise<BatchOutcome> {
    const { engine, authority, contention } = this;
    const host = { engine, authority, contention, context: () => this.context() };
    return this.running.track(async () => {
      await this.rights.confirm(batch.credentials);
      await authority.readyForWrite();
      return this.counted(this.retryOnVersionChange(WRITE_ATTEMPTS, () => writeBatch(batch, host, WRITE_ATTEMPTS)));
    });
  }

  private async counted(writing: Promise<BatchOutcome>): Promise<BatchOutcome> {
    const { telemetry } = this.options;
    try {
      const outcome = await writing;
      telemetry.wrote(outcome);
      return outcome;
    } catch (error) {
      if (error instanceof BatchRefused) {
        telemetry.wrote({ inferred: 0, retracted: 0, refused: error.errors.map(({ code }) => code) });
      }
      throw error;
    }
  }

  private context(): WriteContext {
    const noteTransaction = ({ start_ts }: TransactionContext): void => this.timestamps.observe(start_ts);
    return { ...this.authority.context(), noteTransaction };
  }

  /** Writes a part of a delete. A document process works it out, so that the gateway's thread stays free. */
  private async writePart({ text, along, credentials, attempts, nodes }: Parameters<WritePart>[0]): Promise<string> {
    const { engine, authority, documents, contention, id } = this;
    const order: MutationOrder = {
      contentType: 'application/rdf',
      isDryRun: false,
      options: { commitNow: true, credentials, parameters: {} },
      attempts: 1,
      maxNewPredicates: this.options.maxNewPredicates,
    };
    const context = () => ({ ...this.context(), along });
    await authority.readyForWrite();
    if (authority.damage) throw authority.damage;
    const host = { engine, authority, documents, id, recorder: undefined, context };
    // Parts queue with other writes at the hub.
    const write = () =>
      contention.run(
        () => nodes,
        attempts,
        () => carryOutInProcess(text, order, host),
      );
    return (await this.retryOnVersionChange(WRITE_ATTEMPTS, write)).body.toString();
  }

  /**
   * Carries out a write while predicates may be under conversion. If it concerns one of them, or the engine refuses it
   * meanwhile, repeats it afterwards.
   *
   * @param isOwn true if the gateway begins the transaction
   * @throws OwlgateError OntologyBusy after a long wait
   */
  private async besideConversions<T>(carryOut: () => Promise<T>, isOwn: boolean): Promise<T> {
    for (;;) {
      const { isSchemaDue } = this.authority;
      try {
        return await carryOut();
      } catch (error) {
        const isRefused = isOwn && isSchemaDue && error instanceof EngineFailure;
        if (!isRefused && !(error instanceof ConversionPending)) throw error;
        await this.authority.readyForWrite();
      }
    }
  }

  /** Repeats a write after a change of the ontology in force. @throws OwlgateError TransactionAborted */
  private async retryOnVersionChange<T>(versions: number, carryOut: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await carryOut();
      } catch (error) {
        if (!(error instanceof VersionChanged)) throw error;
        // A client's transaction that began before a load cannot be reasoned over with the ontology now in force.
        if (attempt >= versions) throw new OwlgateError('TransactionAborted');
        await this.authority.check();
        await this.authority.readyForWrite();
      }
    }
  }
}
