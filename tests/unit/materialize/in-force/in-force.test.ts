/**
 * Gateways that share an engine: each follows what another loads, and what becomes of the ontology when data is
 * dropped.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectEngine, type Engine } from '../../../../src/dgraph';
import { startEmbedded } from '../../../../src/embedded';
import type { EmbeddedServer } from '../../../../src/embedded/server';
import { OwlgateError, type ErrorCode } from '../../../../src/errors';
import { createMaterializer, DocumentProcesses, type Materializer } from '../../../../src/materialize';
import { Registry } from '../../../../src/materialize/in-force/registry';
import { silent } from '../../../../src/util/log';
import { until } from '../../../support/until';

const source = (axioms = ''): string => `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://ex.org/o> a owl:Ontology .
  :A a owl:Class . :B a owl:Class . ${axioms}`;
const SUB = ':A rdfs:subClassOf :B .';

let directory: string;
let server: EmbeddedServer;
let engine: Engine;
const running: Materializer[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'owlgate-in-force-'));
  server = await startEmbedded({ directory });
  engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded' });
});
beforeEach(() => engine.alter({ drop_all: true }));
afterEach(async () => {
  for (const materializer of running.splice(0)) await materializer.stop();
});
afterAll(async () => {
  await engine.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function start(pollMs = 20): Promise<Materializer> {
  const materializer = createMaterializer(engine, silent, { pollMs, checkpointMs: 300 });
  running.push(materializer);
  await materializer.start();
  return materializer;
}
const load = (materializer: Materializer, axioms?: string): ReturnType<Materializer['loads']['load']> =>
  materializer.loads.load({ source: source(axioms), profile: 'strict' });
async function write(
  materializer: Materializer,
  type: string,
): Promise<{ errors?: unknown; data: { uids: Record<string, string> } }> {
  const body = Buffer.from(JSON.stringify({ set: { uid: '_:x', 'graph.type': type } }));
  const parameters = new URLSearchParams('commitNow=true');
  const reply = await materializer.writes.mutate({ body, contentType: 'application/json', parameters });
  return JSON.parse(String(reply.body)) as Awaited<ReturnType<typeof write>>;
}
async function typesOf(uid: string): Promise<string[]> {
  const { data } = await engine.query<{ q: { 'dgraph.type': string[] }[] }>(`{ q(func: uid(${uid})) { dgraph.type } }`);
  return data.q[0]?.['dgraph.type'].sort() ?? [];
}

describe('following', () => {
  it('a version that another gateway loads comes into force here', async () => {
    const [one, two] = [await start(), await start()];
    expect(two.inForce).toBeUndefined();
    await load(one, SUB);
    await until(() => two.inForce?.version === 1);
    expect(two.inForce).toMatchObject({ source: source(SUB), profile: 'strict', checksum: one.inForce!.checksum });
    expect(await typesOf((await write(two, 'A')).data.uids['x']!)).toEqual(['A', 'B']);
    await load(two);
    await until(() => one.inForce?.version === 2);
    expect(await typesOf((await write(one, 'A')).data.uids['x']!)).toEqual(['A']);
  });

  it('a gateway that starts later recovers the version with its names', async () => {
    await load(await start(), SUB);
    const { inForce } = await start();
    expect(inForce).toMatchObject({ version: 1, source: source(SUB) });
    expect(inForce!.loaded.names.class('http://ex.org/A')).toBe('A');
  });

  it('a second load while one runs is refused', async () => {
    const one = await start();
    const both = await Promise.allSettled([load(one, SUB), load(one)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = both.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    expect(refused!.message).toContain('another load, a materialization or a change of the schema is in progress');
  });
});

describe('dropping', () => {
  it('drop_all removes the ontology', async () => {
    const one = await start();
    await load(one, SUB);
    await engine.alter({ drop_all: true });
    await one.schema.altered('drop_all');
    expect(one.inForce).toBeUndefined();
    expect(await typesOf((await write(one, 'A')).data.uids['x']!)).toEqual(['A']);
  });

  it('drop_all without the gateway is noticed', async () => {
    const one = await start();
    await load(one, SUB);
    await engine.alter({ drop_all: true });
    await until(() => one.inForce === undefined);
  });

  it('a drop of the data keeps the ontology in force and stores it again', async () => {
    const one = await start();
    await load(one, SUB);
    await engine.alter({ drop_op: 'DATA' });
    await one.schema.altered('drop_data');
    expect(one.inForce).toMatchObject({ source: source(SUB), profile: 'strict' });
    expect(await typesOf((await write(one, 'A')).data.uids['x']!)).toEqual(['A', 'B']);
    const later = await start();
    expect(later.inForce).toMatchObject({ version: one.inForce!.version, source: source(SUB) });
    expect((await new Registry(engine, silent).readHead())!.materialized).toBe(true);
  });

  it('after a drop of the data, one of several gateways stores the ontology', async () => {
    const [one, two] = [await start(), await start()];
    await load(one, SUB);
    await until(() => two.inForce !== undefined);
    await engine.alter({ drop_op: 'DATA' });
    await Promise.all([one.schema.altered('drop_data'), two.schema.altered('drop_data')]);
    await until(() => one.inForce?.version === two.inForce?.version && one.inForce !== undefined);
    expect(await typesOf((await write(two, 'A')).data.uids['x']!)).toEqual(['A', 'B']);
    expect(await typesOf((await write(one, 'A')).data.uids['x']!)).toEqual(['A', 'B']);
  });
});

describe('an interrupted materialization', () => {
  /** A version that is in force and whose materialization has not ended, over data that it concerns. */
  async function cutOff(): Promise<{ uid: string; registry: Registry }> {
    const one = await start();
    await load(one);
    const uid = (await write(one, 'A')).data.uids['x']!;
    const { inForce } = one;
    await one.stop();
    running.length = 0;
    const registry = new Registry(engine, silent);
    const names = inForce!.loaded.names.toTable();
    await registry.write(
      {
        documents: [{ role: 'ontology', mediaType: 'text/turtle', source: source(SUB) }],
        profile: 'strict',
        names,
        checksum: createHash('sha256').update(source(SUB)).digest('hex'),
        loadedAt: new Date().toISOString(),
      },
      1,
    );
    return { uid, registry };
  }

  it('is repeated by a gateway that starts', async () => {
    const { uid, registry } = await cutOff();
    const one = await start();
    expect(one.inForce!.version).toBe(2);
    await until(async () => (await typesOf(uid)).length >= 2);
    expect(await typesOf(uid)).toEqual(['A', 'B']);
    await until(async () => (await registry.readHead())!.materialized);
  });

  it('is superseded by a load, which walks over everything', async () => {
    const { uid } = await cutOff();
    const one = await start();
    const { version } = await load(one, SUB);
    expect(version).toBe(3);
    expect(await typesOf(uid)).toEqual(['A', 'B']);
  });

  it('is left to a gateway that still runs it', async () => {
    const { uid, registry } = await cutOff();
    const marks = setInterval(() => void registry.recordProgress(2, false, String(Date.now())), 500);
    try {
      await start();
      await delay(4500);
      expect(await typesOf(uid)).toEqual(['A']);
    } finally {
      clearInterval(marks);
    }
    await delay(300);
    await registry.recordProgress(2, true);
    await delay(3500);
    expect(await typesOf(uid)).toEqual(['A']);
  });
});

it('the head is read again if a load of this gateway has changed it meanwhile', async () => {
  const held: (() => void)[] = [];
  let isHeld = false;
  const slow = Object.create(engine) as Engine;
  // Answers about the head are made at once, and arrive when they are released.
  slow.query = async (...args: Parameters<Engine['query']>) => {
    const answer = await engine.query(...args);
    if (isHeld && args[0].includes('heads(')) await new Promise<void>((resolve) => held.push(resolve));
    return answer as never;
  };
  let isLoading = false;
  slow.mutate = async (...args: Parameters<Engine['mutate']>) => {
    // The load goes on once an answer about the head is on its way.
    if (isLoading) {
      isHeld = true;
      await until(() => Promise.resolve(held.length > 0));
      isLoading = false;
      isHeld = false;
    }
    return engine.mutate(...args);
  };
  const errors: string[] = [];
  const logger = { ...silent, error: (message: string) => void errors.push(message) };
  const materializer = createMaterializer(slow, logger, { pollMs: 5, checkpointMs: 300 });
  running.push(materializer);
  await materializer.start();
  await load(materializer);
  isLoading = true;
  const loading = load(materializer, SUB);
  await until(() => Promise.resolve(materializer.inForce?.version === 2));
  for (const release of held) release();
  await loading;
  expect(errors).toEqual([]);
  expect(await typesOf((await write(materializer, 'A')).data.uids['x']!)).toEqual(['A', 'B']);
});

it.each<ErrorCode>(['DocumentProcessEnded', 'DocumentsBusy', 'DocumentTooCostly'])(
  '%s at a start is no damage of the registry',
  async (code) => {
    await load(await start());
    const documents = new DocumentProcesses({ logger: silent });
    jest.spyOn(documents, 'run').mockRejectedValue(OwlgateError.worded(code, 'not now', {}));
    const later = createMaterializer(engine, silent, { documents });
    running.push(later);
    await expect(later.start()).rejects.toMatchObject({ code, message: 'not now' });
  },
);
