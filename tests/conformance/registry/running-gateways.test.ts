/** Running gateways while the registry is damaged and repaired. */
import type { Gateway } from '../../../src/app';
import { connectEngine, type Engine } from '../../../src/dgraph';
import { repairRegistry, Seal, surveyRegistry } from '../../../src/materialize';
import { silent, type Logger } from '../../../src/util/log';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { introspect, loadOntology, postOntology } from '../../support/engines/ontology';
import { alterJson, ask, commit, get, graph, json, post, query, rdf, type Posted } from '../../support/engines/wire';
import { literal, StoredRegistry, type Statement } from '../../support/materialize/stored-registry';
import { until } from '../../support/until';
import { itOn, shareOf } from '../../support/runs';

const NS = 'http://example.org/pets#';
const ONTOLOGY = (more = '') => `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://example.org/pets> a owl:Ontology .
:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class . ${more}`;

const DOG = json({ set: { 'graph.type': 'Dog' } });
const LATEST = { kind: 'restore', version: 'latest', sign: false, withoutGraphql: false } as const;
const PLAIN = new Seal();

type Change = (registry: StoredRegistry) => Promise<void>;
const set =
  (node: string, predicate: string, object: string): Change =>
  async (registry) => {
    const { uid } = registry.node(node);
    await registry.change({ set: [{ uid, predicate, object }] });
  };

/** The edge to the version in force: an engine keeps it beside another one. */
const current = (registry: StoredRegistry): readonly Statement[] =>
  registry.node('head').statements.filter(({ predicate }) => predicate === 'current');

/** Damage of the head by a writer behind the gateway, visible to any check. */
interface Damaging {
  readonly name: string;
  readonly words: RegExp;
  readonly damage: Change;
  /** True if stored data does not show the damage; only a running gateway remembers. */
  readonly isOfMemory?: true;
}

const DAMAGES: readonly Damaging[] = [
  {
    name: 'a second head',
    words: /\(the head\): several nodes have its key/,
    damage: (registry) => registry.change({ set: [{ uid: '_:x', predicate: 'key', object: literal('head') }] }),
  },
  {
    name: 'a head of another version',
    words: /\(the head\): it names version 7, but leads to another node/,
    damage: set('head', 'version', literal(7)),
  },
  {
    name: 'a head with another digest',
    words: /\(the head\): its digest differs from that of/,
    damage: set('head', 'digest', literal(`sha256:${'1'.repeat(64)}`)),
  },
  {
    name: 'no head',
    words: /\(the head\): it is missing, but versions are stored/,
    damage: (registry) => registry.change({ remove: registry.node('head').statements }),
  },
  {
    name: 'a head that leads to a forged version',
    words: /\(version 3\): its digest does not match its contents/,
    damage: async (registry) => {
      const { uid } = registry.node('head');
      const copied = ['checksum', 'sourceChecksum', 'namesChecksum', 'profile', 'loadedAt', 'source', 'names'];
      const digest = literal(`sha256:${'2'.repeat(64)}`);
      const forged = registry.node('version/2').statements.filter(({ predicate }) => copied.includes(predicate));
      await registry.change({
        remove: current(registry),
        set: [
          ...forged.map((each) => ({ ...each, uid: '_:x' })),
          { uid: '_:x', predicate: 'key', object: literal('version/3') },
          { uid: '_:x', predicate: 'version', object: literal(3) },
          { uid: '_:x', predicate: 'digest', object: digest },
          { uid, predicate: 'version', object: literal(3) },
          { uid, predicate: 'digest', object: digest },
          { uid, predicate: 'current', object: '_:x' },
        ],
      });
    },
  },
  {
    name: 'a head that was turned back, with no trace of the later version',
    words: /\(the head\): it went back from version 2 to version 1/,
    damage: async (registry) => {
      const [{ uid }, first, second] = ['head', 'version/1', 'version/2'].map((name) => registry.node(name)) as [
        ReturnType<StoredRegistry['node']>,
        ReturnType<StoredRegistry['node']>,
        ReturnType<StoredRegistry['node']>,
      ];
      const digest = first.statements.find(({ predicate }) => predicate === 'digest')!.object;
      await registry.change({ remove: [...second.statements, ...current(registry)] });
      await registry.change({
        set: [
          { uid, predicate: 'version', object: literal(1) },
          { uid, predicate: 'digest', object: digest },
          { uid, predicate: 'current', object: first.uid },
        ],
      });
    },
    isOfMemory: true,
  },
  {
    name: 'keys without their index',
    words: /\(the schema\): owlgate.key: it is declared as/,
    damage: async (registry) => {
      await registry.redeclare('key', 'string');
      await registry.change({
        set: registry.node('version/2').statements.filter(({ predicate }) => predicate === 'key'),
      });
    },
  },
];

forEachEngine((engine) => {
  let registry: StoredRegistry;
  let client: Engine;
  let gateway: Gateway;
  let errors: string[];
  const start = (environment: Readonly<Record<string, string>> = {}): Promise<Gateway> => {
    const logger: Logger = {
      ...silent,
      error: (message, fields) => void errors.push(`${message} ${JSON.stringify(fields)}`),
    };
    return startGatewayOver(engine, { OWLGATE_POLL_MS: '50', ...environment }, logger);
  };

  beforeAll(() => {
    registry = new StoredRegistry(engine.url);
    client = connectEngine({ urls: [engine.url], kind: 'cluster' });
  });
  afterAll(() => client.close());
  beforeEach(async () => {
    errors = [];
    await engine.reset();
    gateway = await start();
    await loadOntology(gateway.url, ONTOLOGY());
    await loadOntology(gateway.url, ONTOLOGY(':Cat a owl:Class .'));
    await registry.keep();
  });
  afterEach(() => gateway.close());

  const refusalOf = async (posted: Posted) => {
    const { status, body } = await post(gateway.url, posted);
    return [status, body.errors?.[0]?.extensions?.code];
  };
  const isRefused = async (posted: Posted): Promise<boolean> =>
    (await post(gateway.url, posted)).body.errors !== undefined;

  // The gateway checks digests, whichever engine stores them: each gets a share of the damages.
  const share = shareOf(engine);
  it.each(DAMAGES.filter((_, i) => i % share === 0))(
    'a gateway reports $name and resumes after the repair',
    async ({ words, damage, isOfMemory }) => {
      const { data } = await ask(gateway.url, DOG);
      const [uid] = Object.values(data.uids as Record<string, string>);
      await damage(registry);
      await until(async () => words.test((await post(gateway.url, DOG)).body.errors?.[0].message ?? ''));

      // Reasoning requests are refused, with advice.
      const { status, body } = await post(gateway.url, DOG);
      expect([status, body.errors[0].extensions.code]).toEqual([503, 'OntologyDamaged']);
      expect(body.errors[0].message).toMatch(words);
      expect(body.errors[0].message).toContain(isOfMemory ? 'restart the gateway' : 'owlgate ontology repair');
      expect(await refusalOf(rdf(`{ delete { <${uid!}> <graph.type> "Dog" . } }`))).toEqual([503, 'OntologyDamaged']);
      expect(await refusalOf(graph('text/turtle', `<https://example.org/a> a <${NS}Dog> .`))).toEqual([
        503,
        'OntologyDamaged',
      ]);
      const loaded = await postOntology(gateway.url, ONTOLOGY());
      expect([loaded.status, loaded.body.errors[0].extensions.code]).toEqual([503, 'OntologyDamaged']);
      const materialized = await fetch(`${gateway.url}/ontology/materialize`, { method: 'POST' });
      expect(materialized.status).toBe(503);

      // Reads continue, and so do writes outside the ontology.
      expect((await introspect(gateway.url, '?class=Cat')).status).toBe(200);
      const answer = await ask(gateway.url, query(`{ q(func: uid(${uid!})) { graph.type } }`));
      expect(answer.data.q[0]['graph.type'].sort()).toEqual(['Animal', 'Dog']);
      const explained = await get(gateway.url, `/ontology/explain?subject=${uid!}&predicate=graph.type&object=Animal`);
      expect([explained.status, explained.body.state]).toEqual([200, 'inferred']);
      expect((await get(gateway.url, '/ontology/violations')).status).toBe(200);
      expect(await refusalOf(json({ set: { 'graph.type': 'Dog' } }, { dryRun: true }))).toEqual([200, undefined]);
      expect((await postOntology(gateway.url, ONTOLOGY(), '?validate=true')).status).toBe(200);
      await ask(gateway.url, json({ set: { note: 'nothing of the ontology' } }));
      expect(errors).toEqual([expect.stringContaining('writes that rules concern are refused')]);

      if (isOfMemory) {
        // Stored data does not show the damage.
        expect((await surveyRegistry(client, PLAIN)).damages).toEqual([]);
        await gateway.close();
        gateway = await start();
      } else {
        await expect(start()).rejects.toMatchObject({ code: 'OntologyDamaged' });
        await repairRegistry(client, PLAIN, LATEST);
      }
      await until(async () => !(await isRefused(DOG)));
      expect((await ask(gateway.url, DOG)).extensions.ontology).toMatchObject({ inferred: 1 });
      expect((await surveyRegistry(client, PLAIN)).damages).toEqual([]);
      await loadOntology(gateway.url, ONTOLOGY());
      await (await start()).close();
    },
  );

  itOn(engine, 'embedded')('a gateway resumes after the old values are written back', async () => {
    const { uid } = registry.node('head');
    await registry.change({ set: [{ uid, predicate: 'version', object: literal(9) }] });
    await until(() => isRefused(DOG));
    await registry.change({ set: [{ uid, predicate: 'version', object: literal(2) }] });
    await until(async () => !(await isRefused(DOG)));
    expect((await introspect(gateway.url, '?class=Cat')).status).toBe(200);
  });

  itOn(engine, 'embedded')(
    'a gateway without an ontology refuses writes while the registry has a forged head',
    async () => {
      await engine.reset();
      await until(async () => (await introspect(gateway.url)).status === 409);
      await loadOntology(gateway.url, ONTOLOGY());
      await repairRegistry(client, PLAIN, { kind: 'remove' });
      await until(async () => (await introspect(gateway.url)).status === 409);
      const plain = json({ set: { note: 'plain' } });
      await ask(gateway.url, plain);
      // The declarations are lost with it: the forger adds his own.
      await client.alter('owlgate.key: string @index(exact) @upsert .');
      await registry.change({ set: [{ uid: '_:x', predicate: 'key', object: literal('head') }] });
      await until(() => isRefused(plain));
      expect(await refusalOf(plain)).toEqual([503, 'OntologyDamaged']);
      await repairRegistry(client, PLAIN, { kind: 'remove' });
      await until(async () => !(await isRefused(plain)));
      await loadOntology(gateway.url, ONTOLOGY());
      expect((await ask(gateway.url, DOG)).extensions.ontology).toMatchObject({ inferred: 1 });
    },
  );

  itOn(engine, 'dgraph')('a transaction whose reasoning precedes a repair does not commit', async () => {
    const { extensions } = await ask(gateway.url, json({ set: { 'graph.type': 'Dog', note: 'open' } }, {}));
    await set('version/2', 'loadedAt', literal('2001-01-01T00:00:00Z'))(registry);
    expect(await repairRegistry(client, PLAIN, LATEST)).toEqual([
      'version 1 is in force again, as version 3',
      'removed: version 2',
    ]);
    const { keys, preds, start_ts, hash } = extensions.txn;
    const committed = await post(gateway.url, commit({ startTs: start_ts, ...(hash && { hash }) }, { keys, preds }));
    expect(committed.body.errors[0].message).toMatch(/aborted/i);
    expect((await ask(engine.url, query('{ q(func: has(note)) { uid } }'))).data.q).toEqual([]);
  });

  itOn(engine, 'dgraph')('a concurrent load and repair lose nothing of each other', async () => {
    for (let round = 0; round < 3; round++) {
      await registry.keep();
      await registry.change({
        set: [{ uid: '_:x', predicate: 'checksum', object: literal('not one') }],
      });
      const outcomes = await Promise.allSettled([
        repairRegistry(client, PLAIN, LATEST),
        loadOntology(gateway.url, ONTOLOGY(`:Round${round} a owl:Class .`)),
      ]);
      expect(outcomes[0].status).toBe('fulfilled');
      expect((await surveyRegistry(client, PLAIN)).damages).toEqual([]);
      await until(async () => !(await isRefused(DOG)));
    }
  });

  itOn(engine, 'embedded')('the chain survives a drop of data and further loads', async () => {
    await ask(gateway.url, alterJson({ drop_op: 'DATA' }));
    await until(async () => (await surveyRegistry(client, PLAIN)).head !== undefined);
    for (let i = 0; i < 3; i++) await loadOntology(gateway.url, ONTOLOGY(`:Class${i} a owl:Class .`));
    const { damages, versions, head } = await surveyRegistry(client, PLAIN);
    expect([damages, versions.length, head?.version]).toEqual([[], 4, 4]);
    await (await start()).close();
  });

  itOn(engine, 'dgraph')('the chain survives concurrent loads of two gateways', async () => {
    const other = await start();
    try {
      await Promise.allSettled(
        [gateway, other, gateway, other].map(({ url }, i) => loadOntology(url, ONTOLOGY(`:Side${i} a owl:Class .`))),
      );
      expect((await surveyRegistry(client, PLAIN)).damages).toEqual([]);
      for (const { url } of [gateway, other]) {
        await until(async () => !(await post(url, DOG)).body.errors);
      }
    } finally {
      await other.close();
    }
  });
});
