/** What agents and a language model say to one another, whoever serves the model. */

/** A tool that the model may call; `parameters` is a JSON schema of an object. */
export interface ToolSpecification {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call as the model made it: the arguments are its text, which need not be JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ToolSpecification[];
  /** Left out: the model chooses. A name: that tool, where the endpoint can be told so. */
  readonly toolChoice?: string;
  /** Most tokens of the reply. */
  readonly maxTokens?: number;
  /** Asks for a stream, and is told the reply as it comes. */
  readonly onDelta?: (delta: ModelDelta) => void;
}

/** A part of a reply: text, or arguments of the call at a position. */
export type ModelDelta =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly name: string; readonly text: string };

export interface Usage {
  /** Tokens. */
  readonly sent: number;
  readonly received: number;
  /** The endpoint did not say: four characters are counted as a token. */
  readonly estimated: boolean;
}

/** How a reply ended: as it was meant to, at the limit of tokens, or by the endpoint's filter. */
export type ReplyEnd = 'complete' | 'length' | 'filtered';

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Why the model will not answer, where it says so. */
  readonly refusal?: string;
  readonly end: ReplyEnd;
  readonly usage: Usage;
}

export interface AskOptions {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Until when it may take, retries included; as Date.now(). */
  readonly deadline: number;
}

/** US dollars for a million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** A model that one can talk to. */
export interface ChatModel {
  readonly name: string;
  readonly prices: Prices;
  /** @throws ModelFailure; the signal's reason */
  ask(request: ModelRequest, options: AskOptions): Promise<ModelReply>;
}

/** Dollars for so many tokens. */
export const costOf = ({ sent, received }: Usage, { input, output }: Prices): number =>
  (sent * input + received * output) / 1e6;

/** What they and what was spent before come to, as people write sums: 0.0036 and not 0.0035999999999999995. */
export const spent = (before: number, usage: Usage, prices: Prices): number =>
  Number((before + costOf(usage, prices)).toPrecision(12));

/** Tokens that a text may have, where nobody counts them. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 4);
