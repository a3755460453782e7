/** Engine side of a client's subscriptions: one WebSocket in Dgraph's protocol, opened for the first subscription. */
import { stringify } from 'lossless-json';
import type { WebSocket } from 'ws';
import { isMembers, type GraphqlRequest, type Subscriber } from '../../graphql/request';
import { parseStrictly } from '../../util/json';

export const ENGINE_PROTOCOL = 'graphql-ws';

type EngineHeaders = Readonly<Record<string, string>>;

/** Headers and first message, composed for the engine. */
interface Introduction {
  readonly handshake: EngineHeaders;
  /** Payload of the first message. Dgraph reads its members as headers. */
  readonly init: EngineHeaders;
}

interface Opened {
  readonly socket: WebSocket;
  /** Messages waiting for the engine's acknowledgement; undefined after it. */
  waiting: string[] | undefined;
  /** Called with the acknowledgement. */
  acknowledge: () => void;
}

/** Time for the engine's acknowledgement. */
const ACKNOWLEDGEMENT_MS = 10_000;

export class Upstream {
  private opened: Promise<Opened> | undefined;
  private readonly subscribers = new Map<string, Subscriber>();
  private count = 0;

  /**
   * @param open opens a socket to the engine with these headers
   * @param onClosed called when the engine has closed the socket: its subscriptions get no more events
   */
  constructor(
    private readonly open: (headers: EngineHeaders) => Promise<WebSocket>,
    private readonly onClosed: () => void,
  ) {}

  /**
   * Starts a subscription.
   *
   * @param introduction used for the first subscription alone, because Dgraph reads one per connection
   * @returns a function that ends the subscription
   * @throws OwlgateError if the engine does not answer
   */
  async start(request: GraphqlRequest, introduction: Introduction, subscriber: Subscriber): Promise<() => void> {
    this.opened ??= this.connect(introduction).catch((error: unknown) => {
      // The next subscription tries again.
      this.opened = undefined;
      throw error;
    });
    const opened = await this.opened;
    const id = String(++this.count);
    this.subscribers.set(id, subscriber);
    this.send(opened, messageOf(id, request));
    return () => {
      if (this.subscribers.delete(id)) this.send(opened, stringify({ type: 'stop', id })!);
    };
  }

  close(): void {
    this.subscribers.clear();
    void this.opened?.then(({ socket }) => socket.terminate()).catch(() => undefined);
  }

  private async connect({ handshake, init }: Introduction): Promise<Opened> {
    const socket = await this.open(handshake);
    const opened: Opened = { socket, waiting: [], acknowledge: () => undefined };
    socket.on('message', (data) => this.receive(opened, (data as Buffer).toString('utf8')));
    socket.on('error', () => socket.terminate());
    const late = setTimeout(() => socket.terminate(), ACKNOWLEDGEMENT_MS);
    socket.on('close', () => {
      clearTimeout(late);
      if (this.subscribers.size > 0) this.onClosed();
    });
    opened.acknowledge = () => clearTimeout(late);
    socket.send(stringify({ type: 'connection_init', payload: init })!);
    return opened;
  }

  private send({ socket, waiting }: Opened, text: string): void {
    if (waiting) waiting.push(text);
    else if (socket.readyState === socket.OPEN) socket.send(text);
  }

  private receive(opened: Opened, text: string): void {
    const message = parseStrictly(text);
    if (!isMembers(message)) return;
    const { type, id, payload } = message;
    const subscriber = typeof id === 'string' ? this.subscribers.get(id) : undefined;
    switch (type) {
      case 'connection_ack': {
        const { waiting = [] } = opened;
        opened.waiting = undefined;
        opened.acknowledge();
        for (const each of waiting) this.send(opened, each);
        return;
      }
      case 'connection_error':
        for (const each of this.subscribers.values()) each.failed([{ message: reasonOf(payload) }]);
        return this.subscribers.clear();
      case 'data':
        return subscriber?.next(stringify(payload) ?? 'null');
      case 'error':
        this.subscribers.delete(id as string);
        return subscriber?.failed([{ message: reasonOf(payload) }]);
      case 'complete':
        this.subscribers.delete(id as string);
        return subscriber?.completed();
    }
  }
}

/** Prints the message that starts a subscription. Variables are values of lossless-json. */
export const messageOf = (id: string, { query, operationName, variables }: GraphqlRequest): string =>
  stringify({
    id,
    type: 'start',
    payload: { query, ...(operationName && { operationName }), ...(variables && { variables }) },
  })!;

function reasonOf(payload: unknown): string {
  const message = isMembers(payload) ? payload['message'] : undefined;
  return typeof message === 'string' ? message : 'the engine gave no reason';
}
