/** Conversation in the terminal: prompt, streamed answers, and commands that begin with a slash. */
import { createInterface } from 'node:readline';
import { MODULES } from '../../client';
import { DONE, INTERRUPTED } from '../command';
import type { GatewayContext } from '../gateway/command';
import { GatewayRefusal, Unreachable } from '../gateway/failures';
import { refusalText } from '../gateway/refusal-text';
import { terminalOf } from '../terminal/terminal';
import type { Conversation } from './conversation';
import { historyText } from './history';
import { printAnswer } from './print-answer';

interface Values {
  readonly module?: string | undefined;
  readonly trace: string;
  readonly quiet: boolean;
}

/** Ctrl-C during an answer. */
class AnswerLeft extends Error {}

const HELP = `  /history          prints the messages
  /module [MODULE]  sets the retrieval module: ${MODULES.join(', ')}; without one, the module of the database
  /full, /summary   shows or hides steps and proofs
  /quit             quits, as Ctrl-D
`;

/** @returns the exit status */
export async function talk(conversation: Conversation, values: Values, context: GatewayContext): Promise<number> {
  const { stdin, stdout, stderr, print, terminal, env } = context;
  const { style } = terminal;
  let options = { module: values.module, trace: values.trace };
  let answering: AbortController | undefined;
  let status = DONE;
  const lines = createInterface({ input: stdin, output: stdout, prompt: '> ', terminal: stdout.isTTY === true });
  // Created early: lines that arrive before the iterator exists are lost.
  const input = lines[Symbol.asyncIterator]();
  lines.on('SIGINT', () => {
    if (answering) return answering.abort(new AnswerLeft());
    status = INTERRUPTED;
    lines.close();
  });
  // The input may end before its last lines are answered; Node 24 and later refuse a prompt then.
  let isOpen = true;
  lines.once('close', () => (isOpen = false));
  const prompt = (): void => {
    if (isOpen) lines.prompt();
  };
  await print(`${style.dim(`conversation ${conversation.name}; /help lists the commands`)}\n`);
  prompt();
  for await (const line of { [Symbol.asyncIterator]: () => input }) {
    const text = line.trim();
    if (text === '/quit' || text === '/exit') break;
    answering = new AbortController();
    try {
      if (text.startsWith('/')) options = await runCommand(text, options);
      else if (text !== '') await answer(text, answering);
    } catch (error) {
      if (error instanceof AnswerLeft) await print(`\n${style.yellow('left; /history has the answer later')}\n`);
      else if (error instanceof GatewayRefusal) stderr.write(refusalText('chat', error, terminalOf(stderr, env)));
      else if (error instanceof Unreachable) stderr.write(`owlgate chat: ${error.message}\n`);
      else throw error;
    } finally {
      answering = undefined;
    }
    prompt();
  }
  lines.close();
  if (status === DONE) await print('\n');
  return status;

  async function answer(question: string, left: AbortController): Promise<void> {
    const { timeout, url } = context.connection;
    const late = new Unreachable(`no complete answer from ${url} within ${timeout} s`);
    const timer = Number.isFinite(timeout) ? setTimeout(() => left.abort(late), timeout * 1000) : undefined;
    try {
      const { quiet } = values;
      await printAnswer(
        conversation,
        { question, ...options },
        { json: false, quiet, trace: options.trace },
        context,
        left.signal,
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async function runCommand(text: string, before: typeof options): Promise<typeof options> {
    const [word, name] = text.split(/\s+/);
    switch (word) {
      case '/history':
        await print(historyText(await conversation.messages(), terminal));
        return before;
      case '/module':
        if (name !== undefined && !(MODULES as readonly string[]).includes(name)) {
          await print(`  unknown module ${name}; use one of ${MODULES.join(', ')}\n`);
          return before;
        }
        return { ...before, module: name };
      case '/full':
      case '/summary':
        return { ...before, trace: word.slice(1) };
      default:
        await print(HELP);
        return before;
    }
  }
}
