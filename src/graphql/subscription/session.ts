/** One connection with subscriptions on it: what its client says, and what it is told. Sockets are the caller's. */
import { parse } from 'lossless-json';
import { isMembers, type Members } from '../members';
import type { GraphqlRequest } from '../request';
import { RequestFailure, type ResponseError } from '../request/failure';
import { readMessage, SERVER_MESSAGES, type ClientMessage, type ServerMessages, type SubProtocol } from './messages';

/** Who a subscription tells what happens. After `failed` or `completed` it is over. */
export interface Subscriber {
  /** @param response JSON */
  next(response: string): void;
  failed(errors: readonly ResponseError[]): void;
  completed(): void;
}

export interface SubscriptionHost {
  /**
   * Begins a subscription.
   *
   * @param init the payload of the connection's first message; undefined where there was none
   * @returns what ends it
   * @throws RequestFailure
   */
  subscribe(request: GraphqlRequest, init: Members | undefined, subscriber: Subscriber): Promise<() => void>;
}

export interface Wire {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** More on one connection are refused. */
const MAX_SUBSCRIPTIONS = 100;
/** A client of `graphql-transport-ws` introduces itself within so many milliseconds. */
export const INIT_WITHIN_MS = 10_000;

const NEVER = (): void => undefined;

export class SubscriptionSession {
  private readonly say: ServerMessages;
  /** What ends each. */
  private readonly running = new Map<string, () => void>();
  private readonly late: NodeJS.Timeout | undefined;
  private init: Members | undefined;
  private isAcknowledged = false;
  private isOver = false;

  constructor(
    private readonly protocol: SubProtocol,
    private readonly host: SubscriptionHost,
    private readonly wire: Wire,
  ) {
    this.say = SERVER_MESSAGES[protocol];
    if (!this.isStrict) return;
    this.late = setTimeout(
      () => this.isAcknowledged || this.close(4408, 'Connection initialisation timeout'),
      INIT_WITHIN_MS,
    );
    this.late.unref();
  }

  /** `graphql-transport-ws` says how everything wrong is answered; the other protocol does not. */
  private get isStrict(): boolean {
    return this.protocol === 'graphql-transport-ws';
  }

  receive(text: string): void {
    if (this.isOver) return;
    const message = readMessage(this.protocol, text, parse);
    if (!message) return this.close(4400, 'Invalid message');
    switch (message.type) {
      case 'init':
        return this.introduce(message);
      case 'start':
        return void this.start(message);
      case 'stop':
        return this.stop(message.id);
      case 'ping':
        return this.wire.send(this.say.pong(message.payload));
      case 'pong':
        return;
      case 'terminate':
        return this.close(1000, '');
      case 'unknown':
        return this.refuse(message.id, 4400, `unknown operation message of type: ${message.spelled}`);
    }
  }

  /** The connection is gone. */
  end(): void {
    this.isOver = true;
    clearTimeout(this.late);
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
    clearTimeout(this.late);
    this.wire.send(this.say.acknowledge());
  }

  private async start({ id, payload }: ClientMessage): Promise<void> {
    if (this.isStrict && !this.isAcknowledged) return this.close(4401, 'Unauthorized');
    if (id === '') return this.refuse('', 4400, 'missing ID for start operation');
    if (this.running.has(id)) return this.refuse(id, 4409, `Subscriber for ${id} already exists`);
    if (this.running.size >= MAX_SUBSCRIPTIONS) {
      return this.tell(
        this.say.failed(id, [{ message: `there are ${MAX_SUBSCRIPTIONS} subscriptions on this connection` }]),
      );
    }
    let stop = NEVER;
    /** Ended by the client while it was being begun. */
    let isStopped = false;
    const own = (): void => {
      isStopped = true;
      stop();
    };
    this.running.set(id, own);
    const isRunning = (): boolean => this.running.get(id) === own;
    const over = (texts: readonly string[]): void => {
      if (!isRunning()) return;
      this.running.delete(id);
      this.tell(texts);
      own();
    };
    const subscriber: Subscriber = {
      next: (response) => isRunning() && this.wire.send(this.say.next(id, response)),
      failed: (errors) => over(this.say.failed(id, errors)),
      completed: () => over([this.say.completed(id)]),
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
    if (!this.isStrict) this.wire.send(this.say.completed(id));
  }

  private tell(texts: readonly string[]): void {
    for (const text of texts) this.wire.send(text);
  }

  private refuse(id: string, code: number, message: string): void {
    if (this.isStrict) this.close(code, message);
    else this.wire.send(this.say.refused(id, message));
  }

  private close(code: number, reason: string): void {
    this.end();
    // RFC 6455, section 5.5: a reason has at most 123 bytes.
    this.wire.close(code, Buffer.from(reason).subarray(0, 120).toString('latin1'));
  }
}

/** @throws RequestFailure */
function requestOf(payload: unknown): GraphqlRequest {
  const { query, operationName, variables } = isMembers(payload) ? payload : ({} as Members);
  const isName = operationName === undefined || operationName === null || typeof operationName === 'string';
  const areMembers = variables === undefined || variables === null || isMembers(variables);
  if (typeof query !== 'string' || !isName || !areMembers) {
    throw RequestFailure.of(
      'a subscription has a query (a string), and may have an operationName and variables (an object)',
    );
  }
  return { query, operationName: operationName ?? null, variables: variables ?? null };
}
