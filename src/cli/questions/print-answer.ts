/** Streamed output of an answer: steps, text, and sources. */
import type { GatewayContext } from '../gateway/command';
import { GatewayRefusal } from '../gateway/failures';
import { terminalOf } from '../terminal/terminal';
import { clean } from '../terminal/text';
import type { ChatEvent, Conversation, Question } from './conversation';
import { footText, passagesText, statementsText, stepText } from './result';

interface AnswerOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly trace: string;
}

/**
 * Asks a question. Prints the answer on standard output, and the steps on standard error if that is a terminal.
 *
 * @param signal ends the wait; the gateway completes and stores the answer anyway
 * @throws GatewayRefusal, Unreachable
 */
export async function printAnswer(
  conversation: Conversation,
  question: Question,
  options: AnswerOptions,
  context: GatewayContext,
  signal?: AbortSignal,
): Promise<void> {
  const { print } = context;
  const printer = new AnswerPrinter(options, context);
  for await (const event of whenFree(conversation, question, context, signal)) {
    if (options.json) {
      if (event.event === 'done') {
        await print(`${JSON.stringify({ conversation: conversation.name, ...event.data }, null, 2)}\n`);
      }
    } else {
      const text = printer.textOf(event);
      if (text !== '') await print(text);
    }
  }
}

/** Maximum answers of others to wait for before a question. */
const MAX_WAITS = 5;

/** Asks once an earlier answer has ended: a conversation has one answer at a time. */
async function* whenFree(
  conversation: Conversation,
  question: Question,
  { say }: GatewayContext,
  signal: AbortSignal | undefined,
): AsyncGenerator<ChatEvent> {
  for (let waits = 0; ; waits++) {
    try {
      yield* conversation.ask(question, signal);
      return;
    } catch (error) {
      const isBusy = error instanceof GatewayRefusal && error.code === 'ConversationBusy';
      const message = isBusy ? error.errors[0].extensions?.['message'] : undefined;
      if (typeof message !== 'string' || waits === MAX_WAITS) throw error;
      say('waiting for the answer in progress');
      await ended(conversation, message, signal);
      signal?.throwIfAborted();
    }
  }
}

async function ended(conversation: Conversation, message: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    const events = conversation.follow(message, signal);
    while ((await events.next()).done !== true);
  } catch (error) {
    // A failure also ends the answer.
    if (!(error instanceof GatewayRefusal)) throw error;
  }
}

class AnswerPrinter {
  private steps = 0;
  private hasText = false;
  private endsLine = true;
  private sources = '';

  constructor(
    private readonly options: AnswerOptions,
    private readonly context: GatewayContext,
  ) {}

  textOf(event: ChatEvent): string {
    const { terminal, stderr, env } = this.context;
    const isFull = this.options.trace === 'full';
    switch (event.event) {
      case 'step':
        if (stderr.isTTY === true && !this.options.quiet) {
          const errorTerminal = terminalOf(stderr, env);
          stderr.write(errorTerminal.style.dim(stepText(event.data, ++this.steps, isFull, errorTerminal)));
        }
        return '';
      case 'text': {
        const delta = clean(event.data.delta);
        this.hasText ||= delta !== '';
        if (delta !== '') this.endsLine = delta.endsWith('\n');
        return delta;
      }
      case 'citations':
        this.sources = [
          statementsText(event.data.statements, isFull, terminal),
          passagesText(event.data.passages, terminal),
        ]
          .filter((part) => part !== '')
          .map((part) => `\n${part}`)
          .join('');
        return '';
      case 'done': {
        const end = this.hasText ? (this.endsLine ? '' : '\n') : `${terminal.style.yellow('no answer is known')}\n`;
        if (this.options.quiet) return end;
        return `${end}${this.sources}\n${footText(event.data.result, terminal)}`;
      }
      default:
        return '';
    }
  }
}
