/** Several workers behind TLS: both ports ask clients for a certificate, and all workers take a renewed one into use. */
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import * as tls from 'node:tls';
import { credentials } from '@grpc/grpc-js';
import { sharesPorts } from '../../src/util/listening';
import { describeIf } from '../support/conditional';
import { clusterOfBlock } from '../support/engines/cluster';
import { dgraphVersion } from '../support/engines/dgraph';
import { bytes, GrpcClient, jsonOf } from '../support/grpc';
import { hasOpenssl, TestAuthority, type Pair } from '../support/http/certificates';
import { build, cleanUp, start } from '../support/program/program';
import { until } from '../support/until';

const LIMIT_MS = 3_600_000;
/** Connections at once: each worker gets some of them. */
const CONNECTIONS = 16;

beforeAll(build);
afterEach(cleanUp);

describeIf(sharesPorts && hasOpenssl && dgraphVersion(), 'needs Node 22.12, openssl and a dgraph program')(
  'two workers with TLS',
  () => {
    let authority: TestAuthority;
    const cluster = clusterOfBlock(1, LIMIT_MS);
    beforeAll(() => {
      authority = new TestAuthority();
    });
    afterAll(() => rmSync(authority.folder, { recursive: true }));

    it(
      'serve gRPC and HTTPS, and renew their certificate while calls run',
      async () => {
        const pairs = { first: authority.issue('first'), second: authority.issue('second') };
        const own = authority.issue('client');
        const files = {
          certificate: path.join(authority.folder, 'in-use'),
          key: path.join(authority.folder, 'in-use.key'),
        };
        const put = (pair: Pair): void => {
          copyFileSync(pair.certificate, files.certificate);
          copyFileSync(pair.key, files.key);
        };
        put(pairs.first);
        const program = start({
          DGRAPH_URL: cluster().urls.join(','),
          GRPC_PORT: '0',
          OWLGATE_WORKERS: '2',
          OWLGATE_ACCESS_LOG: 'off',
          OWLGATE_TLS_CERT: files.certificate,
          OWLGATE_TLS_KEY: files.key,
          OWLGATE_TLS_CLIENT_CA: authority.file,
        });
        const [, port = ''] = await program.printed(/owlgate serves on https:\/\/[^\s:]+:(\d+)/);
        const [, grpcPort = ''] = await program.printed(/gRPC for Dgraph clients on [^\s:]+:(\d+)/);

        const [ca, key, cert] = [authority.file, own.key, own.certificate].map((file) => readFileSync(file));
        const client = new GrpcClient(`localhost:${grpcPort}`, {}, credentials.createSsl(ca, key, cert));
        const { uids } = await client.query({
          commitNow: true,
          mutations: [{ setNquads: bytes('_:a <name> "Ada" .') }],
        });
        const read = { query: `{ q(func: uid(${uids['a']})) { name } }` };

        /** Names of the certificates that new connections get, or the reasons of their end. */
        const names = async (to: string, options: tls.ConnectionOptions): Promise<Set<string>> => {
          const name = (): Promise<string> =>
            new Promise((resolve) => {
              const socket = tls.connect({
                port: Number(to),
                host: 'localhost',
                ca,
                ALPNProtocols: ['h2'],
                ...options,
              });
              const settle = (text: string): void => {
                socket.destroy();
                resolve(text);
              };
              // A refusal of the client's certificate comes after its own part of the handshake.
              socket.once('data', () => settle(String(socket.getPeerCertificate().subject.CN)));
              socket.on('error', ({ code }: NodeJS.ErrnoException) => settle(String(code)));
              socket.once('secureConnect', () => socket.write(PREFACE));
            });
          return new Set(await Promise.all(Array.from({ length: CONNECTIONS }, name)));
        };
        const shown = async (): Promise<string> => {
          const [http, grpc] = await Promise.all([port, grpcPort].map((to) => names(to, { key, cert })));
          return [...http!, ...grpc!].join();
        };
        expect(await shown()).toBe('first,first');
        expect([...(await names(grpcPort, {}))]).toEqual(['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED']);

        let isRenewed = false;
        const calls = (async () => {
          do expect(jsonOf(await client.query(read))).toEqual({ q: [{ name: 'Ada' }] });
          while (!isRenewed);
        })();
        put(pairs.second);
        await until(async () => (await shown()) === 'second,second');
        isRenewed = true;
        await calls;
        client.close();
        expect((await program.end()).code).toBe(0);
      },
      LIMIT_MS,
    );
  },
);

/** Beginning of a client of HTTP/2, with empty settings. */
const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
