/** GET /export as a stream: one snapshot, at the pace of its reader, and never complete in appearance after a failure. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startCuttingProxy, type CuttingProxy } from '../../support/engines/cutting-proxy';
import { startGatewayOver } from '../../support/engines/gateway';
import { alter, ask, json } from '../../support/engines/wire';
import { until } from '../../support/until';

/** Nodes with values of one kilobyte: more than all buffers between engine and reader hold. */
const NODES = 12_000;
const TEXT = 'x'.repeat(1_000);
const PATH = '/export?format=ntriples';

async function open(url: string): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url + PATH, resolve)
      .on('error', reject)
      .end();
  });
  return response.pause();
}

forEachEngine((engine) => {
  let proxy: CuttingProxy;
  let gateway: Gateway;
  /** Queries that describe nodes, so far. */
  let pages = 0;
  let aborts = 0;
  const isPage = (path: string, body: string): boolean => path.startsWith('/query') && body.includes('f0:');

  beforeAll(async () => {
    await engine.reset();
    await ask(engine.url, alter('text: string .'));
    for (let from = 0; from < NODES; from += 4_000) {
      const nodes = Array.from({ length: 4_000 }, (_, i) => ({ text: `${from + i} ${TEXT}` }));
      await ask(engine.url, json({ set: nodes }));
    }
    proxy = await startCuttingProxy(engine.url);
    gateway = await startGatewayOver(proxy);
  });
  beforeEach(() => {
    pages = 0;
    aborts = 0;
    proxy.plan((path, body) => {
      if (isPage(path, body)) pages++;
      if (path.startsWith('/commit') && path.includes('abort=true')) aborts++;
      return undefined;
    });
  });
  afterAll(async () => {
    await gateway.close();
    await proxy.close();
  });

  it('reads as fast as its reader, and sees nothing of later writes', async () => {
    const response = await open(gateway.url);
    await until(() => pages >= 2);
    await ask(engine.url, json({ set: [{ text: 'written later' }] }));
    const before = await settled(() => pages);
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part as string;
    const lines = text.split('\n').slice(0, -1);
    expect(before).toBeLessThan(pages);
    expect(new Set(lines).size).toBe(NODES);
    expect(text).not.toContain('written later');
    expect(response.trailers['x-owlgate-statements']).toBe(String(NODES));
    expect(await settled(() => aborts)).toBe(1);
  });

  it('stops reading when its reader leaves', async () => {
    const response = await open(gateway.url);
    await until(() => pages >= 2);
    response.destroy();
    await until(() => aborts > 0);
    const after = pages;
    expect(await settled(() => pages)).toBe(after);
  });

  it('ends the connection if the engine fails', async () => {
    proxy.plan((path, body) => (isPage(path, body) && ++pages > 3 ? 'before' : undefined));
    const response = await open(gateway.url);
    let text = '';
    response
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .resume();
    const [error] = (await once(response, 'error')) as [Error & { code?: string }];
    expect(error.code).toBe('ECONNRESET');
    expect([response.statusCode, response.complete]).toEqual([200, false]);
    expect(text.split('\n').length).toBeGreaterThan(100);
  });

  it('refuses if the engine fails before the first part', async () => {
    proxy.plan((path, body) => (isPage(path, body) ? 'before' : undefined));
    const response = await fetch(gateway.url + PATH);
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
    expect([response.status, errors[0]!.extensions.code]).toEqual([503, 'EngineUnreachable']);
  });
});

/** Waits until a count does not change any more. */
async function settled(count: () => number): Promise<number> {
  for (let last = -1; ;) {
    if (count() === last) return last;
    last = count();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
