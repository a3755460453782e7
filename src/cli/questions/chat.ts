/** `owlgate chat`: single messages, conversations in the terminal, and stored conversations. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { parseCommandLine, STANDARD_INPUT, UsageError } from '../command';
import { gatewayCommand, operands, type GatewayContext } from '../gateway/command';
import { databaseOf } from '../gateway/options';
import { table } from '../terminal/table';
import { cleanLine } from '../terminal/text';
import { Conversation, listConversations } from './conversation';
import { historyText } from './history';
import { CHAT } from './options';
import { talk } from './talk';
import { printAnswer } from './print-answer';

const parse = (args: readonly string[]) => parseCommandLine(args, CHAT.options);

type Values = ReturnType<typeof parse>['values'];
type Mode = 'list' | 'history' | 'delete' | 'ask';

interface ChatArguments {
  readonly values: Values;
  readonly mode: Mode;
  readonly database: string;
  readonly message: string | undefined;
}

const NAME = /^[\w.:@-]{1,128}$/;

export const chat = gatewayCommand<ChatArguments>({
  specification: CHAT,
  read(args) {
    const { values, positionals } = parse(args);
    const [message] = operands(positionals, 1, 'one message');
    const { conversation } = values;
    const modes = (['list', 'history', 'delete'] as const).filter((each) => values[each]);
    if (modes.length > 1) throw new UsageError(`--${modes.join(' and --')} exclude each other`);
    const [mode = 'ask'] = modes;
    if (mode !== 'ask' && message !== undefined) throw new UsageError(`--${mode} takes no message`);
    if (mode === 'list' && conversation !== undefined) {
      throw new UsageError('--list lists all conversations; leave out --conversation');
    }
    if ((mode === 'history' || mode === 'delete') && conversation === undefined) {
      throw new UsageError(`--${mode} needs --conversation NAME; --list lists them`);
    }
    if (conversation !== undefined && !NAME.test(conversation)) {
      throw new UsageError(`--conversation ${conversation}: up to 128 letters, digits and _.:@- are expected`);
    }
    return { values, mode, database: databaseOf(values.database), message };
  },
  seconds: Infinity,
  isInteractive: ({ mode, message }, { stdin }) => mode === 'ask' && message === undefined && stdin.isTTY === true,
  run: (parsed, context) => MODES[parsed.mode](parsed, context),
});

const MODES: Readonly<Record<Mode, (parsed: ChatArguments, context: GatewayContext) => Promise<number | undefined>>> = {
  list,
  history,
  delete: remove,
  ask,
};

async function list({ database }: ChatArguments, { gateway, output, terminal }: GatewayContext): Promise<undefined> {
  const conversations = await listConversations(gateway, database);
  await output(conversations, () =>
    conversations.length === 0
      ? 'no conversations\n'
      : table(
          ['conversation', 'messages', 'last'],
          conversations.map(({ id, messages, updatedAt }) => [id, String(messages), updatedAt].map(cleanLine)),
          terminal,
        ),
  );
}

async function history(
  { database, values }: ChatArguments,
  { gateway, output, terminal }: GatewayContext,
): Promise<undefined> {
  const messages = await new Conversation(gateway, database, values.conversation!).messages();
  await output(messages, () => historyText(messages, terminal));
}

async function remove({ database, values }: ChatArguments, context: GatewayContext): Promise<undefined> {
  const name = values.conversation!;
  await new Conversation(context.gateway, database, name).delete();
  await context.output({ deleted: name }, () => `${name} is deleted\n`);
}

async function ask(parsed: ChatArguments, context: GatewayContext): Promise<number | undefined> {
  const { values, database, message } = parsed;
  const { gateway, stdin, say } = context;
  const name = values.conversation ?? `terminal-${randomBytes(5).toString('hex')}`;
  const conversation = new Conversation(gateway, database, name);
  if (message === undefined && stdin.isTTY === true) {
    if (values.json) throw new UsageError('--json goes with a message');
    return talk(conversation, values, context);
  }
  const isInput = message === undefined || message === STANDARD_INPUT;
  const text = isInput ? (await buffer(stdin)).toString('utf8').trim() : message;
  if (text.trim() === '') throw new UsageError('the message is empty');
  if (values.conversation === undefined && !values.json) say(`continue the conversation with -c ${name}`);
  await printAnswer(conversation, { question: text, module: values.module, trace: values.trace }, values, context);
  return undefined;
}
