/** Connection with subscriptions: messages of the client, and the server's answers. Callers own the socket. */
import { closeReason } from '../../util/webSockets';
import { isMembers, type Members } from '../members';
import type { GraphqlRequest } from '../request/read';
import { RequestFailure, type ResponseError } from '../request/failure';
import { readMessage, SERVER_MESSAGES, type ClientMessage, type ServerMessages, type SubProtocol } from './messages';

/** Receiver of a subscription's events. `failed` and `completed` end it. */
export interface Subscriber {
  /** @param response JSON */
  next(response: string): void;
  failed(errors: readonly ResponseError[]): void;
  completed(): void;
}

export interface SubscriptionHost {
  /**
   * Starts a subscription.
   *
   * @param init the payload of the connection's first message; undefined if there was none
   * @returns a function that ends it
   * @throws RequestFailure
   */
  subscribe(request: GraphqlRequest, init: Members | undefined, subscriber: Subscriber): Promise<() => void>;
}

interface Wire {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** Maximum subscriptions per connection. */
const MAX_SUBSCRIPTIONS = 100;
/** Time limit for the first message in `graphql-transport-ws`, in milliseconds. */
const INIT_TIMEOUT_MS = 10_000;

const NEVER = (): void => undefined;

export class SubscriptionSession {
  private readonly messages: ServerMessages;
  /** Function that ends a subscription, by id. */
  private readonly running = new Map<string, () => void>();
  private readonly initTimer: NodeJS.Timeout | undefined;
  private init: Members | undefined;
  private isAcknowledged = false;
  private isOver = false;

  constructor(
    private readonly protocol: SubProtocol,
    private readonly host: SubscriptionHost,
    private readonly wire: Wire,
  ) {
    this.messages = SERVER_MESSAGES[protocol];
    if (!this.isStrict) return;
    this.initTimer = setTimeout(
      () => this.isAcknowledged || this.close(4408, 'Connection initialisation timeout'),
      INIT_TIMEOUT_MS,
    );
    this.initTimer.unref();
  }

  /** True for `graphql-transport-ws`, which specifies the answers to protocol errors; the other protocol does not. */
  private get isStrict(): boolean {
    return this.protocol === 'graphql-transport-ws';
  }

  receive(text: string): void | Promise<void> {
    if (this.isOver) return;
    const message = readMessage(this.protocol, text);
    if (!message) return this.close(4400, 'Invalid message');
    switch (message.type) {
      case 'init':
        return this.introduce(message);
      case 'start':
        return this.start(message);
      case 'stop':
        return this.stop(message.id);
      case 'ping':
        return this.wire.send(this.messages.pong(message.payload));
      case 'pong':
        return;
      case 'terminate':
        return this.close(1000, '');
      case 'unknown':
        return this.refuse(message.id, 4400, `unknown operation message of type: ${message.originalType}`);
    }
  }

  /** Ends all subscriptions after the connection has closed. */
  end(): void {
    this.isOver = true;
    clearTimeout(this.initTimer);
    for (const stop of this.running.values()) stop();
    this.running.clear();
  }

  private introduce({ payload }: ClientMessage): void {
    if (this.isStrict && this.isAcknowledged) return this.close(4429, 'Too many initialisation requests');
    if (payload !== undefined && payload !== null && !isMembers(payload)) {
      return this.refuse('', 4400, 'invalid payload for type: connection_init');
    }
    this.init = payload ?? undefined;
    this.isAcknowledged = true;
    clearTimeout(this.initTimer);
    this.wire.send(this.messages.acknowledge());
  }

  private async start({ id, payload }: ClientMessage): Promise<void> {
    if (this.isStrict && !this.isAcknowledged) return this.close(4401, 'Unauthorized');
    if (id === '') return this.refuse('', 4400, 'missing ID for start operation');
    if (this.running.has(id)) return this.refuse(id, 4409, `Subscriber for ${id} already exists`);
    if (this.running.size >= MAX_SUBSCRIPTIONS) {
      return this.sendAll(
        this.messages.failed(id, [
          { message: `the limit of ${MAX_SUBSCRIPTIONS} subscriptions on this connection is reached` },
        ]),
      );
    }
    let stop = NEVER;
    /** True if the client ended the subscription while it was starting. */
    let isStopped = false;
    const cancel = (): void => {
      isStopped = true;
      stop();
    };
    this.running.set(id, cancel);
    const isRunning = (): boolean => this.running.get(id) === cancel;
    const finish = (texts: readonly string[]): void => {
      if (!isRunning()) return;
      this.running.delete(id);
      this.sendAll(texts);
      cancel();
    };
    const subscriber: Subscriber = {
      next: (response) => isRunning() && this.wire.send(this.messages.next(id, response)),
      failed: (errors) => finish(this.messages.failed(id, errors)),
      completed: () => finish([this.messages.completed(id)]),
    };
    try {
      stop = await this.host.subscribe(requestOf(payload), this.init, subscriber);
      if (isStopped) stop();
    } catch (error) {
      const errors = error instanceof RequestFailure ? error.errors : [{ message: (error as Error).message }];
      subscriber.failed(errors);
    }
  }

  private stop(id: string): void {
    const end = this.running.get(id);
    this.running.delete(id);
    end?.();
    if (!this.isStrict) this.wire.send(this.messages.completed(id));
  }

  private sendAll(texts: readonly string[]): void {
    for (const text of texts) this.wire.send(text);
  }

  private refuse(id: string, code: number, message: string): void {
    if (this.isStrict) this.close(code, message);
    else this.wire.send(this.messages.refused(id, message));
  }

  private close(code: number, reason: string): void {
    this.end();
    this.wire.close(code, closeReason(reason));
  }
}

/** @throws RequestFailure */
function requestOf(payload: unknown): GraphqlRequest {
  const { query, operationName, variables } = isMembers(payload) ? payload : ({} as Members);
  const isName = operationName === undefined || operationName === null || typeof operationName === 'string';
  const areMembers = variables === undefined || variables === null || isMembers(variables);
  if (typeof query !== 'string' || !isName || !areMembers) {
    throw RequestFailure.of(
      'a subscription needs a query (a string), and may have an operationName and variables (an object)',
    );
  }
  return { query, operationName: operationName ?? null, variables: variables ?? null };
}
