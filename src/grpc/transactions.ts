/** Methods CommitOrAbort, Login, CheckVersion and AllocateIDs. */
import { create, toBinary } from '@bufbuild/protobuf';
import { readChange, transactionContext } from './answers';
import { readMessage, sendToEngine, transactionParameters, type Call } from './call';
import type { EngineExtensions } from '../dgraph';
import { hasSucceeded } from '../http/shared';
import {
  CheckSchema,
  JwtSchema,
  LoginRequestSchema,
  ResponseSchema,
  TxnContextSchema,
  VersionSchema,
} from './protocol/dgraph_pb';

/** Ends a transaction. An abort is answered with the transaction, as Dgraph does. */
export async function handleCommitOrAbort(message: Buffer, call: Call): Promise<Uint8Array> {
  const request = readMessage(TxnContextSchema, message);
  const { keys, preds, aborted } = request;
  const parameters = transactionParameters(request, { abort: aborted && 'true' });
  const { credentials, services } = call;
  const body = Buffer.from(JSON.stringify({ keys, preds }));
  const reply = await services.materializer.writes.commit({ body, parameters, ...(credentials && { credentials }) });
  const { extensions = {} } = JSON.parse(reply.body.toString()) as { readonly extensions?: EngineExtensions };
  const { startTs } = request;
  const ended = extensions.txn ? transactionContext(extensions.txn) : create(TxnContextSchema);
  return toBinary(TxnContextSchema, { ...ended, startTs, aborted: aborted || ended.aborted });
}

export async function handleLogin(message: Buffer, call: Call): Promise<Uint8Array> {
  const { userid, password, refreshToken, namespace } = readMessage(LoginRequestSchema, message);
  const body = JSON.stringify(
    refreshToken === '' ? { userid, password, namespace: Number(namespace) } : { refresh_token: refreshToken },
  );
  const answer = await call.services.logins.attempt(
    call.arrival,
    () => sendToEngine({ path: '/login', type: 'application/json', body }, call),
    (answered) => !hasSucceeded(answered),
  );
  const { data } = JSON.parse(readChange(answer, call.services.engine.url).toString()) as {
    readonly data?: { readonly accessJWT?: string; readonly refreshJWT?: string };
  };
  const jwt = create(JwtSchema, { accessJwt: data?.accessJWT ?? '', refreshJwt: data?.refreshJWT ?? '' });
  return toBinary(ResponseSchema, create(ResponseSchema, { json: toBinary(JwtSchema, jwt) }));
}

export async function handleCheckVersion(message: Buffer, { services }: Call): Promise<Uint8Array> {
  readMessage(CheckSchema, message);
  const [health] = await services.engine.health();
  return toBinary(VersionSchema, create(VersionSchema, { tag: health?.version ?? '' }));
}
