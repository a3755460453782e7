/** From a command line to the command that it names. */
import { command, DONE, NOT_ACCEPTED, type Environment, type Streams } from './command';
import { COMMANDS, findCommand, type CommandEntry } from './commands';

/**
 * Runs the command that stands first.
 *
 * @returns its exit status; undefined where serving is asked for: by name, by an option alone, or by nothing
 */
export async function dispatch(
  argv: readonly string[],
  streams: Streams,
  env: Environment = process.env,
): Promise<number | undefined> {
  const [name = '', ...args] = argv;
  if (name === '' || name.startsWith('-') || name === 'serve') return undefined;
  const entry = findCommand(name);
  if (!entry) return notKnown(name, '', COMMANDS, streams);
  if (!entry.actions) return (await entry.command!())(args, streams, env);
  const [action = '', ...rest] = args;
  const chosen = findCommand(action, entry.actions);
  if (chosen) return (await chosen.command!())(rest, streams, env);
  if (action === '--help' || action === '-h') return describe(entry, streams, env);
  return notKnown(action, `${name} `, entry.actions, streams);
}

async function describe(entry: CommandEntry, streams: Streams, env: Environment): Promise<number> {
  const specification = await entry.specification();
  return command({ specification, read: () => undefined, run: () => Promise.resolve(DONE) })(['--help'], streams, env);
}

async function notKnown(
  given: string,
  before: string,
  among: readonly CommandEntry[],
  { stderr }: Streams,
): Promise<number> {
  stderr.write(`owlgate: ${await complaint(given, before, among)}\n`);
  return NOT_ACCEPTED;
}

/** One line: what is not known, and what comes near it. */
export async function complaint(given: string, before: string, among: readonly CommandEntry[]): Promise<string> {
  const { suggest } = await import('../graphql/request/suggest.js');
  const names = among.map(({ name }) => name);
  if (given === '') return `${before}needs one of ${names.join(', ')}; owlgate help ${before.trim()} tells more`;
  return `${before}${given}: there is no such command.${suggest('', given, names)} owlgate help lists all of them`;
}
