/**
 * Progress as server-sent events, over a materializer that tells what a test wants: events, clients that go, a gateway
 * that stops.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { EngineFailure } from '../../../src/dgraph';
import type { MaterializationStatus } from '../../../src/materialize';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { until } from '../../support/until';

const TURTLE = '@prefix owl: <http://www.w3.org/2002/07/owl#> . <http://ex.org/A> a owl:Class .';
const STREAM = { headers: { Accept: 'text/event-stream' } };
const RUNNING: MaterializationStatus = { state: 'running', version: 1, step: 1, steps: 2 };

let gateway: TestGateway;
let lastSignal: AbortSignal | undefined;
beforeEach(async () => {
  gateway = await startTestGateway();
  await gateway.materializer.loads.load({ source: TURTLE, profile: 'strict' });
  lastSignal = undefined;
});
afterEach(() => gateway.close());

/** Events for subscribers: some, and then none until they leave. */
function tell(statuses: readonly MaterializationStatus[], isOver = true): void {
  gateway.materializer.materializations.watch = async function* (signal: AbortSignal) {
    lastSignal = signal;
    yield* statuses;
    if (!isOver) await delay(60_000, undefined, { signal });
  };
}

it('the stream has progress and outcome', async () => {
  const ended: MaterializationStatus = { state: 'idle', version: 1 };
  tell([RUNNING, { ...RUNNING, step: 2 }, ended]);
  const { status, headers, text } = await gateway.ask('/ontology/materialization', STREAM);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  });
  expect(text).toBe(
    [
      'retry: 2000',
      `event: progress\ndata: ${JSON.stringify(RUNNING)}`,
      `event: progress\ndata: ${JSON.stringify({ ...RUNNING, step: 2 })}`,
      `event: done\ndata: ${JSON.stringify(ended)}`,
      '',
    ].join('\n\n'),
  );
});

it.each(['failed', 'interrupted'] as const)('a run that %s ends the stream with the reason', async (state) => {
  tell([{ state, version: 1, reason: 'why' }]);
  const { text } = await gateway.ask('/ontology/materialization', STREAM);
  expect(text).toContain(`event: ${state}\ndata: {"state":"${state}","version":1,"reason":"why"}\n\n`);
});

it('a client that leaves ends its subscription to progress', async () => {
  tell([RUNNING], false);
  const leave = new AbortController();
  const response = await fetch(`${gateway.url}/ontology/materialization`, { ...STREAM, signal: leave.signal });
  const reader = response.body!.getReader();
  await reader.read();
  expect(lastSignal!.aborted).toBe(false);
  leave.abort();
  await until(() => lastSignal!.aborted);
  expect(gateway.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});

it('a gateway that stops ends the stream', async () => {
  tell([RUNNING], false);
  const response = gateway.ask('/ontology/materialization', STREAM);
  await until(() => lastSignal !== undefined);
  await gateway.server.close(5_000);
  expect((await response).text).toContain('event: progress');
  expect(gateway.log.filter(({ message }) => message.includes('cut off'))).toEqual([]);
});

it('a refusal by the engine is an event in its words, and not logged as an error', async () => {
  gateway.materializer.materializations.watch = async function* () {
    yield RUNNING;
    await delay(1);
    throw EngineFailure.aborted();
  };
  const { text } = await gateway.ask('/ontology/materialization', STREAM);
  expect(text).toContain('event: failed\ndata: {"state":"failed","code":"EngineError","reason":"');
  expect(text).toContain('Transaction has been aborted. Please retry');
  expect(gateway.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});

it('a failure during the run is an event', async () => {
  gateway.materializer.materializations.watch = async function* () {
    yield RUNNING;
    await delay(1);
    throw new Error('of our own');
  };
  const { text } = await gateway.ask('/ontology/materialization', STREAM);
  expect(text).toContain('event: failed\ndata: {"state":"failed","code":"Internal","reason":"internal error');
  expect(gateway.log.filter(({ level }) => level === 'error')).toHaveLength(1);
});

it('the answer is JSON without the header, and with both media types', async () => {
  for (const Accept of ['*/*', 'application/json', 'application/json, text/event-stream']) {
    const { headers, json } = await gateway.ask('/ontology/materialization', { headers: { Accept } });
    expect([headers['content-type'], json.state]).toEqual(['application/json', 'idle']);
  }
});

it('a run requires an administering address', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9' };
  const { status, json } = await gateway.ask('/ontology/materialize', { method: 'POST', headers });
  expect([status, json.errors[0].extensions.code]).toEqual([403, 'ForwardedRequest']);
});
