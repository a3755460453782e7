/** Compaction of a long conversation: removes old tool results. */
import type { ModelMessage } from '../model';

const LEFT_OUT = '(left out, to save room; call the tool again if you need it)';

/** @param keep number of latest results to keep */
export function compact(messages: readonly ModelMessage[], keep: number): ModelMessage[] {
  const results = messages.filter(({ role }) => role === 'tool');
  const keptResults = new Set(keep === 0 ? [] : results.slice(-keep));
  return messages.map((message) =>
    message.role === 'tool' && !keptResults.has(message) && message.content.length > LEFT_OUT.length
      ? { ...message, content: LEFT_OUT }
      : message,
  );
}
