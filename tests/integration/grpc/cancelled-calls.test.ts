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
import { machineTime } from '../../support/machine-time';
import { until } from '../../support/until';

/** Waits have limits of their own, in the machine's time. */
jest.setTimeout(3_600_000);

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
  gateway = await startGatewayOver(proxy, {
    GRPC_PORT: '0',
    DGRAPH_GRPC: 'off',
    OWLGATE_POLL_MS: '600000',
    OWLGATE_SILENCE_MS: '600000',
  });
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
async function heldAt(which: number | '/mutate', request: object, deadlineMs = 600_000) {
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

/** Number of calls that their clients have cancelled, as the gateway has noticed. */
async function cancelledCalls(): Promise<number> {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  const series = new RegExp(`^owlgate_grpc_calls_total\\{[^}]*code="${status.CANCELLED}"[^}]*\\} (\\d+)`, 'm');
  return Number(series.exec(metrics)?.[1] ?? 0);
}

/** Answers through the gateway after which a request that writes would have been ended, if it were. */
const ROUND_TRIPS = 20;
/**
 * Times in which a read ends with its call, of the machine, tried one after the other; one that others wait for as well
 * never does.
 */
const READ_MS = [2_000, 8_000, 32_000];

/** Cancels a call whose request is held. @returns whether the request ends with the call, a read in so many ms */
async function endsWithCall(
  { held, call, leaving }: NonNullable<Awaited<ReturnType<typeof heldAt>>>,
  readMs: number,
): Promise<boolean> {
  const before = await cancelledCalls();
  leaving.abort();
  await expect(call).rejects.toMatchObject({ code: status.CANCELLED });
  await until(async () => (await cancelledCalls()) > before);
  let hasLeft = false;
  const leftAt = held.left.then(() => (hasLeft = true));
  const end = machineTime() + readMs;
  const isOpen = (trip: number) => trip < ROUND_TRIPS || (held.path.startsWith('/query') && machineTime() < end);
  for (let trip = 0; isOpen(trip) && !hasLeft; trip++) await Promise.race([leftAt, client.query(QUERY)]);
  return hasLeft;
}

it('ends a query at the engine when its client cancels the call', async () => {
  const { held, call, leaving } = (await heldAt(1, QUERY))!;
  leaving.abort();
  await expect(call).rejects.toMatchObject({ code: status.CANCELLED });
  await held.left;
  expect(proxy.paths.filter((path) => path === '/query')).toHaveLength(1);
});

it('ends a query at the engine when its deadline passes', async () => {
  // A deadline may pass before the engine is asked, and a request of that call arrive, and be held, afterwards.
  for (let deadlineMs = 250; ; deadlineMs *= 2) {
    const running = await heldAt(1, QUERY, deadlineMs).catch(() => undefined);
    if (!running) continue;
    const { held, call } = running;
    const isOfCall = await call.then(
      () => false,
      (error: unknown) => {
        expect(error).toMatchObject({ code: status.DEADLINE_EXCEEDED });
        return true;
      },
    );
    if (!isOfCall) held.release();
    await held.left;
    if (isOfCall) return;
  }
});

const small = (name: string) => `_:x <name> "${name}" .\n_:x <dgraph.type> "Dog" .\n<${owner}> <hasPet> _:x .`;
/** Above the size from which document processes read mutations. */
const large = (name: string) => `${small(name)}\n_:z <note> "${'x'.repeat(300_000)}" .`;

it.each([
  ['a write', small],
  ['a large write', large],
] as const)('makes %s whole or not at all, at whichever request its client cancels it', async (what, text) => {
  const outcomeOf = async (
    which: number | '/mutate',
    readMs = READ_MS[0]!,
  ): Promise<{ written: number; ended: boolean } | undefined> => {
    const name = `${what} ${which} ${readMs}`;
    const running = await heldAt(which, { commitNow: true, mutations: [{ setNquads: bytes(text(name)) }] });
    if (!running) return undefined;
    const { held } = running;
    // Requests that others wait for too, and those that write, do not end with the call.
    const ended = await endsWithCall(running, readMs);
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
  const isEnded = { written: 0, ended: true };
  const outcomes: { written: number; ended: boolean }[] = [];
  for (const readMs of READ_MS) {
    // Some writes check first which ontology is in force: their requests are one more.
    for (let number = 1; ; number++) {
      const outcome = await outcomeOf(number, readMs);
      if (!outcome) break;
      outcomes.push(outcome);
    }
    if (outcomes.some(({ written, ended }) => written === 0 && ended)) break;
  }
  // A read ends with the call, and nothing is written; the request that writes goes on.
  expect(outcomes).toContainEqual(isEnded);
  expect(await outcomeOf('/mutate')).toEqual({ written: 1, ended: false });
});
