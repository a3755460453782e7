/** A conversation at a gateway (docs/chat.md): questions, their events to the end, and what was said. */
import type { RetrievalResult, TrajectoryStep } from '../../client';
import { Refusal, Unreachable } from '../gateway/failures';
import type { Gateway } from '../gateway/gateway';
import { databasePath } from '../gateway/options';
import type { CitedPassage, StatementView } from './result';

export type ChatEvent =
  | { readonly event: 'message_start'; readonly data: { readonly message: string; readonly number: number } }
  | { readonly event: 'step'; readonly data: TrajectoryStep }
  | { readonly event: 'passages'; readonly data: { readonly passages: readonly CitedPassage[] } }
  | { readonly event: 'text'; readonly data: { readonly delta: string } }
  | {
      readonly event: 'citations';
      readonly data: { readonly passages: readonly CitedPassage[]; readonly statements: readonly StatementView[] };
    }
  | { readonly event: 'done'; readonly data: { readonly message: string; readonly result: RetrievalResult } }
  | { readonly event: 'error'; readonly data: { readonly message: string; readonly code: string } };

export interface Message {
  readonly id: string;
  readonly number: number;
  readonly question: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly createdAt: string;
  readonly result?: RetrievalResult;
  readonly error?: { readonly message: string; readonly code: string };
}

export interface ConversationEntry {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly messages: number;
}

export interface Question {
  readonly question: string;
  readonly module?: string | undefined;
  readonly trace?: string | undefined;
}

/** How often a stream that has broken off is taken up again without anything new having come. */
const MOST_ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 1_000;
const A_PAGE = 1000;

export class Conversation {
  private readonly path: string;

  constructor(
    private readonly gateway: Gateway,
    database: string,
    readonly name: string,
  ) {
    this.path = `${conversationsPath(database)}/${encodeURIComponent(name)}`;
  }

  /**
   * Asks, and tells what happens until the answer has been given. Where the connection breaks off, it is taken up again.
   *
   * @throws Refusal (`ConversationBusy` with the message that is being answered), also for the event `error`; Unreachable
   */
  async *ask(question: Question, signal?: AbortSignal): AsyncGenerator<ChatEvent> {
    const request = {
      method: 'POST' as const,
      path: `${this.path}/messages`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(question),
    };
    yield* this.toTheEnd(request, undefined, signal);
  }

  /** What happens in the answer to a message that was sent before. */
  async *follow(message: string, signal?: AbortSignal): AsyncGenerator<ChatEvent> {
    yield* this.toTheEnd({ path: this.eventsPath(message) }, message, signal);
  }

  async messages(): Promise<readonly Message[]> {
    const { messages } = await this.gateway.json<{ messages: readonly Message[] }>({ path: `${this.path}/messages` });
    return messages;
  }

  async delete(): Promise<void> {
    await this.gateway.send({ method: 'DELETE', path: this.path });
  }

  private async *toTheEnd(
    first: Parameters<Gateway['events']>[0],
    message: string | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ChatEvent> {
    let request = { ...first, ...(signal && { signal }) };
    let known = message;
    let last: string | undefined;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      let failure: unknown = new Unreachable('the gateway has ended the answer before its end');
      try {
        for await (const { id, event = '', data } of this.gateway.events(request)) {
          const told = { event, data: JSON.parse(data) as unknown } as ChatEvent;
          if (id !== undefined) last = id;
          if (told.event === 'message_start') known = told.data.message;
          attempt = 0;
          if (told.event === 'error') throw Refusal.ofError(told.data.message, told.data.code);
          yield told;
          if (told.event === 'done') return;
        }
      } catch (error) {
        // Before the first event nobody knows whether the question has arrived.
        if (!(error instanceof Unreachable) || known === undefined || signal?.aborted) throw error;
        failure = error;
      }
      if (known === undefined || attempt === MOST_ATTEMPTS) throw failure;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_ATTEMPTS_MS));
      const headers: Record<string, string> = last === undefined ? {} : { 'Last-Event-ID': last };
      request = { path: this.eventsPath(known), headers, ...(signal && { signal }) };
    }
  }

  private eventsPath(message: string): string {
    return `${this.path}/messages/${encodeURIComponent(message)}/events`;
  }
}

/** All of a database, the latest first. */
export async function listConversations(gateway: Gateway, database: string): Promise<readonly ConversationEntry[]> {
  const all: ConversationEntry[] = [];
  for (;;) {
    const { conversations } = await gateway.json<{ conversations: readonly ConversationEntry[] }>({
      path: conversationsPath(database),
      parameters: { first: A_PAGE, offset: all.length },
    });
    all.push(...conversations);
    if (conversations.length < A_PAGE) return all;
  }
}

const conversationsPath = (database: string): string => `${databasePath(database)}/chat/conversations`;
