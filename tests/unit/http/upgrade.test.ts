/** Upgrades in a pipeline: answers keep the order of their requests. */
import { exchangeBytes } from '../../support/http/client';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { until } from '../../support/until';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

describe.each([
  ['h2c', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'],
  ['a WebSocket in no sub-protocol', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
  [
    'a WebSocket for subscriptions',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n',
  ],
])('an upgrade in a pipeline, to %s', (_, asking) => {
  it.each([1, 2, 3])('is answered after %d requests before it, in their order', async (before) => {
    const held: (() => void)[] = [];
    gateway.upstream.answer((request, response) => {
      const send = (): void => void response.end(`[${request.url}]`);
      if (request.url === '/health') held.push(send);
      else send();
    });
    const get = (path: string, id: number, more = ''): string =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: id-${id}\r\n${more}\r\n`;
    const isSubscription = asking.includes('graphql');
    const ids = Array.from({ length: before }, (__, i) => i);
    const pipeline =
      ids.map((id) => get('/health', id)).join('') +
      get('/graphql?query=%7Ba%7D', before, asking) +
      (isSubscription ? '' : get('/probe/graphql', before + 1, 'Connection: close\r\n'));
    const answers = exchangeBytes(gateway.url, pipeline, isSubscription ? /HTTP\/1\.1 101 / : /\[\/probe\/graphql\]/);
    await until(() => held.length === before);
    for (const release of held) release();
    const text = await answers;
    const replies = [...text.matchAll(/HTTP\/1\.1 101|X-Request-Id: id-(\d)/gi)].map(([match, id]) => id ?? match);
    expect(replies).toEqual([
      ...ids.map(String),
      ...(isSubscription ? ['HTTP/1.1 101'] : [`${before}`, `${before + 1}`]),
    ]);
  });
});
