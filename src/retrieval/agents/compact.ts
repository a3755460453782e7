/** A conversation that has become too long: old results of tools are left out, what is left stays as it was. */
import type { ModelMessage } from '../model';

const LEFT_OUT = '(left out, to save room; call the tool again if you need it)';

/** @param keep how many results, counted from the end, stay */
export function compact(messages: readonly ModelMessage[], keep: number): ModelMessage[] {
  const results = messages.filter(({ role }) => role === 'tool');
  const kept = new Set(keep === 0 ? [] : results.slice(-keep));
  return messages.map((message) =>
    message.role === 'tool' && !kept.has(message) && message.content.length > LEFT_OUT.length
      ? { ...message, content: LEFT_OUT }
      : message,
  );
}
