import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { answerHttp2Preface, isHttp2Preface } from '../../../../src/http/http2/preface';

let server: Server;
beforeAll(async () => {
  server = createServer();
  server.on('clientError', (error, socket) => (isHttp2Preface(error) ? answerHttp2Preface(socket) : socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

it('tells a gRPC client that this is the port of HTTP', async () => {
  const client = new Client(`127.0.0.1:${(server.address() as AddressInfo).port}`, credentials.createInsecure());
  const identity = (bytes: Buffer): Buffer => bytes;
  const options = { deadline: Date.now() + 20_000 };
  const failure = await new Promise<unknown>((resolve) => {
    client.makeUnaryRequest('/api.Dgraph/Query', identity, identity, Buffer.alloc(0), new Metadata(), options, resolve);
  });
  client.close();
  expect(failure).toMatchObject({ code: expect.any(Number) });
  expect(failure).not.toMatchObject({ code: status.DEADLINE_EXCEEDED });
});
