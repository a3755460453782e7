/** Dgraph's own clients, from package registries: a program for each, which prints what it saw as JSON. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { binary, environment, findPython } from '../program/python';

export interface DgraphClient {
  readonly name: string;
  /** Reason for which it cannot run here; empty if it can. */
  readonly missing: string;
  /** Files after the address: authority, key and certificate of TLS. */
  readonly speaksTls: boolean;
  /** Runs the program. @throws Error with its output */
  readonly run: (address: string, files?: readonly string[]) => Promise<unknown>;
}

const here = (name: string): string => path.join(__dirname, name);
const cache = path.join(__dirname, '../../../node_modules/.cache');
const PATIENCE_MS = 120_000;

/** Finds the clients, and installs or builds them if this has not been done. */
export function dgraphClients(): readonly DgraphClient[] {
  return [pydgraph(), dgo(), dgraphJs()];
}

function pydgraph(): DgraphClient {
  const venv = environment(findPython(), here('requirements.txt'));
  const isMissing = typeof venv !== 'string';
  const python = isMissing ? '' : binary(venv, 'python');
  return {
    name: 'pydgraph',
    missing: isMissing ? venv.missing : '',
    speaksTls: true,
    run: runner(python, [here('pydgraph_session.py')]),
  };
}

function dgo(): DgraphClient {
  const program = path.join(cache, 'dgo-session');
  // The cache of Go decides if anything has to be built.
  const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: here('dgo'), encoding: 'utf8' });
  const failed = built.error ? 'needs Go' : `go build: ${built.stderr.trim().split('\n').at(-1)}`;
  const missing = built.status === 0 && existsSync(program) ? '' : failed;
  return { name: 'dgo', missing, speaksTls: true, run: runner(program, []) };
}

function dgraphJs(): DgraphClient {
  return {
    name: 'dgraph-js',
    missing: '',
    speaksTls: false,
    run: runner(process.execPath, [here('dgraph-js-session.mjs')]),
  };
}

const runner =
  (program: string, argv: readonly string[]): DgraphClient['run'] =>
  async (address, files = []) => {
    // Proxies of the environment are not for loopback.
    const env = { ...process.env, no_proxy: '127.0.0.1,localhost', PYTHONDONTWRITEBYTECODE: '1' };
    const options = { env, timeout: PATIENCE_MS };
    const { stdout } = await promisify(execFile)(program, [...argv, address, ...files], options);
    return JSON.parse(stdout) as unknown;
  };
