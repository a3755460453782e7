/**
 * A key that is revoked, or that may do less, ends what it has under way, of every kind; other keys' requests go on.
 */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Keyring } from '../../../src/http/auth/keyring';
import { digestOf, makeKey, printLine } from '../../../src/http/auth/keys';
import type { Role } from '../../../src/http/auth/roles';
import type { MaterializationStatus } from '../../../src/materialize';
import { silent } from '../../../src/util/log';
import { socketUrl } from '../../support/engines/subscriber';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { until } from '../../support/until';

const KEYS = { ann: makeKey(), bob: makeKey() };
type Name = keyof typeof KEYS;
const NEVER = new Promise<never>(() => undefined);

let folder: string;
let file: string;
let keyring: Keyring;
let gateway: TestGateway;

/** At one stroke, as `owlgate keys` writes it. */
function write(roles: Partial<Record<Name, Role>>): void {
  const lines = Object.entries(roles).map(([name, role]) =>
    printLine({ name, role, digest: digestOf(KEYS[name as Name]) }),
  );
  writeFileSync(`${file}.new`, lines.join('\n'));
  renameSync(`${file}.new`, file);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'owlgate-revocation-'));
  file = join(folder, 'keys');
  write({ ann: 'admin', bob: 'admin' });
  keyring = await Keyring.open(file, silent);
  gateway = await startTestGateway({ keyring });
});
afterEach(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

interface Open {
  /** The connection is gone. */
  isEnded: boolean;
  close(): void;
}

interface Kind {
  readonly name: string;
  readonly needs: Role;
  /** Opens a request of a key, and returns once the gateway is at it. */
  readonly open: (name: Name) => Promise<Open>;
}

const bearer = (name: Name) => ({ Authorization: `Bearer ${KEYS[name]}` });

function begin(
  name: Name,
  method: string,
  path: string,
  headers: http.OutgoingHttpHeaders,
  body?: string,
  declared?: number,
) {
  const length = declared === undefined ? {} : { 'Content-Length': declared };
  const request = http.request(gateway.url + path, {
    method,
    agent: false,
    headers: { ...bearer(name), ...headers, ...length },
  });
  const open: Open & { hasBegun: boolean } = { isEnded: false, hasBegun: false, close: () => request.destroy() };
  request.on('error', () => undefined).on('close', () => (open.isEnded = true));
  request.on('response', (response) => {
    open.hasBegun = true;
    response.resume().on('error', () => undefined);
  });
  if (declared === undefined) request.end(body);
  else request.write(body);
  return open;
}

const DQL = { 'Content-Type': 'application/dql' };
const requestsReach = async (count: number) => until(() => gateway.upstream.requests.length >= count);

const KINDS: readonly Kind[] = [
  {
    name: 'a stream of events',
    needs: 'read',
    async open(name) {
      gateway.materializer.inForce = { version: 1 } as never;
      gateway.materializer.materializations.watch = async function* (signal): AsyncIterable<MaterializationStatus> {
        await Promise.race([NEVER, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
        yield { state: 'idle', version: 1 };
      };
      const open = begin(name, 'GET', '/ontology/materialization', { Accept: 'text/event-stream' });
      await until(() => open.hasBegun);
      return open;
    },
  },
  {
    name: 'a WebSocket',
    needs: 'read',
    async open(name) {
      const socket = new WebSocket(socketUrl(gateway.url), 'graphql-ws', { headers: bearer(name) });
      const open: Open = { isEnded: false, close: () => socket.terminate() };
      socket.on('error', () => undefined).on('close', () => (open.isEnded = true));
      await new Promise((resolve) => socket.once('open', resolve));
      return open;
    },
  },
  {
    name: 'a slow upload of a question',
    needs: 'read',
    async open(name) {
      const before = gateway.log.length;
      const open = begin(name, 'POST', '/query', { ...DQL, 'X-Request-Id': 'slow' }, '{ q(func:', 1_000);
      await gateway.ask('/health');
      await until(() => gateway.log.length > before);
      return open;
    },
  },
  {
    name: 'a slow upload of a schema',
    needs: 'admin',
    async open(name) {
      const before = gateway.log.length;
      const open = begin(name, 'POST', '/alter', {}, 'name: ', 1_000);
      await gateway.ask('/health');
      await until(() => gateway.log.length > before);
      return open;
    },
  },
  {
    name: 'a question without an answer yet',
    needs: 'read',
    async open(name) {
      gateway.upstream.answer(() => undefined);
      const before = gateway.upstream.requests.length;
      const open = begin(name, 'POST', '/query', DQL, '{ q(func: has(name)) { uid } }');
      await requestsReach(before + 1);
      return open;
    },
  },
  {
    name: 'an answer that is half there',
    needs: 'read',
    async open(name) {
      gateway.upstream.answer((_heard, response) => void response.writeHead(200).write('{"data":'));
      const open = begin(name, 'POST', '/query', DQL, '{ q(func: has(name)) { uid } }');
      await until(() => open.hasBegun);
      return open;
    },
  },
  {
    name: 'a tool of MCP',
    needs: 'validate',
    async open(name) {
      let isRunning = false;
      gateway.materializer.loads.validate = () => {
        isRunning = true;
        return NEVER;
      };
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'validate_ontology', arguments: { document: '<urn:a> a <urn:B> .', data: false } },
      };
      const accept = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
      const open = begin(name, 'POST', '/mcp', accept, JSON.stringify(call));
      await until(() => isRunning);
      return open;
    },
  },
  {
    name: 'a mutation',
    needs: 'write',
    async open(name) {
      gateway.materializer.reply = () => NEVER;
      const before = gateway.materializer.calls.length;
      const open = begin(name, 'POST', '/mutate', { 'Content-Type': 'application/rdf' }, '{ set { _:a <b> "c" . } }');
      await until(() => gateway.materializer.calls.length > before);
      return open;
    },
  },
  {
    name: 'a GraphQL mutation',
    needs: 'write',
    async open(name) {
      // The answer to OPTIONS names the headers that the engine reads.
      gateway.upstream.answer(({ method }, response) => {
        if (method === 'OPTIONS') response.end();
      });
      const mutations = () => gateway.upstream.requests.filter(({ method }) => method === 'POST').length;
      const before = mutations();
      const open = begin(
        name,
        'POST',
        '/graphql',
        { 'Content-Type': 'application/json' },
        '{"query":"mutation { a }"}',
      );
      await until(() => mutations() > before);
      return open;
    },
  },
];

describe.each(KINDS)('$name', ({ open, needs }) => {
  it('ends with its key', async () => {
    const [anns, bobs] = [await open('ann'), await open('bob')];
    expect([anns.isEnded, bobs.isEnded]).toEqual([false, false]);
    write({ bob: 'admin' });
    await until(() => anns.isEnded);
    expect(bobs.isEnded).toBe(false);
    bobs.close();
  });

  it('ends if the key’s role becomes too low, and goes on otherwise', async () => {
    const [anns, bobs] = [await open('ann'), await open('bob')];
    write({ ann: needs === 'read' ? 'write' : 'read', bob: needs });
    if (needs === 'read') await until(() => keyring.find(KEYS.ann)?.role === 'write');
    else await until(() => anns.isEnded);
    expect([anns.isEnded, bobs.isEnded]).toEqual([needs !== 'read', false]);
    anns.close();
    bobs.close();
  });

  it('goes on if the file is unreadable or has further lines', async () => {
    const anns = await open('ann');
    writeFileSync(file, 'nonsense');
    await keyring.reloadIfChanged();
    write({ ann: 'admin' });
    await until(() => keyring.size === 1);
    expect(anns.isEnded).toBe(false);
    anns.close();
  });
});

it('an answered request leaves its connection to other keys', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (name: Name) =>
    new Promise<number>((resolve, reject) => {
      http
        .get(`${gateway.url}/`, { agent, headers: bearer(name) }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode!));
        })
        .on('error', reject);
    });
  expect([await ask('ann'), await ask('bob')]).toEqual([200, 200]);
  write({ bob: 'admin' });
  await until(() => keyring.size === 1);
  expect([await ask('bob'), await ask('ann')]).toEqual([200, 401]);
  agent.destroy();
});
