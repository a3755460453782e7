/** Requests, results and errors of the client (service specification, 2.6, 4.9 and 7.2). */
import * as net from 'node:net';
import {
  AuthError,
  connect,
  MODULES,
  RateLimitError,
  ServiceError,
  type ConnectOptions,
  type RetrievalResult,
  type RetrieveOptions,
} from '../../../src/client';
import { answering, RESULT, startService, type Respond, type Service } from '../../support/client/service';
import { until } from '../../support/until';

const running: Service[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
});

async function serve(respond: Respond = answering()): Promise<Service> {
  const service = await startService(respond);
  running.push(service);
  return service;
}

async function ask(respond: Respond, options?: RetrieveOptions, settings?: ConnectOptions): Promise<RetrievalResult> {
  const { url } = await serve(respond);
  return connect('db', { url, ...settings }).retrieve('Where?', options);
}

async function failure(call: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
}

describe('question', () => {
  it.each<[RetrieveOptions | undefined, object]>([
    [undefined, { question: 'Where?', trace: 'summary' }],
    [{ trace: 'full' }, { question: 'Where?', trace: 'full' }],
    ...MODULES.map((module): [RetrieveOptions, object] => [
      { module },
      { question: 'Where?', module, trace: 'summary' },
    ]),
  ])('is sent as JSON (%j)', async (options, payload) => {
    const { url, requests } = await serve();
    await connect('db', { url, apiKey: 'key' }).retrieve('Where?', options);
    const [{ method, path, headers, body }] = requests as [(typeof requests)[0]];
    expect([method, path]).toEqual(['POST', '/api/v1/databases/db/retrieve']);
    expect(headers).toMatchObject({ authorization: 'Bearer key', 'content-type': 'application/json' });
    expect(JSON.parse(body)).toEqual(payload);
  });

  it.each<[unknown, unknown]>([
    ['', {}],
    [' \n', {}],
    [5, {}],
    [undefined, {}],
    ['Where?', { module: 'owls' }],
    ['Where?', { module: '' }],
    ['Where?', { module: null }],
    ['Where?', { trace: 'verbose' }],
    ['Where?', { timeout: 0 }],
  ])('with invalid arguments is refused without a request (%j, %j)', async (question, options) => {
    const { url, requests } = await serve();
    const call = connect('db', { url }).retrieve(question as string, options as RetrieveOptions);
    const error: unknown = await call.catch((reason: unknown) => reason);
    expect(error instanceof RangeError || error instanceof TypeError).toBe(true);
    expect(requests).toEqual([]);
  });

  it('reuses connections and may run concurrently with others', async () => {
    const { url, connections } = await serve((response, { body }) =>
      answering({ ...RESULT, answer: (JSON.parse(body) as { question: string }).question })(response, undefined!),
    );
    const db = connect('db', { url });
    for (let n = 0; n < 5; n++) expect((await db.retrieve(`${n}`)).answer).toBe(`${n}`);
    expect(connections()).toBeLessThanOrEqual(2);
    const questions = Array.from({ length: 50 }, (_, n) => `question ${n}`);
    const results = await Promise.all(questions.map((question) => db.retrieve(question)));
    expect(results.map(({ answer }) => answer)).toEqual(questions);
  });
});

describe('answer', () => {
  it('becomes a result', async () => expect(await ask(answering())).toEqual(RESULT));

  it('may lack optional fields and have unknown ones', async () => {
    const body = {
      ...RESULT,
      answer: null,
      confidence: 1,
      passages: [{ source: 'a', text: '', page: 3 }],
      trajectory: [{ tool: 'search', arguments: {} }],
      module_used: 'a-later-module',
    };
    expect(await ask(answering(body))).toEqual({
      ...RESULT,
      answer: null,
      passages: [{ source: 'a', text: '', chunk_index: null, score: null }],
      trajectory: [{ tool: 'search', arguments: {}, result_summary: null }],
      module_used: 'a-later-module',
    });
  });

  const without = (name: string): object => Object.fromEntries(Object.entries(RESULT).filter(([key]) => key !== name));
  it.each<[unknown, string]>([
    [[], 'it is []; expected an object'],
    ['null', 'it is null; expected an object'],
    ...Object.keys(RESULT).map((name): [unknown, string] => [without(name), `${name} is missing`]),
    [{ ...RESULT, answer: 5 }, 'answer is 5; expected a string'],
    [{ ...RESULT, passages: {} }, 'passages is {}; expected an array'],
    [{ ...RESULT, passages: ['text'] }, 'passages[0] is "text"; expected an object'],
    [{ ...RESULT, passages: [...RESULT.passages, { source: 'a' }] }, 'passages[1].text is missing'],
    [{ ...RESULT, passages: [{ source: '', text: '', chunk_index: 1.5 }] }, 'chunk_index is 1.5; expected an integer'],
    [{ ...RESULT, passages: [{ source: '', text: '', score: 'high' }] }, 'score is "high"; expected a number'],
    [{ ...RESULT, trajectory: [{ tool: 'a', arguments: [] }] }, 'trajectory[0].arguments is []; expected an object'],
    [{ ...RESULT, cost_usd: true }, 'cost_usd is true; expected a number'],
    [{ ...RESULT, loops: '2' }, 'loops is "2"; expected an integer'],
    [{ ...RESULT, metadata: null }, 'metadata is null; expected an object'],
  ])('of the wrong shape is an error: %j', async (body, message) => {
    const error = await failure(ask(answering(body)));
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ statusCode: 200, body: body === 'null' ? null : body });
  });

  it.each([
    ['', null],
    ['<html>busy</html>', '<html>busy</html>'],
    ['x'.repeat(5000), 'x'.repeat(5000)],
  ])('without JSON is an error', async (content, body) => {
    const error = await failure(ask(answering(content)));
    expect(error.message).toMatch(/^the service's answer is not JSON: .{1,300}$/);
    expect(error).toMatchObject({ statusCode: 200, body });
  });
});

describe('refusal', () => {
  const body = { errors: [{ message: 'It is so.', extensions: { code: 'So' } }] };

  it.each([
    [401, AuthError],
    [403, AuthError],
    [429, RateLimitError],
    ...[302, 400, 404, 500, 503].map((status): [number, typeof ServiceError] => [status, ServiceError]),
  ])('%d becomes its error class', async (status, type) => {
    const error = await failure(ask(answering(body, status, { Location: 'http://127.0.0.1:1/' })));
    expect(error.constructor).toBe(type);
    expect(error.name).toBe(type.name);
    expect(error).toMatchObject({ message: `the service answered ${status}: It is so.`, statusCode: status, body });
  });

  it.each<[unknown, unknown, string]>([
    ['', null, 'the service answered 502'],
    ['Bad\n Gateway', 'Bad\n Gateway', 'the service answered 502: Bad Gateway'],
    [{ errors: [] }, { errors: [] }, 'the service answered 502: {"errors":[]}'],
    [{ errors: [null] }, { errors: [null] }, 'the service answered 502: {"errors":[null]}'],
    ['5', 5, 'the service answered 502: 5'],
  ])('keeps a body of any kind: %j', async (sent, parsed, message) => {
    expect(await failure(ask(answering(sent, 502)))).toMatchObject({ message, body: parsed });
  });

  it.each<[string | undefined, string, number | null]>([
    ['7', '', 7],
    ['1.5', '', 1.5],
    [undefined, '', null],
    ['soon', '', null],
    ['-3', '', null],
    ['Wed, 21 Oct 2015 07:28:30 GMT', 'Wed, 21 Oct 2015 07:28:00 GMT', 30],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 'Wed, 21 Oct 2015 07:29:00 GMT', 0],
    ['Wed, 99 Oct 2015 07:28:00 GMT', 'Wed, 21 Oct 2015 07:29:00 GMT', null],
  ])('gives the time of the next attempt: %s', async (retry, date, seconds) => {
    const headers = {
      ...(retry === undefined ? {} : { 'Retry-After': retry }),
      ...(date === '' ? {} : { Date: date }),
    };
    expect(await failure(ask(answering(body, 429, headers)))).toMatchObject({ retryAfter: seconds });
  });
});

describe('call without an answer', () => {
  it('is an error if nobody listens', async () => {
    const { url, stop } = await startService(answering());
    await stop();
    const error = await failure(connect('db', { url }).retrieve('Where?'));
    expect(error.message).toMatch(/^no answer from http:\S+: .*ECONNREFUSED/);
    expect(error).toMatchObject({ statusCode: null, body: null });
    expect(error.cause).toMatchObject({ message: 'fetch failed' });
  });

  it.each(['', 'nonsense\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}'])(
    'is an error after incomplete HTTP: %j',
    async (content) => {
      const server = net.createServer((socket) =>
        socket.on('error', () => undefined).once('data', () => socket.end(content)),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
      try {
        expect((await failure(connect('db', { url }).retrieve('Where?'))).message).toMatch(/^no answer from/);
      } finally {
        await new Promise((resolve) => server.close(resolve));
      }
    },
  );

  const silent: Respond = () => undefined;
  const dripping: Respond = (response) => {
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(timer));
  };

  it.each([
    ['no answer', silent],
    ['a slow answer', dripping],
  ])('is an error after the timeout: %s', async (_, respond) => {
    const error = await failure(ask(respond, { timeout: 0.1 }));
    expect(error.message).toMatch(/^no complete answer from http:\S+ within 0.1 s$/);
    expect((await failure(ask(respond, {}, { timeout: 0.2 }))).message).toMatch(/within 0.2 s$/);
  });

  it('ends with the signal and disconnects from the service', async () => {
    const service = await serve(silent);
    const controller = new AbortController();
    const call = connect('db', { url: service.url }).retrieve('Where?', { signal: controller.signal });
    await until(() => service.requests.length > 0);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await until(() => service.abandoned() > 0);
    await expect(connect('db').retrieve('Where?', { signal: controller.signal })).rejects.toBe(reason);
  });

  it('ends with the database, which can be closed twice', async () => {
    const { url, requests } = await serve(silent);
    const db = connect('db', { url });
    const first = failure(db.retrieve('first'));
    await until(() => requests.length > 0);
    db.close();
    db.close();
    expect((await first).message).toBe('the connection to database "db" is closed');
    expect((await failure(db.retrieve('second'))).message).toBe('the connection to database "db" is closed');
    expect(requests).toHaveLength(1);
  });
});
