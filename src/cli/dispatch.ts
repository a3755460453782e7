/** Dispatch of a command line to its command. */
import { command, DONE, failureJson, hasFlag, USAGE_ERROR, type Environment, type Streams } from './command';
import { COMMANDS, findCommand, type CommandEntry } from './commands';

/**
 * Runs the command that the first argument names.
 *
 * @returns exit status; undefined for `serve`: by name, by options only, or without arguments
 */
export async function dispatch(
  argv: readonly string[],
  streams: Streams,
  env: Environment = process.env,
): Promise<number | undefined> {
  const [name = '', ...args] = argv;
  if (name === '' || name.startsWith('-') || name === 'serve') return undefined;
  const entry = findCommand(name);
  if (!entry) return unknownCommand(argv, '', COMMANDS, streams);
  if (!entry.actions) return (await entry.command!())(args, streams, env);
  const [action = '', ...rest] = args;
  const chosen = findCommand(action, entry.actions);
  if (chosen) return (await chosen.command!())(rest, streams, env);
  if (action === '--help' || action === '-h') return describe(entry, streams, env);
  return unknownCommand(args, `${name} `, entry.actions, streams);
}

async function describe(entry: CommandEntry, streams: Streams, env: Environment): Promise<number> {
  const specification = await entry.specification();
  return command({ specification, read: () => undefined, run: () => Promise.resolve(DONE) })(['--help'], streams, env);
}

async function unknownCommand(
  [name = '', ...args]: readonly string[],
  before: string,
  among: readonly CommandEntry[],
  { stdout, stderr }: Streams,
): Promise<number> {
  const message = await complaint(name.startsWith('-') ? '' : name, before, among);
  if (hasFlag([name, ...args], '--json')) stdout.write(failureJson({ errors: [{ message }] }));
  stderr.write(`owlgate: ${message}\n`);
  return USAGE_ERROR;
}

/** Returns the message for an unknown command, with suggestions. */
export async function complaint(name: string, before: string, among: readonly CommandEntry[]): Promise<string> {
  const { didYouMean } = await import('../util/didYouMean.js');
  const names = among.map(({ name }) => name);
  if (name === '') return `${before}needs one of ${names.join(', ')}; owlgate help ${before.trim()} describes them`;
  return `${before}${name}: unknown command.${didYouMean('', name, names)} owlgate help lists all of them`;
}
