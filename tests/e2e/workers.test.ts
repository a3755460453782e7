/**
 * A program of several workers (OWLGATE_WORKERS): clients see one gateway, whichever worker takes their connections. Each
 * request of these tests has a connection of its own, which the system gives to one of the workers.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as net from 'node:net';
import { sharesPorts } from '../../src/util/listening';
import { describeIf, itIf } from '../support/conditional';
import { clusterOfBlock } from '../support/engines/cluster';
import { dgraphVersion } from '../support/engines/dgraph';
import type { Answer, Posted } from '../support/engines/wire';
import { query, rdf } from '../support/engines/wire';
import { ask as send, type Reply } from '../support/http/client';
import { build, cleanUp, start, type Program } from '../support/program/program';

const WORKERS = 2;
const LIMIT_MS = 240_000;
const NS = 'https://example.org/workers#';
const ontology = (version: number): string => `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/workers> a owl:Ontology . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class .
:Version${version} a owl:Class . :leads a owl:ObjectProperty ; owl:inverseOf :follows . :follows a owl:ObjectProperty .
:note a owl:DatatypeProperty ; rdfs:range xsd:string .`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a request on a connection of its own. */
const request = (url: string, path: string, { headers = {}, ...rest }: Parameters<typeof send>[2] = {}) =>
  send(url, path, { ...rest, headers: { ...headers, Connection: 'close' } });

const posted = (url: string, { path, type, body }: Posted): Promise<Reply> =>
  request(url, path, { method: 'POST', headers: { 'Content-Type': type }, body });

/** @throws Error for an answer with errors */
async function ask(url: string, each: Posted): Promise<Answer> {
  const { json, text } = await posted(url, each);
  if (!json || json.errors) throw new Error(`${each.path}: ${text}`);
  return json;
}

const load = (url: string, version: number): Promise<Reply> =>
  request(url, '/ontology', { method: 'POST', headers: { 'Content-Type': 'text/turtle' }, body: ontology(version) });

/** Process ids of the workers. */
const workersOf = ({ child: { pid } }: Program): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

async function until(what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isDone()); await pause(50))
    if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
}

/** Numbers of the workers that a scrape has. */
async function scraped(url: string): Promise<string[]> {
  const { text } = await request(url, '/metrics');
  return [...text.matchAll(/^owlgate_build_info\{worker="(\d+)"/gm)].map(([, number]) => number!).sort();
}

/** Waits until all workers serve. */
const untilAll = (url: string): Promise<void> =>
  until('all workers serve', async () => (await scraped(url)).join() === '1,2');

const linesOf = (program: Program, pattern: RegExp): string[] =>
  program
    .output()
    .split('\n')
    .filter((line) => pattern.test(line));

beforeAll(build);
afterEach(cleanUp);

itIf(!sharesPorts, 'Node shares ports')('an older Node is refused', async () => {
  const { code, stderr } = await start({ DGRAPH_URL: 'http://127.0.0.1:1', OWLGATE_WORKERS: '2' }).ended;
  expect([code, stderr]).toEqual([2, 'owlgate: OWLGATE_WORKERS: several workers need Node 22.12 or later\n']);
});

describeIf(sharesPorts, 'needs Node 22.12')('a start that fails ends with one line', () => {
  it('on the embedded engine', async () => {
    const { code, stderr } = await start({ OWLGATE_WORKERS: '2' }).ended;
    expect([code, stderr]).toEqual([
      2,
      'owlgate: OWLGATE_WORKERS: the embedded engine is served by one process, not 2; set DGRAPH_URL to use a cluster\n',
    ]);
  });

  it.each([
    ['for a wrong setting', { OWLGATE_WORKERS: '0' }, 2, /^owlgate: OWLGATE_WORKERS: "0" is not accepted/],
    ['for wrong keys, which a worker reads', { OWLGATE_API_KEYS: '/no/such/file' }, 2, /^owlgate: OWLGATE_API_KEYS: /],
    ['for an address of another machine', { HOST: '192.0.2.1' }, 2, /^owlgate: 192\.0\.2\.1 is not an address/],
    ['for a cluster that does not answer', { OWLGATE_WAIT: '1' }, 1, /^owlgate: the engine at \S+ does not answer/],
  ])('%s', async (_, env, status, pattern) => {
    const closed = net.createServer();
    const { port } = await new Promise<net.AddressInfo>((resolve) =>
      closed.listen(0, '127.0.0.1', () => resolve(closed.address() as net.AddressInfo)),
    );
    await new Promise((resolve) => closed.close(resolve));
    const { code, stderr } = await start({ DGRAPH_URL: `http://127.0.0.1:${port}`, OWLGATE_WORKERS: '2', ...env })
      .ended;
    expect([code, stderr]).toEqual([status, expect.stringMatching(pattern)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('for a port that is taken', async () => {
    const taken = net.createServer();
    const { port } = await new Promise<net.AddressInfo>((resolve) =>
      taken.listen(0, '127.0.0.1', () => resolve(taken.address() as net.AddressInfo)),
    );
    const env = { DGRAPH_URL: 'http://127.0.0.1:1', OWLGATE_WORKERS: '2', PORT: String(port) };
    const { code, stderr } = await start(env).ended;
    await new Promise((resolve) => taken.close(resolve));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^owlgate: port \d+ is taken: [^\n]+\n$/)]);
  });
});

describeIf(sharesPorts && dgraphVersion(), 'needs Node 22.12 and a dgraph program')('before a cluster', () => {
  const cluster = clusterOfBlock(1, LIMIT_MS);

  const begin = (env: Record<string, string> = {}): Program =>
    start({
      DGRAPH_URL: cluster().urls.join(','),
      OWLGATE_WORKERS: String(WORKERS),
      OWLGATE_ACCESS_LOG: 'off',
      ...env,
    });

  /** Starts a program, and loads an ontology once all workers serve. */
  const beginLoaded = async (): Promise<{ readonly program: Program; readonly url: string }> => {
    const program = begin();
    const url = await program.url();
    await untilAll(url);
    await load(url, 0);
    return { program, url };
  };

  it(
    'announces one start, shares both ports, follows loads, and ends cleanly',
    async () => {
      const program = begin({ GRPC_PORT: '0' });
      const url = await program.url();
      await untilAll(url);
      expect(linesOf(program, /owlgate serves|gRPC for Dgraph clients|connecting to/)).toHaveLength(3);
      expect((await load(url, 0)).status).toBe(200);
      for (let i = 0; i < 4; i++) {
        expect((await load(url, i + 1)).json.version).toBe(i + 2);
        // Both workers, at once.
        const answers = [1, 2].map(() => request(url, '/ontology', { headers: { Accept: 'application/json' } }));
        expect((await Promise.all(answers)).map(({ json }) => json.version)).toEqual([i + 2, i + 2]);
      }
      await ask(url, rdf('_:a <graph.type> "Dog" .\n_:a <note> "metrics" .'));
      const { text } = await request(url, '/metrics');
      const writes = [...text.matchAll(/^owlgate_writes_total\{worker="\d",result="written"\} (\d+)$/gm)];
      expect(writes.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(0);
      expect(text.match(/^# HELP owlgate_http_requests_total /gm)).toHaveLength(1);
      const workers = workersOf(program);
      const { code } = await program.end();
      expect(code).toBe(0);
      expect(linesOf(program, /stopped$/)).toHaveLength(1);
      for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    },
    LIMIT_MS,
  );

  it(
    'carries transactions over several connections',
    async () => {
      const { url } = await beginLoaded();
      for (let round = 0; round < 5; round++) {
        const { extensions } = await ask(url, query('{ q(func: uid(0x1)) { uid } }'));
        const { start_ts: startTs } = extensions.txn;
        const hash: Record<string, string> = extensions.txn.hash ? { hash: extensions.txn.hash } : {};
        const names = Array.from({ length: 6 }, (_, i) => `t${round}-${i}`);
        // Writes of one transaction at once, at both workers: each sees those before it.
        const answers = await Promise.all(
          names.map((name) =>
            ask(url, rdf(`_:a <graph.type> "Dog" .\n_:a <note> "${name}" .\n_:a <leads> _:b .`, { startTs, ...hash })),
          ),
        );
        const keys = answers.flatMap(({ extensions: { txn } }) => txn.keys as string[]);
        const preds = answers.flatMap(({ extensions: { txn } }) => txn.preds as string[]);
        const ended = await ask(url, {
          path: `/commit?startTs=${startTs}${extensions.txn.hash ? `&hash=${extensions.txn.hash}` : ''}`,
          type: 'application/json',
          body: JSON.stringify({ keys: [...new Set(keys)], preds: [...new Set(preds)] }),
        });
        expect(ended.data.code).toBe('Success');
        const { data } = await ask(url, query('{ q(func: type(Animal)) { note leads { n: count(follows) } } }'));
        const stored = (data.q as { note: string; leads: { n: number }[] }[]).filter(({ note }) =>
          note.startsWith(`t${round}-`),
        );
        expect(stored.map(({ note }) => note).sort()).toEqual(names);
        expect(stored.every(({ leads }) => leads.length === 1 && leads[0]!.n === 1)).toBe(true);
      }
    },
    LIMIT_MS,
  );

  it(
    'counts quotas of keys and wrong keys once for all workers',
    async () => {
      const key = 'owlgate_workers_test_key';
      const digest = createHash('sha256').update(key).digest('hex');
      const url = await begin({ OWLGATE_API_KEYS: `reports:admin:${digest}:20/hour` }).url();
      const statuses: number[] = [];
      for (let i = 0; i < 30; i++) {
        const headers = { 'X-Owlgate-Key': key, Accept: 'application/json' };
        statuses.push((await request(url, '/ontology', { headers })).status);
      }
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      const wrong: number[] = [];
      for (let i = 0; i < 70; i++) {
        const headers = { 'X-Owlgate-Key': `owlgate_${i}` };
        wrong.push((await request(url, '/ontology', { headers })).status);
      }
      expect(wrong.filter((status) => status === 401)).toHaveLength(60);
    },
    LIMIT_MS,
  );

  it(
    'continues an import at another worker, and refuses it there while it runs',
    async () => {
      const { program, url } = await beginLoaded();
      const nodes = 12_000;
      const body = Array.from(
        { length: nodes },
        (_, i) =>
          `<${NS}i${i}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${NS}Dog> .\n<${NS}i${i}> <${NS}note> "imported" .\n`,
      ).join('');
      const run = (): Promise<Reply> =>
        request(url, '/import?id=one', { method: 'POST', headers: { 'Content-Type': 'application/n-triples' }, body });
      const state = async (): Promise<Answer> => (await request(url, '/import/one')).json;
      const first = run().catch(() => undefined);
      await until('the import has written', async () => (await state())?.stated > 4_000);
      // Both workers know that it runs, and how far it is.
      const states = await Promise.all([state(), state(), state(), state()]);
      expect(states.map((each) => each.state)).toEqual(['running', 'running', 'running', 'running']);
      expect((await Promise.all([run(), run()])).map(({ json }) => json.errors?.[0].extensions.code)).toEqual([
        'ImportRunning',
        'ImportRunning',
      ]);
      for (const pid of workersOf(program)) process.kill(pid, 'SIGKILL');
      await first;
      await program.printed(/a worker has ended; it is started again/);
      await until('a worker serves again', () =>
        request(url, '/livez').then(
          ({ status }) => status === 200,
          () => false,
        ),
      );
      expect((await state()).state).toBe('interrupted');
      const second = await run();
      expect([second.status, second.json.state]).toEqual([200, 'done']);
      const { data } = await ask(
        url,
        query(
          '{ q(func: eq(note, "imported")) @filter(type(Animal)) { count(uid) } n(func: has(note)) @filter(eq(note, "imported")) { count(uid) } }',
        ),
      );
      expect([data.q, data.n]).toEqual([[{ count: nodes }], [{ count: nodes }]]);
    },
    LIMIT_MS,
  );

  it(
    'loses and doubles nothing when a worker is killed under writes',
    async () => {
      const { program, url } = await beginLoaded();
      const [acknowledged, unknown] = [new Set<string>(), new Set<string>()];
      let isOver = false;
      const write = async (writer: number): Promise<void> => {
        for (let i = 0; !isOver; i++) {
          const note = `k${writer}-${i}`;
          try {
            const { status, json } = await posted(url, rdf(`_:a <graph.type> "Dog" .\n_:a <note> "${note}" .`));
            if (status === 200 && !json.errors) acknowledged.add(note);
            else unknown.add(note);
          } catch {
            unknown.add(note);
            await pause(20);
          }
        }
      };
      const writers = Promise.all([0, 1, 2, 3].map(write));
      const progress = async (): Promise<void> => {
        const goal = acknowledged.size + 20;
        await until('writes are acknowledged', () => acknowledged.size >= goal);
      };
      for (let kills = 0; kills < 4; kills++) {
        await progress();
        const workers = workersOf(program);
        process.kill(workers[kills % workers.length]!, 'SIGKILL');
        await progress();
        await until('the worker is replaced', () => workersOf(program).length === WORKERS);
      }
      await untilAll(url);
      isOver = true;
      await writers;
      const { data } = await ask(url, query('{ q(func: type(Animal)) { note } }'));
      const stored = (data.q as { note: string }[]).map(({ note }) => note).filter((note) => /^k\d/.test(note));
      expect(new Set(stored).size).toBe(stored.length);
      expect([...acknowledged].filter((note) => !stored.includes(note))).toEqual([]);
      expect(stored.filter((note) => !acknowledged.has(note) && !unknown.has(note))).toEqual([]);
      expect((await program.end()).code).toBe(0);
    },
    LIMIT_MS,
  );
});
