/**
 * The registry on the embedded engine; on a cluster too where OWLGATE_TEST_CLUSTER names one, whose data it drops.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectEngine, EngineFailure, type Engine } from '../../../../src/dgraph';
import { startOnPort, type EngineOnPort } from '../../../support/embedded/on-port';
import { printNQuad } from '../../../../src/dql';
import type { Bundle } from '../../../../src/materialize/in-force/bundle';
import { EngineSchema } from '../../../../src/materialize/store/engine-schema';
import { lockStatement } from '../../../../src/materialize/write/guards';
import { versionOfRecord } from '../../../../src/materialize/in-force/registry-rows';
import { checksumOf, Registry, type NewOntology } from '../../../../src/materialize/in-force/registry';
import { takeFence } from '../../../../src/materialize/write/fence';
import { silent } from '../../../../src/util/log';
import { until } from '../../../support/until';

const KEPT_VERSIONS = 10;
const NAMES = {
  classes: { 'http://ex.org/Agent': 'Agent' },
  properties: { 'http://ex.org/knows': 'knows' },
  prefixes: { ex: 'http://ex.org/' },
};

function ontology(source: string): NewOntology {
  const checksum = createHash('sha256').update(source).digest('hex');
  const documents: Bundle = [{ role: 'ontology', mediaType: 'text/turtle', source }];
  return { documents, profile: 'lenient', names: NAMES, checksum, loadedAt: '2026-01-02T03:04:05.000Z' };
}

/** Replaces the record of a node. */
const change = (engine: Engine, node: string, record: object) =>
  engine.mutate(`{ set { \n${node} <owlgate.record> ${JSON.stringify(JSON.stringify(record))} .\n } }`, {
    contentType: 'application/rdf',
    commitNow: true,
  });

const cluster = process.env['OWLGATE_TEST_CLUSTER'];
const engines = ['embedded', ...(cluster === undefined ? [] : ['cluster'])] as ('embedded' | 'cluster')[];

describe.each(engines)('the registry on the %s engine', (kind) => {
  let directory: string;
  let server: EngineOnPort | undefined;
  let engine: Engine;
  let registry: Registry;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'owlgate-registry-'));
    if (kind === 'embedded') server = await startOnPort({ directory });
    engine = connectEngine({ urls: [server?.url ?? cluster!], kind });
  });
  afterAll(async () => {
    await engine.close();
    await server?.close();
    rmSync(directory, { recursive: true });
  });
  beforeEach(async () => {
    await engine.alter({ drop_all: true });
    registry = new Registry(engine, silent);
  });

  describe('the GraphQL extension', () => {
    const isGone = () => Promise.resolve(false);
    const at = '2026-01-02T03:04:05.000Z';

    /** Engine whose next answer, or the one after, is held until `release`. */
    function holding() {
      let left = Infinity;
      let release!: () => void;
      let isHeld = false;
      const released = new Promise<void>((resolve) => (release = resolve));
      const slow = Object.create(engine) as Engine;
      slow.query = async (...args: Parameters<Engine['query']>) => {
        const answer = await engine.query(...args);
        if (--left === 0) {
          isHeld = true;
          await released;
        }
        return answer as never;
      };
      const held = () => until(() => isHeld);
      return { slow, hold: (number: number) => (left = number), held, release };
    }
    const follow = async (each: Registry): Promise<string | undefined> => {
      await each.readHead();
      await each.extension.follow(isGone);
      return each.extension.current?.sdl;
    };

    it('does not go back if an answer arrives after a write of this gateway', async () => {
      await registry.ensureSchema();
      await registry.extension.write('type A { a: Int }', at);
      const { slow, hold, held, release } = holding();
      const reading = new Registry(slow, silent);
      expect(await follow(reading)).toBe('type A { a: Int }');
      hold(1);
      const following = follow(reading);
      await held();
      await reading.extension.write('type B { b: Int }', at);
      release();
      expect(await following).toBe('type B { b: Int }');
      expect(await follow(reading)).toBe('type B { b: Int }');
    });

    it('is not damaged if another gateway replaces its text meanwhile', async () => {
      await registry.ensureSchema();
      await registry.extension.write('type A { a: Int }', at);
      const { slow, hold, held, release } = holding();
      const reading = new Registry(slow, silent);
      // The second answer names the parts, which the write deletes.
      hold(2);
      const following = follow(reading);
      await held();
      await registry.extension.write('type B { b: Int }', at);
      release();
      expect(await following).toBe('type B { b: Int }');
    });
  });

  it.each(['dropped', 'made'])('is read correctly if its index is %s meanwhile', async (change) => {
    if (change === 'dropped') await registry.ensureSchema();
    let questions = 0;
    const changing = Object.create(engine) as Engine;
    changing.query = async (...args: Parameters<Engine['query']>) => {
      const answer = await engine.query(...args);
      // The first question is for the declarations, the second for the nodes.
      if (++questions === 1) {
        if (change === 'dropped') await engine.alter({ drop_all: true });
        else await registry.ensureSchema();
      }
      return answer as never;
    };
    expect(await new Registry(changing, silent).history()).toEqual([]);
    expect(questions).toBeGreaterThan(1);
  });

  it('has no head before its schema exists, nor before the first load', async () => {
    expect(await registry.readHead()).toBeUndefined();
    expect(await registry.history()).toEqual([]);
    await registry.ensureSchema();
    expect(await registry.readHead()).toBeUndefined();
    expect(await registry.history()).toEqual([]);
  });

  it('declares its schema once, and repairs a predicate without its index', async () => {
    await engine.alter('owlgate.key: string .');
    await registry.ensureSchema();
    const { schema } = await engine.schema();
    expect(schema.find(({ predicate }) => predicate === 'owlgate.key')).toMatchObject({ index: true, upsert: true });
    const alter = jest.spyOn(engine, 'alter');
    await registry.ensureSchema();
    expect(alter).not.toHaveBeenCalled();
    alter.mockRestore();
  });

  it('stores texts before their version, and removes those of one that does not come', async () => {
    const texts = async (): Promise<number> =>
      (await engine.query<{ q: readonly unknown[] }>('{ q(func: has(owlgate.text)) { uid } }')).data.q.length;
    await registry.ensureSchema();
    const history = { account: { by: 'a', from: [] }, outline: '{}' };
    const [kept, left] = [
      await registry.stage(ontology('# 1\n'), history),
      await registry.stage(ontology(''), history),
    ];
    expect([await texts(), await registry.readHead()]).toEqual([6, undefined]);
    await registry.discard(left);
    await registry.putInForce(kept, undefined);
    expect(await texts()).toBe(3);
    expect(await registry.read(1)).toMatchObject({ version: 1, documents: [{ source: '# 1\n' }] });
    await expect(registry.putInForce(await registry.stage(ontology(''), history), undefined)).rejects.toMatchObject({
      code: 'OntologyBusy',
    });
    expect(await texts()).toBe(3);
  });

  it('returns the version that was written, and the one before', async () => {
    await registry.ensureSchema();
    const first = ontology('# "one"\\ \u{1f989}\n');
    expect(await registry.write(first, undefined)).toMatchObject({ version: 1 });
    const second = { ...ontology('# two\n'), profile: 'strict' as const };
    const { uid, version } = await registry.write(second, 1);
    expect(version).toBe(2);
    expect(await registry.readHead()).toMatchObject({ uid, version: 2, materialized: false });
    const content = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await registry.read(1)).toEqual({ ...first, version: 1, materialized: false, content });
    expect(await registry.read(2)).toEqual({ ...second, version: 2, materialized: false, content });
    expect((await registry.history()).map((entry) => entry.version)).toEqual([2, 1]);
    await expect(registry.read(3)).rejects.toThrow('version 3 of the ontology is not stored');
  });

  it('stores the origin of a version, and its outline', async () => {
    await registry.ensureSchema();
    const account = { by: 'key a', from: ['a.ttl'], message: 'first' };
    await registry.write(ontology('# one\n'), undefined, undefined, undefined, { account, outline: '{"x":"ä"}' });
    await registry.write(ontology('# two\n'), 1);
    const [first, second] = await registry.versions();
    expect(first!.history).toMatchObject({ ...account, oldest: 1 });
    expect(await registry.readOutline(first!)).toBe('{"x":"ä"}');
    expect(second!.history).toEqual({ by: 'gateway', from: [], oldest: 1 });
    expect(await registry.readOutline(second!)).toBeUndefined();
    const other = { ...first!, history: { ...first!.history!, outlineChecksum: '0'.repeat(64) } };
    await expect(registry.readOutline(other)).rejects.toMatchObject({ code: 'OntologyDamaged' });
    const record = { ...first!, history: { ...first!.history!, by: 'key b' } };
    await change(engine, `<${first!.uid}>`, record);
    await expect(registry.versions()).rejects.toMatchObject({ code: 'OntologyDamaged' });
  });

  it('stores the last versions, and removes older ones with their parts', async () => {
    const registry = new Registry(engine, silent, undefined, KEPT_VERSIONS);
    await registry.ensureSchema();
    const count = async (predicate: string): Promise<number> => {
      const { data } = await engine.query<{ q: { n: number }[] }>(`{ q(func: has(${predicate})) { n: count(uid) } }`);
      return data.q[0]?.n ?? 0;
    };
    const last = KEPT_VERSIONS + 3;
    for (let version = 1; version <= last; version++) {
      await registry.write(ontology(`# ${version}\n`), version === 1 ? undefined : version - 1);
    }
    const keptVersions = Array.from({ length: KEPT_VERSIONS }, (_, i) => last - i);
    expect((await registry.history()).map(({ version }) => version)).toEqual(keptVersions);
    expect(await registry.readHead()).toMatchObject({ version: last });
    expect((await registry.read(last - KEPT_VERSIONS + 1)).documents[0].source).toBe(`# 4\n`);
    await expect(registry.read(last - KEPT_VERSIONS)).rejects.toThrow('is not stored');
    expect(await registry.recordProgress(1, true)).toBe(false);
    // Of each version a document and a table of names; versions, and the head.
    expect(await count('owlgate.text')).toBe(2 * KEPT_VERSIONS);
    expect([await count('owlgate.key'), await count('owlgate.record')]).toEqual([KEPT_VERSIONS + 1, KEPT_VERSIONS + 1]);
  });

  it('removes nothing for a load that comes too late', async () => {
    const registry = new Registry(engine, silent, undefined, KEPT_VERSIONS);
    await registry.ensureSchema();
    for (let version = 1; version <= KEPT_VERSIONS; version++) {
      await registry.write(ontology(`# ${version}\n`), version === 1 ? undefined : version - 1);
    }
    // Would be one too many, were it the next one.
    const late = registry.write(ontology('# late\n'), KEPT_VERSIONS + 5);
    await expect(late).rejects.toMatchObject({ code: 'OntologyBusy' });
    expect(await registry.history()).toHaveLength(KEPT_VERSIONS);
  });

  it('stores large documents in parts', async () => {
    await registry.ensureSchema();
    const large = ontology(randomBytes(4_000_000).toString('hex'));
    await registry.write(large, undefined);
    expect((await registry.read(1)).documents[0].source === large.documents[0].source).toBe(true);
    const { data } = await engine.query<{ q: { count: number }[] }>('{ q(func: has(owlgate.text)) { count(uid) } }');
    expect(data.q[0]!.count).toBeGreaterThan(16);
  });

  it('stores several documents of several syntaxes', async () => {
    await registry.ensureSchema();
    const documents: Bundle = [
      { role: 'ontology', mediaType: 'application/ld+json', source: '{}', name: 'a.jsonld' },
      {
        role: 'import',
        mediaType: 'text/turtle',
        source: '# "b" \u{1f989}\n',
        name: 'b',
        iris: ['http://b/'],
        base: 'http://b/',
      },
      { role: 'context', mediaType: 'application/json', source: '[]', iris: ['http://c/'] },
    ];
    const several = { ...ontology(''), documents, checksum: checksumOf(documents) };
    await registry.write(several, undefined);
    expect(await registry.read(1)).toMatchObject({ ...several, version: 1, materialized: false });
    const changed: Bundle = [documents[0], { ...documents[1]!, source: '# b' }];
    expect(checksumOf(changed)).not.toBe(several.checksum);
  });

  it('stores a single Turtle document in the former format, and refuses unknown formats', async () => {
    await registry.ensureSchema();
    await registry.write(ontology('# one\n'), undefined);
    const question = '{ q(func: eq(owlgate.key, "version/1")) { uid record: owlgate.record } }';
    const [{ uid, record } = { uid: '', record: '' }] = (
      await engine.query<{ q: { uid: string; record: string }[] }>(question)
    ).data.q;
    expect(JSON.parse(record)).not.toHaveProperty('format');
    await change(engine, `<${uid}>`, { ...(JSON.parse(record) as object), format: 'documents/2' });
    await expect(registry.read(1)).rejects.toMatchObject({
      code: 'OntologyDamaged',
      message: expect.stringContaining('its format "documents/2" is unknown'),
    });
  });

  it('stores the progress of a materialization', async () => {
    await registry.ensureSchema();
    await registry.write(ontology('# one\n'), undefined);
    expect(await registry.recordProgress(1, false, '{"after":"0x7f"}')).toBe(true);
    expect(await registry.read(1)).toMatchObject({ materialized: false, cursor: '{"after":"0x7f"}' });
    expect(await registry.recordProgress(1, true)).toBe(true);
    expect(await registry.readHead()).toMatchObject({ materialized: true });
    expect('cursor' in (await registry.read(1))).toBe(false);
    expect(await registry.recordProgress(2, true)).toBe(false);
  });

  it('refuses a load over an unexpected version, and stores nothing of it', async () => {
    await registry.ensureSchema();
    const busy = { code: 'OntologyBusy' };
    await expect(registry.write(ontology('# x\n'), 1)).rejects.toMatchObject(busy);
    await registry.write(ontology('# one\n'), undefined);
    await expect(registry.write(ontology('# x\n'), undefined)).rejects.toMatchObject(busy);
    await expect(registry.write(ontology('# x\n'), 2)).rejects.toMatchObject(busy);
    expect(await registry.readHead()).toMatchObject({ version: 1 });
    const { data } = await engine.query<{ q: { count: number }[] }>('{ q(func: has(owlgate.text)) { count(uid) } }');
    expect(data.q).toEqual([{ count: 2 }]);
  });

  it.each([
    ['the first version', undefined],
    ['a later version', 1],
  ])('lets one of several gateways create %s', async (_, expected) => {
    await registry.ensureSchema();
    if (expected !== undefined) await registry.write(ontology('# one\n'), undefined);
    const loads = Array.from({ length: 6 }, (_, i) => registry.write(ontology(`# ${i}\n`), expected));
    const outcomes = await Promise.allSettled(loads);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code?: string }).code)).toEqual(Array(5).fill('OntologyBusy'));
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    const version = (expected ?? 0) + 1;
    expect((await registry.read(version)).documents[0].source).toBe(`# ${winner}\n`);
    const { data } = await engine.query<Record<string, unknown[]>>(
      '{ heads(func: eq(owlgate.key, "head")) { uid } versions(func: has(owlgate.record)) { uid } }',
    );
    expect([data['heads']!.length, data['versions']!.length]).toEqual([1, version + 1]);
  });

  describe('the fence', () => {
    const rdf = { contentType: 'application/rdf' } as const;

    /** A reasoned write: reads the head, takes a stripe, and may then be committed. */
    async function begin(stripe: number): Promise<{ version: number | undefined; commit: () => Promise<unknown> }> {
      const { data, extensions } = await engine.query<{ head: { uid: string; record: string }[] }>(
        '{ head(func: eq(owlgate.key, "head")) { uid record: owlgate.record } }',
      );
      const startTs = extensions.txn!.start_ts;
      const head = data.head[0]!;
      const write =
        '{ set { \n_:x <note> "reasoned" .\n } delete { ' + `\n${printNQuad(lockStatement(String(stripe)))}\n } }`;
      const { extensions: after } = await engine.mutate(write, { ...rdf, startTs });
      return {
        version: versionOfRecord(head.record) as number,
        commit: () => engine.commit({ ...after.txn!, startTs }),
      };
    }

    /** As a load does it: the head turns, then the fence is taken. */
    async function load(source: string): Promise<{ version: number }> {
      const head = await registry.write(ontology(source), 1);
      await takeFence({ engine, schema: new EngineSchema({}), headUid: head.uid });
      return head;
    }

    async function notes(): Promise<number> {
      const { data } = await engine.query<{ q: unknown[] }>('{ q(func: has(note)) { uid } }');
      return data.q.length;
    }

    beforeEach(async () => {
      await engine.alter('note: string .');
      await registry.ensureSchema();
      await registry.write(ontology('# one\n'), undefined);
    });

    it.each([0, 3, 7])('aborts writes that were open during a load (stripe %i)', async (stripe) => {
      const open = await begin(stripe);
      await load('# two\n');
      const failure: unknown = await open.commit().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(EngineFailure);
      expect((failure as EngineFailure).isAborted).toBe(true);
      expect(await notes()).toBe(0);
      const next = await begin(stripe);
      expect(next.version).toBe(2);
      await next.commit();
      expect(await notes()).toBe(1);
    });

    it('lets writes of different stripes commit side by side, and stores nothing', async () => {
      const open = [await begin(0), await begin(1), await begin(2)];
      for (const { commit } of open) await commit();
      expect(await notes()).toBe(3);
      const { data } = await engine.query<{ q: unknown[] }>('{ q(func: has(owlgate.lock)) { uid } }');
      expect(data.q).toEqual([]);
    });

    it('lets a load commit at once; the write is retried', async () => {
      const open = await begin(0);
      await open.commit();
      expect(await load('# two\n')).toMatchObject({ version: 2 });
    });
  });

  describe('damage', () => {
    beforeEach(async () => {
      await registry.ensureSchema();
      await registry.write(ontology('# one\n'), undefined);
    });

    it.each([
      [
        'a checksum that is not that of the source',
        { checksum: '00' },
        'damaged (version 1): its checksum is "00"; expected a checksum',
      ],
      ['a version without its date', { loadedAt: undefined }, 'damaged (version 1): its loadedAt is missing'],
    ])('names %s', async (_, values, message) => {
      const [version] = (
        await engine.query<{ q: { uid: string; record: string }[] }>(
          '{ q(func: eq(owlgate.key, "version/1")) { uid record: owlgate.record } }',
        )
      ).data.q;
      await change(engine, `<${version!.uid}>`, { ...(JSON.parse(version!.record) as object), ...values });
      await expect(registry.read(1)).rejects.toThrow(message);
    });

    it.each([
      [
        'a part that has changed',
        'set { \nuid(part) <owlgate.text> "AAAA" .\n }',
        /damaged \(version 1\): its (source|names) cannot be read: /,
      ],
      [
        'a part that is gone',
        'delete { \nuid(part) <owlgate.text> * .\n }',
        /damaged \(version 1\): its (source|names) cannot be read: its part 0x\w+ has no text; owlgate ontology repair/,
      ],
    ])('names %s', async (_, mutation, message) => {
      await engine.mutate(
        `upsert { query { var(func: has(owlgate.text), first: 1) { part as uid } } mutation { ${mutation} } }`,
        { contentType: 'application/rdf', commitNow: true },
      );
      await expect(registry.read(1)).rejects.toThrow(message);
    });
  });
});
