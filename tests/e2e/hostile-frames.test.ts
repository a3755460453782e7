/** Connections of HTTP/2 whose frames come in any order: none ends the program, on either port, with TLS or without. */
import { rmSync } from 'node:fs';
import * as net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as tls from 'node:tls';
import { Random } from '../fuzz/generate/random';
import { disorder } from '../fuzz/wire/http2-frames';
import { describeIf } from '../support/conditional';
import { GrpcClient, jsonOf } from '../support/grpc';
import { hasOpenssl, TestAuthority } from '../support/http/certificates';
import { build, cleanUp, start } from '../support/program/program';
import { runs } from '../support/runs';

const CONNECTIONS = runs(3_000);
const AT_ONCE = 16;
/** Time for the server to read the last bytes. */
const LAST_MS = 15;
/** The last release of Node 20 has an HTTP/2 library that such frames end (docs/security.md). */
const isMended = Number(process.versions.node.split('.')[0]) >= 22;

describeIf(isMended && hasOpenssl, 'needs Node 22 and openssl')('hostile frames', () => {
  let authority: TestAuthority;
  beforeAll(() => {
    build();
    authority = new TestAuthority();
  });
  afterAll(() => rmSync(authority.folder, { recursive: true }));
  afterEach(cleanUp);

  async function sendAll(connect: () => net.Socket, seed: string): Promise<void> {
    let next = 0;
    const one = async (): Promise<void> => {
      const random = Random.of(seed, next++);
      const socket = connect();
      socket.on('error', () => undefined).resume();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      for (const part of disorder(random, random.pick(['/api.Dgraph/Query', '/query', '/nothing']))) {
        socket.write(part);
        await delay(random.below(4));
      }
      await delay(LAST_MS);
      socket.destroy();
      await closed;
    };
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < CONNECTIONS) await one();
      }),
    );
  }

  it('on the ports of gRPC and HTTP', async () => {
    const program = start({ GRPC_PORT: '0' });
    const url = await program.url();
    const grpcPort = Number((await program.printed(/gRPC[^\n]*?127\.0\.0\.1:(\d+)/i))[1]);
    await sendAll(() => net.connect(grpcPort, '127.0.0.1'), 'grpc');
    await sendAll(() => net.connect(Number(new URL(url).port), '127.0.0.1'), 'http');
    const client = new GrpcClient(`127.0.0.1:${grpcPort}`);
    expect(jsonOf(await client.query({ query: '{ q(func: has(a)) { uid } }' }))).toEqual({ q: [] });
    client.close();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(program.child.exitCode).toBeNull();
  });

  it('on a port that chooses HTTP/2 over TLS', async () => {
    const { certificate, key } = authority.issue('localhost');
    const program = start({ OWLGATE_TLS_CERT: certificate, OWLGATE_TLS_KEY: key });
    const port = Number((await program.printed(/owlgate serves on https:\/\/[^\s:]+:(\d+)/))[1]);
    const connect = (ALPNProtocols: string[]): tls.TLSSocket =>
      tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols });
    await sendAll(() => connect(['h2']), 'tls');
    const socket = connect(['http/1.1']);
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect((await socket.setEncoding('utf8').toArray()).join('')).toMatch(/^HTTP\/1.1 200 /);
    expect(program.child.exitCode).toBeNull();
  });
});
