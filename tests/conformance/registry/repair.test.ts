/**
 * `owlgate ontology repair`, and keys of the registry: stores without digests, without signatures, with forged ones.
 */
import { createHash } from 'node:crypto';
import { repairRegistry, Seal } from '../../../src/materialize';
import { Registry } from '../../../src/materialize/in-force/registry';
import { silent } from '../../../src/util/log';
import { connectEngine, type Engine } from '../../../src/dgraph';
import { run, type Ran } from '../../support/cli/run';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, json, query } from '../../support/engines/wire';
import { literal, StoredRegistry, type Statement } from '../../support/materialize/stored-registry';
import { itOn } from '../../support/runs';

const NS = 'http://example.org/pets#';
const ONTOLOGY = (more = '') => `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://example.org/pets> a owl:Ontology .
:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class . ${more}`;

const [FIRST, SECOND] = ['first-key-of-the-cluster', 'second-key-of-the-cluster'] as const;
const keyed = (...keys: string[]) => ({ OWLGATE_REGISTRY_KEY: keys.join(',') });
/** Properties that only a sealed version has. */
const SEALED = ['digest', 'previous', 'sourceChecksum', 'namesChecksum', 'graphql'];

forEachEngine((engine) => {
  let registry: StoredRegistry;
  let client: Engine;
  beforeAll(() => {
    registry = new StoredRegistry(engine.url);
    client = connectEngine({ urls: [engine.url], kind: 'cluster' });
  });
  afterAll(() => client.close());
  beforeEach(() => engine.reset());

  /** Starts a gateway, runs a function on it, and stops it. */
  async function through(environment: Readonly<Record<string, string>>, act: (url: string) => Promise<unknown>) {
    const gateway = await startGatewayOver(engine, environment);
    try {
      return await act(gateway.url);
    } finally {
      await gateway.close();
    }
  }
  const infers = async (url: string): Promise<void> => {
    expect((await ask(url, json({ set: { 'graph.type': 'Dog' } }))).extensions.ontology).toMatchObject({ inferred: 1 });
  };
  const loads = (more?: string) => (url: string) => loadOntology(url, ONTOLOGY(more));
  const refusal = (environment: Readonly<Record<string, string>>): Promise<string> =>
    through(environment, infers).then(
      () => 'none',
      (error: unknown) => `${(error as { code?: string }).code ?? ''} ${(error as Error).message}`,
    );
  const repair = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    run(['ontology', 'repair', '--url', engine.url, ...args], { env });
  const stripped = async (): Promise<void> => {
    const statements = await registry.statements();
    await registry.change({ remove: statements.filter(({ predicate }) => SEALED.includes(predicate)) });
  };
  const digests = async (): Promise<string[]> =>
    (await registry.statements()).filter(({ predicate }) => predicate === 'digest').map(({ object }) => object);

  itOn(engine, 'embedded')(
    'a store without digests is accepted without a key, and its next load starts the chain',
    async () => {
      await through({}, loads());
      await through({}, loads(':Cat a owl:Class .'));
      await stripped();
      expect(await repair()).toMatchObject({ status: 0, stdout: expect.stringContaining('intact, without a digest') });
      await through({}, infers);
      await through({}, loads(':Bird a owl:Class .'));
      expect(await digests()).toHaveLength(2);
      await through({}, infers);
      // From now on every later record has a digest.
      await registry.keep();
      const { uid, statements } = registry.node('version/3');
      const head = registry.node('head');
      const sealed = [...statements, ...head.statements].filter(({ predicate }) => SEALED.includes(predicate));
      await registry.change({ remove: sealed.filter((each) => each.uid === uid) });
      expect(await refusal({})).toMatch(/^OntologyDamaged .*its digest differs from that of version 3/);
    },
  );

  itOn(engine, 'dgraph')(
    'a key refuses an unsigned store, repair --sign signs it, and then every gateway needs the key',
    async () => {
      await through({}, loads());
      await through({}, loads(':Cat a owl:Class .'));
      for (const isStripped of [false, true]) {
        if (isStripped) await stripped();
        const refused = await refusal(keyed(FIRST));
        expect(refused).toMatch(
          /^OntologyDamaged .*\(version 2\): it is not signed with the key in OWLGATE_REGISTRY_KEY/,
        );
        expect(refused).toContain('owlgate ontology repair shows the stored versions; --sign adopts them');
      }
      expect(await repair(['--sign', '--yes'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('there is no key'),
      });
      const report = await repair([], keyed(FIRST));
      expect(report).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('owlgate ontology repair --sign signs'),
      });
      const signed = await repair(['--sign', '--yes'], keyed(FIRST));
      expect(signed).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('signed version 1, version 2 with the first key'),
      });
      expect(await repair(['--sign', '--yes'], keyed(FIRST))).toMatchObject({
        status: 0,
        stdout: 'nothing to repair\n',
      });
      await through(keyed(FIRST), infers);
      await through(keyed(FIRST), loads(':Bird a owl:Class .'));
      expect((await digests()).every((each) => each.startsWith('"hmac-sha256:'))).toBe(true);
      expect(await refusal({})).toMatch(
        /^OntologyDamaged .*it is signed, but .*set OWLGATE_REGISTRY_KEY to the key of/,
      );
      expect(await refusal(keyed(SECOND))).toMatch(/^OntologyDamaged .*its signature does not match its contents/);
      expect((await repair()).stdout).toContain('signed, but no key is set');
    },
  );

  itOn(engine, 'embedded')(
    'two keys verify while the first one signs, and --sign ends the use of the second',
    async () => {
      await through(keyed(FIRST), loads());
      await through(keyed(SECOND, FIRST), loads(':Cat a owl:Class .'));
      await through(keyed(FIRST, SECOND), infers);
      expect(await refusal(keyed(SECOND))).toMatch(/\(version 1\)/);
      expect(await repair(['--sign', '--yes'], keyed(SECOND, FIRST))).toMatchObject({ status: 0 });
      await through(keyed(SECOND), infers);
      expect(await refusal(keyed(FIRST))).toMatch(/^OntologyDamaged/);
    },
  );

  itOn(engine, 'dgraph')('forged digests without the key put nothing in force', async () => {
    await through(keyed(FIRST), loads());
    await through(keyed(FIRST), loads(':Cat a owl:Class .'));
    await registry.keep();
    // Everything as without a key, or with another one: a store that is consistent in itself.
    const others = [new Seal(), new Seal([SECOND])];
    for (const seal of others) {
      await stripped();
      await repairRegistry(client, seal, { kind: 'restore', version: 1, sign: true, withoutGraphql: false });
      expect(await refusal(keyed(FIRST))).toMatch(/^OntologyDamaged/);
      await registry.putBack();
    }
    await through(keyed(FIRST), infers);
    // Both are signed: exchanging them is detected all the same.
    const first = registry.node('version/1');
    const uid = registry.node('head').uid;
    const digest = first.statements.find(({ predicate }) => predicate === 'digest')!.object;
    const current = registry.node('head').statements.filter(({ predicate }) => predicate === 'current');
    await registry.change({
      remove: current,
      set: [
        { uid, predicate: 'version', object: literal(1) },
        { uid, predicate: 'digest', object: digest },
        { uid, predicate: 'current', object: first.uid },
      ],
    });
    expect(await refusal(keyed(FIRST))).toMatch(/\(the head\): it leads to version 1, but version 2 is the latest/);
  });

  it('repair reports, asks, and puts in force a version that a gateway then materializes', async () => {
    const none = await repair();
    expect(none).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^the registry of ontologies in \S+: none is stored\n$/),
    });
    await through({}, loads());
    await through({}, loads(':Cat a owl:Class .'));
    await through({}, loads(':Bird a owl:Class .'));
    const fine = await repair(['--json']);
    expect(JSON.parse(fine.stdout)).toMatchObject({
      state: 'intact',
      inForce: 3,
      versions: [{ version: 3, state: 'intact' }, { version: 2 }, { version: 1 }],
      graphql: null,
      damages: [],
      advice: null,
    });
    for (const args of [['--latest-intact'], ['--to', '3'], ['--sign', '--to', '3']]) {
      const env = args[0] === '--sign' ? {} : {};
      expect(await repair([...args, '--yes'], env)).toMatchObject({ status: 0, stdout: 'nothing to repair\n' });
    }

    await registry.keep();
    const { uid } = registry.node('version/3');
    await registry.change({ set: [{ uid, predicate: 'loadedAt', object: literal('2001-01-01T00:00:00Z') }] });
    const damaged = await repair();
    expect(damaged).toMatchObject({ status: 1, stderr: '' });
    expect(damaged.stdout).toMatch(/damaged: version 3: its digest does not match its contents\n.*--latest-intact/);
    const report = JSON.parse((await repair(['--json'])).stdout);
    expect(report).toMatchObject({ state: 'damaged', inForce: null, advice: '--latest-intact' });

    expect(await repair(['--latest-intact'])).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') });
    const typed = await run(['ontology', 'repair', '--url', engine.url, '--latest-intact'], {
      input: 'n\n',
      isTyped: true,
    });
    expect(typed).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing was changed') });
    expect(await repair(['--to', '3', '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('version 3 cannot'),
    });
    expect(await repair(['--to', '9', '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('version 9 is not stored'),
    });
    expect((await repair()).stdout).toBe(damaged.stdout);

    await ask(engine.url, json({ set: { uid: '_:x', 'dgraph.type': 'Dog' } }));
    const outcome = await run(['ontology', 'repair', '--url', engine.url, '--to', '1'], {
      input: 'y\n',
      isTyped: true,
    });
    expect(outcome).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('version 1 is in force again, as version 4\nremoved: version 3\n'),
    });
    expect(outcome.stdout).toContain('owlgate ontology materialize --wait');
    expect(await repair(['--to', '1', '--yes'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^nothing to repair\n/),
    });
    await through({}, async (url) => {
      await infers(url);
      // Written behind the gateway meanwhile.
      for (let waited = 0; waited < 600; waited++) {
        const { data } = await ask(
          engine.url,
          query('{ q(func: eq(dgraph.type, "Dog")) @filter(NOT eq(dgraph.type, "Animal")) { uid } }'),
        );
        if (data.q.length === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('it was not materialized');
    });
  });

  itOn(engine, 'dgraph')('repair removes the registry, and inferred facts stay until the next load', async () => {
    await through({}, async (url) => {
      await loads()(url);
      await infers(url);
    });
    const outcome = await repair(['--remove', '--yes']);
    expect(outcome).toMatchObject({ status: 0, stdout: expect.stringContaining('no ontology is in force') });
    expect(await repair(['--remove', '--yes'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^nothing to repair\n/),
    });
    // Receipts come from the gateways that ran.
    const left = await registry.statements();
    expect(left.filter(({ predicate }) => predicate !== 'receipt')).toEqual([]);
    const { data } = await ask(engine.url, query('{ q(func: eq(dgraph.type, "Animal")) { uid } }'));
    expect(data.q).toHaveLength(1);
    await through({}, async (url) => {
      expect((await ask(url, json({ set: { 'graph.type': 'Dog' } }))).extensions.ontology).toBeUndefined();
      await loads()(url);
      await infers(url);
    });
  });

  itOn(engine, 'embedded')(
    'repair keeps the GraphQL extension, and removes a damaged one only on request',
    async () => {
      await through({}, async (url) => {
        await loads()(url);
        const headers = { 'Content-Type': 'application/graphql' };
        const posted = await fetch(`${url}/ontology/graphql`, {
          method: 'POST',
          headers,
          body: 'type Note { text: String }',
        });
        expect(posted.status).toBe(200);
        await loads(':Cat a owl:Class .')(url);
      });
      await registry.keep();
      const remove = (name: string, predicate: string): readonly Statement[] =>
        registry.node(name).statements.filter((each) => each.predicate === predicate);
      await registry.change({ remove: remove('version/2', 'profile') });
      expect(await repair(['--latest-intact', '--yes'])).toMatchObject({ status: 0 });
      await through({}, async (url) => {
        const stored = (await (await fetch(`${url}/ontology/graphql`)).json()) as { extension: { sdl: string } };
        expect(stored.extension.sdl).toBe('type Note { text: String }');
      });
      await registry.putBack();
      await registry.change({ remove: remove('graphql source 0', 'text') });
      expect(await refusal({})).toMatch(/\(the GraphQL extension\): its text cannot be read/);
      expect(await repair(['--latest-intact', '--yes'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('--without-graphql'),
      });
      expect(await repair(['--latest-intact', '--without-graphql', '--yes'])).toMatchObject({ status: 0 });
      await through({}, async (url) => {
        await infers(url);
        expect(await (await fetch(`${url}/ontology/graphql`)).json()).toMatchObject({ extension: null });
      });
    },
  );

  itOn(engine, 'dgraph')('repair refuses a document that is no ontology, though its checksums match', async () => {
    await through({}, loads());
    await through({}, loads(':Cat a owl:Class .'));
    await registry.keep();
    // Forged: anybody can compute digests without a key.
    const source = '@prefix : <http://x/> . :a :b';
    await new Registry(client, silent).write(
      {
        documents: [{ role: 'ontology', mediaType: 'text/turtle', source }],
        profile: 'strict',
        names: { classes: {}, properties: {}, prefixes: {} },
        checksum: createHash('sha256').update(source).digest('hex'),
        loadedAt: '2026-01-01T00:00:00Z',
      },
      2,
    );
    expect(await refusal({})).toMatch(/^OntologyDamaged .*\(version 3\): it cannot be put in force: ontology: line 1/);
    expect(await repair(['--to', '3', '--yes'])).toMatchObject({ status: 1 });
    const outcome = await repair(['--latest-intact', '--yes']);
    expect(outcome).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('version 2 is in force again, as version 4'),
    });
    await through({}, infers);
  });

  it('repair accepts the address of an engine and refuses that of a gateway', async () => {
    await through({}, async (url) => {
      for (const isLoaded of [false, true]) {
        if (isLoaded) await loads()(url);
        const refused = await run(['ontology', 'repair', '--url', url]);
        expect(refused).toMatchObject({
          status: 1,
          stderr: expect.stringMatching(/is a gateway; name the Dgraph behind it/),
        });
      }
    });
    const away = await run(['ontology', 'repair', '--url', 'http://127.0.0.1:9']);
    expect(away).toMatchObject({ status: 1, stderr: expect.stringContaining('does not answer') });
    const nowhere = await run(['ontology', 'repair', '--data', '/nowhere/at/all']);
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('there is no data directory') });
    // As in the gateway's environment: several alphas, and further settings.
    const env = { DGRAPH_URL: `${engine.url},${engine.url}`, ...keyed(FIRST) };
    expect(await run(['ontology', 'repair'], { env })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('unsigned'),
    });
  });
});
