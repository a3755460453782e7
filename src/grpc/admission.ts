/**
 * Admission of calls, before their messages are read: the same decisions as for requests over HTTP. Logs every call, and
 * gives its places back when it ends.
 */
import {
  ServerInterceptingCall,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { OwlgateError } from '../errors';
import {
  becomesStream,
  callerOf,
  requestIdOf,
  requireSingleHeaders,
  type Needed,
  type SharedParts,
} from '../http/shared';
import type { Logger } from '../util/log';
import type { RequestWork } from '../util/requestScope';
import type { Span } from '../util/telemetry';
import { CallArrival } from './arrival';
import { failureOf } from './failures';
import { closeAfterAnswer, endCall, Messages, requireReader, shownCall } from './message';

/** Admitted call. */
export interface Admitted {
  readonly arrival: CallArrival;
  readonly requestId: string;
  readonly span: Span | undefined;
  readonly work: RequestWork | undefined;
}

/** Requirements of a method. */
export interface Requirements {
  /** Name in metrics, one of a bounded set. */
  readonly name: string;
  readonly role: Needed;
  /** Restricted to addresses that may administer. */
  readonly admin?: true;
  /** Maximum bytes of a message. */
  readonly maxBytes: number;
}

const OK = 0;
const INTERNAL = 13;
const CANCELLED = 1;
/** As over HTTP while stored facts lack entailments. */
const ENTAILMENTS = ['x-owlgate-entailments', 'incomplete'] as const;

const admittedCalls = new WeakMap<Metadata, Admitted>();

/** Returns the admitted call with some metadata. */
export const admittedCall = (metadata: Metadata): Admitted => admittedCalls.get(metadata)!;

/** @param requirementsOf by path of a method */
export function admitting(
  parts: SharedParts,
  requirementsOf: (path: string) => Requirements,
  logger: Logger,
): ServerInterceptor {
  return (method, call) => {
    let log = (_code: number): void => undefined;
    let admitted: Admitted | undefined;
    let messages: Messages | undefined;
    const shown = shownCall(call);
    const isStream = method.requestStream || method.responseStream;
    const refuse = (error: unknown): void => {
      const { code, details, metadata } = failureOf(error, admitted?.requestId ?? '', logger);
      log(code);
      call.sendStatus({ code, details, metadata: metadata ?? null });
      closeAfterAnswer(shown.stream);
    };
    return new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const arrival = arrivalOf(method.path, metadata, call);
            const { tracing, slowLog } = parts.observation;
            const requirements = requirementsOf(method.path);
            const { name, maxBytes } = requirements;
            const span = tracing?.start('server', 'gRPC', arrival.headers['traceparent'] as string | undefined);
            admitted = { arrival, requestId: requestIdOf(arrival), span, work: slowLog?.begin() };
            log = logEnd(admitted, name, parts, logger);
            admit(arrival, requirements, isStream, parts).then(() => {
              admittedCalls.set(metadata, admitted!);
              messages = new Messages(shown, arrival, { maxBytes, isStream }, refuse);
              requireReader(shown.stream, parts.unreadMs);
              proceed(metadata);
            }, refuse);
          },
          onReceiveMessage: (message, proceed) => {
            messages?.next();
            proceed(message);
          },
          onReceiveHalfClose: (proceed) => {
            const places = messages?.finish();
            if (places) places.then(proceed, refuse);
            else proceed();
          },
          onCancel: () => log(CANCELLED),
        });
      },
      sendMetadata: (metadata, next) => {
        for (const [name, value] of admitted?.arrival.response.headers ?? []) metadata.set(name, value);
        if (!parts.services.materializer.isComplete) metadata.set(...ENTAILMENTS);
        next(metadata);
      },
      sendStatus: (status, next) => {
        log(status.code ?? OK);
        next(status);
      },
    });
  };
}

async function admit(
  arrival: CallArrival,
  { role, admin }: Requirements,
  isStream: boolean,
  { admission, whitelist, bodies }: SharedParts,
): Promise<void> {
  requireSingleHeaders(arrival);
  const { path, response } = arrival;
  bodies.watch(arrival, response);
  await admission.admit({ request: arrival, response, needed: role, path });
  if (admin) whitelist.require(arrival);
  if (isStream && role === 'none') admission.admitStream(arrival, response);
  else if (isStream) becomesStream(arrival);
  if (response.closed) throw new OwlgateError('InvalidRequest', { reason: 'the client left' });
}

function arrivalOf(path: string, metadata: Metadata, call: ServerInterceptingCallInterface): CallArrival {
  // The address of a connection ends with its port.
  const peer = call.getPeer().replace(/:\d+$/, '');
  const answer = (): void => call.sendStatus({ code: CANCELLED, details: 'the API key was revoked' });
  return new CallArrival(path, metadata, peer, () => endCall(shownCall(call), answer));
}

/** Returns the function that logs the end of a call, once. */
function logEnd(
  { arrival, requestId, span, work }: Admitted,
  route: string,
  { addressOf, observation }: SharedParts,
  logger: Logger,
): (code: number) => void {
  const { telemetry, slowLog, logsAccess } = observation;
  const startedAt = performance.now();
  const address = addressOf(arrival);
  return (code) => {
    if (arrival.response.closed) return;
    arrival.response.end();
    const { name, role } = callerOf(arrival);
    const key = name === undefined ? {} : { key: name, role };
    const ms = performance.now() - startedAt;
    telemetry.answeredGrpc({ route, status: code, ms });
    span?.end({ route, 'rpc.grpc.status_code': code }, code === INTERNAL);
    if (work) slowLog?.end(work, ms, { requestId, ...key, route, status: code });
    if (!logsAccess) return;
    logger[code === INTERNAL ? 'warn' : 'info']('call', {
      requestId,
      address,
      ...key,
      route,
      path: arrival.path.slice(0, 200),
      status: code,
      ms: Math.round(ms * 10) / 10,
    });
  };
}
