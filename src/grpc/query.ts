/** Methods Query and RunDQL: queries, mutations and upserts. */
import { create, toBinary } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import type { Timestamps } from '../dgraph';
import { bind, parse, parseRdfMutation, print, printMutation } from '../dql';
import { DgraphRefusal, mayNeedRewrite, rewriteQuery, type Services } from '../http/shared';
import { refuseTooLarge } from '../materialize';
import { ONTOLOGY_DATATYPES } from '../mutation';
import type { Admitted } from './admission';
import { mutationResponse, queryResponse, readChange } from './answers';
import { composeMessage, demandRole, readMessage, sendToEngine, transactionParameters, type Call } from './call';
import { CallRefusal } from './failures';
import { composeMutations, isJson } from './mutations';
import { pass, passQuery, unlessUnanswered } from './passing';
import {
  Request_RespFormat,
  RequestSchema,
  ResponseSchema,
  RunDQLRequestSchema,
  type Request,
  type Response,
} from './protocol/dgraph_pb';

import { viewQuery } from './query-view';

const DQL_TYPE = 'application/dql';
const JSON_TYPE = 'application/json';
const QUERY = 'Query';

/**
 * Passes a query on to an alpha as it came, if every reader finds the same in it and nothing of it is to be rewritten.
 *
 * @returns undefined for a message that the handler answers; the promise rejects if no alpha answers it (`isUnanswered`)
 */
export function passQueryOn(message: Buffer, admitted: Admitted, services: Services): Promise<Buffer> | undefined {
  const { alphas } = services.engine;
  const view = alphas && viewQuery(message);
  // One of a transaction may wait for ever.
  if (!alphas || !view || view.startTs > 0 || mayNeedRewrite(view.query, services)) return undefined;
  return passQuery(message, admitted, alphas);
}

export async function handleQuery(message: Buffer, call: Call, timestamps: Timestamps): Promise<Uint8Array> {
  const request = readMessage(RequestSchema, message);
  if (request.mutations.length === 0) return answerQuery(request, call, timestamps);
  return (await passMutationsOn(request, call)) ?? toBinary(ResponseSchema, await mutate(request, message, call));
}

/** IRIs of typed statements have no `<` before them. */
const TYPED_URN = 'urn:';

/**
 * Passes a request with mutations on to an alpha.
 *
 * @returns undefined for a request that the gateway carries out
 */
async function passMutationsOn(request: Request, call: Call): Promise<Buffer | undefined> {
  const { services, credentials } = call;
  if (!services.engine.alphas) return undefined;
  const { mutations } = request;
  const isTyped = mutations.some(({ set, del }) => set.length + del.length > 0);
  const body = composeMessage(RequestSchema, request);
  const parameters = new URLSearchParams();
  const order = { body, contentType: JSON_TYPE, parameters, ...(credentials && { credentials }) };
  if ((isTyped && body.includes(TYPED_URN)) || services.materializer.writes.concerns(order)) return undefined;
  demandRole(call, 'write');
  return unlessUnanswered(pass(body, call, { reads: false }), false);
}

/** RunDQL has one text for queries, mutations and upserts. */
export async function handleRunDql(message: Buffer, call: Call, timestamps: Timestamps): Promise<Uint8Array> {
  const { dqlQuery, vars, readOnly, bestEffort, respFormat } = readMessage(RunDQLRequestSchema, message);
  const request = create(RequestSchema, { query: dqlQuery, vars, readOnly, bestEffort, respFormat });
  if (!BLOCK.test(dqlQuery)) {
    // As a Query: an alpha could read a mutation in a RunDQL.
    return answerQuery(request, call, timestamps);
  }
  requireWritable(request);
  demandRole(call, 'write');
  const { query: text, mutations } = parseRdfMutation(dqlQuery, datatypesOf(call));
  const body = Buffer.from(printMutation({ ...(text !== undefined && { query: bound(text, vars) }), mutations }));
  return toBinary(ResponseSchema, await write({ contentType: 'application/rdf', body }, { commitNow: true }, call));
}

/** Beginning of a mutation or an upsert, after comments. */
const BLOCK = /^(?:\s|#[^\n]*\n)*(?:upsert\s*\{|\{(?:\s|#[^\n]*\n)*(?:set|delete)\s*\{)/;

/** Answers a request without mutations. In front of a cluster it is passed on to an alpha. */
async function answerQuery(request: Request, call: Call, timestamps: Timestamps): Promise<Uint8Array> {
  const { services } = call;
  if (services.engine.alphas) {
    const { body: text = request.query } = await rewriteQuery(Buffer.from(request.query), false, services);
    const sent = composeMessage(RequestSchema, { ...request, query: text });
    const startTs = Number(request.startTs);
    const asking = pass(sent, call, { reads: true, method: QUERY });
    const answer = await unlessUnanswered(startTs > 0 ? unlessHeld(asking, startTs, timestamps) : asking, true);
    if (answer) return answer;
  }
  return toBinary(ResponseSchema, await query(request, call, timestamps));
}

async function query(request: Request, call: Call, timestamps: Timestamps): Promise<Response> {
  const { query: dql, vars, readOnly, bestEffort, hash, respFormat } = request;
  const startTs = Number(request.startTs);
  const hasVariables = Object.keys(vars).length > 0;
  const text = hasVariables ? JSON.stringify({ query: dql, variables: vars }) : dql;
  const { body = text, refusal } = await rewriteQuery(Buffer.from(text), hasVariables, call.services);
  if (refusal !== undefined) throw new DgraphRefusal(refusal, 'ErrorInvalidRequest');
  const isRdf = respFormat === Request_RespFormat.RDF;
  const parameters = transactionParameters(
    { startTs, hash },
    { ro: (readOnly || bestEffort) && 'true', be: bestEffort && 'true', respFormat: isRdf && 'rdf' },
  );
  const type = hasVariables ? JSON_TYPE : DQL_TYPE;
  const asking = sendToEngine({ path: '/query', parameters, type, body, reads: true }, call);
  const answer = await (startTs > 0 ? unlessHeld(asking, startTs, timestamps) : asking);
  return queryResponse(answer, call.services.engine.url, isRdf);
}

/** Refuses a call that the engine holds since it never issued its timestamp. */
async function unlessHeld<T>(asking: Promise<T>, startTs: number, timestamps: Timestamps): Promise<T> {
  let endWait: (() => void) | undefined;
  const refused = new Promise<never>((_, reject) => (endWait = timestamps.confirmLater(startTs, reject)));
  try {
    return await Promise.race([asking, refused]);
  } finally {
    endWait?.();
  }
}

async function mutate(request: Request, message: Buffer, call: Call): Promise<Response> {
  requireWritable(request);
  demandRole(call, 'write');
  const { query: dql, vars, mutations, hash } = request;
  if (!mutations.every(isJson) || Object.keys(vars).length > 0) refuseTooLarge(message);
  const commitNow = request.commitNow || mutations.some((mutation) => mutation.commitNow);
  return write(
    composeMutations(bound(dql, vars), mutations, datatypesOf(call)),
    { startTs: Number(request.startTs), hash, commitNow },
    call,
  );
}

/** Returns the datatypes beyond those that Dgraph reads. */
const datatypesOf = ({ services }: Call) => services.materializer.inForce && ONTOLOGY_DATATYPES;

function requireWritable({ readOnly, bestEffort }: Request): void {
  if (!readOnly && !bestEffort) return;
  throw new CallRefusal(status.INVALID_ARGUMENT, 'a read-only transaction cannot have mutations');
}

/** Replaces the GraphQL variables of an upsert's query: over HTTP an upsert has none. */
function bound(dql: string, vars: Readonly<Record<string, string>>): string {
  return dql === '' || Object.keys(vars).length === 0 ? dql : print(bind(parse(dql), vars));
}

interface WriteOptions {
  readonly startTs?: number;
  readonly hash?: string;
  readonly commitNow: boolean;
}

async function write(
  { contentType, body }: { readonly contentType: string; readonly body: Buffer },
  { startTs = 0, hash = '', commitNow }: WriteOptions,
  call: Call,
): Promise<Response> {
  const { credentials, services } = call;
  const { engine, materializer } = services;
  const parameters = transactionParameters({ startTs, hash }, { commitNow: commitNow && 'true' });
  const order = { body, contentType, parameters, signal: call.signal, ...(credentials && { credentials }) };
  if (materializer.writes.concerns(order)) return mutationResponse((await materializer.writes.mutate(order)).body);
  const answer = await sendToEngine({ path: '/mutate', parameters, type: contentType, body }, call);
  return mutationResponse(readChange(answer, engine.url));
}
