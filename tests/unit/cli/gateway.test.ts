/** Commands and a gateway that is slow, gone, or breaks off: what they tell, and how they end. */
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { run } from '../../support/cli/run';

type Handler = (request: http.IncomingMessage & { body: string }, response: http.ServerResponse) => void;

let server: http.Server;
let handler: Handler;
let url: string;
let requests: (http.IncomingMessage & { body: string })[];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const received = Object.assign(request, { body });
      requests.push(received);
      handler(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => (requests = []));
// A request that a command has left must not reach the next test.
afterEach(async () => {
  server.closeAllConnections();
  await setImmediate();
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const ask = (args: readonly string[], options: Parameters<typeof run>[1] = {}) => run([...args, '--url', url], options);
const json =
  (body: unknown, status = 200, headers = {}): Handler =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

describe('a request', () => {
  it('carries the key, which is never printed', async () => {
    handler = json({ errors: [{ message: 'the API key is not valid here', extensions: { code: 'KeyInvalid' } }] }, 401);
    const { status, stdout, stderr } = await ask(['query', '{ q }'], { env: { SERVICE_API_KEY: 'hush' } });
    expect(requests[0]!.headers.authorization).toBe('Bearer hush');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^owlgate query: the API key is not valid here \[KeyInvalid\]\n {2}owlgate keys create/);
    expect(stderr).not.toContain('hush');
  });

  it('logs in to a cluster with access control', async () => {
    handler = (request, response) =>
      request.url === '/login'
        ? json({ data: { accessJWT: 'token' } })(request, response)
        : json({ data: { q: [] } })(request, response);
    const env = { DGRAPH_USER: 'groot', DGRAPH_PASSWORD: 'p' };
    expect((await ask(['query', '{ q }'], { env })).status).toBe(0);
    expect(JSON.parse(requests[0]!.body)).toEqual({ userid: 'groot', password: 'p', namespace: 0 });
    expect(requests[1]!.headers['x-dgraph-accesstoken']).toBe('token');
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['DGRAPH_PASSWORD needs DGRAPH_USER', { DGRAPH_PASSWORD: 'hush' }],
    ['DGRAPH_USER needs DGRAPH_PASSWORD', { DGRAPH_USER: 'groot', DGRAPH_PASSWORD: '' }],
  ])('is not sent with half a login: %s', async (message, env) => {
    const { status, stderr } = await ask(['query', '{ q }'], { env });
    expect([status, requests]).toEqual([2, []]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hush');
  });

  it('reports a login whose answer is not JSON', async () => {
    handler = (_, response) => response.end('<html>');
    const { status, stderr } = await ask(['query', '{ q }'], { env: { DGRAPH_USER: 'groot', DGRAPH_PASSWORD: 'p' } });
    expect(status).toBe(1);
    expect(stderr).toContain('is not JSON; is it a gateway?');
  });

  it('follows no redirection', async () => {
    handler = (_, response) => response.writeHead(302, { Location: 'http://elsewhere.example/' }).end();
    const { status, stderr } = await ask(['query', '{ q }']);
    expect(status).toBe(1);
    expect(stderr).toContain('status 302 (redirect to http://elsewhere.example/, not followed)');
  });

  it('passes JSON on unchanged', async () => {
    handler = (_, response) => response.end('{"data":{"q":[{"n":9223372036854775807}]}}');
    const { stdout } = await ask(['query', '--json', '{ q }']);
    expect(stdout).toBe('{"data":{"q":[{"n":9223372036854775807}]}}\n');
  });
});

describe('a failed request', () => {
  it('is reported with advice', async () => {
    const { status, stdout, stderr } = await run(['query', '{ q }', '--url', 'http://127.0.0.1:9']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'owlgate query: no answer from http://127.0.0.1:9: nothing listens there; owlgate serve starts a ' +
        'gateway, --url names another one\n',
    );
  });

  it('is reported as JSON', async () => {
    const { status, stdout } = await run(['ontology', 'show', '--json', '--url', 'http://127.0.0.1:9']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ errors: [{ message: expect.stringContaining('nothing listens there') }] });
  });

  it.each(['query', 'retrieve'])('ends %s at the time limit', async (name) => {
    handler = () => undefined;
    const { status, stderr } = await ask([name, '{ q }', '--timeout', '0.2']);
    expect(status).toBe(1);
    expect(stderr).toContain(`no complete answer from ${url} within 0.2 s`);
    server.closeAllConnections();
  });

  it('with an incomplete answer is reported', async () => {
    handler = (_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{"data"');
      setTimeout(() => response.destroy(), 50);
    };
    const { status, stderr } = await ask(['query', '{ q }']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^owlgate query: no answer from .*: the connection broke off\n$/);
  });

  it('to another server is reported', async () => {
    handler = (_, response) => response.end('<html>');
    expect((await ask(['ontology', 'show'])).stderr).toContain('is not JSON; is it a gateway?');
    expect((await ask(['chat', 'x', '-c', 'c'])).stderr).toContain('has no events; is it a gateway?');
  });
});

describe('an answer in an unexpected form', () => {
  const answers = [null, 7, 'x', [], [null], [{}], {}, { data: 7 }, { data: { q: [null, [[]]] } }, { errors: 'x' }];
  const commands = [
    ['query', '{ q }', '--latency'],
    ['mutate', '<0x1> <a> "b" .'],
    ['explain', '0x1', 'a', 'b'],
    ['ontology', 'show'],
    ['ontology', 'show', 'Dog'],
    ['ontology', 'show', '--source'],
    ['ontology', 'violations'],
    ['ontology', 'materialize', '--wait'],
    ['ontology', 'materialize', '--status'],
    ['ontology', 'graphql'],
    ['ontology', 'load', '-'],
    ['ontology', 'validate', '-'],
    ['ontology', 'diff', '-'],
    ['retrieve', 'Who?'],
    ['documents', 'add', '--source', 'x', '-'],
    ['documents', 'list'],
    ['documents', 'list', 'x'],
    ['documents', 'relink'],
    ['chat', '--list'],
    ['chat', '--history', '-c', 'c'],
    ['chat', '--delete', '-c', 'c'],
    ['chat', '-c', 'c', 'Who?'],
  ];

  it.each(commands.map((args) => [args.join(' '), args]))(
    'is not reported as an internal error: %s',
    async (_, args) => {
      for (const answer of answers) {
        handler = json(answer);
        const { status, stderr } = await ask(args, { input: 'x' });
        expect(status === 0 || status === 1).toBe(true);
        if (status === 1) expect(stderr).toMatch(/^owlgate [a-z ]+: /);
      }
    },
  );

  it.each(['x', '7', 'null', '{}', '{"result":7}'])(
    'in a stream is not reported as an internal error: %s',
    async (data) => {
      for (const event of ['message_start', 'step', 'text', 'citations', 'done', 'error', 'other']) {
        handler = (_, response) =>
          response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(`event: ${event}\ndata: ${data}\n\n`);
        const { status } = await ask(['chat', '-c', 'c', 'Who?'], { columns: 60 });
        expect(status === 0 || status === 1).toBe(true);
      }
    },
  );
});

describe('SIGINT', () => {
  it('cancels the request and ends with status 130', async () => {
    const closed = new Promise<void>((resolve) => {
      handler = (request) => {
        request.socket.once('close', () => resolve());
        process.emit('SIGINT');
      };
    });
    const { status, stdout, stderr } = await ask(['query', '{ q }']);
    expect({ status, stdout, stderr }).toEqual({ status: 130, stdout: '', stderr: '' });
    await closed;
    expect(process.listenerCount('SIGINT')).toBe(0);
  });
});

describe('an ontology', () => {
  it('is sent as a form with its imports, the first file as the ontology', async () => {
    handler = json({
      status: 'valid',
      message: 'ok',
      classes: 1,
      objectProperties: 1,
      dataProperties: 0,
      profile: 'strict',
      warnings: [],
    });
    const { status, stdout } = await ask(
      ['ontology', 'validate', '-', 'ontologies/animals.ttl', '--lenient', '--no-data'],
      {
        input: '@prefix : <urn:x> .',
      },
    );
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'ok\n1 class, 1 object property, 0 data properties, profile strict\n',
    });
    expect(requests[0]!.url).toBe('/ontology?validate=true&profile=lenient&data=false');
    const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(requests[0]!.headers['content-type']!)!;
    const [before, first, second, after] = requests[0]!.body.split(`--${boundary!}`);
    expect([before, after]).toEqual(['', '--\r\n']);
    expect(first).toBe(
      '\r\nContent-Disposition: form-data; name="ontology"; filename="standard input"\r\nContent-Type: ' +
        'application/octet-stream\r\n\r\n@prefix : <urn:x> .\r\n',
    );
    expect(second).toMatch(
      /^\r\nContent-Disposition: form-data; name="import"; filename="animals.ttl"\r\nContent-Type: text\/turtle\r\n\r\n# Animals/,
    );
  });
});

describe('documents', () => {
  it('of a directory are sent one by one with their media types, and a bad one delays none', async () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-documents-'));
    fs.mkdirSync(path.join(folder, 'below.md'));
    for (const name of ['b.PDF', 'a.html', 'c.bin', 'below.md/d.md']) fs.writeFileSync(path.join(folder, name), name);
    handler = (request, response) => {
      const source = new URL(request.url!, url).searchParams.get('source')!;
      if (source.endsWith('PDF'))
        json({ errors: [{ message: 'broken', extensions: { code: 'DocumentUnreadable' } }] }, 422)(request, response);
      else {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        const tell = (event: string, data: object) =>
          response.write(`event: ${event}\ndata: ${JSON.stringify({ source, ...data })}\n\n`);
        tell('progress', { stage: 'passages', done: 1, of: 2 });
        if (source.endsWith('d.md'))
          tell('document', {
            status: 'failed',
            error: { message: 'nothing is in it', extensions: { code: 'DocumentUnreadable' } },
          });
        else tell('document', { status: 'created', chunks: 2, mentions: 1 });
        response.end('event: done\ndata: {}\n\n');
      }
    };
    const { status, stdout, stderr } = await ask(['documents', 'add', folder, '-d', 'museum']);
    const at = (name: string): string => path.join(folder, name);
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '1 created, 2 failed: 2 passages, 1 mention\n',
      stderr:
        `owlgate documents add: ${at('b.PDF')}: broken\nowlgate documents add: ${at('below.md/d.md')}: nothing ` +
        'is in it\n',
    });
    expect(requests.map(({ url: target, headers, body }) => [target, headers['content-type'], body])).toEqual(
      [
        ['a.html', 'text/html'],
        ['b.PDF', 'application/pdf'],
        ['below.md/d.md', 'text/markdown'],
      ].map(([name, type]) => [
        `/api/v1/databases/museum/documents?${new URLSearchParams({ source: at(name!) }).toString()}`,
        type,
        name,
      ]),
    );
    fs.rmSync(folder, { recursive: true });
  });
});

describe('a load', () => {
  it('shows progress on a terminal and erases it at the end', async () => {
    const loaded = {
      status: 'success',
      message: 'ok',
      version: 2,
      classes: 1,
      objectProperties: 0,
      dataProperties: 0,
      profile: 'strict',
      warnings: [],
    };
    let isAsked: () => void;
    const wasAsked = new Promise<void>((resolve) => (isAsked = resolve));
    handler = (request, response) => {
      if (request.method === 'GET') {
        json({ state: 'running', phase: 'inferring', step: 7, steps: 19, inferred: 9000, pending: 3000 })(
          request,
          response,
        );
        response.once('close', () => setTimeout(isAsked, 50));
      } else {
        void wasAsked.then(() => json(loaded)(request, response));
      }
    };
    const { status, stdout, stderr } = await ask(['ontology', 'load', '-'], {
      input: 'x',
      columns: 80,
      env: { NO_COLOR: '1' },
    });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'ok (version 2)\n1 class, 0 object properties, 0 data properties, profile strict\n',
    });
    expect(stderr).toMatch(/^\rinferring, 12,000 facts: step 7 of 19 \[#{7}-{13}\] 36 % \(\d+\/s, \d+ s left\)\r *\r$/);
  });
});

describe('a chat', () => {
  const event = (n: number, name: string, data: object): string =>
    `id: m1:${n}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const stream = (response: http.ServerResponse): http.ServerResponse =>
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  const result = {
    answer: 'Rex',
    passages: [],
    trajectory: [],
    cost_usd: 0,
    loops: 0,
    module_used: 'owl',
    metadata: {},
  };
  const START = event(1, 'message_start', { conversation: 'c', message: 'm1', number: 1, question: 'Who?' });
  const DONE = event(4, 'done', { message: 'm1', result });

  it('resumes an interrupted stream at the last event', async () => {
    handler = (request, response) => {
      if (request.method === 'POST') {
        stream(response).write(START + event(2, 'text', { delta: 'R' }));
        setTimeout(() => response.destroy(), 50);
      } else {
        stream(response).end(event(3, 'text', { delta: 'ex' }) + DONE);
      }
    };
    const { status, stdout, stderr } = await ask(['chat', '-c', 'c', 'Who?']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('Rex\n\nowl · 0 loops · $0.0000\n');
    expect(JSON.parse(requests[0]!.body)).toEqual({ question: 'Who?', trace: 'summary' });
    expect(requests.map(({ method, url: path, headers }) => [method, path, headers['last-event-id']])).toEqual([
      ['POST', '/api/v1/databases/default/chat/conversations/c/messages', undefined],
      ['GET', '/api/v1/databases/default/chat/conversations/c/messages/m1/events', 'm1:2'],
    ]);
  });

  it('waits for a running answer and then asks', async () => {
    let isBusy = true;
    handler = (request, response) => {
      if (request.method === 'GET') {
        isBusy = false;
        stream(response).end(event(9, 'error', { message: 'cut off', code: 'ChatInterrupted' }));
      } else if (isBusy) {
        json({ errors: [{ message: 'busy', extensions: { code: 'ConversationBusy', message: 'm0' } }] }, 409)(
          request,
          response,
        );
      } else {
        stream(response).end(START + event(2, 'text', { delta: 'Rex' }) + DONE);
      }
    };
    const { status, stdout, stderr } = await ask(['chat', '-q', '-c', 'c', 'Who?']);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'Rex\n',
      stderr: 'owlgate chat: waiting for the answer in progress\n',
    });
    expect(requests.map(({ method, url: path }) => `${method!} ${path!.split('/c/')[1]!}`)).toEqual([
      'POST messages',
      'GET messages/m0/events',
      'POST messages',
    ]);
  });

  it('waits for a limited time', async () => {
    handler = json({ errors: [{ message: 'busy', extensions: { code: 'ConversationBusy', message: 'm0' } }] }, 409);
    const { status, stderr } = await ask(['chat', '-c', 'c', 'Who?']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^owlgate chat: busy \[ConversationBusy\]\n/m);
    expect(requests).toHaveLength(11);
  });

  it('reports a failed answer', async () => {
    handler = (_, response) =>
      stream(response).end(START + event(2, 'error', { message: 'the answer was cut off', code: 'ChatInterrupted' }));
    const { status, stdout, stderr } = await ask(['chat', '-c', 'c', '--json', 'Who?']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      errors: [{ message: 'the answer was cut off', extensions: { code: 'ChatInterrupted' } }],
    });
    expect(stderr).toBe('owlgate chat: the answer was cut off [ChatInterrupted]\n');
  });

  it('reads a message from standard input and prints the new name', async () => {
    handler = (_, response) => stream(response).end(START + DONE);
    const { status, stdout, stderr } = await ask(['chat', '-q'], { input: ' Who? \n' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'no answer is known\n' });
    const [, name] = /^owlgate chat: continue the conversation with -c (terminal-[0-9a-f]{10})\n$/.exec(stderr)!;
    expect(requests[0]!.url).toContain(`/conversations/${name!}/messages`);
    expect(JSON.parse(requests[0]!.body)).toMatchObject({ question: 'Who?' });
  });

  it('goes on in a terminal until the input ends', async () => {
    const messages = [
      {
        id: 'm1',
        number: 1,
        question: 'Who?',
        state: 'failed',
        createdAt: 'a',
        error: { message: 'cut off', code: 'x' },
      },
    ];
    handler = (request, response) => {
      if (request.method === 'GET') json({ messages })(request, response);
      else if (request.body.includes('Fail'))
        json({ errors: [{ message: 'no', extensions: { code: 'ConversationFull' } }] }, 409)(request, response);
      else stream(response).end(START + event(2, 'text', { delta: 'Rex' }) + DONE);
    };
    const input = 'Who?\n\n/module best\n/module naive\n/full\nFail?\n/what\n/history\n/quit\nNot asked\n';
    const { status, stdout, stderr } = await ask(['chat', '-q', '-c', 'c'], { input, isTyped: true });
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'owlgate chat: no [ConversationFull]\n' });
    const printedLines = stdout.replace(/^(?:> )+/gm, '').split('\n');
    expect(printedLines.slice(0, 3)).toEqual([
      'conversation c; /help lists the commands',
      'Rex',
      '  unknown module best; use one of auto, naive, owl, arag, aragog',
    ]);
    expect(printedLines[3]).toMatch(/^ {2}\/history /);
    expect(printedLines.slice(-4)).toEqual(['Who?', 'no answer: cut off', '', '']);
    const questions = requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as object);
    expect(questions).toEqual([
      { question: 'Who?', trace: 'summary' },
      { question: 'Fail?', module: 'naive', trace: 'full' },
    ]);
  });

  it('lists more conversations than a page has', async () => {
    const page = (count: number) => ({
      conversations: Array.from({ length: count }, (_, i) => ({
        id: `c${i}`,
        createdAt: 'a',
        updatedAt: 'b',
        messages: 1,
      })),
    });
    handler = (request, response) => json(page(request.url!.includes('offset=0') ? 1000 : 2))(request, response);
    const { stdout } = await ask(['chat', '--list', '--json']);
    expect((JSON.parse(stdout) as unknown[]).length).toBe(1002);
  });
});
