/** GraphQL backend under an ontology in force: queries go to the engine, upserts through the materializer. */
import { abandonTransaction, EngineFailure } from '../../dgraph';
import { exactDataOf, type Credentials, type Engine } from '../../dgraph';
import {
  upsertBody,
  type Admit,
  type GraphqlBackend,
  type Remembered,
  type Remembering,
  type Upsert,
  type UpsertAnswer,
} from '../../graphql';
import { parseLossless, printLossless } from '../../util/json';
import type { Materializer } from '../types';
import type { Idempotent } from '../write/types';
import type { ShownDeleted } from '../write/deleted-nodes';

const AT_ONCE = new URLSearchParams({ commitNow: 'true' });
const OPEN = new URLSearchParams();
/** Maximum attempts of a write that is checked before its commit, if it conflicts with other writes. */
const ATTEMPTS = 5;

/** Stored answer of a field, with the nodes that it deleted. */
type StoredAnswer = Remembered & { readonly deleted?: ShownDeleted };

interface Written extends UpsertAnswer {
  /** Present while the transaction is open. */
  readonly txn?: Transaction;
}

interface Transaction {
  readonly start_ts: unknown;
  readonly commit_ts?: unknown;
  readonly keys?: readonly string[];
  readonly preds?: readonly string[];
  readonly hash?: string;
}

interface Reply {
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
  readonly extensions?: { readonly txn?: Transaction; readonly ontology?: { readonly deleted?: ShownDeleted } };
  readonly data?: { readonly uids?: Record<string, string> | null; readonly queries?: Record<string, unknown> | null };
}

/** Idempotency of one request. */
export interface RequestIdempotency {
  /** Key and digest of the field at a place. */
  readonly at: (place: number) => Idempotent;
  /** Called for each field before it is carried out; true if its answer is stored. */
  readonly onRecall: (isStored: boolean) => void;
}

interface BackendOptions {
  /** Present for a request with an `Idempotency-Key`. */
  readonly idempotency?: RequestIdempotency | undefined;
  /** Called for each field that deletes nodes. */
  readonly onDeleted?: (deleted: ShownDeleted) => void;
  /** Called for a query that fails. */
  readonly onFailure?: (error: unknown) => void;
}

/** Returns a backend for one client; without credentials, for the gateway itself. */
export function reasonedBackend(
  engine: Engine,
  materializer: Materializer,
  credentials: Credentials | undefined,
  { idempotency, onDeleted, onFailure }: BackendOptions = {},
): GraphqlBackend {
  const credentialOptions = credentials && { credentials };

  const reportDeleted = ({ deleted, ...answer }: StoredAnswer): Remembered => {
    if (deleted) onDeleted?.(deleted);
    return answer;
  };

  /** @throws Error with the reasoner's message; `extensions` holds its explanation */
  const write = async (upsert: Upsert, parameters: URLSearchParams, remembering?: Remembering): Promise<Written> => {
    const extract = (answer: string): string | undefined => {
      const composed = parseLossless(answer) as Reply;
      const remembered = remembering!.of(answerOf(composed));
      const deleted = deletedBy(composed);
      return remembered && printLossless({ ...remembered, ...(deleted && { deleted }) });
    };
    const idempotent = idempotency && remembering && { ...idempotency.at(remembering.place), extract };
    const { body, isReplay } = await materializer.writes.mutate({
      body: Buffer.from(printLossless(upsertBody(upsert))),
      contentType: 'application/json',
      parameters,
      ...credentialOptions,
      ...(idempotent && { idempotent }),
    });
    const reply = parseLossless(body.toString()) as Reply;
    if (isReplay) return { uids: {}, queries: {}, remembered: reportDeleted(reply as unknown as StoredAnswer) };
    const [error] = reply.errors ?? [];
    if (error) throw Object.assign(new Error(error.message), { extensions: error.extensions });
    const deleted = deletedBy(reply);
    if (deleted) onDeleted?.(deleted);
    return answerOf(reply);
  };

  /** Writes, asks `admit` for permission, and commits. @throws the errors of `write` and `admit` */
  const writeAdmitted = async (
    upsert: Upsert,
    admit: Admit,
    remembering: Remembering | undefined,
  ): Promise<UpsertAnswer> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const { txn, ...answer } = await write(upsert, OPEN, remembering);
        if (answer.remembered) return answer;
        const { start_ts, keys = [], preds = [], hash } = txn ?? {};
        const options = { startTs: Number(start_ts), ...(hash && { hash }), ...credentialOptions };
        try {
          await admit(answer, async (text) => exactDataOf(await engine.query(text, options)));
        } catch (error) {
          await abandonTransaction(engine, options);
          throw error;
        }
        const parameters = new URLSearchParams({ startTs: String(start_ts), hash: hash ?? '' });
        const body = Buffer.from(JSON.stringify({ keys, preds }));
        const committed = await materializer.writes.commit({ body, parameters, ...credentialOptions });
        return { ...answer, commitTs: answerOf(JSON.parse(committed.body.toString()) as Reply).commitTs };
      } catch (error) {
        if (attempt >= ATTEMPTS || !(error instanceof EngineFailure && error.isAborted)) throw error;
      }
    }
  };

  return {
    query: (text, variables) =>
      engine.read(text, { ...(variables && { variables }), ...credentialOptions }).then(
        (data) => parseLossless(data.toString()) as Readonly<Record<string, unknown>>,
        (error: unknown) => {
          onFailure?.(error);
          throw error;
        },
      ),
    mutate: (upsert, admit, remembering) =>
      admit ? writeAdmitted(upsert, admit, remembering) : write(upsert, AT_ONCE, remembering),
    ...(idempotency && {
      recall: async (place) => {
        const stored = await materializer.writes.recall(idempotency.at(place), credentials);
        idempotency.onRecall(stored !== undefined);
        return stored === undefined ? undefined : reportDeleted(parseLossless(stored) as StoredAnswer);
      },
    }),
  };
}

const deletedBy = ({ extensions }: Reply): ShownDeleted | undefined => extensions?.ontology?.deleted;

function answerOf({ data, extensions }: Reply): Written {
  const txn = extensions?.txn;
  const commitTs = txn?.commit_ts === undefined ? undefined : Number(txn.commit_ts);
  return { uids: data?.uids ?? {}, queries: data?.queries ?? {}, commitTs, ...(txn && { txn }) };
}
