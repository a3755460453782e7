/** Client of a conversation at a gateway (docs/chat.md): questions, events of answers, and messages. */
import type { RetrievalResult, TrajectoryStep } from '../../client';
import { GatewayRefusal, Unreachable } from '../gateway/failures';
import type { GatewayClient } from '../gateway/client';
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

/** Maximum attempts to resume a broken stream without a new event. */
const MAX_ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 1_000;
const PAGE_SIZE = 1000;

export class Conversation {
  private readonly path: string;

  constructor(
    private readonly gateway: GatewayClient,
    database: string,
    readonly name: string,
  ) {
    this.path = `${conversationsPath(database)}/${encodeURIComponent(name)}`;
  }

  /**
   * Asks a question and yields the events of its answer. Resumes a broken connection.
   *
   * @throws GatewayRefusal (`ConversationBusy` with the running message), also for the event `error`; Unreachable
   */
  async *ask(question: Question, signal?: AbortSignal): AsyncGenerator<ChatEvent> {
    const request = {
      method: 'POST' as const,
      path: `${this.path}/messages`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(question),
    };
    yield* this.readEvents(request, undefined, signal);
  }

  /** Yields the events of the answer to an earlier message. */
  async *follow(message: string, signal?: AbortSignal): AsyncGenerator<ChatEvent> {
    yield* this.readEvents({ path: this.eventsPath(message) }, message, signal);
  }

  async messages(): Promise<readonly Message[]> {
    const { messages } = await this.gateway.json<{ messages: readonly Message[] }>({ path: `${this.path}/messages` });
    return messages;
  }

  async delete(): Promise<void> {
    await this.gateway.send({ method: 'DELETE', path: this.path });
  }

  private async *readEvents(
    first: Parameters<GatewayClient['events']>[0],
    message: string | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ChatEvent> {
    let request = { ...first, ...(signal && { signal }) };
    let messageId = message;
    let last: string | undefined;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      let failure: unknown = new Unreachable('the stream of the answer ended early');
      try {
        for await (const { id, event = '', data } of this.gateway.events(request)) {
          const chatEvent = { event, data: this.gateway.parse(data) } as ChatEvent;
          if (id !== undefined) last = id;
          if (chatEvent.event === 'message_start') messageId = chatEvent.data.message;
          attempt = 0;
          if (chatEvent.event === 'error') throw GatewayRefusal.ofError(chatEvent.data.message, chatEvent.data.code);
          yield chatEvent;
          if (chatEvent.event === 'done') return;
        }
      } catch (error) {
        // Before the first event it is unknown whether the question has arrived.
        if (!(error instanceof Unreachable) || messageId === undefined || signal?.aborted) throw error;
        failure = error;
      }
      if (messageId === undefined || attempt === MAX_ATTEMPTS) throw failure;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_ATTEMPTS_MS));
      const headers: Record<string, string> = last === undefined ? {} : { 'Last-Event-ID': last };
      request = { path: this.eventsPath(messageId), headers, ...(signal && { signal }) };
    }
  }

  private eventsPath(message: string): string {
    return `${this.path}/messages/${encodeURIComponent(message)}/events`;
  }
}

/** Lists all conversations of a database, newest first. */
export async function listConversations(
  gateway: GatewayClient,
  database: string,
): Promise<readonly ConversationEntry[]> {
  const all: ConversationEntry[] = [];
  for (;;) {
    const { conversations } = await gateway.json<{ conversations: readonly ConversationEntry[] }>({
      path: conversationsPath(database),
      parameters: { first: PAGE_SIZE, offset: all.length },
    });
    all.push(...conversations);
    if (conversations.length < PAGE_SIZE) return all;
  }
}

const conversationsPath = (database: string): string => `${databasePath(database)}/chat/conversations`;
