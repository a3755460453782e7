/**
 * Command lines and settings of the program, each in a process of its own: few, since each takes as long as a start.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterMachineTime } from '../../support/machine-time';
import { COMMANDS, type CommandEntry } from '../../../src/cli/commands';
import { SETTINGS } from '../../../src/config';
import { ODD_NUMBERS, ODD_TEXTS } from '../generate/oddities';
import { Random, type SeedPart } from '../generate/random';
import { FAULTS } from '../oracle/judge';

export const COMMAND_LINE = 'command-line';

interface Invocation {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

const main = path.join(__dirname, '../../../dist/main.js');
/** Done, failed, not accepted. */
const STATUSES = [0, 1, 2];
const WITHIN_MS = 60_000;
/** Nobody listens on it: every request to a gateway fails at once. */
const NOWHERE = 'http://127.0.0.1:9';

const withoutNul = (texts: readonly string[]): string[] => texts.filter((text) => !text.includes('\u0000'));
const TEXTS = withoutNul([
  ...ODD_TEXTS,
  ...ODD_NUMBERS,
  'a',
  '-',
  'x.ttl',
  '{"a":1}',
  '{ q(func: has(name)) { uid } }',
  NOWHERE,
]);

function flatten(
  entries: readonly CommandEntry[],
  before: readonly string[] = [],
): (readonly [readonly string[], CommandEntry])[] {
  return entries.flatMap((entry) => [
    [[...before, entry.name], entry] as const,
    ...flatten(entry.actions ?? [], [...before, entry.name]),
  ]);
}

/** Of a command with its options, or of settings that keep the program from serving. */
export async function invocationAt(seed: SeedPart, index: number): Promise<Invocation> {
  const random = Random.of(seed, COMMAND_LINE, index);
  const env = { SERVICE_PLATFORM_URL: NOWHERE };
  const input = random.pick(['', 'x', '{', '\u0000', 'a: string .']);
  if (random.chance(0.2)) {
    const { flag, name } = random.pick(SETTINGS);
    // The port is taken by no number that is this large: where the rest is accepted, the program still does not serve.
    const text = random.pick(TEXTS);
    return random.chance(0.5)
      ? { argv: [flag, text, '--port', '99999'], env, input }
      : { argv: ['--port=99999'], env: { ...env, [name]: text }, input };
  }
  const [words, { specification }] = random.pick(flatten(COMMANDS).filter(([, { name }]) => name !== 'serve'));
  const options = Object.keys((await specification()).options ?? {});
  const more = random.list(0, 4, () =>
    options.length > 0 && random.chance(0.6)
      ? random.pick([`--${random.pick(options)}`, `--${random.pick(options)}=${random.pick(TEXTS)}`])
      : random.pick(TEXTS),
  );
  return { argv: [...words, ...more], env, input };
}

/** @returns what is wrong; undefined where the program ends as it should */
export function runInvocation({ argv, env, input }: Invocation): Promise<string | undefined> {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'owlgate-fuzz-'));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...argv], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd, ...env },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const stopTimer = afterMachineTime(WITHIN_MS, () => child.kill('SIGKILL'));
    child.once('close', (code, signal) => {
      stopTimer();
      rmSync(cwd, { recursive: true, force: true });
      if (code === null) return resolve(`it ended by ${signal}: ${stderr.slice(0, 1_000)}`);
      if (!STATUSES.includes(code)) return resolve(`status ${code}: ${stderr.slice(0, 1_000)}`);
      resolve(
        FAULTS.test(stderr) || /\bbug\b/i.test(stderr) ? `words of a fault: ${stderr.slice(0, 1_000)}` : undefined,
      );
    });
  });
}

export interface CommandLineFailure {
  readonly index: number;
  readonly text: string;
}

/** Runs the command lines of several indexes one after another. */
export async function runCommandLines(
  seed: SeedPart,
  from: number,
  count: number,
): Promise<readonly CommandLineFailure[]> {
  const failures: CommandLineFailure[] = [];
  for (let index = from; index < from + count; index++) {
    const invocation = await invocationAt(seed, index);
    const text = await runInvocation(invocation);
    if (text !== undefined) failures.push({ index, text: `${JSON.stringify(invocation)}: ${text}` });
  }
  return failures;
}
