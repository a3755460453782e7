/** Child processes: one for each sample, which ends with its result, and servers, which run until they are ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import * as path from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = (name) => path.join(root, 'bench', 'programs', name);

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/**
 * Runs a program of bench/programs to its end.
 *
 * @param {string} name
 * @param {object} task sent as JSON to its standard input
 * @param {string[]} [nodeArguments]
 * @returns {Promise<any>} the JSON that it writes to standard output
 */
export async function runProgram(name, task, nodeArguments = []) {
  const child = start(process.execPath, [...nodeArguments, program(name)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(task));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${signal ?? code}`);
  return JSON.parse(output);
}

/** @returns {import('node:child_process').ChildProcess} child that ends with this process */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Ends a child: by SIGTERM first, after a while by SIGKILL. */
export async function end(child, signal = 'SIGTERM', patienceMs = 15_000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
}

export async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
