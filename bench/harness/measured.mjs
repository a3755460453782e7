/** Run of a program from start to end: seconds, peak memory, and the figures that it prints. */
import { once } from 'node:events';
import { clearInterval, setInterval } from 'node:timers';
import { start } from './child.mjs';
import { childrenOf, memoryOf } from './processes.mjs';

const POLL_MS = 15;

/**
 * @param {string[]} command
 * @returns {Promise<{whole: number, peakMB?: number, load?: number, reason?: number, facts?: number}>} seconds;
 *   `peakMB` is that of the program's largest process, on Linux only; the rest is the last line of output that is a
 *   JSON object
 */
export async function measured([file, ...args]) {
  const began = performance.now();
  const child = start(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let peakMB;
  const watch = setInterval(() => (peakMB = peakOf(child.pid) ?? peakMB), POLL_MS);
  let output = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints = (complaints + text).slice(-2_000)));
  const failed = once(child, 'error').then(([error]) => [error.message]);
  const [code, signal] = await Promise.race([once(child, 'close'), failed]);
  const whole = (performance.now() - began) / 1000;
  clearInterval(watch);
  if (code !== 0) throw new Error(`${file} ended with ${signal ?? code}: ${complaints}`);
  const last = output.split('\n').findLast((line) => /^\{.*\}\s*$/.test(line));
  return { whole, ...(peakMB && { peakMB }), ...(last && JSON.parse(last)) };
}

/** Peak memory; the kernel records it until the process is read for the last time. */
const peakOf = (pid) => Math.max(...[pid, ...childrenOf(pid)].map((id) => memoryOf(id, 'VmHWM'))) / 1024 || undefined;
