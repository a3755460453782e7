/** Table of the methods: role, restriction to administering addresses, handler. */
import { create, toBinary, type DescMessage } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { Timestamps } from '../dgraph';
import type { Services } from '../http/shared';
import type { Requirements } from './admission';
import { readChange } from './answers';
import { composeMessage, readMessage, sendToEngine, type Call, type Handler } from './call';
import { CallRefusal } from './failures';
import {
  AllocateIDsRequestSchema,
  AllocateIDsResponseSchema,
  CreateNamespaceRequestSchema,
  DropNamespaceRequestSchema,
  LeaseType,
  ListNamespacesRequestSchema,
} from './protocol/dgraph_pb';
import { handleQuery, handleRunDql, passQueryOn } from './query';
import { pass, unlessUnanswered } from './passing';
import { handleAlter } from './schema';
import { handleCheckVersion, handleCommitOrAbort, handleLogin } from './transactions';

export interface Method extends Omit<Requirements, 'name'> {
  readonly handler: Handler;
  /** Answers some messages at less cost, as `passQueryOn`. */
  readonly passOn?: typeof passQueryOn;
}

/** Maximum bytes of messages without data, and of those that are read on the gateway's thread. */
export const SMALL_BYTES = 64 * 1024;
const TEXT_BYTES = 16 * 2 ** 20;

const refusing =
  (reason: string): Handler =>
  () =>
    Promise.reject(new CallRefusal(status.UNIMPLEMENTED, reason));

const NO_SNAPSHOTS = refusing(
  'an external snapshot writes past the reasoner; load RDF through POST /import, owlgate load or dgraph live instead',
);

/** Passes a call on to an alpha. */
const passing =
  (schema: DescMessage): Handler =>
  (message, call) => {
    const sent = composeMessage(schema, readMessage(schema, message));
    return call.services.engine.alphas ? pass(sent, call, { reads: false }) : NO_NAMESPACES(message, call);
  };

const NO_NAMESPACES = refusing('only a cluster with access control has namespaces');

/** Returns the methods of api.Dgraph by name. */
export function methodsOf(services: Services, maxMessageBytes: number): ReadonlyMap<string, Method> {
  const timestamps = new Timestamps(services.engine);
  const methods: Readonly<Record<string, Omit<Method, 'maxBytes'> & Partial<Method>>> = {
    Login: { role: 'read', handler: handleLogin },
    // A message with mutations needs the role to write.
    Query: {
      role: 'read',
      maxBytes: maxMessageBytes,
      passOn: passQueryOn,
      handler: (message, call) => handleQuery(message, call, timestamps),
    },
    RunDQL: {
      role: 'read',
      maxBytes: Math.min(maxMessageBytes, TEXT_BYTES),
      handler: (message, call) => handleRunDql(message, call, timestamps),
    },
    CommitOrAbort: { role: 'write', maxBytes: TEXT_BYTES, handler: handleCommitOrAbort },
    Alter: { role: 'admin', admin: true, maxBytes: TEXT_BYTES, handler: handleAlter },
    // Clients and load balancers check it as they check /health.
    CheckVersion: { role: 'none', handler: handleCheckVersion },
    AllocateIDs: { role: 'admin', admin: true, handler: allocateIds },
    CreateNamespace: { role: 'admin', admin: true, handler: passing(CreateNamespaceRequestSchema) },
    DropNamespace: { role: 'admin', admin: true, handler: passing(DropNamespaceRequestSchema) },
    ListNamespaces: { role: 'admin', admin: true, handler: passing(ListNamespacesRequestSchema) },
    UpdateExtSnapshotStreamingState: { role: 'admin', admin: true, handler: NO_SNAPSHOTS },
    StreamExtSnapshot: { role: 'admin', admin: true, handler: NO_SNAPSHOTS },
  };
  return new Map(Object.entries(methods).map(([name, method]) => [name, { maxBytes: SMALL_BYTES, ...method }]));
}

const allocateIds: Handler = async (message, call) => {
  const request = readMessage(AllocateIDsRequestSchema, message);
  const sent = composeMessage(AllocateIDsRequestSchema, request);
  const { alphas } = call.services.engine;
  const leasedByAlpha = alphas && (await unlessUnanswered(pass(sent, call, { reads: false }), false));
  if (leasedByAlpha) return leasedByAlpha;
  const { howMany, leaseType } = request;
  const { engine } = call.services;
  const isEmbedded = engine.kind === 'embedded';
  if (leaseType !== LeaseType.UID && !(isEmbedded && leaseType === LeaseType.TS)) {
    const reason = isEmbedded
      ? 'the embedded engine has no namespaces'
      : 'timestamps and namespaces are leased by an alpha of the cluster';
    throw new CallRefusal(status.UNIMPLEMENTED, reason);
  }
  if (howMany === 0n) throw new CallRefusal(status.INVALID_ARGUMENT, 'how_many must be positive');
  const { first, last } = isEmbedded
    ? await lease(leaseType === LeaseType.UID ? 'uids' : 'timestamps', howMany, call)
    : await engine.assignUids(Number(howMany), call.credentials);
  const leased = create(AllocateIDsResponseSchema, { start: BigInt(first), end: BigInt(last) });
  return toBinary(AllocateIDsResponseSchema, leased);
};

/** Leases from the embedded engine, which has the endpoint of Dgraph Zero. */
async function lease(
  what: 'uids' | 'timestamps',
  count: bigint,
  call: Call,
): Promise<{ readonly first: number; readonly last: number }> {
  const parameters = new URLSearchParams({ what, num: String(count) });
  const answer = await sendToEngine({ path: '/assign', parameters, type: 'text/plain', body: '' }, call);
  const { startId, endId } = JSON.parse(readChange(answer, call.services.engine.url).toString()) as Record<
    string,
    string
  >;
  return { first: Number(startId), last: Number(endId) };
}
