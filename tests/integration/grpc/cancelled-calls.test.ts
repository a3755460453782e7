/** Calls that end early, by their client or by their deadline: the engine's work ends too, and no write is half made. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { toBinary, create } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import type { Gateway } from '../../../src/app';
import { RequestSchema } from '../../../src/grpc/protocol/dgraph_pb';
import { startOnPort } from '../../support/embedded/on-port';
import { startGatewayOver } from '../../support/engines/gateway';
import { startHoldingProxy, type HoldingProxy } from '../../support/engines/holding-proxy';
import { bytes, GrpcClient, jsonOf } from '../../support/grpc';
import { ask } from '../../support/http/client';

const animals = fs.readFileSync(path.join(__dirname, '../../../ontologies/animals.ttl'), 'utf8');
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-cancelled-'));
let engine: Awaited<ReturnType<typeof startOnPort>>;
let proxy: HoldingProxy;
let gateway: Gateway;
let client: GrpcClient;

beforeAll(async () => {
  engine = await startOnPort({ directory });
  proxy = await startHoldingProxy(engine.url);
  // Polls of the registry would be counted as requests of the calls.
  gateway = await startGatewayOver(proxy, { GRPC_PORT: '0', DGRAPH_GRPC: 'off', OWLGATE_POLL_MS: '600000' });
  client = new GrpcClient(`127.0.0.1:${gateway.grpcPort}`);
  const headers = { 'Content-Type': 'text/turtle' };
  expect((await ask(gateway.url, '/ontology', { method: 'POST', headers, body: animals })).status).toBe(200);
});
afterAll(async () => {
  client.close();
  await gateway.close(0);
  await proxy.close();
  await engine.close();
  fs.rmSync(directory, { recursive: true });
});

type Ending = 'client' | 'deadline';

/** Sends a request whose engine request of that number is held, and ends the call then. @returns false if none was held */
async function endedWhileHeld(number: number, ending: Ending, request: object, releases: boolean): Promise<boolean> {
  const holding = proxy.hold(number);
  const leaving = new AbortController();
  const message = toBinary(RequestSchema, create(RequestSchema, request));
  const call = client.send('Query', message, ending === 'deadline' ? 400 : 30_000, leaving.signal);
  const held = await Promise.race([holding, call.then(() => undefined)]);
  if (!held) return false;
  if (ending === 'client') leaving.abort();
  const code = ending === 'client' ? status.CANCELLED : status.DEADLINE_EXCEEDED;
  await expect(call).rejects.toMatchObject({ code });
  // Once its statements are sent, a write is completed; before that, the engine's work ends with the call.
  if (releases || held.path.startsWith('/mutate') || held.path.startsWith('/commit')) held.release();
  await held.left;
  return true;
}

it.each<Ending>(['client', 'deadline'])('ends a query at the engine when the %s ends the call', async (ending) => {
  await endedWhileHeld(1, ending, { query: '{ q(func: has(name)) { name } }' }, false);
  expect(proxy.paths).toHaveLength(1);
});

const small = (name: string) => `_:x <name> "${name}" .\n_:x <dgraph.type> "Dog" .\n_:y <hasPet> _:x .`;
/** Above the size from which document processes read mutations. */
const large = (name: string) => `${small(name)}\n_:z <note> "${'x'.repeat(300_000)}" .`;

it.each([
  ['a write', 'client', small],
  ['a write', 'deadline', small],
  ['a large write', 'client', large],
] as const)('makes %s whole or not at all, at whichever request the %s ends it', async (_what, ending, text) => {
  const outcomes: number[] = [];
  let number = 1;
  for (;;) {
    const name = `${ending} ${text.name} ${number}`;
    const request = { commitNow: true, mutations: [{ setNquads: bytes(text(name)) }] };
    if (!(await endedWhileHeld(number, ending, request, false))) break;
    void proxy.hold(undefined);
    const query = `{ q(func: eq(name, "${name}")) { name petOf { uid } graph.type } }`;
    // A write that was sent may still be under way.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { q } = jsonOf(await client.query({ query })) as { q: { petOf?: unknown; 'graph.type': string[] }[] };
    outcomes.push(q.length);
    for (const node of q) {
      expect(node.petOf).toHaveLength(1);
      expect(node['graph.type'].sort()).toEqual(['Animal', 'Dog', 'Mammal']);
    }
    number++;
  }
  // At least one request reads, and the last one writes.
  expect(outcomes.length).toBeGreaterThan(1);
  expect(outcomes[0]).toBe(0);
  expect(outcomes.at(-1)).toBe(1);
});
