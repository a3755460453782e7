/** WebSocket and the like: the bytes of both sides, untouched. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { connectEngine } from '../../../src/dgraph';
import { exchangeBytes, freePort, gateway, rawServer, until, type TestServer } from './servers';

const REQUEST =
  'GET /graphql HTTP/1.1\r\nHost: gateway\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Key: a2V5\r\nSec-WebSocket-Protocol: graphql-ws\r\n\r\n';

describe('a change of protocol', () => {
  let engine: TestServer | undefined;
  let front: TestServer | undefined;
  afterEach(async () => {
    await front?.close();
    await engine?.close();
    engine = front = undefined;
  });

  it('reaches the engine as it was asked, and ties the two connections', async () => {
    let asked = '';
    engine = await rawServer((socket, request) => {
      asked = request;
      const key = /Sec-WebSocket-Key: (.*)\r/.exec(request)![1]!;
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
      const early = request.slice(request.indexOf('\r\n\r\n') + 4);
      if (early !== '') socket.write(`<${early}>`);
      socket.on('data', (chunk) => socket.write(`<${chunk.toString()}>`));
    });
    front = await gateway(connectEngine({ urls: [engine.url], kind: 'cluster' }));
    let text = '';
    const client = connect(front.port, '127.0.0.1', () => client.write(`${REQUEST}early`));
    client.on('data', (chunk) => (text += chunk.toString()));
    await until(() => text.includes('<early>'));
    client.write('late');
    await until(() => text.endsWith('<early><late>'));
    expect(text).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(asked).toMatch(
      /^GET \/graphql HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n/,
    );
    expect(asked).toContain('Sec-WebSocket-Protocol: graphql-ws');
    client.destroy();
    await until(() => engine!.open.size === 0);
  });

  it('may be refused: the client reads why', async () => {
    engine = await rawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno'));
    front = await gateway(connectEngine({ urls: [engine.url], kind: 'cluster' }));
    expect(await exchangeBytes(front.port, REQUEST)).toBe('HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno');
  });

  it('ends for the client when the engine is gone', async () => {
    engine = await rawServer((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    front = await gateway(connectEngine({ urls: [engine.url], kind: 'cluster' }));
    expect(await exchangeBytes(front.port, REQUEST)).toContain('101');
  });

  it('leaves the answer to the caller where there is no engine', async () => {
    front = await gateway(connectEngine({ urls: [`http://127.0.0.1:${await freePort()}`], kind: 'cluster' }));
    expect(await exchangeBytes(front.port, REQUEST)).toMatch(
      /^HTTP\/1\.1 503 [^]* does not answer: connection refused$/,
    );
  });
});
