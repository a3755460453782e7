/** An answer as it is given: steps while they are taken, its words as they come, and what it stands on. */
import type { GatewaySurroundings } from '../gateway/command';
import { Refusal } from '../gateway/failures';
import { terminalOf } from '../terminal/terminal';
import { clean } from '../terminal/text';
import type { ChatEvent, Conversation, Question } from './conversation';
import { footText, passagesText, statementsText, stepText } from './result';

interface How {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly trace: string;
}

/**
 * Asks, and tells the answer on standard output; steps are told on standard error, where that is a terminal.
 *
 * @param signal leaves the answer, which is given and kept all the same
 * @throws Refusal, Unreachable
 */
export async function tellAnswer(
  conversation: Conversation,
  question: Question,
  how: How,
  surroundings: GatewaySurroundings,
  signal?: AbortSignal,
): Promise<void> {
  const { print } = surroundings;
  const teller = new Teller(how, surroundings);
  for await (const event of whenFree(conversation, question, surroundings, signal)) {
    if (how.json) {
      if (event.event === 'done') {
        await print(`${JSON.stringify({ conversation: conversation.name, ...event.data }, null, 2)}\n`);
      }
    } else {
      const text = teller.textOf(event);
      if (text !== '') await print(text);
    }
  }
}

/** A gateway tells the end of an answer a moment before it has kept it. */
const MOMENT_MS = 100;
const MOMENTS = 5;

/** An answer that was left before is waited for: a conversation has one at a time. */
async function* whenFree(
  conversation: Conversation,
  question: Question,
  { say }: GatewaySurroundings,
  signal: AbortSignal | undefined,
): AsyncGenerator<ChatEvent> {
  for (let attempt = 1; ; attempt++) {
    try {
      yield* conversation.ask(question, signal);
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'ConversationBusy' || attempt > 2 * MOMENTS) throw error;
      const message = error.errors[0].extensions?.['message'];
      if (attempt === MOMENTS && typeof message === 'string') {
        say('waits for the answer that is being given');
        await ended(conversation, message, signal);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    signal?.throwIfAborted();
  }
}

async function ended(conversation: Conversation, message: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    const events = conversation.follow(message, signal);
    while ((await events.next()).done !== true);
  } catch (error) {
    // That it has failed is an end, too.
    if (!(error instanceof Refusal)) throw error;
  }
}

class Teller {
  private steps = 0;
  private hasText = false;
  private endsLine = true;
  private sources = '';

  constructor(
    private readonly how: How,
    private readonly surroundings: GatewaySurroundings,
  ) {}

  textOf(event: ChatEvent): string {
    const { terminal, stderr, env } = this.surroundings;
    const isFull = this.how.trace === 'full';
    switch (event.event) {
      case 'step':
        if (stderr.isTTY === true && !this.how.quiet) {
          const beside = terminalOf(stderr, env);
          stderr.write(beside.style.dim(stepText(event.data, ++this.steps, isFull, beside)));
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
        if (this.how.quiet) return end;
        return `${end}${this.sources}\n${footText(event.data.result, terminal)}`;
      }
      default:
        return '';
    }
  }
}
