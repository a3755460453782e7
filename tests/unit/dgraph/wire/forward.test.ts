/** Forwarding, client to engine and back, byte for byte. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { connectEngine, type Engine } from '../../../../src/dgraph';
import {
  exchangeBytes,
  freePort,
  gateway,
  httpServer,
  rawServer,
  type TestServer,
} from '../../../support/dgraph/servers';
import { until } from '../../../support/until';

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function behind(
  server: TestServer,
  options: Partial<Parameters<typeof connectEngine>[0]> = {},
): Promise<TestServer> {
  const engine = connectEngine({ urls: [server.url], kind: 'cluster', ...options });
  const front = await gateway(engine);
  ended.push(
    () => server.close(),
    () => engine.close(),
    () => front.close(),
  );
  return front;
}

/** Waits until a count stops growing. */
async function settled(count: () => number): Promise<void> {
  for (let before = -1; before !== count();) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Request as an engine received it. */
interface Recorded {
  head: string;
  body: Buffer;
}

/** Starts an engine that answers every request with `OK` and records it. */
async function recorder(): Promise<{ server: TestServer; requests: Recorded[] }> {
  const requests: Recorded[] = [];
  const server = await httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const lines: string[] = [`${request.method} ${request.url}`];
      for (let i = 0; i < request.rawHeaders.length; i += 2) {
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
      }
      requests.push({ head: lines.join('\n'), body: Buffer.concat(chunks) });
      response.end('OK');
    });
  });
  return { server, requests };
}

describe('a request', () => {
  it('arrives with its path, its headers and its body, byte for byte', async () => {
    const { server, requests } = await recorder();
    const front = await behind(server);
    await exchangeBytes(
      front.port,
      'POST /query?ro=true&x=%20 HTTP/1.1\r\nHost: gateway\r\nX-One: \xe9\r\nConnection: close\r\n' +
        'Content-Length: 4\r\nUser-Agent: u\r\n\r\n\0\xff\r\n',
    );
    expect(requests[0]!.head).toBe(
      `POST /query?ro=true&x=%20\nHost: 127.0.0.1:${server.port}\nConnection: close\nx-one: ` +
        '\xe9\nuser-agent: u\nContent-Length: 4',
    );
    expect(requests[0]!.body.toString('latin1')).toBe('\0\xff\r\n');
  });

  it('without a body is sent without framing headers', async () => {
    const { server, requests } = await recorder();
    const front = await behind(server);
    for (const method of ['GET', 'OPTIONS', 'POST']) await fetch(front.url, { method });
    expect(requests.map(({ head }) => head.split('\n')[0])).toEqual(['GET /', 'OPTIONS /', 'POST /']);
    expect(requests[0]!.head).not.toMatch(/Content-Length|Transfer-Encoding/);
    expect(requests[2]!.head).toContain('Content-Length: 0');
  });
});

describe('an answer', () => {
  const answering = (bytes: string): Promise<TestServer> => rawServer((socket) => socket.end(bytes, 'latin1'));

  it('arrives with its status, its headers and its body', async () => {
    const server = await answering(
      'HTTP/1.1 418 I am a \xe9\r\nX-A: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nConnection: close\r\nDate: ' +
        'then\r\nContent-Length: 4\r\n\r\n\0\xff\r\n',
    );
    const front = await behind(server);
    expect(await exchangeBytes(front.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toBe(
      'HTTP/1.1 418 I am a \xe9\r\nX-A: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nDate: then\r\nContent-Length: ' +
        '4\r\nConnection: close\r\n\r\n\0\xff\r\n',
    );
  });

  it('replaces headers that are already set, and keeps the others', async () => {
    const server = await answering('HTTP/1.1 200 OK\r\nX-A: engine\r\nx-a: twice\r\nContent-Length: 0\r\n\r\n');
    const engine = connectEngine({ urls: [server.url], kind: 'cluster' });
    const front = await httpServer((request, response) => {
      response.setHeader('X-A', 'gateway').setHeader('X-Request-Id', '7');
      void engine.forward({ method: 'GET', path: request.url! }, response);
    });
    ended.push(
      () => server.close(),
      () => engine.close(),
      () => front.close(),
    );
    const { headers } = await fetch(front.url);
    expect([headers.get('x-a'), headers.get('x-request-id')]).toEqual(['engine, twice', '7']);
  });

  it.each([
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'],
    ['up to the end of the connection', '\r\nabcde'],
  ])('%s arrives complete', async (_, rest) => {
    const server = await answering(`HTTP/1.1 200 OK\r\nContent-Type: x/y\r\n${rest}`);
    const front = await behind(server);
    const response = await fetch(front.url);
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['x/y', 'abcde']);
  });

  it.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 200],
    ['GET', 'HTTP/1.1 304 Not Modified\r\n\r\n', 304],
    ['POST', 'HTTP/1.1 204 No Content\r\n\r\n', 204],
  ])('to %s may have no body: %j', async (method, bytes, status) => {
    const front = await behind(await answering(bytes));
    const response = await fetch(front.url, { method });
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  it('stays compressed by gzip', async () => {
    const packed = gzipSync('{"data":1}');
    const server = await httpServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
    });
    const front = await behind(server);
    const response = await fetch(front.url);
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['gzip', '{"data":1}']);
  });

  it('may come before the end of the request', async () => {
    const server = await rawServer((socket) => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\nKeep-Alive: timeout=60\r\nContent-Length: 2\r\n\r\nno');
    });
    const front = await behind(server, { kind: 'embedded' });
    const body = Buffer.alloc(64 * 2 ** 20);
    // The remainder of the body would precede the next request, so its connection is not reused.
    for (const count of [1, 2]) {
      const { status } = await fetch(front.url, { method: 'POST', body });
      expect([status, server.accepted()]).toEqual([413, count]);
    }
  });

  it('is read no faster than the client reads it', async () => {
    const total = 256 * 2 ** 20;
    let sent = 0;
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${total}\r\n\r\n`);
      const chunk = Buffer.alloc(2 ** 20, 'x');
      const feed = (): void => {
        while (sent < total) {
          sent += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', feed);
        }
      };
      feed();
    });
    const front = await behind(server);
    const response = await new Promise<IncomingMessage>((resolve) => httpRequest(front.url, resolve).end());
    await settled(() => sent);
    expect(sent).toBeLessThan(total / 2);
    let received = 0;
    for await (const chunk of response) received += (chunk as Buffer).length;
    expect(received).toBe(total);
  });
});

describe('when one side leaves', () => {
  it('the engine notices a client that leaves before the answer', async () => {
    const server = await rawServer(() => {});
    const front = await behind(server);
    const request = httpRequest(front.url).on('error', () => {});
    request.end();
    await until(() => server.open.size === 1);
    request.destroy();
    await until(() => server.open.size === 0);
  });

  it('the engine notices a client that leaves during the answer', async () => {
    const server = await rawServer((socket, request) => {
      if (request.startsWith('GET')) socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
    });
    const front = await behind(server);
    const request = httpRequest(front.url).on('error', () => {});
    await new Promise((resolve) => request.on('response', resolve).end());
    request.destroy();
    await until(() => server.open.size === 0);
  });

  it.each([
    ['a length', 'Content-Length: 10\r\n\r\nabc'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])('the client never takes a truncated answer with %s for a complete one', async (_, rest) => {
    const warnings: string[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (message: string) => void warnings.push(message) };
    const server = await rawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    const front = await behind(server, { logger });
    const text = await exchangeBytes(front.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(text).toContain('200 OK');
    expect(text).not.toContain('0\r\n\r\n');
    expect(warnings).toEqual(['the engine broke off an answer']);
    await expect(fetch(front.url).then((response) => response.text())).rejects.toThrow();
  });

  it('the client never receives bytes after a broken chunk', async () => {
    const server = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nnonsense\r\n'),
    );
    const front = await behind(server);
    await expect(fetch(front.url).then((response) => response.text())).rejects.toThrow();
    expect(await exchangeBytes(front.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).not.toMatch(/nonsense|0\r\n\r\n/);
  });

  it.each([
    ['closes at once', ''],
    ['resets the connection', 'reset'],
    ['ends within its head', 'HTTP/1.1 200 OK\r\nContent-'],
    ['answers something else', '\x15\x03\x01\0\x02\x02\x16'],
    ['sends a huge head', `HTTP/1.1 200 OK\r\n${'X-Filler: 0123456789\r\n'.repeat(5000)}\r\n`],
  ])('a read gets a 503, and a write OutcomeUnknown, from an engine that %s', async (_, bytes) => {
    const server = await rawServer((socket) => {
      if (bytes === 'reset') socket.resetAndDestroy();
      else socket.end(bytes, 'latin1');
    });
    const front = await behind(server);
    const response = await fetch(`${front.url}/query`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(503);
    expect(await response.text()).toMatch(
      /^the engine at http:\/\/127\.0\.0\.1:\d+ does not answer: (it|its answer|the connection) /,
    );
    const change = await fetch(`${front.url}/mutate`, { method: 'POST', body: 'x' });
    expect([change.status, await change.text()]).toEqual([504, expect.stringContaining('may have carried out')]);
  });
});

describe('several alphas', () => {
  async function cluster(...servers: (TestServer | number)[]): Promise<{ engine: Engine; front: TestServer }> {
    const urls = servers.map((server) => (typeof server === 'number' ? `http://127.0.0.1:${server}` : server.url));
    const engine = connectEngine({ urls, kind: 'cluster', connectTimeoutMs: 300 });
    const front = await gateway(engine);
    for (const server of servers) if (typeof server !== 'number') ended.push(() => server.close());
    ended.push(
      () => engine.close(),
      () => front.close(),
    );
    return { engine, front };
  }
  const named = (name: string): Promise<TestServer> =>
    httpServer((request, response) => {
      request.resume().on('end', () => response.end(name));
    });

  it('are used in turn', async () => {
    const { front } = await cluster(await named('a'), await named('b'), await named('c'));
    const answers: string[] = [];
    for (let i = 0; i < 6; i++) answers.push(await (await fetch(front.url)).text());
    expect(answers.join('')).toMatch(/^(abcabc|bcabca|cabcab)$/);
  });

  it('replace each other, also for a body that can be sent only once', async () => {
    const { front } = await cluster(await freePort(), await named('b'));
    for (let i = 0; i < 4; i++) {
      const response = await fetch(front.url, { method: 'POST', body: 'once' });
      expect([response.status, await response.text()]).toEqual([200, 'b']);
    }
  });

  it('are unreachable if all of them are', async () => {
    const { front, engine } = await cluster(await freePort(), await freePort());
    const response = await fetch(front.url);
    expect(response.status).toBe(503);
    expect(await response.text()).toBe(`the engine at ${engine.url} does not answer: connection refused`);
  });
});

describe('connections', () => {
  it('are reused for the time that the engine states, and only for the embedded engine', async () => {
    const server = await httpServer((_, response) => response.end('OK'));
    const embedded = await gateway(connectEngine({ urls: [server.url], kind: 'embedded' }));
    const cluster = await gateway(connectEngine({ urls: [server.url], kind: 'cluster' }));
    ended.push(
      () => server.close(),
      () => embedded.close(),
      () => cluster.close(),
    );
    for (let i = 0; i < 5; i++) await (await fetch(embedded.url)).text();
    expect(server.accepted()).toBe(1);
    for (let i = 0; i < 5; i++) await (await fetch(cluster.url)).text();
    // Further ones are opened ahead.
    expect(server.accepted()).toBeGreaterThanOrEqual(6);
  });

  it('that the engine has closed are replaced for a read', async () => {
    let requests = 0;
    const server = await rawServer((socket) => {
      const answer = (): void => {
        requests++;
        // The server closes at the second request of a connection.
        socket.write('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=60\r\nContent-Length: 2\r\n\r\nOK');
        socket.once('data', () => socket.destroy());
      };
      answer();
    });
    const front = await behind(server, { kind: 'embedded' });
    for (let i = 0; i < 3; i++) expect(await (await fetch(front.url)).text()).toBe('OK');
    expect(requests).toBe(3);
    expect((await fetch(front.url, { method: 'POST', body: 'write' })).status).toBe(504);
  });

  it('with unexpected bytes are dropped', async () => {
    const server = await rawServer((socket) => {
      const answer = 'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=60\r\nContent-Length: 2\r\n\r\nOK';
      socket.write(answer);
      setTimeout(() => socket.write(answer.replace('OK\r\n', 'Smuggled\r\n')), 20);
    });
    const front = await behind(server, { kind: 'embedded' });
    expect(await (await fetch(front.url)).text()).toBe('OK');
    await until(() => server.open.size === 0);
    const again = await fetch(front.url);
    expect([again.statusText, server.accepted()]).toEqual(['OK', 2]);
  });
});
