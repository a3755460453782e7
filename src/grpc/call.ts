/** Call of one method: what handlers need of it, and requests to the engine on its behalf. */
import { fromBinary, toBinary, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import type { Credentials, EngineAnswer } from '../dgraph';
import { callerOf, demand, engineHeaders, type Needed, type Services } from '../http/shared';
import type { Admitted } from './admission';
import { CallRefusal } from './failures';
import { requireWireForm } from './wire';

export interface Call extends Admitted {
  readonly services: Services;
  /** Credentials of the client at the engine. */
  readonly credentials: Credentials | undefined;
  /** Aborted when the client cancels the call, or its deadline passes. */
  readonly signal: AbortSignal;
}

/** Handler of a method: reads a message, and returns the answer's message. */
export type Handler = (message: Buffer, call: Call) => Promise<Uint8Array>;

/** Checks the role of a call whose message needs more than its method. @throws OwlgateError RoleMissing */
export const demandRole = ({ arrival }: Call, needed: Needed): void =>
  demand(callerOf(arrival), needed, `${arrival.method} ${arrival.path}`);

/** Parses a message. @throws CallRefusal */
export function readMessage<Schema extends DescMessage>(schema: Schema, bytes: Buffer): MessageShape<Schema> {
  requireWireForm(schema, bytes);
  try {
    return fromBinary(schema, bytes);
  } catch (error) {
    const { message } = error as Error;
    throw new CallRefusal(status.INVALID_ARGUMENT, `the message is not an ${schema.typeName}: ${message}`);
  }
}

/**
 * Composes a message for an alpha: what this gateway has read, and no field that it does not know, which could be a
 * write.
 */
export const composeMessage = <Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): Buffer =>
  Buffer.from(toBinary(schema, message, { writeUnknownFields: false }));

/** Returns the parameters by which a request over HTTP names its transaction, with others that are not false. */
export function transactionParameters(
  { startTs, hash }: { readonly startTs: number | bigint; readonly hash: string },
  others: Readonly<Record<string, string | false>>,
): URLSearchParams {
  const all = { startTs: startTs > 0 && String(startTs), hash: hash !== '' && hash, ...others };
  return new URLSearchParams(Object.entries(all).filter((each): each is [string, string] => each[1] !== false));
}

interface EngineCall {
  readonly path: string;
  readonly parameters?: URLSearchParams;
  readonly type: string;
  readonly body: string | Buffer;
  /** True if the request changes nothing. */
  readonly reads?: true;
}

/** Sends a request of the client to the engine. */
export function sendToEngine(
  { path, parameters, type, body, reads }: EngineCall,
  { arrival, services, signal }: Call,
): Promise<EngineAnswer> {
  const headers = engineHeaders(arrival, arrival.requestId);
  // gRPC has its own encodings.
  delete headers['accept-encoding'];
  headers['content-type'] = type;
  const query = parameters === undefined || parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return services.engine.send({
    method: 'POST',
    path: path + query,
    headers,
    body,
    signal,
    ...(reads && { reads }),
  });
}
