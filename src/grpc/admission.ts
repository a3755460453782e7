/**
 * Admission of calls, before their messages are read: the same decisions as for requests over HTTP. Logs every call, and
 * gives its places back when it ends.
 */
import type { ServerHttp2Stream } from 'node:http2';
import { ServerInterceptingCall, status, type Metadata, type ServerInterceptor } from '@grpc/grpc-js';
import { OwlgateError } from '../errors';
import {
  becomesStream,
  callerOf,
  onExchangeEnd,
  requireSingleHeaders,
  type Needed,
  type SharedParts,
} from '../http/shared';
import { closeAfterAnswer } from '../util/http2-ends';
import type { RequestWork } from '../util/requestScope';
import type { Span } from '../util/telemetry';
import { CallArrival } from './arrival';
import { failureOf } from './failures';
import { endCall, Messages, requireReader, shownCall } from './message';
import type { RunningCalls } from './running-calls';

/** Admitted call. */
export interface Admitted {
  readonly arrival: CallArrival;
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
  /** A call that may run until its client ends it. */
  readonly isWatch?: true;
  /** Maximum bytes of a message. */
  readonly maxBytes: number;
}

/** As over HTTP while stored facts lack entailments. */
export const ENTAILMENTS = ['x-owlgate-entailments', 'incomplete'] as const;

const admittedCalls = new WeakMap<Metadata, Admitted>();

/** Returns the admitted call with some metadata. */
export const admittedCall = (metadata: Metadata): Admitted => admittedCalls.get(metadata)!;

/** @param requirementsOf by path of a method, like `limitsOf` */
export function admitting(
  parts: SharedParts,
  requirementsOf: (path: string) => Requirements,
  running: RunningCalls,
): ServerInterceptor {
  const { logger } = parts.services;
  return (method, call) => {
    let log = (_code: status): void => undefined;
    let admitted: Admitted | undefined;
    let messages: Messages | undefined;
    const shown = shownCall(call);
    const isStream = method.requestStream || method.responseStream;
    const end = (code: status, details: string): void => {
      log(code);
      call.sendStatus({ code, details });
    };
    const refuse = (error: unknown): void => {
      const { code, details, metadata } = failureOf(error, admitted?.arrival.requestId ?? '', logger);
      log(code);
      call.sendStatus({ code, details, metadata: metadata ?? null });
      closeAfterAnswer(shown.stream);
    };
    return new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, proceed) => {
            // The address of a connection ends with its port.
            const peer = call.getPeer().replace(/:\d+$/, '');
            const revoke = (): void => endCall(shown.stream, () => end(status.CANCELLED, REVOKED));
            const arrival = new CallArrival(method.path, metadata.toHttp2Headers(), peer, revoke);
            const requirements = requirementsOf(method.path);
            const stop = (): void => end(status.UNAVAILABLE, STOPPING);
            const begun = beginCall(arrival, shown.stream, requirements, stop, parts, running);
            ({ admitted, log } = begun);
            const admitting = async (): Promise<void> => admit(arrival, requirements, isStream, parts);
            admitting().then(() => {
              admittedCalls.set(metadata, begun.admitted);
              messages = new Messages(shown.stream, arrival, { maxBytes: requirements.maxBytes, isStream }, refuse);
              messages.decompressFor(shown);
              requireReader(shown.stream, parts);
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
          onCancel: () => log(status.CANCELLED),
        });
      },
      sendMetadata: (metadata, next) => {
        const headers = admitted?.arrival.response.headers ?? {};
        for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
        if (!parts.services.materializer.isComplete) metadata.set(...ENTAILMENTS);
        next(metadata);
      },
      sendStatus: (ended, next) => {
        log(ended.code ?? status.OK);
        next(ended);
      },
    });
  };
}

/** Details of calls that the gateway ends. */
export const REVOKED = 'the API key was revoked';
export const STOPPING = 'the gateway is stopping';

/**
 * Begins the log and the span of a call.
 *
 * @param stream of grpc-js, whose end frees the call's places; undefined for a call that frees them itself
 * @param stop ends the call because the gateway stops
 * @returns the call, which has not been admitted, and the function that logs its end
 */
export function beginCall(
  arrival: CallArrival,
  stream: ServerHttp2Stream | undefined,
  { name, isWatch }: Requirements,
  stop: () => void,
  parts: SharedParts,
  running: RunningCalls,
): { readonly admitted: Admitted; readonly log: (code: status) => void } {
  const { tracing, slowLog } = parts.observation;
  const span = tracing?.start('server', 'gRPC', arrival.headers['traceparent'] as string | undefined);
  const admitted = { arrival, span, work: slowLog?.begin() };
  arrival.response.once('close', running.add({ end: stop, isWatch: isWatch === true }));
  return { admitted, log: logEnd(admitted, stream, name, parts) };
}

/** Admits a call. @returns undefined if it is admitted at once @throws OwlgateError as Admission.admit */
export function admit(
  arrival: CallArrival,
  requirements: Requirements,
  isStream: boolean,
  parts: SharedParts,
): Promise<void> | undefined {
  requireSingleHeaders(arrival);
  const { path, response } = arrival;
  parts.bodies.watch(arrival, response);
  const admitting = parts.admission.admit({ request: arrival, response, needed: requirements.role, path });
  const complete = (): void => completeAdmission(arrival, requirements, isStream, parts);
  if (admitting) return admitting.then(complete);
  complete();
  return undefined;
}

function completeAdmission(
  arrival: CallArrival,
  { role, admin }: Requirements,
  isStream: boolean,
  { admission, whitelist }: SharedParts,
): void {
  const { response } = arrival;
  if (admin) whitelist.require(arrival);
  if (isStream && role === 'none') admission.admitStream(arrival, response);
  else if (isStream) becomesStream(arrival);
  if (response.closed) throw new OwlgateError('InvalidRequest', { reason: 'the client left' });
}

/**
 * Returns the function that logs the end of a call, once. The call keeps its places until its client has taken the
 * answer, which is in memory as long.
 */
function logEnd(
  { arrival, span, work }: Admitted,
  stream: ServerHttp2Stream | undefined,
  route: string,
  { addressOf, observation, services: { logger } }: SharedParts,
): (code: status) => void {
  const { telemetry, slowLog, logsAccess } = observation;
  const startedAt = performance.now();
  const address = addressOf(arrival);
  let isLogged = false;
  return (code) => {
    if (isLogged) return;
    isLogged = true;
    if (stream) onExchangeEnd(stream, () => arrival.response.end());
    const { name, role } = callerOf(arrival);
    const key = name === undefined ? {} : { key: name, role };
    const ms = performance.now() - startedAt;
    telemetry.answeredGrpc({ route, status: code, ms });
    span?.end({ route, 'rpc.grpc.status_code': code }, code === status.INTERNAL);
    if (work) slowLog?.end(work, ms, { requestId: arrival.requestId, ...key, route, status: code });
    if (!logsAccess) return;
    logger[code === status.INTERNAL ? 'warn' : 'info']('call', {
      requestId: arrival.requestId,
      address,
      ...key,
      route,
      path: arrival.path.slice(0, 200),
      status: code,
      ms: Math.round(ms * 10) / 10,
    });
  };
}
