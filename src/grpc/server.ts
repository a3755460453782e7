/** gRPC server: listens, admits calls, hands their messages to the handlers, and completes running ones at shutdown. */
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import {
  Server,
  ServerCredentials,
  setLogger,
  status,
  type handleBidiStreamingCall,
  type handleUnaryCall,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { clientOf } from '../dgraph';
import type { SharedParts } from '../http/shared';
import { invariant } from '../util/assert';
import { hasSoundHttp2, mendSessionEnds } from '../util/http2-ends';
import type { Logger } from '../util/log';
import { requestScope } from '../util/requestScope';
import { admittedCall, admitting, type Admitted, type Requirements } from './admission';
import { MAX_STREAMS } from './client-connection';
import { CallRefusal, failureOf } from './failures';
import { methodsOf, SMALL_BYTES, type Method } from './methods';
import { isUnanswered } from './passing';
import { plainCalls, type PlainMethod } from './plain-calls';
import { GrpcListener, type ListenerOptions } from './listener';
import { Dgraph } from './protocol/dgraph_pb';
import { addReflection } from './reflection';
import { RunningCalls } from './running-calls';

interface GrpcOptions extends ListenerOptions {
  readonly maxMessageBytes: number;
}

/** Interval of pings on idle connections, and time for their answers. */
const KEEPALIVE_MS = 60_000;
const KEEPALIVE_TIMEOUT_MS = 20_000;
/** Maximum characters of a remark in the log. */
const MAX_REMARK = 500;
const HEALTH = '/grpc.health.v1.Health/';
const HEALTH_CHECK: Requirements = { name: 'Health', role: 'none', isWatch: true, maxBytes: SMALL_BYTES };
/** Reflection, and methods that do not exist. */
const OTHER: Requirements = { name: 'other', role: 'read', isWatch: true, maxBytes: SMALL_BYTES };
/** Names of the health service: the whole server, and api.Dgraph. */
const SERVICES = ['', Dgraph.typeName];
const OLD_NODE = 'hostile HTTP/2 frames can end this release of Node; use Node 22 or later';
/** Time for the last statuses to leave. */
const LAST_WORD_MS = 500;

export class GrpcServer {
  /** Serves connections that do not begin with a plain call. */
  private readonly server: Server;
  private readonly listener: GrpcListener;
  private readonly running = new RunningCalls();
  private readonly health = new HealthImplementation(
    Object.fromEntries(SERVICES.map((service) => [service, 'SERVING'])),
  );

  constructor(options: GrpcOptions, parts: SharedParts) {
    const { services } = parts;
    mendSessionEnds();
    if (!hasSoundHttp2) services.logger.warn(OLD_NODE);
    setLogger(atDebug(services.logger));
    const methods = methodsOf(services, options.maxMessageBytes);
    const requirements = new Map<string, Requirements>();
    for (const [name, method] of methods) requirements.set(pathOf(name), { ...method, name });
    const requirementsOf = (path: string): Requirements =>
      requirements.get(path) ?? (path.startsWith(HEALTH) ? HEALTH_CHECK : OTHER);
    this.server = new Server({
      'grpc.max_receive_message_length': options.maxMessageBytes,
      'grpc.max_send_message_length': -1,
      'grpc.max_concurrent_streams': MAX_STREAMS,
      'grpc.keepalive_time_ms': KEEPALIVE_MS,
      'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
      // Its statistics of calls are not served.
      'grpc.enable_channelz': 0,
      interceptors: [admitting(parts, requirementsOf, this.running)],
    });
    const plainMethods = new Map<string, PlainMethod>();
    for (const { name, methodKind } of Dgraph.methods) {
      const kind = methodKind === 'bidi_streaming' ? 'bidi' : 'unary';
      const method = methods.get(name);
      invariant(method, `the method ${name} is in the table`);
      const answer = answering(method, parts);
      if (kind === 'unary') plainMethods.set(pathOf(name), { ...method, name, answer });
      const handler = kind === 'unary' ? unary(answer, parts) : refusingStream(method, parts);
      this.server.register(pathOf(name), handler, identity, identity, kind);
    }
    leaveEndedStreams(this.server);
    this.listener = new GrpcListener(
      options,
      {
        begin: plainCalls(plainMethods, parts, this.running),
        // Connections of TLS are injected with the handshake done.
        takeOver: (() => {
          const injector = this.server.createConnectionInjector(ServerCredentials.createInsecure());
          return (socket) => injector.injectConnection(socket);
        })(),
        report: (error) => services.logger.error('internal error: a gRPC connection ended', { error }),
      },
      parts,
    );
    this.health.addToServer(this.server);
    addReflection(this.server);
  }

  /**
   * Listens on the port.
   *
   * @returns the port
   * @throws Error if the port cannot be opened
   */
  listen(): Promise<number> {
    return this.listener.listen();
  }

  /** Stops accepting calls and waits for the running ones, which are cut off after `patienceMs`. */
  async close(patienceMs: number): Promise<void> {
    for (const service of SERVICES) this.health.setStatus(service, 'NOT_SERVING');
    this.running.endWatches();
    let patience = setTimeout(() => {
      this.running.endAll();
      patience = setTimeout(() => {
        this.listener.destroy();
        this.server.forceShutdown();
      }, LAST_WORD_MS);
    }, patienceMs);
    const others = new Promise<void>((resolve) => this.server.tryShutdown(() => resolve()));
    await Promise.all([this.listener.close(), others]);
    clearTimeout(patience);
  }
}

/** Part of a server of grpc-js that its types do not show. */
interface StreamServer {
  _streamHandler?: (interceptors: unknown, stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;
}

/**
 * Keeps streams from grpc-js that ended before it is told of them, as by a reset in the packet of their headers: its
 * refusal of a path or a content type throws for them, outside of any handler. Nor does it listen to the errors of
 * streams that it refuses.
 */
function leaveEndedStreams(server: Server): void {
  const shown = server as unknown as StreamServer;
  const { _streamHandler: ofLibrary } = shown;
  invariant(ofLibrary !== undefined, 'grpc-js has not changed its server');
  shown._streamHandler = (interceptors, stream, headers) => {
    stream.on('error', () => undefined);
    if (!stream.destroyed && !stream.closed) ofLibrary.call(server, interceptors, stream, headers);
  };
}

/** Logger for grpc-js, which writes remarks on the frames of clients to standard error. */
function atDebug(logger: Logger): Partial<Console> {
  const write = (text: string): void => logger.debug('gRPC', { text: text.slice(0, MAX_REMARK) });
  return { error: write, info: write, debug: write };
}
/** Reason of cancelled work; nobody reads its status. */
const LEFT = new CallRefusal(status.CANCELLED, 'the call has ended');

const pathOf = (name: string): string => `/${Dgraph.typeName}/${name}`;
/** Messages are read and written by the handlers, which may pass them on as they are. */
const identity = (bytes: Buffer): Buffer => bytes;

type Answer = (message: Buffer, admitted: Admitted) => Promise<Uint8Array>;

/** Returns the function that answers the messages of a method. */
function answering({ handler, passOn }: Method, { services }: SharedParts): Answer {
  const handle: Answer = async (message, admitted) => {
    const { arrival, span, work } = admitted;
    const { requestId } = arrival;
    const cancellation = new AbortController();
    const { signal } = cancellation;
    const cancel = (): void => cancellation.abort(LEFT);
    arrival.response.once('close', cancel);
    const credentials = clientOf(arrival.headers, services.engine);
    const context = { ...admitted, services, credentials, signal };
    try {
      return await requestScope.run({ requestId, span, work }, () => handler(message, context));
    } catch (error) {
      throw signal.aborted ? LEFT : error;
    } finally {
      arrival.response.off('close', cancel);
    }
  };
  return (message, admitted) => {
    const { work } = admitted;
    if (work) work.body = message;
    const passing = passOn?.(message, admitted, services);
    if (!passing) return handle(message, admitted);
    return passing.catch((error: unknown) => {
      if (isUnanswered(error)) return handle(message, admitted);
      throw error;
    });
  };
}

const unary =
  (answer: Answer, { services: { logger } }: SharedParts): handleUnaryCall<Buffer, Buffer> =>
  (call, callback) => {
    const admitted = admittedCall(call.metadata);
    answer(call.request, admitted).then(
      (message) => callback(null, Buffer.from(message.buffer, message.byteOffset, message.byteLength)),
      (error: unknown) => callback(failureOf(error, admitted.arrival.requestId, logger)),
    );
  };

/** Ends a stream: the only streaming method is refused. */
function refusingStream({ handler }: Method, { services }: SharedParts): handleBidiStreamingCall<Buffer, Buffer> {
  return (stream) => {
    const { requestId } = admittedCall(stream.metadata).arrival;
    handler(Buffer.alloc(0), undefined as never).catch((error: unknown) => {
      stream.emit('error', failureOf(error, requestId, services.logger));
    });
  };
}
