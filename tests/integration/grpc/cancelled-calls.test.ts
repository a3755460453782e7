/** Calls that end early, by their client or by their deadline: the engine's work ends too, and no write is half made. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toBinary, create } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import type { Gateway } from '../../../src/app';
import { RequestSchema } from '../../../src/grpc/protocol/dgraph_pb';
import { startOnPort } from '../../support/embedded/on-port';
import { startGatewayOver } from '../../support/engines/gateway';
import { startHoldingProxy, type HoldingProxy } from '../../support/engines/holding-proxy';
import { bytes, GrpcClient, jsonOf } from '../../support/grpc';
import { ask } from '../../support/http/client';
import { until } from '../../support/until';

const animals = fs.readFileSync(path.join(__dirname, '../../../ontologies/animals.ttl'), 'utf8');
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-cancelled-'));
let engine: Awaited<ReturnType<typeof startOnPort>>;
let proxy: HoldingProxy;
let gateway: Gateway;
let client: GrpcClient;
/** Stored node, whose facts a write has to read. */
let owner: string;

beforeAll(async () => {
  engine = await startOnPort({ directory });
  proxy = await startHoldingProxy(engine.url);
  // Polls of the registry would be counted as requests of the calls.
  gateway = await startGatewayOver(proxy, { GRPC_PORT: '0', DGRAPH_GRPC: 'off', OWLGATE_POLL_MS: '600000' });
  client = new GrpcClient(`127.0.0.1:${gateway.grpcPort}`);
  const headers = { 'Content-Type': 'text/turtle' };
  expect((await ask(gateway.url, '/ontology', { method: 'POST', headers, body: animals })).status).toBe(200);
  const { uids } = await client.query({ commitNow: true, mutations: [{ setNquads: bytes('_:o <name> "Ada" .') }] });
  owner = uids['o']!;
});
afterAll(async () => {
  client.close();
  await gateway.close(0);
  await proxy.close();
  await engine.close();
  fs.rmSync(directory, { recursive: true });
});

/** Sends a request, and waits until that engine request of it is held. @returns undefined if none was held */
async function heldAt(which: number | '/mutate', request: object, deadlineMs = 60_000) {
  const holding = proxy.hold(which);
  const leaving = new AbortController();
  const message = toBinary(RequestSchema, create(RequestSchema, request));
  const call = client.send('Query', message, deadlineMs, leaving.signal);
  const held = await Promise.race([holding, call.then(() => undefined)]);
  return held && { held, call, leaving };
}

interface Node {
  readonly petOf?: unknown;
  readonly 'graph.type': string[];
}

const QUERY = { query: '{ q(func: has(name)) { name } }' };

it('ends a query at the engine when its client cancels the call', async () => {
  const { held, call, leaving } = (await heldAt(1, QUERY))!;
  leaving.abort();
  await expect(call).rejects.toMatchObject({ code: status.CANCELLED });
  await held.left;
  expect(proxy.paths.filter((path) => path === '/query')).toHaveLength(1);
});

it('ends a query at the engine when its deadline passes', async () => {
  const { held, call } = (await heldAt(1, QUERY, 3_000))!;
  await expect(call).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
  await held.left;
});

const small = (name: string) => `_:x <name> "${name}" .\n_:x <dgraph.type> "Dog" .\n<${owner}> <hasPet> _:x .`;
/** Above the size from which document processes read mutations. */
const large = (name: string) => `${small(name)}\n_:z <note> "${'x'.repeat(300_000)}" .`;

it.each([
  ['a write', small],
  ['a large write', large],
] as const)('makes %s whole or not at all, at whichever request its client cancels it', async (what, text) => {
  const outcomeOf = async (which: number | '/mutate'): Promise<{ written: number; ended: boolean } | undefined> => {
    const name = `${what} ${which}`;
    const running = await heldAt(which, { commitNow: true, mutations: [{ setNquads: bytes(text(name)) }] });
    if (!running) return undefined;
    const { held, call, leaving } = running;
    leaving.abort();
    await expect(call).rejects.toMatchObject({ code: status.CANCELLED });
    // Requests that others wait for too, and those that write, do not end with the call.
    const ended = await Promise.race([held.left.then(() => true), delay(2_000, false)]);
    held.release();
    await held.left;
    const query = `{ q(func: eq(name, "${name}")) { name petOf { uid } graph.type } }`;
    const read = async () => jsonOf(await client.query({ query })).q as Node[];
    // A write that was sent may still be under way.
    if (held.path.startsWith('/mutate')) await until(async () => (await read()).length > 0);
    const q = await read();
    for (const node of q) {
      expect(node.petOf).toHaveLength(1);
      expect(node['graph.type'].sort()).toEqual(['Animal', 'Dog', 'Mammal']);
    }
    return { written: q.length, ended };
  };
  const outcomes = [];
  // Some writes check first which ontology is in force: their requests are one more.
  for (let number = 1; ; number++) {
    const outcome = await outcomeOf(number);
    if (!outcome) break;
    outcomes.push(outcome);
  }
  // A read ends with the call, and nothing is written; the request that writes goes on.
  expect(outcomes).toContainEqual({ written: 0, ended: true });
  expect(await outcomeOf('/mutate')).toEqual({ written: 1, ended: false });
});
