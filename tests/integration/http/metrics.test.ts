/** Telemetry of requests: GET /metrics and its readers, traces, the log of slow requests. */
import { Keyring } from '../../../src/http';
import { silent } from '../../../src/util/log';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/http/gateway';
import { until } from '../../support/until';
import { digestOf } from '../../../src/http/auth/keys';

let gateway: TestGateway;
const start = async (options: TestGatewayOptions = {}): Promise<void> => {
  gateway = await startTestGateway(options);
};
afterEach(() => gateway.close());

const KEY = `owk_${'a'.repeat(43)}`;
const from = (address: string, key?: string) => ({
  headers: { 'X-Forwarded-For': address, ...(key !== undefined && { Authorization: `Bearer ${key}` }) },
});
const status = async (address: string, key?: string): Promise<number> =>
  (await gateway.ask('/metrics', from(address, key))).status;

it('needs no key from OWLGATE_METRICS', async () => {
  const keyring = await Keyring.open(`boss:admin:${digestOf(KEY).toString('hex')}`, silent);
  await start({ scrapers: ['10.1.0.0/16'], whitelist: ['10.2.0.0/16'], trustedProxies: ['127.0.0.1'], keyring });
  expect(await status('10.1.2.3')).toBe(200);
  expect(await status('10.2.2.3', KEY)).toBe(200);
  expect(await status('10.2.2.3')).toBe(401);
  // Administering takes a key and an address.
  expect(await status('10.3.2.3', KEY)).not.toBe(200);
});

it('counts requests by route, and no path', async () => {
  await start();
  await gateway.ask('/import/4711?secret=1');
  await gateway.ask('/debug/vars4711');
  const dql = { 'Content-Type': 'application/dql' };
  await gateway.ask('/query', { method: 'POST', headers: dql, body: '{ q(func: uid(4711)) { uid } }' });
  const { text, headers } = await gateway.ask('/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toMatch(/^owlgate_http_requests_total\{route="\/import\/:id",method="GET",status="\d+"\} 1$/m);
  expect(text).toMatch(/^owlgate_http_requests_total\{route="\/debug\/\*",method="GET",status="200"\} 1$/m);
  expect(text).toMatch(/^owlgate_engine_requests_total\{path="\/query",outcome="answered"\} 1$/m);
  expect(text).not.toMatch(/4711|secret/);
});

it('answers while the engine hangs', async () => {
  await start();
  gateway.upstream.answer(() => undefined);
  expect((await gateway.ask('/metrics')).status).toBe(200);
});

it('passes the trace of a request on to the engine', async () => {
  const ended: string[] = [];
  const start = (kind: string, name: string, parent?: string) => ({
    traceparent: `${kind} of ${parent}`,
    end: ({ route }: Readonly<Record<string, string | number>>) => void ended.push(`${kind} ${name} ${route}`),
  });
  gateway = await startTestGateway({ tracing: { start } });
  const headers = { 'Content-Type': 'application/dql', traceparent: 'client' };
  await gateway.ask('/query', { method: 'POST', headers, body: '{ q(func: uid(1)) { uid } }' });
  expect(gateway.upstream.requests.at(-1)!.headers['traceparent']).toBe('client of server of client');
  await until(() => ended.length === 2);
  expect(ended.sort()).toEqual(['client POST cluster', 'server POST /query']);
});

it('logs slow requests, and no others if OWLGATE_ACCESS_LOG is off', async () => {
  await start({ logsAccess: false, slowRequests: { thresholdMs: 0, withText: false } });
  const headers = { 'Content-Type': 'application/dql' };
  await gateway.ask('/query?secret=1', { method: 'POST', headers, body: '{ q(func: eq(a, "secret")) { uid } }' });
  const line = () => gateway.log.find(({ message }) => message === 'slow request');
  await until(() => line() !== undefined);
  expect(line()!.fields).toMatchObject({ route: '/query', status: 200, engineRequests: 1, bodyBytes: 36 });
  expect(JSON.stringify(gateway.log)).not.toContain('secret');
  expect(gateway.log.filter(({ message }) => message === 'request')).toEqual([]);
});
