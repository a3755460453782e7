/**
 * Reads: the same query answered by the engine alone and through the gateway, with an ontology in force. In front of a
 * Dgraph, a gateway of two workers and nginx (if it is installed) answer the same requests in the same rounds.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { end, freePort, start } from '../harness/child.mjs';
import { startGateway, startGatewayAndCopy } from '../harness/engines.mjs';
import { ratioOf, runSides } from '../harness/pair.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { alter, loadOntology, query, untilHealthy } from '../harness/wire.mjs';
import { CLIENTS, isInstalled, sendQueries } from '../harness/wrk.mjs';
import { ONTOLOGY, personStated } from '../programs/world.mjs';
import { makeNodes } from './fill.mjs';

export const title = `reads by ${CLIENTS}, an ontology in force`;
export const perEngine = true;

const PEOPLE = 1_000;
const CLIENT_COUNTS = [1, 8, 32];
const WORKERS = 2;
const FIELDS = 'uid name about';

export async function run(engine, options) {
  return engine.name.startsWith('embedded') ? readEmbedded(options) : readCluster(engine, options);
}

/** The gateway with its own engine, and the same engine alone on a copy of its data. */
async function readEmbedded(options) {
  const { alone, gateway, filled: first, stop } = await startGatewayAndCopy((url) => fill(url, url));
  try {
    const sides = [
      { label: 'engine alone', url: alone.url, pid: alone.pid, isDirect: true },
      { label: 'gateway', url: gateway.url, pid: gateway.pid },
    ];
    return { pairs: await compare(sides, first, options) };
  } finally {
    await stop();
  }
}

async function readCluster(engine, options) {
  await alter(engine.url, { drop_all: true });
  const grpc = engine.grpc === undefined ? {} : { DGRAPH_GRPC: engine.grpc };
  const gateway = await startGateway(engine, { env: grpc });
  const workers = await startGateway(engine, { env: { ...grpc, OWLGATE_WORKERS: String(WORKERS) } });
  const nginx = isInstalled('nginx') ? await startNginx(engine.url) : undefined;
  try {
    const first = await fill(gateway.url, engine.url);
    await untilAllServe(workers.url);
    const sides = [
      { label: 'Dgraph', url: engine.url, pid: engine.pid, isDirect: true },
      { label: 'gateway', url: gateway.url, pid: gateway.pid },
      { label: `gateway, ${WORKERS} workers`, url: workers.url, pid: workers.pid },
      ...(nginx ? [{ label: 'nginx', url: nginx.url, pid: nginx.pid, isDirect: true }] : []),
    ];
    return { pairs: await compare(sides, first, options) };
  } finally {
    await gateway.stop();
    await workers.stop();
    await nginx?.stop();
  }
}

/** Waits until a scrape has all workers. */
async function untilAllServe(url) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const text = await (await fetch(`${url}/metrics`)).text();
    if (text.includes(`owlgate_build_info{worker="${WORKERS}"`)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} has no ${WORKERS} workers`);
}

/** @returns {Promise<string>} uid of the first person */
async function fill(gatewayUrl, engineUrl) {
  await loadOntology(gatewayUrl, ONTOLOGY);
  await alter(gatewayUrl, 'about: string .');
  const [first] = await makeNodes(engineUrl, PEOPLE, (label, number) => [
    ...personStated(label, `Person ${number}`),
    `${label} <about> "what there is to say about person ${number}, in half a line" .`,
  ]);
  return first;
}

async function compare(sides, first, { rounds, seconds, tell }) {
  const one = `{ person(func: uid(${first})) { ${FIELDS}`;
  const listing = `{ people(func: has(name), first: ${PEOPLE}) { ${FIELDS} } }`;
  const cases = [
    ['one node', `${one} } }`],
    ['one node, graph.type', `${one} graph.type } }`, `${one} graph.type: dgraph.type } }`],
    ['1,000 nodes', listing],
  ];
  await warmUp(sides);
  const pairs = [];
  for (const [what, text, direct = text] of cases) {
    const textOf = ({ isDirect }) => (isDirect ? direct : text);
    await expectSame(sides.map((side) => ({ ...side, text: textOf(side) })));
    for (const clients of CLIENT_COUNTS) {
      const name = `${what}, ${clients === 1 ? '1 client' : `${clients} clients`}`;
      const sampled = sides.map((side) => ({
        label: side.label,
        // The engine remembers texts that were slow once, as on a busy machine: each round has its own.
        sample: (round) => sampleOf(side, { text: `${textOf(side)} # ${round}`, clients, seconds }),
      }));
      const compared = await runSides({ name, unit: 'answers/s', sides: sampled, rounds, tell });
      pairs.push(...compared, ...compared.map((pair) => ({ ...ratioOf(pair, work), unit: 'µs of processor time' })));
    }
  }
  return pairs;
}

/** Compiles the code of lists before one of them is asked for, which then stays below the engine's limit of time. */
async function warmUp(sides) {
  for (const { url } of sides) {
    for (let i = 0; i < 100; i++) await query(url, `{ people(func: has(name), first: 50) { ${FIELDS} } }`);
  }
}

/** Sends queries for a while. @returns {Promise<object>} with `work`, microseconds of the server's processors an answer */
async function sampleOf({ url, pid }, task) {
  const before = processorSeconds(pid);
  const sample = await sendQueries({ url, ...task });
  return { ...sample, work: ((processorSeconds(pid) - before) * 1e6) / sample.answers };
}

const work = (sample) => sample.work;

async function expectSame(sides) {
  const answers = await Promise.all(sides.map(({ url, text }) => query(url, text)));
  const [expected, ...others] = answers.map(({ data }) => JSON.stringify(data));
  if (others.some((other) => other !== expected)) throw new Error(`different answers to ${sides[1].text}`);
}

/** @returns {Promise<{url: string, stop(): Promise<void>}>} nginx that passes requests on, one worker a core */
async function startNginx(target) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-nginx-'));
  const port = await freePort();
  const file = path.join(directory, 'nginx.conf');
  writeFileSync(
    file,
    `worker_processes auto; daemon off; pid ${directory}/pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${directory}; proxy_temp_path ${directory};
  fastcgi_temp_path ${directory}; uwsgi_temp_path ${directory}; scgi_temp_path ${directory};
  keepalive_requests 100000000;
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; proxy_buffers 64 8k; } }
}
`,
  );
  const child = start('nginx', ['-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, { child });
  const stop = async () => {
    await end(child);
    rmSync(directory, { recursive: true, force: true });
  };
  return { url, pid: child.pid, stop };
}
