/** Start of the program with Node's faster `AsyncLocalStorage` (docs/decisions/0211). */
import { accessSync, constants } from 'node:fs';

/** Option of Node 22.7 to 23, where `AsyncLocalStorage` is a hook of each promise without it. Later versions need none. */
const OPTION = '--experimental-async-context-frame';

/** Node as this module uses it. `execve` is in Node 22.15 and later, not on Windows. */
export interface NodeProcess {
  readonly execPath: string;
  readonly execArgv: readonly string[];
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly allowedNodeEnvironmentFlags: ReadonlySet<string>;
  /** Channel to a parent process, which would not survive. */
  readonly channel?: unknown;
  readonly execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never;
}

/**
 * Replaces the program in this process by one with the option, where Node has it and the program is without it. The
 * process keeps its id, streams, arguments and environment. Call it before anything is open.
 */
export function continueWithAsyncContextFrame(node: NodeProcess = process): void {
  const { execPath, execArgv, argv, env, channel, allowedNodeEnvironmentFlags } = node;
  if (!node.execve || channel || !allowedNodeEnvironmentFlags.has(OPTION)) return;
  if ([...execArgv, env.NODE_OPTIONS ?? ''].some((option) => option.includes('async-context-frame'))) return;
  // Node aborts if the file cannot be run, as after an update of Node under a running script.
  if (isExecutable(execPath)) node.execve(execPath, [argv[0]!, OPTION, ...execArgv, ...argv.slice(1)], env);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
