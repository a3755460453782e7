/** Alphas that accept connections and do not answer: every call ends, and they are used again once they answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connectEngine, type Engine } from '../../../../src/dgraph';
import { OwlgateError } from '../../../../src/errors';
import { gateway, httpServer, type TestServer } from '../../../support/dgraph/servers';
import { until } from '../../../support/until';

const SILENCE_MS = 150;

/** Alpha that can be silenced, whole or for some paths. */
class Alpha {
  readonly paths: string[] = [];
  private held: (() => void)[] = [];
  private isSilent: (path: string) => boolean = () => false;

  private constructor(private readonly answer: string) {}

  static async start(answer = '{"data":{"q":[]}}'): Promise<{ alpha: Alpha; server: TestServer }> {
    const alpha = new Alpha(answer);
    return { alpha, server: await httpServer((request, response) => alpha.serve(request, response)) };
  }

  silence(isSilent: (path: string) => boolean = () => true): void {
    this.isSilent = isSilent;
  }

  /** Answers what is open and what comes. */
  wake(): void {
    this.isSilent = () => false;
    for (const answer of this.held.splice(0)) answer();
  }

  private serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
    this.paths.push(url);
    const answer = (): void => void response.end(url === '/health' ? '[{"status":"healthy"}]' : this.answer);
    if (this.isSilent(url)) this.held.push(answer);
    else answer();
  }
}

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

function engineOf(servers: readonly TestServer[], options: Partial<Parameters<typeof connectEngine>[0]> = {}): Engine {
  const engine = connectEngine({
    urls: servers.map(({ url }) => url),
    kind: 'cluster',
    silenceMs: SILENCE_MS,
    ...options,
  });
  ended.push(...servers.map((server) => () => server.close()), () => engine.close());
  return engine;
}

/** Calls of the contract, and the code of their failure. */
const CALLS: readonly (readonly [string, (engine: Engine) => Promise<unknown>, string])[] = [
  ['query', (engine) => engine.query('{ q(func: uid(1)) { uid } }'), 'EngineUnreachable'],
  ['mutate', (engine) => engine.mutate('{}', { contentType: 'application/json' }), 'OutcomeUnknown'],
  ['commit', (engine) => engine.commit({ startTs: 1 }), 'OutcomeUnknown'],
  ['alter', (engine) => engine.alter('p: string .'), 'OutcomeUnknown'],
  ['graphqlSchema', (engine) => engine.graphqlSchema(), 'EngineUnreachable'],
  ['setGraphqlSchema', (engine) => engine.setGraphqlSchema('type A { b: Int }'), 'OutcomeUnknown'],
  ['assignUids', (engine) => engine.assignUids(1), 'EngineUnreachable'],
  ['health', (engine) => engine.health(), 'EngineUnreachable'],
  ['health of all', (engine) => engine.health({ all: true }), 'EngineUnreachable'],
  ['state', (engine) => engine.state(), 'EngineUnreachable'],
  ['schema', (engine) => engine.schema(), 'EngineUnreachable'],
  ['login', (engine) => engine.login({ userid: 'u', password: 'p' }), 'EngineUnreachable'],
  ['send', (engine) => engine.send({ method: 'GET', path: '/ui' }), 'EngineUnreachable'],
  ['a WebSocket', (engine) => engine.openWebSocket('/graphql', 'graphql-ws', {}), 'EngineUnreachable'],
];

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof OwlgateError ? error.code : error),
  );

describe.each(CALLS)('%s', (_, call, code) => {
  it('ends at an alpha that is silent', async () => {
    const { alpha, server } = await Alpha.start();
    alpha.silence();
    expect(await codeOf(call(engineOf([server])))).toBe(code);
  });

  it('fails at once while the alpha is known to be silent', async () => {
    const { alpha, server } = await Alpha.start();
    const engine = engineOf([server]);
    alpha.silence();
    await codeOf(engine.query('{ a }'));
    const { length } = alpha.paths.filter((path) => path !== '/health');
    expect(await codeOf(call(engine))).toBe('EngineUnreachable');
    expect(alpha.paths.filter((path) => path !== '/health')).toHaveLength(length);
  });
});

it('a forwarded request ends, too', async () => {
  const { alpha, server } = await Alpha.start();
  const front = await gateway(engineOf([server]));
  ended.push(() => front.close());
  alpha.silence();
  const { status } = await fetch(`${front.url}/query`, { method: 'POST', body: '{ a }' });
  expect(status).toBe(503);
});

it('an alpha is used again as soon as it answers', async () => {
  const { alpha, server } = await Alpha.start();
  const engine = engineOf([server]);
  alpha.silence();
  expect(await codeOf(engine.query('{ a }'))).toBe('EngineUnreachable');
  alpha.wake();
  await until(async () => (await codeOf(engine.query('{ a }'))) === 'answered');
});

it('an alpha that answers for its health keeps its exchanges, up to their time limit', async () => {
  const { alpha, server } = await Alpha.start();
  const engine = engineOf([server]);
  alpha.silence((path) => path.startsWith('/query'));
  const query = codeOf(engine.query('{ a }'));
  await until(() => alpha.paths.filter((path) => path === '/health').length > 4);
  alpha.wake();
  expect(await query).toBe('answered');

  const hasty = engineOf([server], { limits: { answerMs: 50 } });
  alpha.silence((path) => path.startsWith('/query') || path.startsWith('/mutate'));
  expect(await codeOf(hasty.query('{ a }'))).toBe('EngineUnreachable');
  expect(await codeOf(hasty.mutate('{}', { contentType: 'application/json' }))).toBe('OutcomeUnknown');
});

describe('of two alphas, one silent', () => {
  it('the other one answers reads, and later writes', async () => {
    const [first, second] = [await Alpha.start(), await Alpha.start()];
    const engine = engineOf([first.server, second.server]);
    first.alpha.silence();
    // Two alphas are asked in turn: one of the two queries meets the silent one.
    expect(await Promise.all([codeOf(engine.query('{ a }')), codeOf(engine.query('{ b }'))])).toEqual([
      'answered',
      'answered',
    ]);
    for (let i = 0; i < 4; i++) {
      expect(await codeOf(engine.mutate('{}', { contentType: 'application/json' }))).toBe('answered');
    }
    expect(second.alpha.paths.filter((path) => path.startsWith('/mutate'))).toHaveLength(4);
  });

  it('a write that was sent to it is not sent again', async () => {
    const [first, second] = [await Alpha.start(), await Alpha.start()];
    const engine = engineOf([first.server, second.server]);
    for (const { alpha } of [first, second]) alpha.silence();
    expect(await codeOf(engine.mutate('{}', { contentType: 'application/json' }))).toBe('OutcomeUnknown');
    const sent = [first, second].flatMap(({ alpha }) => alpha.paths.filter((path) => path.startsWith('/mutate')));
    expect(sent).toHaveLength(1);
  });
});
