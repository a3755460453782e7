/** Loads that are cut off at any of their requests: exactly one of the two versions is in force, and works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectEngine, type Engine } from '../../../../src/dgraph';
import { startEmbedded } from '../../../../src/embedded';
import type { EmbeddedServer } from '../../../../src/embedded/server';
import { OwlgateError } from '../../../../src/errors';
import { createMaterializer } from '../../../../src/materialize';
import type { Materializer } from '../../../../src/materialize';

/**
 * The type of `size` changes, which no version before could work with, though both documents assert a value of it;
 * `note` gets values with languages.
 */
const VERSIONS = [
  { above: 'B', size: 'integer', value: 7, note: '"one"' },
  { above: 'C', size: 'string', value: 'small', note: '"two"@en' },
] as const;
type Version = (typeof VERSIONS)[number];
const [FIRST, SECOND] = VERSIONS;

const documentOf = ({ above, size, value, note }: Version): string => `@prefix : <http://ex.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . :A a owl:Class ; rdfs:subClassOf :${above} . :${above} a owl:Class .
:size a owl:DatatypeProperty ; rdfs:range xsd:${size} . :note a owl:DatatypeProperty .
:x a owl:NamedIndividual , :A ; :note ${note} ; :size ${JSON.stringify(value)} .`;

/** Distance between the requests at which loads are cut off; OWLGATE_TEST_KILLS covers all of them. */
const STRIDE = process.env['OWLGATE_TEST_KILLS'] === undefined ? 9 : 1;

let directory: string;
let server: EmbeddedServer;
let engine: Engine;
const running: Materializer[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'owlgate-loads-'));
  server = await startEmbedded({ directory });
  engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded' });
});
afterEach(() => stopAll());
afterAll(async () => {
  await engine.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const start = async (over: Engine): Promise<Materializer> => {
  const materializer = createMaterializer(over, undefined, { pollMs: 100, checkpointMs: 50 });
  await materializer.start();
  running.push(materializer);
  return materializer;
};
const load = (materializer: Materializer, version: Version) =>
  materializer.loads.load({ source: documentOf(version), profile: 'strict' });

/** Engine of which some requests fail, by their number since `begin`. */
class Faults {
  readonly engine: Engine;
  private isCounting = false;
  private requests = 0;

  /** @param isFaulty returns true for the numbers of requests that do not arrive */
  constructor(private readonly isFaulty: (request: number) => boolean) {
    const methods: readonly PropertyKey[] = ['query', 'mutate', 'commit', 'alter', 'schema'];
    this.engine = new Proxy(engine, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        if (!methods.includes(key)) return value.bind(target) as unknown;
        return (...args: unknown[]) => {
          if (this.isCounting && this.isFaulty(this.requests++)) {
            throw new OwlgateError('EngineUnreachable', { url: 'there', reason: 'cut off' });
          }
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  }

  begin(): void {
    this.isCounting = true;
  }

  /** Lets all further requests arrive. */
  end(): void {
    this.isCounting = false;
  }

  get count(): number {
    return this.requests;
  }
}

const write = (materializer: Materializer, body: Buffer) =>
  materializer.writes.mutate({
    body,
    contentType: 'application/json',
    parameters: new URLSearchParams({ commitNow: 'true' }),
  });

/** Checks that the version in force works. Returns it. */
async function workingVersion(materializer: Materializer): Promise<Version> {
  const version = VERSIONS.find((each) => documentOf(each) === materializer.inForce?.source)!;
  const other = otherThan(version);
  const object = { uid: '_:n', 'graph.type': 'A', size: version.value };
  const reply = JSON.parse(String((await write(materializer, Buffer.from(JSON.stringify({ set: object })))).body)) as {
    readonly errors?: unknown;
    readonly data: { readonly uids: { readonly n: string } };
  };
  expect(reply.errors).toBeUndefined();
  for (let i = 0; !materializer.isComplete && i < 1000; i++) await delay(10);
  const { data } = await engine.query(`{
    lacking(func: eq(dgraph.type, "A")) @filter(NOT eq(dgraph.type, "${version.above}")) { uid }
    wrong(func: eq(dgraph.type, "${other.above}")) { uid }
    written(func: uid(${reply.data.uids.n})) { size }
    x(func: has(iri)) { size one: note ${version === SECOND ? 'two: note@en' : ''} }
  }`);
  expect(data).toEqual({
    lacking: [],
    wrong: [],
    written: [{ size: version.value }],
    x: [{ size: version.value, ...(version === FIRST ? { one: 'one' } : { two: 'two' }) }],
  });
  // Without data, the next load may change the type.
  await engine.mutate(JSON.stringify({ delete: { uid: reply.data.uids.n, size: null } }), {
    contentType: 'application/json',
    commitNow: true,
  });
  return version;
}

const otherThan = (version: Version): Version => (version === FIRST ? SECOND : FIRST);

/** Starts a gateway with faults from the next request on. */
async function startWith(faults: Faults): Promise<{ readonly materializer: Materializer; readonly next: Version }> {
  const materializer = await start(faults.engine);
  const next = otherThan(await workingVersion(materializer));
  faults.begin();
  return { materializer, next };
}

const stopAll = async (): Promise<void> => {
  for (const materializer of running.splice(0)) await materializer.stop();
};

/** Puts the first version in force, with data. Returns the number of requests of a load. */
async function prepare(): Promise<number> {
  await engine.alter({ drop_all: true });
  const faults = new Faults(() => false);
  const materializer = await start(faults.engine);
  await load(materializer, FIRST);
  await write(materializer, Buffer.from(JSON.stringify({ set: [{ 'dgraph.type': 'A' }] })));
  faults.begin();
  await load(materializer, SECOND);
  const { count } = faults;
  await stopAll();
  return count;
}

it('killed at any request, the next gateway has one of the two', async () => {
  const outcomes = new Set<boolean>();
  const requests = await prepare();
  for (let killedAt = 0; killedAt < requests; killedAt += STRIDE) {
    const { materializer, next } = await startWith(new Faults((request) => request >= killedAt));
    await load(materializer, next).catch(() => undefined);
    await stopAll();
    outcomes.add((await workingVersion(await start(engine))) === next);
    await stopAll();
  }
  expect(outcomes).toEqual(new Set([true, false]));
});

it('one request that fails leaves the version that the answer names, and it works', async () => {
  const requests = await prepare();
  for (let failing = 1; failing < requests; failing += STRIDE) {
    const faults = new Faults((request) => request === failing);
    const { materializer, next } = await startWith(faults);
    const isLoaded = await load(materializer, next).then(
      () => true,
      () => false,
    );
    // A load may need fewer requests than another.
    faults.end();
    expect(await workingVersion(materializer)).toBe(isLoaded ? next : otherThan(next));
    await stopAll();
  }
});
