/**
 * Refusals on a cluster with access control are no oracle, for every kind of contradiction, form of request and set of
 * rights. An answer contains no name, value or node that its client could not read, and refusals for reasons that the
 * client may not read are all alike.
 */
import { randomBytes } from 'node:crypto';
import type { Gateway } from '../../../src/app';
import { describeIf } from '../../support/conditional';
import { Cluster, LIVES, LOGIN, READ, send, WRITE, type Rules, type Reply } from '../../support/engines/access-control';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import { json, type Answer, type Posted } from '../../support/engines/wire';
import { INTERFACES, EVERY_NODE, seed, type Nodes } from '../../support/materialize/contradiction-requests';
import { contradictionKinds, type ContradictionKind } from '../../support/materialize/contradictions';
import { hasAllCases } from '../../support/runs';

const version = dgraphVersion();
const TYPE = 'dgraph.type';
const salt = randomBytes(3)
  .toString('hex')
  .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
describeIf(version, 'there is no dgraph program on the PATH').each([
  ['with access control', false],
  ['with access control, where equality is inferred', true],
])('%s', (_name, equality) => {
  const { kinds, ontology } = contradictionKinds(salt, equality);
  const requested = [...new Set(kinds.flatMap(({ request }) => request.map(({ predicate }) => predicate)))];
  const each = (names: readonly string[], permission: number): Rules =>
    Object.fromEntries(names.map((name) => [name, permission]));
  /** Names of predicates outside all requests. */
  const others = kinds.flatMap(({ markers }) => markers.filter((marker) => /^[fhipq]\d/.test(marker)));
  const everything = [...new Set([TYPE, 'iri', ...kinds.flatMap(({ markers }) => markers), ...requested])];

  /** Users by their rights. */
  const RIGHTS: Readonly<Record<string, Rules>> = {
    none: {},
    reader: each(everything, READ),
    writer: { ...each(requested, WRITE), iri: WRITE, [TYPE]: WRITE },
    part: { ...each(requested, READ | WRITE), iri: READ | WRITE, [TYPE]: WRITE },
    typed: { ...each(requested, READ | WRITE), iri: READ | WRITE, [TYPE]: READ | WRITE },
    half: {
      ...each(
        others.filter((name) => !name.startsWith('h')),
        READ,
      ),
      ...each([...requested, 'iri', TYPE], READ | WRITE),
    },
    all: { 'dgraph.all': READ | WRITE },
  };
  const namesUnreadBy = (user: string): RegExp =>
    new RegExp(others.filter((name) => !reads(user, name)).join('|') || '(?!)');
  const reads = (user: string, predicate: string): boolean =>
    user === 'groot' || user === 'all' || ((RIGHTS[user]![predicate] ?? 0) & READ) !== 0;

  let dgraph: RunningDgraph;
  let gateway: Gateway;
  let cluster: Cluster;
  const nodes = new Map<ContradictionKind, Nodes>();

  const ok = async (posted: Posted, user = 'groot'): Promise<Answer> => {
    const { body } = await send(gateway.url, posted, await cluster.token(user));
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body;
  };

  beforeAll(async () => {
    dgraph = await startDgraph(version!, LIVES);
    cluster = new Cluster(dgraph);
    gateway = await startGatewayOver(dgraph, {
      ...LOGIN,
      OWLGATE_GRAPHQL: equality ? 'off' : 'on',
      OWL_EQUALITY: equality ? 'sameAs' : 'off',
    });
    await ok({ path: '/ontology?profile=lenient', type: 'text/turtle', body: ontology });
    for (const kind of kinds) nodes.set(kind, await seed(kind, ok));
    for (const [user, rules] of Object.entries(RIGHTS)) await cluster.addUser(user, rules);
    for (const user of Object.keys(RIGHTS)) {
      const readable = [TYPE, 'iri', ...requested, ...others].filter((name) => reads(user, name));
      await cluster.knows(user, readable);
    }
  });
  afterAll(async () => {
    await gateway?.close();
    await dgraph?.stop();
  });

  /** Returns a pattern of the names, values and nodes of a kind that are not in the request. */
  function secretsOf(kind: ContradictionKind): RegExp {
    const { markers, request } = kind;
    const requested = new Set(request.flatMap(({ node, object }) => [node, 'node' in object ? object.node : '']));
    const others = [...nodes.get(kind)!].filter(([label]) => !requested.has(label)).map(([, uid]) => uid);
    return new RegExp(`(?:${[...markers, ...others].join('|')})\\b`);
  }

  const errorsOf = ({ body }: Reply): Answer[] => body.errors ?? [];

  /** Returns the answer without the request's own names and without latencies. */
  function normalized({ status, body, headers }: Reply, kind: ContradictionKind): string {
    const { extensions: _, ...rest } = body;
    const predicateNames = [...new Set(kind.request.map(({ predicate }) => predicate))];
    const named = predicateNames.reduce((all, name) => all.replaceAll(name, 'W'), JSON.stringify(rest));
    // In GraphQL the request also gives new nodes their types.
    const text = named.replaceAll('graph.type, ', '').replaceAll('"graph.type",', '').replaceAll('addN', 'updateN');
    const head = [...headers].filter(([name]) => !/^(date|content-length|x-request-id)$/.test(name));
    return `${status} ${JSON.stringify(head)} ${text}`;
  }

  const allCases = kinds.flatMap((kind) =>
    Object.entries(INTERFACES).flatMap(([interfaceName, open]) =>
      open(kind, EVERY_NODE) && !(equality && interfaceName === 'GraphQL') ? [{ kind, interfaceName, open }] : [],
    ),
  );

  /** Each user and each token gets a third of the kinds of contradiction; all with OWLGATE_ALL_CLAUSES=1. */
  const casesOf = (turn: number) => allCases.filter(({ kind }) => hasAllCases || kinds.indexOf(kind) % 3 === turn % 3);

  it('the engine refuses clients without rights or without a token, and the refusal contains no data', async () => {
    const claims = { userid: 'all', groups: ['alls'], namespace: 0 };
    const tokens: [string, string | undefined, RegExp][] = [
      ['without a token', undefined, /no accessJwt available/],
      ['with a token that has ended', await cluster.signed(claims, -60), /token is expired/i],
      ['with a forged token', `${(await cluster.signed(claims, 600)).slice(0, -4)}AAAA`, /signature is invalid/],
      ['with what is no token', 'nonsense', /unable to parse jwt/],
      ['none', await cluster.token('none'), /unauthorized to mutate|isn't a N/],
      ['reader', await cluster.token('reader'), /unauthorized to mutate/],
    ];
    for (const [turn, [user, token, words]] of tokens.entries()) {
      const problems = await inEach(casesOf(turn), async ({ kind, interfaceName, open }) => {
        const { text } = await send(gateway.url, open(kind, nodes.get(kind)!)!, token);
        const isDry = interfaceName === 'dry run' && /none|reader/.test(user);
        const isRefused = (isDry ? /only members of the group guardians/ : words).test(text);
        const isTold = /owl\/materializer/.test(text) || secretsOf(kind).test(text);
        return isRefused && !isTold ? undefined : text;
      });
      expect({ user, problems }).toEqual({ user, problems: [] });
    }
  });

  it.each(['writer', 'part', 'typed', 'half', 'all', 'groot'].map((user, turn) => [user, turn] as const))(
    'a refusal to the user %s names readable facts only',
    async (user, turn) => {
      const token = await cluster.token(user);
      /** Forms of refusals by form of request: those without a reason are all alike. */
      const forms = new Map<string, string>();
      const unreadable = namesUnreadBy(user);
      const problems = await inEach(casesOf(turn), async ({ kind, interfaceName, open }) => {
        const answer = await send(gateway.url, open(kind, nodes.get(kind)!)!, token);
        const { text } = answer;
        const isTold = secretsOf(kind).test(text);
        if (unreadable.test(text)) return text;
        if (interfaceName === 'dry run' && user !== 'groot') {
          return /only members of the group guardians/.test(text) && !isTold ? undefined : text;
        }
        if (interfaceName === 'Turtle' && !reads(user, 'iri')) {
          return /right to read the predicate iri/.test(text) && !isTold ? undefined : text;
        }
        const isOfEdges = kind.request.some(({ object }) => 'node' in object);
        if (interfaceName === 'GraphQL' && isOfEdges && !reads(user, TYPE)) {
          return /isn't a N/.test(text) && !isTold ? undefined : text;
        }
        const codes = errorsOf(answer).map(({ extensions }) => extensions?.code as string);
        if (kind.speaksOf.every((name) => reads(user, name))) return codes.includes(kind.code) ? undefined : text;
        if (isTold || codes.join() !== 'ForbiddenByOntology') return text;
        const { predicates } = errorsOf(answer)[0].extensions;
        if (predicates.at(-1) !== kind.request[0]!.predicate) return text;
        const form = normalized(answer, kind);
        const other = forms.get(interfaceName) ?? form;
        forms.set(interfaceName, other);
        return form === other ? undefined : `${form}\nis not\n${other}`;
      });
      expect(problems).toEqual([]);
      const interfaces = equality ? 5 : 6;
      expect(forms.size).toBe(user === 'groot' || user === 'all' ? 0 : user === 'writer' ? interfaces - 1 : interfaces);
    },
  );

  if (!equality) {
    it.each([
      ['writer', 0],
      ['typed', 0],
      ['half', 1],
      ['groot', 1],
    ])('the answer to a write of the user %s lists readable consequences only', async (user, inferred) => {
      const kind = kinds.find(({ name }) => name === 'functional data property')!;
      const w = kind.request[0]!.predicate;
      const token = await cluster.token(user);
      const z = nodes.get(kind)!.get('z')!;
      const set = json({ set: { uid: z, [w]: 'value' } });
      const opened = { ...set, path: '/mutate' };
      const deletion = json({ delete: { uid: z, [w]: null } });
      for (const [posted, counts] of [
        [opened, { inferred }],
        [set, { inferred }],
        [deletion, { retracted: inferred }],
      ] as const) {
        const { body, text } = await send(gateway.url, posted, token);
        expect(body).toMatchObject({ extensions: { ontology: counts } });
        expect(text).not.toMatch(namesUnreadBy(user));
      }
    });
  }

  async function inEach(
    cases: typeof allCases,
    run: (each: (typeof allCases)[number]) => Promise<string | undefined>,
  ): Promise<string[]> {
    const problems: string[] = [];
    await together(cases, async (each) => {
      const problem = await run(each);
      if (problem !== undefined) problems.push(`${each.interfaceName}, ${each.kind.name}: ${problem}`);
    });
    return problems;
  }
});

/** Runs items concurrently, a few at a time. */
async function together<T>(list: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const next = async (): Promise<void> => {
    for (let each_ = left.shift(); each_ !== undefined; each_ = left.shift()) await run(each_);
  };
  await Promise.all(Array.from({ length: 4 }, next));
}
