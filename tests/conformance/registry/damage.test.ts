/**
 * Registry damaged behind the gateway: each value of each node deleted, changed, exchanged, or of another type, and
 * each node doubled. A gateway starts normally or reports the damage; a repair restores it.
 */
import { connectEngine, type Engine } from '../../../src/dgraph';
import { repairRegistry, RepairRefused, Seal, surveyRegistry } from '../../../src/materialize';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, json } from '../../support/engines/wire';
import { literal, StoredRegistry, type Statement } from '../../support/materialize/stored-registry';
import { casesOf as shareOfCases, hasAllCases } from '../../support/runs';

const NS = 'http://example.org/pets#';
const ONTOLOGY = (more = '') => `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://example.org/pets> a owl:Ontology .
:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class . ${more}`;
const SDL = 'type Note { text: String }';

/**
 * Values of the nodes that a gateway has written: two versions, and the GraphQL extension present at the second load.
 */
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  head: ['key', 'version', 'digest', 'current'],
  'version/1': [
    ...['key', 'version', 'checksum', 'sourceChecksum', 'namesChecksum', 'profile', 'loadedAt', 'digest'],
    ...['materialized', 'cursor', 'source', 'names', 'history'],
  ],
  'version/2': [
    ...['key', 'version', 'checksum', 'sourceChecksum', 'namesChecksum', 'profile', 'loadedAt', 'digest', 'previous'],
    ...['graphql', 'materialized', 'cursor', 'source', 'names', 'history'],
  ],
  graphql: ['key', 'version', 'loadedAt', 'digest', 'source'],
};
const PARTS = [
  'version/1 source 0',
  'version/1 names 0',
  'version/2 source 0',
  'version/2 names 0',
  'graphql source 0',
];

/** Different values, as a forger might write them. */
const OTHERS: Readonly<Record<string, string>> = {
  key: literal('version/3'),
  version: literal(7),
  text: literal('H4sIAAAAAAAAAwMAAAAAAAAAAAA='),
  digest: literal(`sha256:${'0'.repeat(64)}`),
  previous: literal(`sha256:${'0'.repeat(64)}`),
  checksum: literal('0'.repeat(64)),
  sourceChecksum: literal('0'.repeat(64)),
  namesChecksum: literal('0'.repeat(64)),
  profile: literal('lenient'),
  loadedAt: literal('2001-02-03T04:05:06.000Z'),
  graphql: literal(1000),
  history: literal({ by: 'key a', from: [], oldest: 1 }),
  materialized: literal(false),
  cursor: literal('{"startedAt":"x","position":{"step":1e9,"after":"0x1"}}'),
};

/** Predicates without a digest; forging them forges no ontology. */
const COVERS_NOTHING = ['materialized', 'cursor'];
/** True for damage without effect: a start does not read texts of a version not in force. */
const isUnaffected = (node: string, predicate: string, change = ''): boolean =>
  COVERS_NOTHING.includes(predicate) ||
  (node.startsWith('version/1 ') && predicate === 'text') ||
  // Without a key, a text without a digest counts as older than digests.
  (node === 'graphql' && predicate === 'digest' && change === 'deleted');

interface Case {
  readonly name: string;
  readonly isUnaffected: boolean;
  /** Type with which the predicate is declared instead. */
  readonly redeclared?: string;
  readonly damage: (registry: StoredRegistry) => Promise<void>;
}

const valuesOf = (registry: StoredRegistry, node: string, predicate: string): readonly Statement[] =>
  registry.node(node).statements.filter((each) => each.predicate === predicate);

function casesOf(node: string, predicates: readonly string[]): Case[] {
  const isPart = node.includes(' ');
  const cases = predicates.flatMap((predicate): Case[] => {
    const unaffected = { isUnaffected: isUnaffected(node, predicate) };
    const remove = (registry: StoredRegistry) => registry.change({ remove: valuesOf(registry, node, predicate) });
    const other = (registry: StoredRegistry): string =>
      // An edge to the node itself.
      OTHERS[predicate] ?? registry.node(node).uid;
    const cases: Case[] = [
      { name: 'deleted', isUnaffected: isUnaffected(node, predicate, 'deleted'), damage: remove },
      {
        name: 'changed',
        ...unaffected,
        damage: async (registry) => {
          const { uid } = registry.node(node);
          await remove(registry);
          await registry.change({ set: [{ uid, predicate, object: other(registry) }] });
        },
      },
    ];
    const twin = node.startsWith('version/2') ? node.replace('version/2', 'version/1') : undefined;
    if (twin !== undefined && !['previous', 'graphql', 'profile'].includes(predicate)) {
      cases.push({
        name: `exchanged with that of ${twin}`,
        ...unaffected,
        damage: async (registry) => {
          const [ours, theirs] = [valuesOf(registry, node, predicate), valuesOf(registry, twin, predicate)];
          await registry.change({ remove: [...ours, ...theirs] });
          const moved = (statements: readonly Statement[], to: string) =>
            statements.map((each) => ({ ...each, uid: registry.node(to).uid }));
          await registry.change({ set: [...moved(ours, twin), ...moved(theirs, node)] });
        },
      });
    }
    return cases.map((each) => ({ ...each, name: `${node} ${predicate} ${each.name}` }));
  });
  const doubled: Case = {
    name: `${node} doubled`,
    // No edge leads to the second one.
    isUnaffected: isPart,
    damage: (registry) =>
      registry.change({ set: registry.node(node).statements.map((each) => ({ ...each, uid: '_:twin' })) }),
  };
  const removed: Case = {
    name: `${node} removed`,
    isUnaffected: isUnaffected(node, 'text'),
    damage: (registry) => registry.change({ remove: registry.node(node).statements }),
  };
  return [...cases, doubled, removed];
}

/** Edges with another place, or without one. */
const PLACES: readonly Case[] = PARTS.flatMap((node) => {
  const [record, name] = node.split(' ') as [string, string];
  const edges = (registry: StoredRegistry) => valuesOf(registry, record, name);
  return [
    { name: `${node} at another place`, change: (edge: Statement) => ({ ...edge, part: 1 }) },
    { name: `${node} without a place`, change: (edge: Statement) => ({ ...edge, predicate: 'current' }) },
  ].map(({ name, change }): Case => ({
    name,
    isUnaffected: false,
    damage: (registry) => registry.change({ set: edges(registry).map(change) }),
  }));
});

/** Values that are no JSON objects. */
const NO_RECORDS: readonly Case[] = ['head', 'version/2', 'graphql'].flatMap((node) =>
  ['record', 'progress'].flatMap((predicate) =>
    ['{', '[]', 'null', '5', ''].map((text): Case => ({
      name: `${node} owlgate.${predicate} is ${text}`,
      isUnaffected: false,
      damage: (registry) => registry.write(registry.node(node).uid, predicate, literal(text)),
    })),
  ),
);

/** Predicates declared with other types, with values that the original would refuse. */
const REDECLARED = [
  ['record', 'int', 'head', '"5"^^<xs:int>'],
  ['record', '[string]', 'version/2', '"{}"'],
  ['record', 'string @lang', 'version/2', '"hallo"@de'],
  ['progress', 'bool', 'version/2', '"true"^^<xs:boolean>'],
  ['link', 'uid', 'head', '<0x5>'],
  ['link', 'string', 'head', '"version/2"'],
  ['link', 'string', 'version/2', '"text"'],
  ['text', 'int', 'version/2 source 0', '"5"^^<xs:int>'],
  ['key', 'string', 'head', '"head"'],
  ['key', '[string] @index(exact)', 'head', '"head"'],
] as const;

const CASES: readonly Case[] = [
  ...Object.entries(RECORDS).flatMap(([node, predicates]) => casesOf(node, predicates)),
  ...PARTS.flatMap((node) => casesOf(node, ['text'])),
  ...PLACES,
  ...NO_RECORDS,
  ...REDECLARED.flatMap(([predicate, type, node, object]): Case[] => {
    const redeclare = async (registry: StoredRegistry): Promise<void> => {
      await registry.redeclare(predicate, type);
      await registry.write(registry.node(node).uid, predicate, object);
    };
    const common = { isUnaffected: false, redeclared: predicate };
    const name = `owlgate.${predicate} declared as ${type}, for ${node}`;
    return [
      { ...common, name, damage: redeclare },
      {
        ...common,
        name: `${name}, and as it should be again`,
        damage: async (registry) => {
          await redeclare(registry);
          await registry.declareAgain(predicate);
        },
      },
    ];
  }),
];

forEachEngine((engine) => {
  // The gateway checks digests, whichever engine stores them: a sample of the cases runs on each engine.
  const isReal = engine.name !== 'embedded';
  // All of them run on both with OWLGATE_ALL_CLAUSES=1.
  const kindOf = ({ redeclared, isUnaffected }: Case): string => (redeclared === undefined ? String(isUnaffected) : '');
  const cases = CASES.filter((each) => {
    if (hasAllCases) return true;
    const i = CASES.filter((other) => kindOf(other) === kindOf(each)).indexOf(each);
    if (each.redeclared !== undefined) return i % 6 === (isReal ? 1 : 0);
    return isReal ? i % 18 === 1 : i % 6 === 0;
  });
  let registry: StoredRegistry;
  let client: Engine;
  beforeAll(async () => {
    await engine.reset();
    registry = new StoredRegistry(engine.url);
    client = connectEngine({ urls: [engine.url], kind: 'cluster' });
    const gateway = await startGatewayOver(engine);
    await loadOntology(gateway.url, ONTOLOGY());
    const posted = await fetch(`${gateway.url}/ontology/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/graphql' },
      body: SDL,
    });
    expect(posted.status).toBe(200);
    await loadOntology(gateway.url, ONTOLOGY(':Cat a owl:Class .'));
    await gateway.close();
    await registry.keep();
  });
  afterAll(() => client.close());

  /** Starts a gateway and checks that it infers. @throws the reason why it does not start */
  const starts = async (): Promise<void> => {
    const gateway = await startGatewayOver(engine);
    try {
      const { extensions } = await ask(gateway.url, json({ set: { 'graph.type': 'Dog' } }));
      expect(extensions.ontology).toMatchObject({ inferred: 1 });
    } finally {
      await gateway.close();
    }
  };

  it('the registry has the nodes and values that the cases damage', async () => {
    const names = [...Object.keys(RECORDS), ...PARTS];
    const listed = names.flatMap((name) =>
      registry.node(name).statements.map(({ predicate }) => `${name} ${predicate}`),
    );
    const expected = [
      ...Object.entries(RECORDS).flatMap(([name, predicates]) => predicates.map((each) => `${name} ${each}`)),
      ...PARTS.map((name) => `${name} text`),
    ];
    // A start does not read outlines; unit tests damage them.
    const isOutline = (each: string): boolean => each.endsWith(' outline');
    expect([...new Set(listed)].filter((each) => !isOutline(each)).sort()).toEqual(expected.sort());
    // Each outline has one part.
    expect((await registry.statements()).length).toBe(listed.length + listed.filter(isOutline).length);
    await starts();
  });

  describe('a damaged value', () => {
    afterEach(() => registry.putBack());

    it.each(
      shareOfCases(
        cases.filter((each) => each.isUnaffected),
        engine,
      ),
    )('is ignored: $name', async ({ damage }) => {
      await damage(registry);
      await starts();
    });

    it.each(
      shareOfCases(
        cases.filter((each) => !each.isUnaffected),
        engine,
      ),
    )('is reported and repaired: $name', async ({ name, damage, redeclared }) => {
      await damage(registry);
      const failure: unknown = await starts().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'OntologyDamaged', status: 503 });
      const { message } = failure as Error;
      expect(message).toMatch(
        /^the registry of ontologies in the engine is damaged \([^)]+\): [^\n]+; owlgate ontology repair/,
      );

      const seal = new Seal();
      const latest = { kind: 'restore', version: 'latest', sign: false } as const;
      const repair = async (): Promise<readonly string[]> => {
        try {
          return await repairRegistry(client, seal, { ...latest, withoutGraphql: false });
        } catch (error) {
          if (!(error instanceof RepairRefused)) throw error;
          if (/GraphQL/.test(error.message)) return repairRegistry(client, seal, { ...latest, withoutGraphql: true });
          expect(error.message).toContain('--remove');
          return repairRegistry(client, seal, { kind: 'remove' });
        }
      };
      const [action] = await repair();
      expect((await surveyRegistry(client, seal)).damages).toEqual([]);
      if (action!.includes('registry was removed')) {
        // Both versions are damaged.
        expect(redeclared !== undefined || name.includes('exchanged')).toBe(true);
        const gateway = await startGatewayOver(engine);
        await loadOntology(gateway.url, ONTOLOGY());
        await gateway.close();
      }
      await starts();
    });
  });
});
