/** Reader of replies, whole or streamed. Checks every property that it reads. */
import { ModelFailure } from './failure';
import { estimateTokens } from './types';
import type { ModelDelta, ModelReply, ModelRequest, ReplyEnd, ToolCall, Usage } from './types';

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Loose => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Maximum tool calls read from one reply. */
const MAX_CALLS = 64;

/**
 * Reads a reply that came in one piece.
 *
 * @throws ModelFailure malformed
 */
export function readReply(answer: unknown, request: ModelRequest): ModelReply {
  const [choice] = asList(asObject(answer)['choices']);
  if (!isObject(choice)) throw new ModelFailure('malformed', 'the answer has no choices');
  const message = asObject(choice['message']);
  const reply = new ReplyBuilder();
  reply.text = asText(message['content']);
  reply.refusal = asText(message['refusal']);
  asList(message['tool_calls']).forEach((call, index) => reply.call(asObject(call), index));
  // Some endpoints send no reason.
  reply.finish = asText(choice['finish_reason']) || 'stop';
  return reply.toReply(asObject(answer)['usage'], request);
}

/**
 * Reads a streamed reply.
 *
 * @throws ModelFailure malformed for a stream without any part of a reply; errors of the stream
 */
export async function readStream(
  parts: AsyncIterable<unknown>,
  request: ModelRequest,
  onDelta: (delta: ModelDelta) => void,
): Promise<ModelReply> {
  const reply = new ReplyBuilder();
  let usage: unknown;
  let hasStarted = false;
  for await (const part of parts) {
    const { choices, usage: partUsage, error } = asObject(part);
    if (error !== undefined && error !== null) {
      throw new ModelFailure('unavailable', `the stream reports: ${asText(asObject(error)['message']) || 'error'}`);
    }
    if (isObject(partUsage)) usage = partUsage;
    const [choice] = asList(choices);
    if (!isObject(choice)) continue;
    hasStarted = true;
    const delta = asObject(choice['delta']);
    const content = asText(delta['content']);
    if (content !== '') {
      reply.text += content;
      onDelta({ kind: 'text', text: content });
    }
    reply.refusal += asText(delta['refusal']);
    for (const [position, call] of asList(delta['tool_calls']).entries()) {
      const { index = position } = asObject(call);
      const added = reply.call(asObject(call), Number.isInteger(index) ? (index as number) : position);
      if (added && added.text !== '') onDelta({ kind: 'arguments', ...added });
    }
    reply.finish = asText(choice['finish_reason']) || reply.finish;
  }
  if (!hasStarted) throw new ModelFailure('malformed', 'the stream has no choices');
  if (reply.finish === '' && !reply.isWhole)
    throw new ModelFailure('unavailable', 'the stream ended before the reply did');
  return reply.toReply(usage, request);
}

class ReplyBuilder {
  text = '';
  refusal = '';
  finish = '';
  private readonly calls = new Map<number, { id: string; name: string; arguments: string }>();

  /** Adds a tool call or the next part of one. @returns the added part of the arguments */
  call(part: Loose, index: number): { index: number; name: string; text: string } | undefined {
    if (index < 0 || index >= MAX_CALLS) return undefined;
    let call = this.calls.get(index);
    if (!call) this.calls.set(index, (call = { id: '', name: '', arguments: '' }));
    const { name, arguments: rawArguments } = asObject(part['function']);
    call.id ||= asText(part['id']);
    call.name += asText(name);
    // Some endpoints send an object instead of its JSON text.
    const text = isObject(rawArguments) ? JSON.stringify(rawArguments) : asText(rawArguments);
    call.arguments += text;
    return { index, name: call.name, text };
  }

  /** True if the reply is usable without a finish reason: it has calls, and all their arguments are JSON. */
  get isWhole(): boolean {
    return this.calls.size > 0 && [...this.calls.values()].every((call) => call.name !== '' && isJson(call.arguments));
  }

  toReply(usage: unknown, request: ModelRequest): ModelReply {
    const toolCalls = [...this.calls.entries()]
      .sort(([a], [b]) => a - b)
      .map(([index, call]): ToolCall => ({ ...call, id: call.id || `call_${index}` }));
    return {
      text: this.text,
      toolCalls,
      ...(this.refusal !== '' && { refusal: this.refusal }),
      end: this.end(),
      usage: this.usage(usage, request),
    };
  }

  private end(): ReplyEnd {
    if (this.finish === 'length') return 'length';
    if (this.finish === 'content_filter') return 'filtered';
    return 'complete';
  }

  private usage(value: unknown, request: ModelRequest): Usage {
    const { prompt_tokens: sent, completion_tokens: received } = asObject(value);
    const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
    if (isCount(sent) && isCount(received)) return { sent, received, estimated: false };
    const calls = [...this.calls.values()].reduce((sum, call) => sum + call.name.length + call.arguments.length, 0);
    return {
      sent: requestTokens(request),
      received: estimateTokens(this.text.length + calls),
      estimated: true,
    };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Estimates the tokens of a request. */
export function requestTokens({ messages, tools = [] }: ModelRequest): number {
  let characters = tools.length === 0 ? 0 : JSON.stringify(tools).length;
  for (const message of messages) {
    characters += message.content.length + 16;
    for (const call of (message.role === 'assistant' && message.toolCalls) || []) {
      characters += call.name.length + call.arguments.length;
    }
  }
  return estimateTokens(characters);
}
