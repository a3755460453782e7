/** Request parameters. Compatible endpoints differ in the optional ones; a refused parameter is not sent again. */
import type OpenAI from 'openai';
import type { ModelFailure } from './failure';
import type { ModelMessage, ModelRequest } from './types';

type Body = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

/** Parameters that can be omitted or renamed. */
type Optional = 'max_completion_tokens' | 'tool_choice' | 'temperature';
const OPTIONAL: readonly Optional[] = ['max_completion_tokens', 'tool_choice', 'temperature'];

export class Parameters {
  private readonly refused = new Set<Optional>();

  constructor(private readonly model: string) {}

  /** Returns the body of a request. */
  body(request: ModelRequest): Body {
    const { messages, tools = [], toolChoice, maxTokens } = request;
    const isAccepted = (name: Optional): boolean => !this.refused.has(name);
    return {
      model: this.model,
      messages: messages.map(toWire),
      ...(isAccepted('temperature') && { temperature: 0 }),
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          function: { name, description, parameters: { ...parameters } },
        })),
      }),
      ...(tools.length > 0 &&
        toolChoice !== undefined &&
        isAccepted('tool_choice') && { tool_choice: { type: 'function' as const, function: { name: toolChoice } } }),
      ...(maxTokens !== undefined && {
        // Older endpoints know `max_tokens` only.
        [isAccepted('max_completion_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
      }),
    };
  }

  /** Notes a refused parameter. @returns true if the failure names one, so that a retry without it may succeed */
  learn(failure: ModelFailure): boolean {
    if (failure.details.status !== 400 && failure.details.status !== 422) return false;
    const refusedName = OPTIONAL.find((name) => !this.refused.has(name) && failure.message.includes(name));
    if (refusedName) this.refused.add(refusedName);
    return refusedName !== undefined;
  }
}

function toWire(message: ModelMessage): OpenAI.Chat.ChatCompletionMessageParam {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant': {
      const { content, toolCalls = [] } = message;
      if (toolCalls.length === 0) return { role: 'assistant', content };
      return {
        role: 'assistant',
        content: content === '' ? null : content,
        tool_calls: toolCalls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: call.arguments },
        })),
      };
    }
    default:
      return { role: message.role, content: message.content };
  }
}
