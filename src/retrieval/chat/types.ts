/** Types of conversations, their messages and the events of an answer. */
import type { ModuleChoice, Passage, RetrievalResult, Statement, TrajectoryStep } from '../types';

/** Question of a client. */
export interface ChatQuestion {
  readonly question: string;
  /** Default: the module of the database. */
  readonly module?: ModuleChoice;
  readonly trace?: 'summary' | 'full';
}

/** Identity of a conversation. Each API key owns its conversations. */
export interface ConversationName {
  readonly owner: string;
  readonly id: string;
}

/** Event of an answer; the last one is `done` or `error`. */
export type ChatEvent =
  | { readonly event: 'message_start'; readonly data: MessageStart }
  | { readonly event: 'step'; readonly data: TrajectoryStep }
  | { readonly event: 'passages'; readonly data: { readonly passages: readonly Passage[] } }
  | { readonly event: 'text'; readonly data: { readonly delta: string } }
  | { readonly event: 'citations'; readonly data: Citations }
  | { readonly event: 'done'; readonly data: { readonly message: string; readonly result: RetrievalResult } }
  | { readonly event: 'error'; readonly data: { readonly message: string; readonly code: string } };

/** Event with its number within the message, from 1. A client that reconnects sends the last number it has. */
export interface NumberedEvent {
  readonly number: number;
  readonly chatEvent: ChatEvent;
}

interface MessageStart {
  readonly conversation: string;
  /** Id of the message. */
  readonly message: string;
  /** Position in the conversation, from 1. */
  readonly number: number;
  readonly question: string;
}

/** Evidence of an answer: passages without text, and facts. */
interface Citations {
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

/** Question of a conversation with its result. */
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
