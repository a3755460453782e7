/** Text of a conversation's history. */
import type { Terminal } from '../terminal/terminal';
import { clean, cleanLine } from '../terminal/text';
import type { Message } from './conversation';
import { block } from './result';

export function historyText(messages: readonly Message[], terminal: Terminal): string {
  const { style } = terminal;
  const outcome = ({ state, result, error }: Message): string => {
    if (state === 'running') return style.yellow('answer in progress');
    if (error) return `${style.red('no answer:')} ${cleanLine(error.message)}`;
    return result?.answer == null ? style.yellow('no answer is known') : clean(result.answer);
  };
  return messages
    .map(
      (message) => `${block(style.bold(`> ${clean(message.question)}`), terminal)}${block(outcome(message), terminal)}`,
    )
    .join('\n');
}
