/** Endpoints that call themselves compatible differ in the optional parameters: what one refuses is not sent to it again. */
import type OpenAI from 'openai';
import type { ModelFailure } from './failure';
import type { ModelMessage, ModelRequest } from './types';

type Body = OpenAI.Chat.ChatCompletionCreateParams;

/** Parameters that can be done without, or have another name elsewhere. */
type Optional = 'max_completion_tokens' | 'stream_options' | 'tool_choice' | 'temperature';
const OPTIONAL: readonly Optional[] = ['max_completion_tokens', 'stream_options', 'tool_choice', 'temperature'];

export class Parameters {
  private readonly refused = new Set<Optional>();

  constructor(private readonly model: string) {}

  /** The body of a request. */
  body(request: ModelRequest, stream: boolean): Body {
    const { messages, tools = [], toolChoice, maxTokens } = request;
    const known = (name: Optional): boolean => !this.refused.has(name);
    return {
      model: this.model,
      messages: messages.map(toWire),
      ...(known('temperature') && { temperature: 0 }),
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          function: { name, description, parameters: { ...parameters } },
        })),
      }),
      ...(tools.length > 0 &&
        toolChoice !== undefined &&
        known('tool_choice') && { tool_choice: { type: 'function' as const, function: { name: toolChoice } } }),
      ...(maxTokens !== undefined && {
        // The old name is what endpoints know that do not know the new one.
        [known('max_completion_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
      }),
      ...(stream && { stream: true as const, ...(known('stream_options') && { stream_options: USAGE }) }),
    };
  }

  /** @returns whether the failure was about such a parameter, which will not be sent any more */
  learn(failure: ModelFailure): boolean {
    if (failure.details.status !== 400 && failure.details.status !== 422) return false;
    const named = OPTIONAL.find((name) => !this.refused.has(name) && failure.message.includes(name));
    if (named) this.refused.add(named);
    return named !== undefined;
  }
}

const USAGE = { include_usage: true };

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
