/** Probes of orchestrators, with an engine that answers, hangs, is gone, or is behind with its facts. */
import { HttpServer } from '../../../src/http';
import { silent } from '../../../src/util/log';
import { ask } from '../../support/http/client';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const status = async (path: string): Promise<number> => (await gateway.ask(path)).status;
const hang = (): void => gateway.upstream.answer(() => undefined);

it('an engine that answers: all are fine', async () => {
  expect(await Promise.all(['/livez', '/readyz', '/health', '/health?live'].map(status))).toEqual([200, 200, 200, 200]);
  expect((await gateway.ask('/readyz')).json).toMatchObject({ status: 'ready', checks: { engine: { ok: true } } });
});

describe.each([
  ['that hangs', hang],
  ['that is gone', () => gateway.upstream.close()],
])('an engine %s', (_, fail) => {
  beforeEach(async () => {
    await Promise.resolve(fail());
  });

  it.each([
    ['/livez', 200],
    ['/readyz', 503],
    ['/health', 503],
    ['/health?live', 200],
  ])('%s: %i', async (path, expected) => {
    expect(await status(path)).toBe(expected);
  });

  it('the answer says why', async () => {
    const { json } = await gateway.ask('/readyz');
    expect(json).toMatchObject({ status: 'not ready', checks: { engine: { ok: false }, disk: { ok: true } } });
    expect(json.checks.engine.reason).toMatch(/does not answer/);
    expect((await gateway.ask('/health?live')).json[0]).toMatchObject({ instance: 'owlgate', status: 'unhealthy' });
  });
});

it('a gateway that starts lives, and is not ready', async () => {
  const server = new HttpServer({ host: '127.0.0.1', port: 0, whitelist: [], logger: silent, patienceMs: 50 });
  const url = await server.listen();
  expect((await ask(url, '/livez')).status).toBe(200);
  expect((await ask(url, '/readyz')).status).toBe(503);
  await server.close(0);
});
