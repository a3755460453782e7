/** Conversations: what is said in them, and what happens while an answer is given. */
import type { ModuleName, Passage, RetrievalResult, Statement, TrajectoryStep } from '../types';

/** What a client sends. */
export interface ChatQuestion {
  readonly question: string;
  /** Left out: the database's own. */
  readonly module?: ModuleName;
  readonly trace?: 'summary' | 'full';
}

/** Whose conversation, and which: a key has its own. */
export interface ConversationName {
  readonly owner: string;
  readonly id: string;
}

/** `done` is the last of an answer, or `error` is. */
export type ChatEvent =
  | { readonly event: 'message_start'; readonly data: MessageStart }
  | { readonly event: 'step'; readonly data: TrajectoryStep }
  | { readonly event: 'passages'; readonly data: { readonly passages: readonly Passage[] } }
  | { readonly event: 'text'; readonly data: { readonly delta: string } }
  | { readonly event: 'citations'; readonly data: Citations }
  | { readonly event: 'done'; readonly data: { readonly message: string; readonly result: RetrievalResult } }
  | { readonly event: 'error'; readonly data: { readonly message: string; readonly code: string } };

/** An event with its place among those of its message, from 1 on: what a client that comes back names. */
export interface NumberedEvent {
  readonly number: number;
  readonly told: ChatEvent;
}

export interface MessageStart {
  readonly conversation: string;
  /** Id of the message. */
  readonly message: string;
  /** From 1, in its conversation. */
  readonly number: number;
  readonly question: string;
}

/** What the answer stands on: passages by their source, and facts, each asserted or inferred. */
export interface Citations {
  readonly passages: readonly { readonly source: string; readonly chunk_index?: number; readonly score?: number }[];
  readonly statements: readonly Statement[];
}

export interface ConversationEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly messages: number;
}

/** `failed` has an error in place of a result. */
export type MessageState = 'running' | 'done' | 'failed';

/** A question of a conversation with what became of it. */
export interface Message {
  readonly id: string;
  readonly number: number;
  readonly question: string;
  readonly state: MessageState;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly result?: RetrievalResult;
  readonly error?: { readonly message: string; readonly code: string };
}
