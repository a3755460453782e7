/** Materializations that are cut off: where the next gateway goes on, and when it begins again instead. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectEngine, type Engine, type MutationContent } from '../../../../src/dgraph';
import { startEmbedded } from '../../../../src/embedded';
import type { EmbeddedServer } from '../../../../src/embedded/server';
import { createMaterializer } from '../../../../src/materialize';
import type { Materializer } from '../../../../src/materialize';
import { readCheckpoint } from '../../../../src/materialize/walk/checkpoint';
import { Registry } from '../../../../src/materialize/in-force/registry';
import { silent } from '../../../../src/util/log';
import { textOf } from '../../../support/dgraph/content';
import { counting } from '../../../support/materialize/counting';

const PREFIXES = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class . :B a owl:Class . :C a owl:Class . :D a owl:Class . :E a owl:Class .
`;
const FIRST = `${PREFIXES} :A rdfs:subClassOf :B . :C rdfs:subClassOf :B .`;
/** The axiom that entails B is removed; C and D are equivalent, so that each supports the other. */
const SECOND = `${PREFIXES} :C owl:equivalentClass :D . :A rdfs:subClassOf :E .`;
const NODES = 2200;
/** Nodes beyond the largest page of types. */
const TWO_PAGES = 10_100;
const MARK_MS = 100;

let directory: string;
/** Directory with the first version and its data. */
let prepared: string | undefined;
let server: EmbeddedServer;
let engine: Engine;
const running: Materializer[] = [];

async function open(): Promise<void> {
  server = await startEmbedded({ directory });
  engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded' });
}
async function close(): Promise<void> {
  for (const materializer of running.splice(0)) await materializer.stop();
  await engine.close();
  await server.close();
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'owlgate-cut-'));
  await open();
});
afterEach(async () => {
  await close();
  rmSync(directory, { recursive: true, force: true });
});
afterAll(() => {
  if (prepared !== undefined) rmSync(prepared, { recursive: true, force: true });
});

const write = (lines: readonly string[]): Promise<unknown> =>
  engine.mutate(`{ set {\n${lines.join('\n')}\n} }`, { contentType: 'application/rdf', commitNow: true });
const count = async (root: string): Promise<number> => {
  const { data } = await engine.query<{ q: { count: number }[] }>(`{ q(func: ${root}) { count(uid) } }`);
  return data.q[0]!.count;
};
const counts = async (): Promise<number[]> =>
  Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => count(`eq(dgraph.type, "${name}")`)));
const start = async (over: Engine): Promise<Materializer> => {
  const materializer = createMaterializer(over, undefined, { pollMs: 3_600_000, checkpointMs: MARK_MS });
  await materializer.start();
  running.push(materializer);
  return materializer;
};
const end = async (
  materializer: Materializer,
): Promise<Awaited<ReturnType<Materializer['materializations']['status']>>> => {
  for (let i = 0; i < 600; i++) {
    const status = await materializer.materializations.status();
    if (status.state === 'idle') return status;
    await delay(50);
  }
  throw new Error('it does not end');
};

/**
 * An engine over which nothing goes any more once a number of pages has been written: as when the process is killed.
 */
function mortal(pages: number): Engine {
  let left = pages;
  const dead = new Error('killed');
  return new Proxy(engine, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key !== 'mutate') {
        return (...args: unknown[]) => (left < 0 ? Promise.reject(dead) : Reflect.apply(value, target, args));
      }
      return async (...args: unknown[]) => {
        const isPage = /owl\.inferred|<dgraph\.type> "B"/.test(textOf(args[0] as MutationContent));
        // One mark is let through before each page.
        if (isPage) await delay(2 * MARK_MS);
        if (left < 0 || (isPage && left-- <= 0)) {
          left = -1;
          throw dead;
        }
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

/** Puts the first version in force, with data; the work is done once, and copied. */
async function prepare(): Promise<void> {
  if (prepared === undefined) {
    await loadFirst();
    await close();
    prepared = mkdtempSync(join(tmpdir(), 'owlgate-prepared-'));
    cpSync(directory, prepared, { recursive: true });
  } else {
    await close();
    cpSync(prepared, directory, { recursive: true, force: true });
  }
  await open();
}

async function loadFirst(): Promise<void> {
  const first = await start(engine);
  await first.loads.load({ source: FIRST, profile: 'lenient' });
  await first.stop();
  const lines = Array.from({ length: NODES }, (_, i) => `_:n${i} <dgraph.type> "A" .\n_:n${i} <dgraph.type> "C" .`);
  await write(lines);
  // Facts that the first version entails are stored with the facet of inferred facts.
  const again = await start(engine);
  await (
    await again.materializations.start()
  ).ended;
  await again.stop();
  running.length = 0;
}

async function cutOffLoad(pages: number): Promise<void> {
  await prepare();
  expect(await counts()).toEqual([NODES, NODES, NODES, 0, 0]);
  const second = await start(mortal(pages));
  // The ontology is in force: the load does not fail.
  const { materialization } = await second.loads.load({ source: SECOND, profile: 'lenient' });
  expect(materialization.interrupted).toBe('killed');
  await second.stop().catch(() => undefined);
  running.length = 0;
}

const mark = async () => readCheckpoint((await new Registry(engine, silent).history())[0]!.cursor);
const pagesOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => /func: (.*), first: \d+, after: (0x[0-9a-f]+)/.exec(text)?.slice(1, 3).join(' ') ?? []);

it('a run resumes at its page while retracting', async () => {
  await cutOffLoad(1);
  const left = (await mark())!;
  expect(left).toMatchObject({ cause: 'load', before: 1, phase: 'retracting', position: { step: 0 } });
  expect(left.position!.after).not.toBe('0x0');
  const [, b] = await counts();
  expect(b).toBe(NODES - 1000);
  const { engine: counted, texts } = counting(engine);
  const third = await start(counted);
  const { last } = await end(third);
  // The first page is that after the last mark: nothing that came before is looked at again.
  expect(pagesOf(texts)[0]).toContain(left.position!.after);
  expect(await counts()).toEqual([NODES, 0, NODES, NODES, NODES]);
  expect(last).toMatchObject({ cause: 'load', startedAt: left.startedAt });
});

it('a run resumes while inferring', async () => {
  await cutOffLoad(4);
  const left = (await mark())!;
  expect(left).toMatchObject({ before: 1, phase: 'inferring' });
  expect(left.position!.step).toBeGreaterThan(0);
  const { engine: counted, texts } = counting(engine);
  await end(await start(counted));
  expect(pagesOf(texts)[0]).toContain(left.position!.after);
  expect(texts.filter((text) => text.includes('eq(dgraph.type, "B"), first'))).toEqual([]);
  expect(await counts()).toEqual([NODES, 0, NODES, NODES, NODES]);
});

it('a run with other steps begins again with everything', async () => {
  await cutOffLoad(1);
  const left = (await mark())!;
  const registry = new Registry(engine, silent);
  await registry.recordProgress(2, false, JSON.stringify({ ...left, digest: 'of another program' }));
  const { engine: counted, texts } = counting(engine);
  await end(await start(counted));
  expect(pagesOf(texts)[0]).toBe('has(dgraph.type) 0x0');
  expect(await counts()).toEqual([NODES, 0, NODES, NODES, NODES]);
});

it('a run with an invalid checkpoint begins again', async () => {
  await cutOffLoad(1);
  await new Registry(engine, silent).recordProgress(2, false, 'not a mark');
  await end(await start(engine));
  expect(await counts()).toEqual([NODES, 0, NODES, NODES, NODES]);
});

it('a version without a checkpoint counts as running, until it is silent for too long', async () => {
  const gateway = await start(engine);
  await gateway.loads.load({ source: FIRST, profile: 'lenient' });
  await new Registry(engine, silent).recordProgress(1, false);
  expect(await gateway.materializations.status()).toMatchObject({ state: 'running', version: 1 });
});

it('the next gateway resumes at once if the last one announced its end', async () => {
  const first = await start(engine);
  await first.loads.load({ source: FIRST, profile: 'lenient' });
  await write(Array.from({ length: TWO_PAGES }, (_, i) => `_:n${i} <dgraph.type> "A" .`));
  let go = (): void => undefined;
  let hold = (): void => undefined;
  const held = new Promise<void>((resolve) => (hold = resolve));
  const second = await start(
    new Proxy(engine, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          if (key === 'mutate' && textOf(args[0] as MutationContent).includes('owl.inferred')) {
            hold();
            await new Promise<void>((done) => (go = done));
          }
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    }),
  );
  const { ended } = await second.materializations.start();
  const outcome = expect(ended).rejects.toThrow();
  await held;
  await delay(4 * MARK_MS);
  const stopped = second.stop();
  go();
  await Promise.all([outcome, stopped]);
  expect(await mark()).toMatchObject({ cause: 'request', isLeft: true });
  expect(await second.materializations.status()).toMatchObject({ state: 'interrupted' });
  const began = Date.now();
  // One for which no time would be long enough to take it for cut off.
  const third = createMaterializer(engine, undefined, { pollMs: 3_600_000, checkpointMs: 3_600_000 });
  running.push(third);
  await third.start();
  await end(third);
  expect(Date.now() - began).toBeLessThan(20_000);
  expect((await counts())[1]).toBe(TWO_PAGES);
});

it('a gateway that watches a run resumes it as soon as the process of its owner has ended', async () => {
  await cutOffLoad(1);
  const left = (await mark())!;
  const registry = new Registry(engine, silent);
  const process = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    const owner = `${hostname()}/${process.pid}/a`;
    await registry.recordProgress(2, false, JSON.stringify({ ...left, owner, failure: undefined, isLeft: undefined }));
    // One for which no time would be long enough to take it for cut off.
    const watching = createMaterializer(engine, undefined, { pollMs: 50, checkpointMs: 3_600_000 });
    running.push(watching);
    await watching.start();
    await delay(500);
    expect(await mark()).toMatchObject({ owner });
    process.kill('SIGKILL');
    const killedAt = Date.now();
    while ((await mark())?.owner === owner) await delay(20);
    expect(Date.now() - killedAt).toBeLessThan(5_000);
    await end(watching);
    expect(await counts()).toEqual([NODES, 0, NODES, NODES, NODES]);
  } finally {
    process.kill('SIGKILL');
  }
});

it('a failed run is reported with the reason, and can be requested again', async () => {
  const first = await start(engine);
  await first.loads.load({ source: FIRST, profile: 'lenient' });
  await write(Array.from({ length: 10 }, (_, i) => `_:n${i} <dgraph.type> "A" .`));
  await first.stop();
  running.length = 0;
  let isFailing = true;
  const failing = new Proxy(engine, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (key !== 'mutate' || typeof value !== 'function') {
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return (...args: unknown[]) =>
        isFailing && textOf(args[0] as MutationContent).includes('owl.inferred')
          ? Promise.reject(new Error('no space left'))
          : (Reflect.apply(value, target, args) as unknown);
    },
  });
  const second = await start(failing);
  const { ended } = await second.materializations.start();
  await expect(ended).rejects.toThrow('no space left');
  expect(await second.materializations.status()).toMatchObject({
    state: 'failed',
    cause: 'request',
    reason: 'no space left',
  });
  isFailing = false;
  const { ended: again } = await second.materializations.start();
  expect(await again).toMatchObject({ inferred: 10 });
  expect(await second.materializations.status()).toMatchObject({ state: 'idle', last: { inferred: 10 } });
});
