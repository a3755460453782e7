/** Clients of a server: `wrk` where it is installed, which costs little processor time, else the program `load.mjs`. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { runProgram } from './child.mjs';

const run = promisify(execFile);

/** True if a program is on the PATH. */
export function isInstalled(name) {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const hasWrk = isInstalled('wrk');
export const CLIENTS = hasWrk ? 'wrk' : 'clients of Node';

/**
 * Sends one query again and again.
 *
 * @param {{url: string, text: string, clients: number, seconds: number}} task
 * @returns {Promise<{value: number, p50: number, answers: number}>} answers a second; median of the times in
 *   milliseconds; number of answers, those of the warm-up included
 */
export async function sendQueries({ url, text, clients, seconds }) {
  const warmSeconds = seconds / 3;
  if (!hasWrk) {
    const task = { url, path: '/query', type: 'application/dql', requests: { kind: 'query', text } };
    return runProgram('load.mjs', { ...task, clients, warmSeconds, seconds });
  }
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-wrk-'));
  try {
    const script = path.join(directory, 'query.lua');
    writeFileSync(script, luaOf(text));
    const sample = async (duration) => {
      const options = ['-t1', `-c${clients}`, `-d${Math.max(1, Math.round(duration))}s`, '-s', script, '--latency'];
      return (await run('wrk', [...options, `${url}/query`], { maxBuffer: 2 ** 20 })).stdout;
    };
    const warmUp = readResult(await sample(warmSeconds));
    const result = readResult(await sample(seconds));
    return { ...result, answers: warmUp.answers + result.answers };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The answers are compared before: here a status other than 200 ends the run. */
const luaOf = (text) => `wrk.method = "POST"
wrk.headers["Content-Type"] = "application/dql"
wrk.body = ${JSON.stringify(text)}
`;

function readResult(output) {
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(output);
  const answers = /(\d+) requests in/.exec(output);
  const half = /50%\s+([\d.]+)(us|ms|s)/.exec(output);
  if (!rate || !half || !answers || /Non-2xx|Socket errors/.test(output)) throw new Error(`wrk: ${output}`);
  const unit = { us: 1e-3, ms: 1, s: 1e3 }[half[2]];
  return { value: Number(rate[1]), p50: Number(half[1]) * unit, answers: Number(answers[1]) };
}
