/** Engines to measure and a gateway in front of one, each in a process of its own, on loopback. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { end, freePort, program, root, start } from './child.mjs';
import { ask, query, untilHealthy } from './wire.mjs';

/**
 * @typedef {{name: string, url: string, pid?: number, stop(): Promise<void>}} Engine `pid` of the process that stores
 * @param {'all' | 'embedded' | 'dgraph'} wanted
 * @returns {Array<{name: string, start(): Promise<Engine>}>}
 */
export function engines(wanted) {
  const found = [{ name: 'embedded', start: () => startEmbedded() }];
  const url = process.env.DGRAPH_URL;
  const version = dgraphVersion();
  if (url) found.push({ name: 'dgraph', start: () => useCluster(url.replace(/\/+$/, '')) });
  else if (version) found.push({ name: 'dgraph', start: () => startDgraph(version) });
  const chosen = found.filter(({ name }) => wanted === 'all' || wanted === name);
  if (chosen.length === 0) throw new Error(`no engine ${wanted} here: neither DGRAPH_URL nor dgraph on the PATH`);
  return chosen;
}

/**
 * @param {{url: string}} engine an empty URL for an embedded engine of the gateway's own
 * @param {{graphql?: boolean, port?: number, env?: Record<string, string>}} [options] `graphql` keeps GraphQL on, which
 *   other benchmarks leave out of the measured loads; `port`: a free one by default; `env`: further settings
 * @returns {Promise<{url: string, pid: number, stop(): Promise<void>}>} gateway in front of an engine, as users start it
 */
export async function startGateway(engine, { graphql = false, port: wanted, env = {} } = {}) {
  const port = wanted ?? (await freePort());
  const { PATH, HOME } = process.env;
  const child = start(process.execPath, [path.join(root, 'dist', 'main.js')], {
    env: {
      ...{ PATH, HOME, NODE_ENV: 'production', PORT: String(port), DGRAPH_URL: engine.url, LOG_LEVEL: 'error' },
      OWLGATE_GRAPHQL: graphql ? 'on' : 'off',
      GRPC_PORT: 'off',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, { child });
  return { url, pid: child.pid, stop: () => end(child) };
}

/**
 * @returns {Promise<{url: string, stop(): Promise<void>}>} bare relay in front of the
 * engine
 */
export async function startRelay(engine) {
  const port = await freePort();
  const child = start(process.execPath, [program('relay.mjs'), String(port), engine.url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, { child });
  return { url, stop: () => end(child) };
}

/** @param {string} [existing] data directory, which stays; by default an empty one, which is removed */
export async function startEmbedded(existing) {
  const directory = existing ?? mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const port = await freePort();
  const child = start(process.execPath, [program('embedded-engine.mjs'), directory, String(port)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, { child });
  const stop = async () => {
    await end(child);
    if (existing === undefined) rmSync(directory, { recursive: true, force: true });
  };
  return { name: 'embedded engine', url, pid: child.pid, stop };
}

/**
 * Starts a gateway with its own embedded engine, and the same engine alone on a copy of its data.
 *
 * @template T
 * @param {(url: string) => Promise<T>} fill writes the data through a gateway
 * @returns {Promise<{alone: Engine, gateway: {url: string, pid: number}, filled: T, stop(): Promise<void>}>}
 */
export async function startGatewayAndCopy(fill) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const [own, copy] = ['own', 'copy'].map((name) => path.join(directory, name));
  const servers = [];
  const serve = async (starting) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  const stop = async () => {
    for (const server of servers.splice(0)) await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  const startOwn = () => serve(startGateway({ url: '' }, { env: { OWLGATE_DATA: own } }));
  try {
    const filled = await fill((await startOwn()).url);
    await servers.pop().stop();
    cpSync(own, copy, { recursive: true, filter: (file) => !file.endsWith('.sock') });
    return { gateway: await startOwn(), alone: await serve(startEmbedded(copy)), filled, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A cluster at `DGRAPH_URL`. It must be empty, because benchmarks drop all data repeatedly. */
async function useCluster(url) {
  const { data } = await query(url, 'schema {}');
  const own = (data.schema ?? []).map(({ predicate }) => predicate).filter((name) => !name.startsWith('dgraph.'));
  if (own.length > 0)
    throw new Error(`${url} is in use (${own[0]}, …): benchmarks drop all data; give them an empty cluster`);
  const [{ version }] = await ask(`${url}/health`, { method: 'GET' });
  const { hostname, port } = new URL(url);
  const grpc = port === '' ? undefined : `${hostname}:${Number(port) + PORTS[4] - PORTS[3]}`;
  return { name: `Dgraph ${version}`, url, grpc, stop: async () => {} };
}

const PORTS = [5080, 6080, 7080, 8080, 9080];
/** Refused logins after which a cluster counts as broken. */
const MAX_LOGINS = 240;

/**
 * @param {{offset?: number, secret?: string}} [options] `offset` of the ports, free ones by default; `secret`: key of
 *   access control, which is off by default
 */
export async function startDgraph(version, { offset, secret } = {}) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const shift = offset ?? (await freeOffset());
  const [zeroPort, , internalPort, httpPort, grpcPort] = PORTS.map((port) => port + shift);
  const common = ['-o', String(shift), '--bindall=false', '--telemetry', 'reports=false;'];
  const run = (name, args) => start('dgraph', [name, ...args, ...common], { cwd: directory, stdio: 'ignore' });
  const zero = run('zero', [`--my=127.0.0.1:${zeroPort}`]);
  const acl = path.join(directory, 'acl');
  if (secret !== undefined) writeFileSync(acl, secret);
  const alpha = run('alpha', [
    `--my=127.0.0.1:${internalPort}`,
    `--zero=127.0.0.1:${zeroPort}`,
    ...(secret === undefined ? [] : ['--acl', `secret-file=${acl}`]),
  ]);
  const url = `http://127.0.0.1:${httpPort}`;
  await untilHealthy(url, { child: alpha });
  // It is healthy before it has made its first user.
  if (secret !== undefined) await untilLogin(url);
  const stop = async () => {
    await end(alpha);
    await end(zero);
    rmSync(directory, { recursive: true, force: true });
  };
  return { name: `Dgraph ${version}`, url, grpc: `127.0.0.1:${grpcPort}`, pid: alpha.pid, stop };
}

/** Waits until the user that a cluster with access control begins with can log in. */
async function untilLogin(url) {
  const body = JSON.stringify({ userid: 'groot', password: 'password' });
  for (let failures = 0; ; failures++) {
    try {
      await ask(`${url}/login`, { body });
      return;
    } catch (error) {
      if (failures === MAX_LOGINS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** @returns {string | undefined} */
export function dgraphVersion() {
  try {
    return /version\s*:\s*(v[\w.-]+)/.exec(execFileSync('dgraph', ['version'], { encoding: 'utf8' }))?.[1];
  } catch {
    return undefined;
  }
}

async function freeOffset() {
  for (;;) {
    // Below the ephemeral ports.
    const offset = 2_200 + Math.floor(Math.random() * 18_000);
    const free = await Promise.all(PORTS.map((port) => isFree(port + offset)));
    if (free.every(Boolean)) return offset;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
