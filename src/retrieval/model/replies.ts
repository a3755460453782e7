/** Reader of replies. Checks every property that it reads. */
import { ModelFailure } from './failure';
import { estimateTokens } from './types';
import type { ModelReply, ModelRequest, ReplyEnd, ToolCall, Usage } from './types';

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Loose => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Maximum tool calls read from one reply. */
const MAX_CALLS = 64;

/** @throws ModelFailure malformed */
export function readReply(answer: unknown, request: ModelRequest): ModelReply {
  const [choice] = asList(asObject(answer)['choices']);
  if (!isObject(choice)) throw new ModelFailure('malformed', 'the answer has no choices');
  const message = asObject(choice['message']);
  const text = asText(message['content']);
  const refusal = asText(message['refusal']);
  const toolCalls = asList(message['tool_calls']).slice(0, MAX_CALLS).map(asObject).map(readCall);
  const length = toolCalls.reduce((sum, call) => sum + call.name.length + call.arguments.length, text.length);
  return {
    text,
    toolCalls,
    ...(refusal !== '' && { refusal }),
    end: endOf(choice['finish_reason']),
    usage: readUsage(asObject(answer)['usage'], length, request),
  };
}

function readCall(call: Loose, index: number): ToolCall {
  const { name, arguments: given } = asObject(call['function']);
  // Some endpoints send an object instead of its JSON text.
  const text = isObject(given) ? JSON.stringify(given) : asText(given);
  return { id: asText(call['id']) || `call_${index}`, name: asText(name), arguments: text };
}

/** Some endpoints send no reason. */
function endOf(reason: unknown): ReplyEnd {
  if (reason === 'length') return 'length';
  return reason === 'content_filter' ? 'filtered' : 'complete';
}

function readUsage(value: unknown, characters: number, request: ModelRequest): Usage {
  const { prompt_tokens: sent, completion_tokens: received } = asObject(value);
  if (isCount(sent) && isCount(received)) return { sent, received, estimated: false };
  return { sent: requestTokens(request), received: estimateTokens(characters), estimated: true };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

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
