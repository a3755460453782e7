/** The check of a registry: what gateways write is accepted, and nothing else is. */
import { checkRegistry, MAX_VERSIONS } from '../../../../src/materialize/in-force/registry-check';
import { readNode } from '../../../../src/materialize/in-force/registry-rows';
import { Seal } from '../../../../src/materialize/in-force/registry-seal';
import { everyDamage, laidOut, makeRegistry, type FlatNode } from '../../../support/materialize/registry';

const PLAIN = new Seal();
const KEYED = new Seal(['the-key-of-the-cluster']);

const read = (nodes: readonly FlatNode[]) => nodes.map((node) => readNode(laidOut(node)));
const damagesOf = (nodes: readonly FlatNode[], seal: Seal) => checkRegistry(read(nodes), { seal }).damages;
const wordsOf = (nodes: readonly FlatNode[], seal = PLAIN) =>
  damagesOf(nodes, seal).map(({ record, reason }) => `${record}: ${reason}`);

type Case = ReturnType<typeof everyDamage>[number];

/** Of the node with that key. */
const change = (nodes: readonly FlatNode[], key: string, values: FlatNode): FlatNode[] =>
  nodes.map((node) => (node['key'] === key ? { ...node, ...values } : node));

describe.each([
  ['without a key', PLAIN],
  ['with a key', KEYED],
])('%s', (_, seal) => {
  const oldest = seal.ofExtension({ version: 1, loadedAt: '2026-01-01T00:00:00Z', checksum: undefined });

  it.each([
    ['an empty registry', { versions: [] }],
    ['the first version', { versions: [1] }],
    ['several versions', { versions: [1, 2, 3] }],
    ['as many as are kept', { versions: Array.from({ length: MAX_VERSIONS }, (__, i) => i + 5), before: oldest }],
    ['versions after a repair, which leaves numbers out', { versions: [2, 3, 7] }],
    ['GraphQL beside it', { versions: [1, 2], graphql: 4 }],
    ['GraphQL alone', { versions: [], graphql: 1 }],
  ])('accepts %s', (__, shape) => {
    expect(damagesOf(makeRegistry({ seal, ...shape }), seal)).toEqual([]);
  });

  it('finds a missing oldest version, however many are stored', () => {
    const versions = Array.from({ length: 30 }, (__, i) => i + 1);
    const nodes = makeRegistry({ seal, versions }).filter(({ key }) => key !== 'version/1');
    expect(wordsOf(nodes, seal)).toEqual(['the chain of versions: the version before version 2 is missing']);
  });

  describe('a check of all damages finds', () => {
    const nodes = makeRegistry({ seal, versions: [1, 2, 3], graphql: 2 });
    // No digest covers these: they change while a version is in force.
    const mayChange = ({ predicate, name }: Case): boolean =>
      (predicate === 'materialized' && name.includes('deleted')) ||
      (predicate === 'cursor' && /deleted|is "/.test(name));
    // These are found when the texts are read, which this check does not do.
    const isOfTexts = ({ predicate, name }: Case): boolean =>
      /^(?:source|names)$/.test(predicate)
        ? /the last part missing|exchanged/.test(name) || name === 'graphql source: deleted'
        : /^graphql (?:version: exchanged|loadedAt: exchanged|digest: exchanged)/.test(name) ||
          (name === 'graphql digest: deleted' && !seal.isKeyed);
    const cases = everyDamage(nodes);

    const unseen = (some: readonly Case[]) =>
      some.filter(({ nodes: damaged }) => damagesOf(damaged, seal).length === 0).map(({ name }) => name);

    it('every other damage', () => {
      expect(cases.length).toBeGreaterThan(500);
      expect(unseen(cases.filter((each) => !mayChange(each) && !isOfTexts(each)))).toEqual([]);
    });

    it('none in values that may change', () => {
      const some = cases.filter(mayChange);
      expect(some.length).toBeGreaterThan(6);
      expect(unseen(some)).toEqual(some.map(({ name }) => name));
    });
  });
});

describe('registries without digests', () => {
  const legacy = makeRegistry({ seal: PLAIN, versions: [3, 4, 5], unchained: 3 });
  const chained = makeRegistry({ seal: PLAIN, versions: [3, 4, 5, 6, 7], unchained: 3 });

  it('are accepted without a key, and chained by the next load', () => {
    expect(wordsOf(legacy)).toEqual([]);
    expect(wordsOf(chained)).toEqual([]);
  });

  it('are refused with a key; the message says how to adopt them', () => {
    const damages = damagesOf(legacy, KEYED);
    expect(damages.map(({ record, remedy }) => [record, remedy])).toEqual([
      ['version 5', 'sign'],
      ['version 3', 'sign'],
      ['version 4', 'sign'],
    ]);
  });

  it('are refused if an earlier version has a digest', () => {
    const nodes = makeRegistry({ seal: PLAIN, versions: [1, 2] });
    const later = makeRegistry({ seal: PLAIN, versions: [1, 2, 3], unchained: 3 });
    const third = later.find((node) => node['key'] === 'version/3')!;
    const turned = nodes.filter((node) => node['key'] !== 'head');
    const head = later.find((node) => node['key'] === 'head')!;
    expect(wordsOf([head, ...turned, third])).toEqual([
      'the chain of versions: version 3 has no digest, but an earlier one has',
    ]);
  });

  it('are refused if a version is missing', () => {
    expect(wordsOf(legacy.filter((node) => node['key'] !== 'version/4'))).toEqual([
      'the chain of versions: version 4 is missing',
    ]);
  });
});

describe('a forger that computes plain digests', () => {
  const nodes = makeRegistry({ seal: KEYED, versions: [1, 2, 3] });

  it('cannot forge a version if a key is set', () => {
    for (const seal of [PLAIN, new Seal(['a-key-of-the-forger'])]) {
      const forged = makeRegistry({ seal, versions: [1, 2, 3] });
      expect(damagesOf(forged, KEYED)[0]).toMatchObject({ record: 'version 3' });
      const one = forged.map((node, i) => (i === 0 ? node : nodes[i]!));
      const last = forged.map((node, i) => (i === forged.length - 1 || i === 0 ? node : nodes[i]!));
      for (const mixed of [one, last]) expect(damagesOf(mixed, KEYED)).not.toEqual([]);
    }
  });

  it('cannot move the head back while later versions are stored', () => {
    const second = nodes.find((node) => node['key'] === 'version/2')!;
    const reverted = change(nodes, 'head', {
      version: 2,
      current: { uid: second['uid'] },
      digest: second['digest'],
    });
    expect(wordsOf(reverted, KEYED)).toEqual(['the head: it leads to version 2, but version 3 is the latest']);
  });

  it('cannot remove a version within the limit unnoticed', () => {
    for (const key of ['version/1', 'version/2']) {
      const [first] = wordsOf(
        nodes.filter((node) => node['key'] !== key),
        KEYED,
      );
      expect(first).toMatch(
        /^the chain of versions: (?:the version before version 2 is missing|version 3 does not follow)/,
      );
    }
  });

  it('cannot remove or revert an extension that a load used', () => {
    const beside = makeRegistry({ seal: KEYED, versions: [1], graphql: 3 });
    expect(
      wordsOf(
        beside.filter((node) => node['key'] !== 'graphql'),
        KEYED,
      ),
    ).toEqual(['the GraphQL extension: it is missing, but version 1 of the ontology was loaded with version 3']);
    const [older] = makeRegistry({ seal: KEYED, versions: [], graphql: 2 });
    const reverted = beside.map((node) => (node['key'] === 'graphql' ? older! : node));
    expect(wordsOf(reverted, KEYED)).toEqual([
      'the GraphQL extension: it has version 2, but version 1 of the ontology was loaded with version 3',
    ]);
  });
});

describe('messages', () => {
  const nodes = makeRegistry({ seal: PLAIN, versions: [1, 2], graphql: 1 });
  const second = nodes.find((node) => node['key'] === 'version/2')!;

  it.each([
    ['the head: it is missing, but versions are stored', nodes.filter((node) => node['key'] !== 'head')],
    ['the head: 2 nodes are heads', [...nodes, { ...nodes[0]!, uid: '0x9' }]],
    ['the head: its key is missing', change(nodes, 'head', { key: undefined })],
    ['the head: it leads to no version', change(nodes, 'head', { current: undefined })],
    [
      'the head: it leads to several versions',
      change(nodes, 'head', { current: [{ uid: '0x1000' }, { uid: '0x2000' }] }),
    ],
    ['the head: it leads to 0x2, which is not a version', change(nodes, 'head', { current: { uid: '0x2' } })],
    ['the head: it names version 2, but leads to version 1', change(nodes, 'head', { current: { uid: '0x1000' } })],
    [
      'the head: its digest differs from that of version 2',
      change(nodes, 'head', { digest: `sha256:${'0'.repeat(64)}` }),
    ],
    [
      'version 2: its digest does not match its contents',
      change(nodes, 'version/2', { loadedAt: '2001-01-01T00:00:00Z' }),
    ],
    ['version 2: its checksum is missing', change(nodes, 'version/2', { checksum: undefined })],
    [
      'version 2: its materialized is "\\u009b31m"; expected true or false',
      change(nodes, 'version/2', { materialized: '\u009b31m' }),
    ],
    ['version 2: its format "documents/2" is unknown', change(nodes, 'version/2', { format: 'documents/2' })],
    [
      'version 2: it shares parts with version 1',
      change(nodes, 'version/2', { names: nodes.find((node) => node['key'] === 'version/1')!['names'] }),
    ],
    ['version 2: its source and its name table share a part', change(nodes, 'version/2', { names: second['source'] })],
    ['version 2: 2 nodes have its number', [...nodes, { ...second, uid: '0x9' }]],
    ['the GraphQL extension: 2 nodes have its key', [...nodes, { ...nodes[1]!, uid: '0x9' }]],
    ['the GraphQL extension: it shares parts with version 2', change(nodes, 'graphql', { source: second['source'] })],
    ['the node 0x9: it has predicates of the registry, but the key "mine"', [...nodes, { uid: '0x9', key: 'mine' }]],
  ])('%s', (words, damaged) => expect(wordsOf(damaged)[0]).toBe(words));

  it.each([
    ['owlgate.key is 5; expected a text', { key: 5 }],
    ['owlgate.record is 5; expected a JSON object', { record: 5 }],
    ['owlgate.record is "{"; expected a JSON object', { record: '{' }],
    ['owlgate.record is "[]"; expected a JSON object', { record: '[]' }],
    ['owlgate.progress is a list; expected a JSON object', { progress: ['{}'] }],
    ['owlgate.link has the place "text/0"', { links: [{ uid: '0x3', place: 'text/0' }] }],
    ['owlgate.link has the place 0', { links: [{ uid: '0x3', place: 0 }] }],
    ['owlgate.link is "0x3"; expected an edge', { links: ['0x3'] }],
  ])('name a value that is not a record: %s', (words, values) => {
    const raw = { ...laidOut(second), ...values };
    expect(readNode(raw).problems[0]).toBe(words);
    const { damages } = checkRegistry([...read(nodes.filter((node) => node !== second)), readNode(raw)], {
      seal: PLAIN,
    });
    expect(damages.length).toBeGreaterThan(0);
  });

  it('name the version in force first', () => {
    const both = change(change(nodes, 'version/1', { profile: 'x' }), 'version/2', { profile: 'x' });
    expect(wordsOf(both)[0]).toBe('version 2: its profile is "x"; expected strict or lenient');
  });

  it('name the schema first, and no schema if nothing is stored', () => {
    const schemaProblems = ['owlgate.key: it is declared otherwise'];
    expect(checkRegistry(read(nodes), { seal: PLAIN, schemaProblems }).damages[0]).toMatchObject({
      record: 'the schema',
    });
    expect(checkRegistry([], { seal: PLAIN, schemaProblems }).damages).toEqual([]);
  });

  it('report nodes that were not read', () => {
    const { damages } = checkRegistry(read(nodes), { seal: PLAIN, isCut: true });
    expect(damages.map(({ record }) => record)).toEqual(['the registry']);
  });
});

it('copies of a version are reported, and the one of the head is used', () => {
  const nodes = makeRegistry({ seal: PLAIN, versions: [1, 2] });
  const copy = { ...nodes.at(-1)!, uid: '0x0' };
  const { head, versions } = checkRegistry(read([copy, ...nodes]), { seal: PLAIN });
  expect(head?.current.uid).toBe('0x2000');
  expect(versions.map(({ uid, kind }) => [uid, kind])).toEqual([
    ['0x1000', 'intact'],
    ['0x2000', 'intact'],
  ]);
});
