/**
 * Servers that suites run against. All of them listen on the ports that the suites' own compose files open: 9180 for
 * gRPC, 8180 for HTTP.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { end, freePort, program, root, start } from '../harness/child.mjs';
import { dgraphVersion, startDgraph, startGateway } from '../harness/engines.mjs';

export const PORTS = { http: 8180, grpc: 9180 };
/** Shift of an alpha's ports 8080 and 9080. */
const OFFSET = 100;
const SECRET = '0123456789abcdef0123456789abcdef';
const ONTOLOGY = path.join(root, 'bench', 'suites', 'ships.ttl');
/** The user that a cluster with access control begins with. */
const LOGIN = { DGRAPH_USER: 'groot', DGRAPH_PASSWORD: 'password' };

/**
 * @typedef {{stop(): Promise<void>}} Running
 * @type {Record<string, {meaning: string, start(): Promise<Running>}>}
 */
export const targets = {
  direct: {
    meaning: 'Dgraph with access control',
    start: () => startDgraph(requiredVersion(), { offset: OFFSET, secret: SECRET }),
  },
  gateway: {
    meaning: 'owlgate in front of it',
    start: () => beforeCluster(),
  },
  ontology: {
    meaning: 'owlgate in front of it, with an ontology always in force',
    start: () => beforeCluster(ONTOLOGY),
  },
  open: {
    meaning: 'Dgraph without access control; a relay answers logins',
    start: async () => {
      const engine = await startDgraph(requiredVersion());
      return together(await startRelay({ target: engine.grpc, answersLogins: true }), engine);
    },
  },
  embedded: {
    meaning: 'owlgate with its embedded engine; a relay answers logins',
    start: () => embedded(),
  },
  'embedded-ontology': {
    meaning: 'the same, with an ontology always in force',
    start: () => embedded(ONTOLOGY),
  },
};

function requiredVersion() {
  const version = dgraphVersion();
  if (version === undefined) throw new Error('there is no dgraph program on the PATH');
  return version;
}

async function beforeCluster(ontology) {
  const engine = await startDgraph(requiredVersion(), { secret: SECRET });
  const grpc = ontology ? await freePort() : PORTS.grpc;
  const env = { GRPC_PORT: String(grpc), ...LOGIN };
  const gateway = await startGateway(engine, { port: PORTS.http, env });
  if (!ontology) return together(gateway, engine);
  const { DGRAPH_USER: userid, DGRAPH_PASSWORD: password } = LOGIN;
  const loading = { file: ontology, url: gateway.url, login: { userid, password } };
  const relay = await startRelay({ target: `127.0.0.1:${grpc}`, ontology: loading });
  return together(relay, gateway, engine);
}

async function embedded(ontology) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-suites-'));
  const grpc = await freePort();
  const env = { DGRAPH_URL: '', OWLGATE_DATA: directory, GRPC_PORT: String(grpc) };
  const gateway = await startGateway({ url: '' }, { port: PORTS.http, env });
  const relay = await startRelay({
    target: `127.0.0.1:${grpc}`,
    answersLogins: true,
    ...(ontology && { ontology: { file: ontology, url: gateway.url } }),
  });
  const files = { stop: async () => rmSync(directory, { recursive: true, force: true }) };
  return together(relay, gateway, files);
}

async function startRelay(task) {
  const child = start(process.execPath, [program('grpc-relay.mjs'), JSON.stringify({ port: PORTS.grpc, ...task })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close').then(() => {
    throw new Error('the relay did not start');
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => {});
  return { stop: () => end(child) };
}

/** Stops one after another. */
const together = (...all) => ({
  stop: async () => {
    for (const each of all) await each.stop();
  },
});
