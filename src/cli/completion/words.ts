/** Words for shell completion, from the table of commands. */
import { COMMANDS, type CommandEntry } from '../commands';
import type { CommandSpecification, OptionSpecification } from '../specification';

export interface Words {
  /** Command and action, such as `ontology load`; empty before any command. */
  readonly path: string;
  readonly summary: string;
  readonly options: readonly OptionWords[];
  readonly operands: CommandSpecification['operands'];
  /** Commands or actions that may follow. */
  readonly next: readonly { readonly name: string; readonly summary: string }[];
}

export interface OptionWords extends Pick<OptionSpecification, 'short' | 'values' | 'completes'> {
  /** Without dashes. */
  readonly name: string;
  readonly takesValue: boolean;
  readonly multiple: boolean;
  /** One line. */
  readonly meaning: string;
}

/** Quotes a word for bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the words of all commands; the first entry is for the position before any command. */
export async function readWords(): Promise<readonly Words[]> {
  const commands = await Promise.all(
    COMMANDS.map(async (entry) => ({ entry, words: await wordsOf(entry, entry.name) })),
  );
  const all = await Promise.all(
    commands.map(async ({ entry, words }) => {
      const { actions = [] } = entry;
      const below = await Promise.all(actions.map((action) => wordsOf(action, `${entry.name} ${action.name}`)));
      const next = below.map(({ path, summary }) => ({ name: path.split(' ')[1]!, summary }));
      return [{ ...words, next }, ...below];
    }),
  );
  const serve = commands.find(({ entry }) => entry.name === 'serve')!.words;
  const next = commands.map(({ words: { path, summary } }) => ({ name: path, summary }));
  // Without a command, options are those of `serve`.
  return [{ ...serve, path: '', next }, ...all.flat()];
}

async function wordsOf(entry: CommandEntry, path: string): Promise<Words> {
  const { summary, options, operands } = await entry.specification();
  return { path, summary, operands, next: [], options: Object.entries(options).map(optionOf) };
}

function optionOf([name, option]: [string, OptionSpecification]): OptionWords {
  const { type, short, values, completes, multiple = false, meaning } = option;
  return {
    name,
    takesValue: type === 'string',
    multiple,
    meaning: meaning.split('\n')[0]!,
    ...(short !== undefined && { short }),
    ...(values && { values }),
    ...(completes && { completes }),
  };
}
