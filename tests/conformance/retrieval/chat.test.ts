/** Conversations: streamed answers, stored in the graph and resumed at any event. */
import { connectEngine, type Engine } from '../../../src/dgraph';
import { OwlgateError } from '../../../src/errors';
import { HttpServer, Keyring } from '../../../src/http';
import { digestOf, makeKey, printLine } from '../../../src/http/auth/keys';
import type { Database, Retrieval, RetrievalResult } from '../../../src/retrieval';
import type { RetrievalQuestion } from '../../../src/retrieval/retrieval';
import { Chats } from '../../../src/retrieval/chat';
import { silent } from '../../../src/util/log';
import { itIf } from '../../support/conditional';
import { forEachEngine } from '../../support/engines';
import { underGateway } from '../../support/engines/under-gateway';
import { ask } from '../../support/http/client';
import { readEvents, type EventReader } from '../../support/http/events';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const KEYS = { ann: makeKey(), bob: makeKey(), root: makeKey() };
const LINES = Object.entries(KEYS)
  .map(([name, key]) => printLine({ name, role: name === 'root' ? 'admin' : 'read', digest: digestOf(key) }))
  .join(',');
type Who = keyof typeof KEYS;
const as = (user: Who) => ({ Authorization: `Bearer ${KEYS[user]}` });
const ROOT = '/api/v1/databases/default/chat/conversations';

const result = (answer: string | null, more: Partial<RetrievalResult> = {}): RetrievalResult => ({
  answer,
  passages: [{ source: 'book', text: 'Rex is a dog.', chunk_index: 0, score: 2 }],
  trajectory: [],
  cost_usd: 0,
  loops: 0,
  module_used: 'naive',
  metadata: {
    model: null,
    statements: [{ subject: { uid: '0x1' }, predicate: 'graph.type', object: 'Animal', status: 'inferred' }],
  },
  ...more,
});

type Answer = (question: RetrievalQuestion) => Promise<RetrievalResult>;

forEachEngine((under) => {
  let engine: Engine;
  let chats: Chats;
  let server: HttpServer;
  let url: string;
  /** Script of the next answer. */
  let answer: Answer;
  const askedQuestions: RetrievalQuestion[] = [];

  async function open(): Promise<void> {
    engine = connectEngine({ urls: [under.url], kind: under.name === 'embedded' ? 'embedded' : 'cluster' });
    const retrieval = {
      database: (id: string) =>
        id === 'default'
          ? Promise.resolve({ id, engine } as Database)
          : Promise.reject(new OwlgateError('UnknownDatabase', { id })),
      retrieve: (_id: string, question: RetrievalQuestion) => {
        askedQuestions.push(question);
        return answer(question);
      },
    } as unknown as Retrieval;
    chats = new Chats(retrieval, silent);
    const keyring = await Keyring.open(LINES, silent);
    server = new HttpServer({ host: '127.0.0.1', port: 0, whitelist: [], logger: silent, keyring });
    url = await server.listen();
    const none = {} as never;
    server.serve({
      engine,
      metrics: { observe: () => undefined } as never,
      materializer: none,
      graphql: none,
      documents: none,
      retrieval,
      chats,
      imports: undefined as never,
      logger: silent,
      maxBodyBytes: 1e6,
    });
  }

  async function close(): Promise<void> {
    await server.close(200);
    await chats.close();
    await engine.close();
  }

  beforeAll(async () => {
    await under.reset();
    await open();
  });
  afterAll(close);
  beforeEach(() => {
    answer = () => Promise.resolve(result('A dog.'));
    askedQuestions.length = 0;
  });

  const say = (conversation: string, question: string, user: Who = 'ann', headers = {}): Promise<EventReader> =>
    readEvents(url, `${ROOT}/${conversation}/messages`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...as(user), ...headers },
      body: JSON.stringify({ question }),
    });
  const get = async (path: string, user: Who = 'ann') => ask(url, ROOT + path, { headers: as(user) });
  const names = (events: readonly { event: string }[]) => events.map(({ event }) => event);
  /** Creates a promise that is resolved from outside. */
  function gate(): { readonly opened: Promise<void>; open(): void } {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open };
  }

  it('lists no conversations at first', async () => {
    expect((await get('')).json).toEqual({ conversations: [] });
    expect((await get('/none/messages')).json.errors[0].extensions.code).toBe('UnknownConversation');
  });

  it('streams an answer and stores it', async () => {
    answer = ({ observer }) => {
      observer!.step!({ tool: 'keyword_search', arguments: { text: 'rex' } });
      observer!.passages!(result('').passages);
      observer!.text!('A ');
      observer!.text!('dog.');
      return Promise.resolve(result('A dog.'));
    };
    const reader = await say('c1', 'What is Rex?');
    expect([reader.status, reader.contentType]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const events = await reader.all;
    expect(names(events)).toEqual(['message_start', 'step', 'passages', 'text', 'text', 'citations', 'done']);
    const message = events[0]!.data.message;
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `${message}:${n}`));
    expect(events[0]!.data).toEqual({ conversation: 'c1', message, number: 1, question: 'What is Rex?' });
    expect(events[5]!.data).toEqual({
      passages: [{ source: 'book', chunk_index: 0, score: 2 }],
      statements: [{ subject: { uid: '0x1' }, predicate: 'graph.type', object: 'Animal', status: 'inferred' }],
    });
    expect(events[6]!.data).toEqual({ message, result: result('A dog.') });

    const { messages } = (await get('/c1/messages')).json;
    expect(messages).toEqual([
      {
        id: message,
        number: 1,
        question: 'What is Rex?',
        state: 'done',
        createdAt: expect.any(String),
        result: result('A dog.'),
      },
    ]);
    const again = await readEvents(url, `${ROOT}/c1/messages/${message}/events`, { headers: as('ann') });
    expect(await again.all).toEqual(events);
  });

  it('streams the text of modules that answer at the end', async () => {
    const events = await (await say('c2', 'What is Rex?')).all;
    expect(names(events)).toEqual(['message_start', 'passages', 'text', 'citations', 'done']);
    expect(events[2]!.data).toEqual({ delta: 'A dog.' });
    answer = () => Promise.resolve(result(null));
    expect(names(await (await say('c2', 'And Tom?')).all)).toEqual(['message_start', 'passages', 'citations', 'done']);
  });

  it('takes the next question as soon as the last event has arrived', async () => {
    for (let number = 1; number <= 10; number++) {
      const asked = await say('in-turn', 'What is Rex?');
      expect({ number, status: asked.status, last: names(await asked.all).at(-1) }).toEqual({
        number,
        status: 200,
        last: 'done',
      });
    }
  });

  it('passes earlier turns to the module', async () => {
    for (const question of ['One?', 'Two?']) {
      const asked = await say('c3', question);
      await asked.all;
    }
    expect(askedQuestions[1]!.history).toEqual([
      { role: 'user', text: 'One?' },
      { role: 'assistant', text: 'A dog.' },
    ]);
  });

  it('finishes without its client, who resumes at the missed event', async () => {
    const [first, second] = [gate(), gate()];
    answer = async ({ observer, signal }) => {
      observer!.text!('one ');
      await first.opened;
      observer!.text!('two ');
      await second.opened;
      expect(signal!.aborted).toBe(false);
      observer!.text!('three');
      return result('one two three');
    };
    const left = await say('c4', 'Count!');
    const [start, one] = await left.until(2);
    left.close();
    first.open();
    const resumed = await say('c4', 'Count!', 'ann', { 'Last-Event-ID': one!.id });
    const [two] = await resumed.until(1);
    expect([start!.event, one!.data.delta, two!.data.delta]).toEqual(['message_start', 'one ', 'two ']);
    const other = await readEvents(url, `${ROOT}/c4/messages/${start!.data.message}/events`, { headers: as('ann') });
    expect(await other.until(3)).toEqual([start, one, two]);
    second.open();
    const rest = await resumed.all;
    expect(names(rest)).toEqual(['text', 'text', 'passages', 'citations', 'done']);
    expect(await other.all).toEqual([start, one, ...rest]);
    expect(askedQuestions).toHaveLength(1);
    const later = await say('c4', '', 'ann', { 'Last-Event-ID': rest[0]!.id });
    expect(await later.all).toEqual(rest.slice(1));
    // A browser's EventSource does not reconnect after 204.
    const all = { headers: { ...as('ann'), 'Last-Event-ID': rest.at(-1)!.id } };
    expect((await ask(url, `${ROOT}/c4/messages/${start!.data.message}/events`, all)).status).toBe(204);
  });

  it('answers one question of a conversation at a time', async () => {
    const held = gate();
    answer = async () => {
      await held.opened;
      return result('late');
    };
    const [one, two] = await Promise.all([say('c5', 'One?'), say('c5', 'Two?')]);
    const [accepted, refused] = one.status === 200 ? [one, two] : [two, one];
    expect([accepted.status, refused.status]).toEqual([200, 409]);
    const [start] = await accepted.until(1);
    const third = await say('c5', 'Three?');
    expect(JSON.parse(await third.text).errors[0]).toEqual({
      message: `the conversation "c5" is answering message ${start!.data.message}; wait for its end`,
      extensions: { code: 'ConversationBusy', message: start!.data.message },
    });
    const elsewhere = await say('c6', 'One?');
    expect(elsewhere.status).toBe(200);
    held.open();
    expect(names(await accepted.all).at(-1)).toBe('done');
    expect((await say('c5', 'Four?')).status).toBe(200);
  });

  it('refuses a conversation that another gateway is answering', async () => {
    const held = gate();
    answer = async () => {
      await held.opened;
      return result('late');
    };
    const reader = await say('c7', 'One?');
    const [start] = await reader.until(1);
    // The message is stored once this request is answered.
    await get('/c7/messages');
    const other = new Chats({ retrieve: () => Promise.resolve(result('x')) } as unknown as Retrieval, silent);
    const database = { id: 'default', engine: { ...bound(engine), kind: 'cluster' } } as unknown as Database;
    const name = { owner: 'key:ann', id: 'c7' };
    await expect(other.ask(database, name, { question: 'Two?' })).rejects.toMatchObject({ code: 'ConversationBusy' });
    // The other gateway follows the answer.
    const followed = await other.events(database, name, start!.data.message, 0, new AbortController().signal);
    held.open();
    const eventNames: string[] = [];
    for await (const { chatEvent: each } of followed!) eventNames.push(each.event);
    expect(eventNames).toEqual(names(await reader.all));
    await other.close();
  });

  it('reports a failure, and the conversation continues', async () => {
    answer = () => Promise.reject(new OwlgateError('EngineUnreachable', { url: 'x', reason: 'y' }));
    const events = await (await say('c8', 'One?')).all;
    expect(names(events)).toEqual(['message_start', 'error']);
    expect(events[1]!.data).toEqual({ code: 'EngineUnreachable', message: 'the engine at x does not answer: y' });
    answer = () => Promise.reject(new TypeError('secret'));
    const internal = (await (await say('c8', 'Two?')).all).at(-1)!.data;
    expect(internal).toEqual({ code: 'Internal', message: expect.not.stringContaining('secret') });
    expect((await get('/c8/messages')).json.messages.map((each: any) => [each.state, each.error.code])).toEqual([
      ['failed', 'EngineUnreachable'],
      ['failed', 'Internal'],
    ]);
  });

  it('separates conversations by key, and shows all to an administrator', async () => {
    await (
      await say('shared', 'Of Ann?', 'ann')
    ).all;
    await (
      await say('shared', 'Of Bob?', 'bob')
    ).all;
    const questions = async (user: Who, more = '') =>
      (await get(`/shared/messages${more}`, user)).json.messages?.map((each: any) => each.question);
    expect([await questions('ann'), await questions('bob')]).toEqual([['Of Ann?'], ['Of Bob?']]);
    expect(await questions('root')).toBeUndefined();
    expect(await questions('root', '?owner=bob')).toEqual(['Of Bob?']);
    expect((await get('/shared/messages?owner=bob', 'ann')).json.errors[0].extensions.code).toBe('RoleMissing');
    expect((await get('', 'bob')).json.conversations).toEqual([
      { id: 'shared', createdAt: expect.any(String), updatedAt: expect.any(String), messages: 1 },
    ]);
    const { messages } = (await get('/shared/messages', 'ann')).json;
    expect((await get(`/shared/messages/${messages[0].id}/events`, 'bob')).json.errors[0].extensions.code).toBe(
      'UnknownMessage',
    );
  });

  it('lists conversations newest first, in pages', async () => {
    const all = (await get('')).json.conversations.map((each: any) => each.id);
    expect(all.slice(0, 2)).toEqual(['shared', 'c8']);
    expect((await get('?first=2&offset=1')).json.conversations.map((each: any) => each.id)).toEqual(all.slice(1, 3));
  });

  it('deletes a conversation and cancels its answer', async () => {
    answer = () => new Promise(() => undefined);
    const reader = await say('c9', 'One?');
    await reader.until(1);
    const remove = () => ask(url, `${ROOT}/c9`, { method: 'DELETE', headers: as('ann') });
    // The module has been called once this request is answered.
    await get('/c9/messages');
    expect((await remove()).status).toBe(204);
    expect((await reader.all).at(-1)!.data).toMatchObject({ code: 'ChatInterrupted' });
    expect(askedQuestions.at(-1)!.signal!.aborted).toBe(true);
    expect((await get('/c9/messages')).status).toBe(404);
    expect((await remove()).status).toBe(404);
    const text =
      '{ q(func: eq(owlgate.chat.key, "key:ann c9")) { uid } m(func: has(owlgate.message.question)) { ' +
      'owlgate.message.question } }';
    const { data } = await engine.query<{ q: unknown[]; m: object[] }>(text);
    expect(data.q).toEqual([]);
    expect(data.m.length).toBeGreaterThan(0);
  });

  it('refuses unreadable requests', async () => {
    const code = async (path: string, request: object) => (await ask(url, ROOT + path, request)).json.errors[0].message;
    const sent = (body: string, headers = {}) => ({
      method: 'POST',
      headers: { ...JSON_TYPE, ...as('ann'), ...headers },
      body,
    });
    expect(await code('/a%20b/messages', sent('{"question":"x"}'))).toBe(
      'the id of a conversation has up to 128 letters, digits and _.:@-',
    );
    expect(await code('/a/messages', sent('{"question":" "}'))).toBe('the body: question must not be empty');
    expect(await code('/a/messages', sent('{"question":"x","module":"y"}'))).toContain(
      'module must be one of: auto, naive',
    );
    expect(await code('/a/messages', sent('{}', { 'Last-Event-ID': 'x' }))).toContain('Last-Event-ID is none');
    expect(await code('?first=0', { headers: as('ann') })).toContain('first=0: a number from 1 to 1000');
    expect((await ask(url, `/api/v1/databases/no/chat/conversations`, { headers: as('ann') })).status).toBe(404);
  });

  it('marks an answer as interrupted after a restart of the gateway', async () => {
    answer = () => new Promise(() => undefined);
    const reader = await say('c10', 'One?');
    await reader.until(1);
    await close();
    await open();
    const { messages } = (await get('/c10/messages')).json;
    expect(messages).toMatchObject([{ state: 'failed', error: { code: 'ChatInterrupted' } }]);
    answer = () => Promise.resolve(result('now'));
    expect(names(await (await say('c10', 'Two?')).all).at(-1)).toBe('done');
  });

  itIf(under.name === 'embedded', 'in a cluster it takes two minutes until a gateway counts as gone')(
    'reports an interrupted answer to a client that resumes at any event',
    async () => {
      answer = ({ observer }) => {
        for (const word of ['one ', 'two ', 'three ']) observer!.text!(word);
        return new Promise(() => undefined);
      };
      const reader = await say('c11', 'One?');
      const last = (await reader.until(4)).at(-1)!;
      await get('/c11/messages');
      // A second gateway takes over; this one gets no more requests, as if it had been killed.
      const [oldServer, oldChats, oldEngine] = [server, chats, engine];
      await open();
      const path = `${ROOT}/c11/messages/${last.id.split(':')[0]!}/events`;
      const resume = (id: string) => readEvents(url, path, { headers: { ...as('ann'), 'Last-Event-ID': id } });
      const events = await (await resume(last.id)).all;
      expect(events).toMatchObject([{ event: 'error', data: { code: 'ChatInterrupted' } }]);
      expect((await resume(events[0]!.id)).status).toBe(204);
      await oldServer.close(200);
      await oldChats.close();
      await oldEngine.close();
    },
  );
});

/** Returns the methods as own, bound properties, which a spread copies. */
function bound(engine: Engine): Record<string, unknown> {
  const methods = ['query', 'mutate', 'commit', 'alter'] as const;
  return Object.fromEntries(
    methods.map((name) => [name, (engine[name] as (...parameters: unknown[]) => unknown).bind(engine)]),
  );
}

underGateway((testbed) => {
  it('answers from documents, with the first event within 100 ms', async () => {
    const documents = [{ source: 'zoo', text: 'Rex is the oldest dog of the zoo. He came from Lisbon in 1999.' }];
    const put = await ask(testbed.url, '/api/v1/databases/default/documents', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ documents }),
    });
    expect(put.status).toBe(200);
    const times: number[] = [];
    const plain: number[] = [];
    for (let i = 0; i < 12; i++) {
      const startedAt = performance.now();
      await ask(testbed.url, '/health');
      plain.push(performance.now() - startedAt);
      const body = JSON.stringify({ question: 'Where did Rex come from?', module: 'naive' });
      const begun = performance.now();
      const reader = await readEvents(testbed.url, `${ROOT}/t${i}/messages`, {
        method: 'POST',
        headers: JSON_TYPE,
        body,
      });
      await reader.until(1);
      times.push(performance.now() - begun);
      const events = await reader.all;
      expect(events.at(-1)!.event).toBe('done');
      expect(events.at(-1)!.data.result.passages[0].text).toContain('Lisbon');
      expect(events.find(({ event }) => event === 'citations')!.data.passages[0].source).toBe('zoo');
    }
    times.sort((a, b) => a - b);
    // Limit of the median, relative to the load of the machine: 30 times the smallest question, if that is more.
    plain.sort((a, b) => a - b);
    expect(times[times.length >> 1]).toBeLessThan(Math.max(100, 30 * plain[plain.length >> 1]!));
    console.log(`first event: median ${times[6]!.toFixed(1)} ms, worst ${times.at(-1)!.toFixed(1)} ms`);
  });
});
