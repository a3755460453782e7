/** Replies of an endpoint, whole or in parts, read without trusting them. */
import { ModelFailure } from './failure';
import { estimateTokens } from './types';
import type { ModelDelta, ModelReply, ModelRequest, ReplyEnd, ToolCall, Usage } from './types';

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Loose => (isObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Calls of one reply that are looked at; whoever makes more has lost the thread. */
const MOST_CALLS = 64;

/**
 * A reply that came in one piece.
 *
 * @throws ModelFailure malformed
 */
export function readReply(answer: unknown, request: ModelRequest): ModelReply {
  const [choice] = list(object(answer)['choices']);
  if (!isObject(choice)) throw new ModelFailure('malformed', 'its answer has no choices');
  const message = object(choice['message']);
  const reply = new Collected();
  reply.text = text(message['content']);
  reply.refusal = text(message['refusal']);
  list(message['tool_calls']).forEach((call, index) => reply.call(object(call), index));
  // Not every endpoint gives a reason.
  reply.finish = text(choice['finish_reason']) || 'stop';
  return reply.toReply(object(answer)['usage'], request);
}

/**
 * A reply in parts.
 *
 * @throws ModelFailure malformed where there is no part of a reply in it; what the stream throws
 */
export async function readStream(
  parts: AsyncIterable<unknown>,
  request: ModelRequest,
  onDelta: (delta: ModelDelta) => void,
): Promise<ModelReply> {
  const reply = new Collected();
  let usage: unknown;
  let begun = false;
  for await (const part of parts) {
    const { choices, usage: told, error } = object(part);
    if (error !== undefined && error !== null) {
      throw new ModelFailure('unavailable', `the stream says: ${text(object(error)['message']) || 'error'}`);
    }
    if (isObject(told)) usage = told;
    const [choice] = list(choices);
    if (!isObject(choice)) continue;
    begun = true;
    const delta = object(choice['delta']);
    const more = text(delta['content']);
    if (more !== '') {
      reply.text += more;
      onDelta({ kind: 'text', text: more });
    }
    reply.refusal += text(delta['refusal']);
    for (const [position, call] of list(delta['tool_calls']).entries()) {
      const { index = position } = object(call);
      const at = reply.call(object(call), Number.isInteger(index) ? (index as number) : position);
      if (at && at.added !== '') onDelta({ kind: 'arguments', ...at.of, text: at.added });
    }
    reply.finish = text(choice['finish_reason']) || reply.finish;
  }
  if (!begun) throw new ModelFailure('malformed', 'its stream has no choices');
  if (reply.finish === '' && !reply.isWhole)
    throw new ModelFailure('unavailable', 'its stream ended before the reply did');
  return reply.toReply(usage, request);
}

class Collected {
  text = '';
  refusal = '';
  finish = '';
  private readonly calls = new Map<number, { id: string; name: string; arguments: string }>();

  /** A call, or more of one. */
  call(part: Loose, index: number): { of: { index: number; name: string }; added: string } | undefined {
    if (index < 0 || index >= MOST_CALLS) return undefined;
    let call = this.calls.get(index);
    if (!call) this.calls.set(index, (call = { id: '', name: '', arguments: '' }));
    const { name, arguments: given } = object(part['function']);
    call.id ||= text(part['id']);
    call.name += text(name);
    // Some endpoints send an object where its text is due.
    const added = isObject(given) ? JSON.stringify(given) : text(given);
    call.arguments += added;
    return { of: { index, name: call.name }, added };
  }

  /** Whether what is there can be used, although nothing says that it is all: calls with arguments that are JSON. */
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

  private usage(given: unknown, request: ModelRequest): Usage {
    const { prompt_tokens: sent, completion_tokens: received } = object(given);
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

function isJson(given: string): boolean {
  try {
    JSON.parse(given);
    return true;
  } catch {
    return false;
  }
}

/** What a request may count, where nobody says. */
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
