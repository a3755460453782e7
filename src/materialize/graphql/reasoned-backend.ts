/** What GraphQL runs on where an ontology is in force: queries of the engine, and upserts through the materializer. */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine, QueryAnswer } from '../../dgraph';
import { upsertBody, type Admit, type GraphqlBackend, type Upsert, type UpsertAnswer } from '../../graphql/backend';
import { mayRound, parseLossless, printLossless } from '../../util/json';
import type { Materializer } from '../types';

const AT_ONCE = new URLSearchParams({ commitNow: 'true' });
const OPEN = new URLSearchParams();
/** A write that is looked at before it is committed is begun again so often, when others get in its way. */
const ATTEMPTS = 5;

interface Written extends UpsertAnswer {
  /** Where the transaction is open. */
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
  readonly extensions?: { readonly txn?: Transaction };
  readonly data?: { readonly uids?: Record<string, string> | null; readonly queries?: Record<string, unknown> | null };
}

/** For one client; without credentials, in the gateway's own name. */
export function reasonedBackend(
  engine: Engine,
  materializer: Materializer,
  credentials: Credentials | undefined,
): GraphqlBackend {
  const asked = credentials && { credentials };

  /** @throws Error with the reasoner's message, and its explanation as `extensions` */
  const write = async (upsert: Upsert, parameters: URLSearchParams): Promise<Written> => {
    const { body } = await materializer.mutate({
      body: Buffer.from(printLossless(upsertBody(upsert))),
      contentType: 'application/json',
      parameters,
      ...asked,
    });
    const reply = parseLossless(body.toString()) as Reply;
    const [error] = reply.errors ?? [];
    if (error) throw Object.assign(new Error(error.message), { extensions: error.extensions });
    const txn = reply.extensions?.txn;
    const commitTs = txn?.commit_ts === undefined ? undefined : Number(txn.commit_ts);
    return { uids: reply.data?.uids ?? {}, queries: reply.data?.queries ?? {}, commitTs, ...(txn && { txn }) };
  };

  /** Writes, asks whether that may be, and commits. @throws as `write` and `admit` do */
  const writeAdmitted = async (upsert: Upsert, admit: Admit): Promise<UpsertAnswer> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const { txn, ...answer } = await write(upsert, OPEN);
        const { start_ts, keys = [], preds = [], hash } = txn ?? {};
        const options = { startTs: Number(start_ts), ...(hash && { hash }), ...asked };
        try {
          await admit(answer, async (text) => exactly(await engine.query(text, options)));
        } catch (error) {
          // What is left open ends by itself.
          await engine.commit({ ...options, keys, preds, abort: true }).catch(() => undefined);
          throw error;
        }
        const committed = await engine.commit({ ...options, keys, preds });
        return { ...answer, commitTs: committed.txn?.commit_ts };
      } catch (error) {
        if (attempt >= ATTEMPTS || !(error instanceof EngineFailure && error.isAborted)) throw error;
      }
    }
  };

  return {
    query: async (text, variables) =>
      exactly(await engine.query(text, { readOnly: true, ...(variables && { variables }), ...asked })),
    mutate: (upsert, admit) => (admit ? writeAdmitted(upsert, admit) : write(upsert, AT_ONCE)),
  };
}

/** An answer's data with integers of any size; it is read again only where it may have such. */
function exactly({ data, body }: QueryAnswer): Readonly<Record<string, unknown>> {
  const text = body.toString();
  return mayRound(text) ? (parseLossless(text) as { data: Record<string, unknown> }).data : data;
}
