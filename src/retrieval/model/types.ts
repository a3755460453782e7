/** Messages between agents and a language model, independent of the model's endpoint. */

/** Tool that the model may call; `parameters` is a JSON schema of an object. */
export interface ToolSpecification {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Tool call as the model wrote it; the arguments need not be valid JSON. */
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
  /** Name of the tool to call, if the endpoint supports it. Default: the model chooses. */
  readonly toolChoice?: string;
  /** Maximum tokens of the reply. */
  readonly maxTokens?: number;
}

export interface Usage {
  /** Tokens. */
  readonly sent: number;
  readonly received: number;
  /** True if the endpoint sent no count: four characters count as a token. */
  readonly estimated: boolean;
}

/** End of a reply: complete, cut at the token limit, or stopped by the endpoint's filter. */
export type ReplyEnd = 'complete' | 'length' | 'filtered';

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** The model's reason for not answering. */
  readonly refusal?: string;
  readonly end: ReplyEnd;
  readonly usage: Usage;
}

export interface AskOptions {
  /** Aborted when nobody waits for the answer. */
  readonly signal: AbortSignal;
  /** Deadline with retries included; as Date.now(). */
  readonly deadline: number;
}

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** Language model. */
export interface ChatModel {
  readonly name: string;
  readonly prices: Prices;
  /** @throws ModelFailure; the signal's reason */
  ask(request: ModelRequest, options: AskOptions): Promise<ModelReply>;
}

/** Returns the price of used tokens in US dollars. */
const costOf = ({ sent, received }: Usage, { input, output }: Prices): number =>
  (sent * input + received * output) / 1e6;

/** Adds the price of used tokens to a sum, rounded to 12 digits: 0.0036 and not 0.0035999999999999995. */
export const spent = (before: number, usage: Usage, prices: Prices): number =>
  Number((before + costOf(usage, prices)).toPrecision(12));

/** Estimates the tokens of a text by its length. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 4);
