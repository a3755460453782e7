/** Writes and commits of clients, by the ontology in force: read, carried out, begun again where others were faster. */
import { Timestamps } from '../../dgraph';
import type { Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { isMutationType, normalize, readMutationBody, TRIPLE_TYPES } from '../../mutation';
import type { Authority } from '../in-force/in-force';
import { VersionChanged } from '../store/transaction';
import type { CommitCall, MutateCall, MutateReply } from '../types';
import { isForeign, refusalFor, requireGuardian } from './access';
import { hasOurWords, refuseTooLarge } from './bodies';
import { commitTransaction } from './commit';
import { readEnd } from './commit-request';
import { Contention } from './contention';
import { declarePredicates } from './declare';
import { composeDryRun, dryRun } from './dry-run';
import { OpenTransactions } from './open-transactions';
import { readDryRun, readParameters, type MutateParameters } from './parameters';
import { Refusal } from './refusal';
import { composeRefusal, composeReply } from './reply';
import { storedNodes, write } from './write';

/** A write is begun again so often, when others keep getting in its way or the ontology changes under it. */
export const WRITE_ATTEMPTS = 12;

/** The refusal of a body that a dry run cannot read: it is never passed on, for the engine would write it. */
function notReadable(given: string): OwlgateError {
  const accepted = ['application/rdf', 'application/json', ...TRIPLE_TYPES].join(', ');
  return new OwlgateError('UnsupportedMediaType', { given: given === '' ? '(none)' : given, accepted });
}

export class Writer {
  private readonly timestamps: Timestamps;
  private readonly contention = new Contention();
  private readonly open = new OpenTransactions();

  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
  ) {
    this.timestamps = new Timestamps(engine);
  }

  concerns({ body, contentType, parameters, credentials }: MutateCall): boolean {
    if (readDryRun(parameters)) return true;
    if (isForeign(this.engine, credentials)) return false;
    if (TRIPLE_TYPES.has(contentType)) return true;
    if (!isMutationType(contentType)) return false;
    return this.authority.force !== undefined || hasOurWords(body);
  }

  async commit({ body, parameters, credentials }: CommitCall): Promise<MutateReply> {
    const { engine, authority } = this;
    const { abort, ...end } = readEnd(parameters, body);
    await this.timestamps.confirm(end.startTs);
    return this.open.inTurn(end.startTs, async () => {
      const request = { ...end, ...(credentials && { credentials }) };
      if (abort || isForeign(engine, credentials)) return engine.commit({ ...request, abort });
      await authority.renew();
      return { body: await commitTransaction(request, authority.context()) };
    });
  }

  async mutate(call: MutateCall): Promise<MutateReply> {
    const { dryRun: isDryRun, ...rest } = readParameters(call.parameters);
    return this.open.inTurn(rest.startTs, () => this.write(call, rest, isDryRun));
  }

  private async write(
    { body, contentType, credentials }: MutateCall,
    rest: Omit<MutateParameters, 'dryRun'>,
    isDryRun: boolean,
  ): Promise<MutateReply> {
    const { authority } = this;
    if (isDryRun) await requireGuardian(this.engine, credentials, 'are told of stored data');
    const options = { ...rest, credentials };
    if (isDryRun && !isMutationType(contentType)) throw notReadable(contentType);
    refuseTooLarge(body);
    const read = readMutationBody(contentType, body.toString());
    if (options.startTs !== undefined) await this.timestamps.confirm(options.startTs);
    await authority.renew();
    // In a transaction of the client's, an abort is the client's to know of.
    const attempts = options.commitNow && options.startTs === undefined ? WRITE_ATTEMPTS : 1;
    const versions = options.startTs === undefined ? WRITE_ATTEMPTS : 2;
    for (let attempt = 1; ; attempt++) {
      const names = authority.force?.inForce.loaded.names;
      const request = normalize(read, { names, isScalar: (predicate) => authority.schema.isScalar(predicate) });
      if (!isDryRun) {
        await declarePredicates(request, TRIPLE_TYPES.has(contentType), {
          engine: this.engine,
          authority,
          credentials,
        });
      }
      const context = authority.context();
      try {
        if (isDryRun)
          return { body: composeDryRun(await dryRun(request, context, options), context.reasoning?.version) };
        const outcome = await this.contention.run(storedNodes(request), attempts, () =>
          write(request, context, options),
        );
        this.timestamps.seen(outcome.answer.extensions.txn?.start_ts);
        return { body: composeReply(outcome, context.reasoning?.version) };
      } catch (error) {
        if (error instanceof Refusal) {
          return { body: composeRefusal(await refusalFor(error, this.engine, credentials)) };
        }
        if (!(error instanceof VersionChanged)) throw error;
        // A transaction of the client's that began before a load can't be reasoned with what is in force now.
        if (attempt >= versions) throw new OwlgateError('TransactionAborted');
        await authority.check();
      }
    }
  }
}
