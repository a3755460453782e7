/** `owlgate keys`: creates API keys and maintains the file of their hashes. */
import { readFile, stat } from 'node:fs/promises';
import {
  digestOf,
  isInline,
  isName,
  KeySyntaxError,
  makeKey,
  parseKeys,
  parseQuota,
  printLine,
  printQuota,
  type ApiKey,
} from '../http/auth';
import { withoutErrno } from '../util/text';
import { WholeFile } from '../util/wholeFile';
import { command, parseCommandLine, UsageError, type CommandContext } from './command';
import { table } from './terminal/table';
import { PLAIN } from './terminal/terminal';
import { KEYS, readKeysArguments, type KeysArguments } from './keys-options';

/** Access for the owner only. */
const FILE_MODE = 0o600;

/** Exit status: 0; 2 if an option or the file is not accepted. */
export const keys = command<KeysArguments>({
  specification: KEYS,
  read: (args, env) => readKeysArguments(parseCommandLine(args, KEYS.options), env['OWLGATE_API_KEYS']),
  async run(parsed, { say, print }) {
    try {
      await print(await ACTIONS[parsed.action](parsed, say));
      return undefined;
    } catch (error) {
      throw error instanceof KeySyntaxError ? new UsageError(error.message) : error;
    }
  },
});

type Action = (parsed: KeysArguments, say: CommandContext['say']) => Promise<string>;

const ACTIONS: Readonly<Record<KeysArguments['action'], Action>> = { create, list, revoke };

async function create({ name, role, quota, file, json }: KeysArguments, say: CommandContext['say']): Promise<string> {
  if (!isName(name!)) throw new UsageError(`${name!}: a name has up to 64 letters, digits and _.@-`);
  const limit = quota === undefined ? undefined : parseQuota(quota);
  if (quota !== undefined && !limit)
    throw new UsageError(`--quota ${quota}: a number per second, minute, hour or day is expected, such as 1000/hour`);
  const key = makeKey();
  const entry: ApiKey = { name: name!, role, digest: digestOf(key), ...(limit && { quota: limit }) };
  const line = printLine(entry);
  if (file !== undefined) {
    const before = await contentOf(file, '');
    if (parse(before, file).some((other) => other.name === name))
      throw new UsageError(`${file} has a key ${name!} already: choose another name, or revoke that one first`);
    const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`;
    parse(text, file);
    await replace(file, text);
  }
  if (json) return `${JSON.stringify({ ...shown(entry), key, line, file })}\n`;
  const nextStep =
    file === undefined ? 'set OWLGATE_API_KEYS to the line, or add it to its file' : `its line is in ${file}`;
  say(`the key is shown only once; ${nextStep}`);
  return `key   ${key}\nline  ${line}\n`;
}

async function list({ file, json }: KeysArguments): Promise<string> {
  const entries = parse(await contentOf(file!), file!).map(shown);
  if (json) return `${JSON.stringify(entries)}\n`;
  if (entries.length === 0) return 'no keys\n';
  const rows = entries.map((each) => [each.name, each.role, each.quota ?? '-', each.hash]);
  return table(['NAME', 'ROLE', 'QUOTA', 'HASH'], rows, PLAIN);
}

async function revoke({ name, file, json }: KeysArguments): Promise<string> {
  const before = await contentOf(file!);
  if (!parse(before, file!).some((entry) => entry.name === name)) throw new UsageError(`${file!} has no key ${name!}`);
  const after = before
    .split('\n')
    .map((line) => without(line, name!))
    .filter((line) => line !== undefined)
    .join('\n');
  parse(after, file!);
  await replace(file!, after);
  return json
    ? `${JSON.stringify({ revoked: name, file })}\n`
    : `${name!} is revoked; gateways that read ${file!} apply it within a second\n`;
}

/** Removes a key from a line; undefined if nothing remains. Keeps comments. */
function without(line: string, name: string): string | undefined {
  const comment = /(?:^|\s)#.*$/.exec(line);
  const entries = (comment ? line.slice(0, comment.index) : line).split(',');
  const remaining = entries.filter((entry) => entry.trim().split(':', 1)[0] !== name);
  if (remaining.length === entries.length) return line;
  return remaining.length === 0 ? undefined : remaining.join(',') + (comment?.[0] ?? '');
}

function shown({ name, role, digest, quota }: ApiKey) {
  return { name, role, quota: quota && printQuota(quota), hash: digest.toString('hex') };
}

/** @throws UsageError with the file's name */
function parse(text: string, file: string): ApiKey[] {
  try {
    return parseKeys(text);
  } catch (error) {
    if (error instanceof KeySyntaxError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** @param absent content of a missing file; without it a missing file is an error */
async function contentOf(file: string, absent?: string): Promise<string> {
  if (isInline(file)) throw new UsageError('OWLGATE_API_KEYS contains the keys themselves; name a file with --file');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && absent !== undefined) return absent;
    throw new UsageError(withoutErrno(error, file));
  }
}

/** Replaces a file atomically, so that a gateway never reads a part of it. Keeps its mode. */
async function replace(file: string, text: string): Promise<void> {
  let output: WholeFile | undefined;
  try {
    const mode = await stat(file).then(
      (stats) => stats.mode & 0o777,
      () => FILE_MODE,
    );
    output = await WholeFile.open(file, { mode });
    output.stream.end(text);
    await output.publish();
  } catch (error) {
    await output?.discard();
    throw new UsageError(withoutErrno(error));
  }
}
