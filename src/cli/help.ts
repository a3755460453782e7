/** `owlgate help`: describes all commands or one. */
import { command, parseCommandLine, UsageError } from './command';
import { COMMANDS, findCommand, type CommandEntry } from './commands';
import { complaint } from './dispatch';
import { helpOf, HELP_OPTION, JSON_OPTION, list, type CommandSpecification } from './specification';

export const HELP = {
  name: 'help',
  summary: 'describe all commands, or one',
  usage: ['[COMMAND [ACTION]]'],
  options: { json: { ...JSON_OPTION, meaning: 'commands and options as JSON' }, help: HELP_OPTION },
  operands: COMMANDS.map(({ name }) => name),
  examples: [
    ['help query', ''],
    ['help ontology load', ''],
  ],
  status: '0; 2, unknown command.',
} as const satisfies CommandSpecification;

const GROUPS: readonly (readonly [CommandEntry['group'], string])[] = [
  ['gateway', 'The gateway'],
  ['ontology', 'Ontologies'],
  ['data', 'Data'],
  ['questions', 'Questions in words'],
  ['shell', 'Shells'],
];

const ABOUT = `owlgate: an ontology gateway for Dgraph.

Usage: owlgate [COMMAND] [options]`;

const BELOW = `owlgate COMMAND --help and owlgate help COMMAND describe one command; owlgate without a command serves. Client
commands use the gateway on this machine, or the one that --url or SERVICE_PLATFORM_URL names, with the key in SERVICE_API_KEY.
docs/cli.md has more.
`;

export const help = command({
  specification: HELP,
  read(args) {
    const { values, positionals } = parseCommandLine(args, HELP.options);
    if (positionals.length > 2) throw new UsageError(`${positionals[2]!}: nothing more is expected`);
    return { names: positionals, json: values.json };
  },
  async run({ names, json }, { print }) {
    if (names.length === 0) {
      await print(json ? printed(await all()) : await overview());
      return undefined;
    }
    const specification = await (await entryOf(names)).specification();
    await print(json ? printed(specification) : helpOf(specification));
    return undefined;
  },
});

const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function entryOf([name, action]: readonly string[]): Promise<CommandEntry> {
  const entry = findCommand(name!);
  if (!entry) throw new UsageError(await complaint(name!, '', COMMANDS));
  if (action === undefined) return entry;
  const actions = entry.actions ?? [];
  const chosen = findCommand(action, actions);
  if (!chosen) throw new UsageError(await complaint(action, `${name!} `, actions));
  return chosen;
}

/** Returns the specifications of all commands and actions, in the order of the table. */
export async function all(): Promise<readonly CommandSpecification[]> {
  const entries = COMMANDS.flatMap((entry) => [entry, ...(entry.actions ?? [])]);
  return Promise.all(entries.map((entry) => entry.specification()));
}

async function overview(): Promise<string> {
  const parts: string[] = [ABOUT];
  for (const [group, title] of GROUPS) {
    const rows: [string, string][] = [];
    for (const entry of COMMANDS.filter((each) => each.group === group)) {
      for (const each of entry.actions ?? [entry]) {
        const { name, summary } = await each.specification();
        rows.push([name, summary]);
      }
    }
    parts.push(`${title}:\n${list(rows)}`);
  }
  return [...parts, BELOW].join('\n\n');
}
