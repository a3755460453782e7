/** Runs commands in this process, with captured streams. */
import { Readable, Writable } from 'node:stream';
import { dispatch } from '../../../src/cli/dispatch';

class Collected extends Writable {
  text = '';

  constructor(
    readonly isTTY: boolean,
    readonly columns: number,
  ) {
    super();
  }

  override _write(chunk: Buffer | string, _: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

export interface Ran {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True if a person types the input and ends it with Ctrl-D. */
  readonly isTyped?: boolean;
  /** Columns of the terminal behind standard output and standard error; absent for no terminal. */
  readonly columns?: number;
}

/** Runs `owlgate ARGS` and returns its result. */
export async function run(
  args: readonly string[],
  { input = '', env = {}, columns, isTyped = false }: RunOptions = {},
): Promise<Ran> {
  const isTTY = columns !== undefined;
  const [stdout, stderr] = [new Collected(isTTY, columns ?? 0), new Collected(isTTY, columns ?? 0)];
  const stdin = Object.assign(Readable.from(input === '' ? [] : [Buffer.from(input)]), { isTTY: isTyped });
  const status = await dispatch(args, { stdin, stdout, stderr }, env);
  return { status, stdout: stdout.text, stderr: stderr.text };
}
