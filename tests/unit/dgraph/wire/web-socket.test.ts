/** WebSockets to an engine: the client's headers, the engine's refusals, and its end. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { connectEngine } from '../../../../src/dgraph';
import { freePort, rawServer } from '../../../support/dgraph/servers';

describe('openWebSocket', () => {
  it('requests the sub-protocol with the headers of the client, below the base path of the address', async () => {
    const server = createServer();
    let upgradeRequest: { url?: string | undefined; headers: IncomingHttpHeaders } | undefined;
    server.on('upgrade', (request) => (upgradeRequest = request));
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) =>
      socket.on('message', (data) => socket.send(`<${(data as Buffer).toString()}>`)),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const engine = connectEngine({ urls: [`http://me:secret@127.0.0.1:${port}/base`], kind: 'cluster' });
    const socket = await engine.openWebSocket('/graphql', 'graphql-ws', {
      authorization: 'theirs',
      'x-dgraph-accesstoken': 'token',
    });
    socket.send('hello');
    const [answer] = (await once(socket, 'message')) as [Buffer];
    expect(answer.toString()).toBe('<hello>');
    expect(upgradeRequest!.url).toBe('/base/graphql');
    expect(upgradeRequest!.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
      'x-dgraph-accesstoken': 'token',
      'sec-websocket-protocol': 'graphql-ws',
    });
    socket.terminate();
    sockets.close();
    server.close();
    await engine.close();
  });

  it('reports an engine that does not answer or refuses', async () => {
    const away = connectEngine({ urls: [`http://127.0.0.1:${await freePort()}`], kind: 'cluster' });
    await expect(away.openWebSocket('/graphql', 'graphql-ws', {})).rejects.toMatchObject({ code: 'EngineUnreachable' });
    const server = await rawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno'));
    const engine = connectEngine({ urls: [server.url], kind: 'cluster' });
    await expect(engine.openWebSocket('/graphql', 'graphql-ws', {})).rejects.toMatchObject({
      code: 'EngineUnreachable',
      message: expect.stringContaining('400'),
    });
    await engine.close();
    await server.close();
  });
});
