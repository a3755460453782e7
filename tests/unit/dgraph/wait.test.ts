/** Waits for an engine that starts, and for servers that are none. */
import { connectEngine, waitForEngine, type Engine } from '../../../src/dgraph';
import { freePort, httpServer, rawServer, type TestServer } from '../../support/dgraph/servers';

const quick = { timeoutMs: 400, pollMs: 20, progressMs: 100 };
const engines: Engine[] = [];

function connect(url: string): Engine {
  const engine = connectEngine({ urls: [url], kind: 'cluster' });
  engines.push(engine);
  return engine;
}

// What an engine does of itself would go on after the test.
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

describe('waitForEngine', () => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it('ends when the engine is healthy, whatever it answered before', async () => {
    const answers: [number, string][] = [
      [503, 'Please retry again, server is not ready to accept requests'],
      [200, '{"errors":[{"message":"No health information available."}]}'],
      [502, '<html>'],
      [200, '[{"status":"unhealthy"}]'],
      [200, '[{"status":"healthy","version":"v25.4.0"}]'],
    ];
    server = await httpServer((request, response) => {
      expect(request.url).toBe('/health');
      const [status, body] = answers.shift()!;
      response.writeHead(status).end(body);
    });
    const patient = { ...quick, timeoutMs: 30_000 };
    expect(await waitForEngine(connect(server.url), patient)).toEqual({ status: 'healthy', version: 'v25.4.0' });
    expect(answers).toEqual([]);
  });

  it('ends at its time limit, logs progress, and gives the reason', async () => {
    const lines: unknown[] = [];
    const logger = { debug() {}, warn() {}, error() {}, info: (...line: unknown[]) => void lines.push(line) };
    const url = `http://127.0.0.1:${await freePort()}`;
    const started = Date.now();
    await expect(waitForEngine(connect(url), { ...quick, logger })).rejects.toMatchObject({
      code: 'EngineUnreachable',
      message: expect.stringMatching(/^the engine at http:\S+ does not answer: connection refused \(waited \d+ s\)$/),
    });
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(lines.length).toBeGreaterThanOrEqual(1);
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(lines[0]).toEqual(['waiting for the engine', { url, waited: '0 s of 0 s', reason: 'connection refused' }]);
  });

  it.each([
    ['a web site', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<html>'],
    ['a page that is not there', 'HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n404 page not found'],
    ['Dgraph Zero', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'],
    ['a gRPC port', '\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0d'],
    ['a list of something', 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n[1,"a"]'],
    ['an object', 'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"status":"UP"}'],
    ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n'],
    ['a demand for credentials', 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'],
  ])('ends at once at %s', async (_, bytes) => {
    server = await rawServer((socket) => socket.end(bytes, 'latin1'));
    const started = Date.now();
    await expect(waitForEngine(connect(server.url), { timeoutMs: 30_000 })).rejects.toMatchObject({
      code: 'EngineUnreachable',
      details: { notDgraph: true },
      message: expect.stringContaining('the server there is not the HTTP address of a Dgraph alpha'),
    });
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it('ends at its signal', async () => {
    const controller = new AbortController();
    server = await rawServer(() => {});
    const waiting = waitForEngine(connect(server.url), { timeoutMs: 30_000, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(waiting).rejects.toThrow('enough');
  });
});
