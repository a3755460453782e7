/**
 * @auth as in Dgraph: every query and mutation runs on the engine itself and through the gateway, which carries out
 *   mutations and queries by class itself. Both must give the answers below and leave the same data.
 */
import { SignJWT } from 'jose';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, serveByEngine } from '../../support/engines/ontology';
import { openSocket } from '../../support/engines/subscriber';
import { ask, json, query, type Answer } from '../../support/engines/wire';

const EX = 'http://example.org/docs#';
const ONTOLOGY = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Doc a owl:Class .
:Report a owl:Class ; rdfs:subClassOf :Doc .
:User a owl:Class ; owl:disjointWith :Doc .
:title a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Doc ; rdfs:range xsd:string .
:pages a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Report ; rdfs:range xsd:integer .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :User ; rdfs:range xsd:string .
:owner a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Doc ; rdfs:range :User .
`;

const SECRET = 'a secret that is long enough for a signature';
const AUTHORIZATION = JSON.stringify({
  VerificationKey: SECRET,
  Header: 'X-Docs-Auth',
  Namespace: 'https://docs.example/claims',
  Algo: 'HS256',
  Audience: ['docs'],
});
const OWNED = 'query($USER: String!) { queryDoc { owner(filter: { name: { eq: $USER } }) { name } } }';
const OWN = `
extend type Doc @auth(
  query: { or: [
    { rule: "query { queryDoc(filter: { shared: true }) { id } }" }
    { rule: "${OWNED}" }
    { rule: "{$ROLE: { eq: \\"ADMIN\\" } }" }
  ] }
  add: { rule: "${OWNED}" }
  update: { rule: "${OWNED}" }
  delete: { and: [
    { rule: "{$ROLE: { in: [\\"ADMIN\\", \\"EDITOR\\"] } }" }
    { not: { rule: "query { queryDoc(filter: { shared: true }) { id } }" } }
  ] }
) {
  shared: Boolean @search
}
extend type Report @auth(query: { rule: "{$ROLE: { regexp: \\"^ADM\\" } }" })
extend type User @auth(query: { or: [
  { rule: "{$ROLE: { eq: \\"ADMIN\\" } }" }
  { rule: "query($USER: String!) { queryUser(filter: { name: { eq: $USER } }) { __typename } }" }
] }) {
  docs: [Doc] @dgraph(pred: "~owner")
}
type Secret @auth(add: { rule: "{$ROLE: { eq: \\"ADMIN\\" } }" }, delete: { rule: "{$ROLE: { eq: \\"ADMIN\\" } }" }) {
  id: ID!
  text: String @search(by: [hash])
}
# Dgraph.Authorization ${AUTHORIZATION}
`;

const iri = (name: string): string => `${EX}${name}`;
const DATA = [
  { uid: '_:alice', iri: iri('alice'), 'dgraph.type': 'User', name: 'alice' },
  { uid: '_:bob', iri: iri('bob'), 'dgraph.type': 'User', name: 'bob' },
  { uid: '_:a1', iri: iri('a1'), 'dgraph.type': 'Doc', title: 'a1', owner: { uid: '_:alice' }, 'Doc.shared': false },
  { uid: '_:a2', iri: iri('a2'), 'dgraph.type': 'Doc', title: 'a2', owner: { uid: '_:alice' }, 'Doc.shared': true },
  { uid: '_:b1', iri: iri('b1'), 'dgraph.type': 'Doc', title: 'b1', owner: { uid: '_:bob' }, 'Doc.shared': false },
  { uid: '_:r1', iri: iri('r1'), 'dgraph.type': ['Doc', 'Report'], title: 'r1', owner: { uid: '_:bob' }, pages: 7 },
];

const sign = (claims: Record<string, unknown>, key = SECRET, expires = '1h'): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(key));
const as = (claims: Record<string, unknown>) => () => sign({ 'https://docs.example/claims': claims });
const nobody = () => Promise.resolve(undefined);
const alice = as({ USER: 'alice' });
const bob = as({ USER: 'bob' });
const admin = as({ USER: 'root', ROLE: 'ADMIN' });
const editor = as({ USER: 'eve', ROLE: ['READER', 'EDITOR'] });
type Who = () => Promise<string | undefined>;

const DOCS = '{ queryDoc(order: { asc: title }) { title owner { name } } }';
/** Filter longer than Dgraph accepts in a subscription. */
const LONG = '"no title", '.repeat(400);
const titles = (...names: string[]) => names.map((title) => ({ title }));

/** Query, user, and data. */
const QUESTIONS: readonly (readonly [string, Who, unknown])[] = [
  [DOCS, nobody, { queryDoc: [{ title: 'a2', owner: null }] }],
  [
    DOCS,
    alice,
    {
      queryDoc: [
        { title: 'a1', owner: { name: 'alice' } },
        { title: 'a2', owner: { name: 'alice' } },
      ],
    },
  ],
  [
    DOCS,
    bob,
    {
      queryDoc: [
        { title: 'a2', owner: null },
        { title: 'b1', owner: { name: 'bob' } },
        { title: 'r1', owner: { name: 'bob' } },
      ],
    },
  ],
  ['{ queryDoc(order: { asc: title }) { title } }', admin, { queryDoc: titles('a1', 'a2', 'b1', 'r1') }],
  ['{ queryDoc(order: { asc: title }, first: 1, offset: 1) { title } }', alice, { queryDoc: titles('a2') }],
  [
    '{ queryDoc(order: { desc: title }, first: 2) { title owner { name } } }',
    bob,
    {
      queryDoc: [
        { title: 'r1', owner: { name: 'bob' } },
        { title: 'b1', owner: { name: 'bob' } },
      ],
    },
  ],
  [
    '{ queryDoc(order: { asc: title }, first: 1) @cascade { title owner { name } } }',
    bob,
    { queryDoc: [{ title: 'b1', owner: { name: 'bob' } }] },
  ],
  ['{ queryDoc(filter: { title: { eq: "a1" } }) { title } }', bob, { queryDoc: [] }],
  [
    `{ getDoc(iri: "${iri('a1')}") { title owner { name docs(order: { asc: title }) { title } } } }`,
    alice,
    { getDoc: { title: 'a1', owner: { name: 'alice', docs: titles('a1', 'a2') } } },
  ],
  [`{ getDoc(iri: "${iri('a1')}") { title } }`, bob, { getDoc: null }],
  ['{ queryReport { title } }', bob, { queryReport: [] }],
  ['{ queryReport { title pages } }', admin, { queryReport: [{ title: 'r1', pages: 7 }] }],
  [
    '{ queryUser(order: { asc: name }) { name docs(order: { asc: title }) { title } docsAggregate { count ' +
      'titleMax } } }',
    bob,
    { queryUser: [{ name: 'bob', docs: titles('b1', 'r1'), docsAggregate: { count: 2, titleMax: 'r1' } }] },
  ],
  [
    '{ queryUser(order: { asc: name }) { name docs(order: { asc: title }, filter: { shared: true }) { title } } }',
    admin,
    {
      queryUser: [
        { name: 'alice', docs: titles('a2') },
        { name: 'bob', docs: [] },
      ],
    },
  ],
  [
    '{ aggregateDoc { count titleMin titleMax } }',
    nobody,
    { aggregateDoc: { count: 1, titleMin: 'a2', titleMax: 'a2' } },
  ],
  ['{ aggregateDoc(filter: { title: { eq: "r1" } }) { count } }', admin, { aggregateDoc: { count: 1 } }],
  ['{ aggregateDoc { count } }', alice, { aggregateDoc: { count: 2 } }],
  [
    '{ queryUser { name } queryDoc(order: { asc: title }) { title } }',
    alice,
    { queryUser: [{ name: 'alice' }], queryDoc: titles('a1', 'a2') },
  ],
  ['{ queryUser { name } }', nobody, { queryUser: [] }],
];

/** Mutation, user, data, messages of errors, and the titles (and owners) stored afterwards. */
const MUTATIONS: readonly (readonly [string, Who, unknown, readonly string[], string])[] = [
  [
    `mutation { addDoc(input: [{ title: "n", owner: { iri: "${iri('alice')}" } }]) { numUids doc { title ` +
      'owner { name } } } }',
    alice,
    { addDoc: { numUids: 1, doc: [{ title: 'n', owner: { name: 'alice' } }] } },
    [],
    'a1 a2 b1 n r1',
  ],
  [
    `mutation { addDoc(input: [{ title: "n", owner: { iri: "${iri('bob')}" } }]) { numUids } }`,
    alice,
    { addDoc: null },
    ['mutation failed because authorization failed'],
    'a1 a2 b1 r1',
  ],
  [
    `mutation { addDoc(input: [{ title: "m", owner: { iri: "${iri('alice')}" } }, { title: "n" }]) { numUids } }`,
    alice,
    { addDoc: null },
    ['mutation failed because authorization failed'],
    'a1 a2 b1 r1',
  ],
  [
    `mutation { addDoc(input: [{ title: "n", owner: { iri: "${iri('alice')}" } }]) { numUids } }`,
    nobody,
    { addDoc: null },
    ['mutation failed because authorization failed'],
    'a1 a2 b1 r1',
  ],
  [
    'mutation { updateDoc(input: { filter: { has: title }, set: { shared: false } }) { numUids doc(order: { ' +
      'asc: title }) { title shared } } }',
    alice,
    {
      updateDoc: {
        numUids: 2,
        doc: [
          { title: 'a1', shared: false },
          { title: 'a2', shared: false },
        ],
      },
    },
    [],
    'a1 a2 b1 r1',
  ],
  [
    'mutation { updateDoc(input: { filter: { title: { eq: "b1" } }, set: { title: "x" } }) { numUids } }',
    alice,
    { updateDoc: { numUids: 0 } },
    [],
    'a1 a2 b1 r1',
  ],
  [
    'mutation { updateDoc(input: { filter: { title: { eq: "b1" } }, set: { title: "x" } }) { numUids } }',
    nobody,
    { updateDoc: { numUids: 0 } },
    [],
    'a1 a2 b1 r1',
  ],
  [
    'mutation { deleteDoc(filter: { has: title }) { numUids msg } }',
    alice,
    { deleteDoc: { numUids: 0, msg: 'No nodes were deleted' } },
    [],
    'a1 a2 b1 r1',
  ],
  [
    'mutation { deleteDoc(filter: { has: title }) { numUids msg doc { title } } }',
    editor,
    { deleteDoc: { numUids: 3, msg: 'Deleted', doc: [] } },
    [],
    'a2',
  ],
  [
    'mutation { deleteDoc(filter: { title: { in: ["a1", "a2"] } }) { numUids doc { title } } }',
    admin,
    { deleteDoc: { numUids: 1, doc: titles('a1') } },
    [],
    'a2 b1 r1',
  ],
  [
    `mutation { addDoc(upsert: true, input: [{ iri: "${iri('b1')}", title: "x" }]) { numUids doc { title } } }`,
    bob,
    { addDoc: { numUids: 0, doc: [{ title: 'x' }] } },
    [],
    'a1 a2 r1 x',
  ],
  [
    `mutation { addDoc(upsert: true, input: [{ iri: "${iri('b1')}", title: "x" }]) { numUids } }`,
    alice,
    { addDoc: { numUids: 0 } },
    [],
    'a1 a2 b1 r1',
  ],
  [
    `mutation { addDoc(input: [{ iri: "${iri('b1')}", title: "n", owner: { iri: "${iri('alice')}" } }]) { numUids } }`,
    alice,
    { addDoc: null },
    ["couldn't rewrite mutation addDoc because failed to rewrite mutation payload because authorization failed"],
    'a1 a2 b1 r1',
  ],
  [
    'mutation { addSecret(input: [{ text: "n" }]) { numUids secret { text } } }',
    admin,
    { addSecret: { numUids: 1, secret: [{ text: 'n' }] } },
    [],
    'a1 a2 b1 r1',
  ],
  [
    'mutation { addSecret(input: [{ text: "n" }]) { numUids } }',
    alice,
    { addSecret: null },
    ['mutation failed because authorization failed'],
    'a1 a2 b1 r1',
  ],
  [
    'mutation { one: addSecret(input: [{ text: "n" }]) { numUids } two: deleteSecret(filter: {}) { numUids } }',
    alice,
    { one: null },
    ['mutation failed because authorization failed', 'Mutation two was not executed because of a previous error.'],
    'a1 a2 b1 r1',
  ],
];

forEachEngine((engine) => {
  let gateway: Gateway;
  let loaded: Answer;
  const post = async (sdl: string): Promise<Answer> => {
    const headers = { 'content-type': 'application/graphql' };
    const response = await fetch(`${gateway.url}/ontology/graphql`, { method: 'POST', body: sdl, headers });
    return response.json();
  };
  const put = async (): Promise<void> => {
    await ask(
      engine.url,
      json({
        query: '{ d as var(func: has(title)) u as var(func: has(name)) s as var(func: has(Secret.text)) }',
        delete: [{ uid: 'uid(d)' }, { uid: 'uid(u)' }, { uid: 'uid(s)' }],
      }),
    );
    await ask(engine.url, json({ set: DATA }));
  };
  const left = async (): Promise<string> => {
    const { data } = await ask(engine.url, query('{ q(func: has(title), orderasc: title) { title } }'));
    return data.q.map((each: Answer) => each.title).join(' ');
  };
  const graphql = async (url: string, text: string, token: string | undefined): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { 'x-docs-auth': token }) };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: text }) });
    const { data, errors = [] } = (await response.json()) as Answer;
    return { data, messages: errors.map((each: Answer) => each.message) };
  };
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    loaded = await loadOntology(gateway.url, ONTOLOGY);
    expect(await post(OWN)).toMatchObject({ status: 'success', merged: true, warnings: [] });
    await serveByEngine(engine.url, gateway.url, loaded);
    await put();
  });
  afterAll(() => gateway.close());

  it.each(QUESTIONS)('%s', async (text, tokenOf, data) => {
    const token = await tokenOf();
    expect(await graphql(engine.url, text, token)).toEqual({ data, messages: [] });
    expect(await graphql(gateway.url, text, token)).toEqual({ data, messages: [] });
  });

  it('rules of classes apply in fragments', async () => {
    const text = '{ queryDoc(order: { asc: title }) { __typename title ... on Report { pages } } }';
    const report = { __typename: 'Report', title: 'r1' };
    const all = (await graphql(gateway.url, text, await admin())).data.queryDoc;
    expect(all.at(-1)).toEqual({ ...report, pages: 7 });
    // A reader of documents sees the existence of a report of theirs, and no fields that only reports have.
    const docs = (await graphql(gateway.url, text, await bob())).data.queryDoc;
    expect(docs.at(-1)).toEqual({ ...report, pages: null });
    const { data, messages } = await graphql(gateway.url, '{ queryReport { ... on Doc { title } } }', await bob());
    expect({ data, messages }).toEqual({ data: { queryReport: [] }, messages: [] });
  });

  const other = 'another secret that is long enough for a signature';
  const USER = { 'https://docs.example/claims': { USER: 'alice' } };
  it.each<[string, Who]>([
    ['of another key', () => sign(USER, other)],
    ['that has expired', () => sign(USER, SECRET, '-1h')],
    ['for another audience', () => sign({ ...USER, aud: 'letters' })],
    ['without a signature', () => Promise.resolve(`${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(USER))}.`)],
    ['that is none', () => Promise.resolve('nonsense')],
  ])('a token %s is refused for every operation', async (_, tokenOf) => {
    const token = await tokenOf();
    for (const url of [engine.url, gateway.url]) {
      const answer = await graphql(url, '{ queryUser { name } }', token);
      expect(answer.data).toEqual({ queryUser: [] });
      expect(answer.messages).toEqual([expect.stringMatching(/^couldn't rewrite query queryUser because .*(jwt|JWT)/)]);
      const written = await graphql(url, 'mutation { deleteDoc(filter: {}) { numUids } }', token);
      expect(written.data).toEqual({ deleteDoc: null });
      expect(written.messages).toEqual([
        expect.stringMatching(/^couldn't rewrite mutation deleteDoc because .*(jwt|JWT)/),
      ]);
    }
    expect(await left()).toBe('a1 a2 b1 r1');
  });

  it('a bearer token is accepted, with claims beside those of the schema', async () => {
    const token = `Bearer ${await sign({ USER: 'bob', aud: ['docs', 'letters'] })}`;
    for (const url of [engine.url, gateway.url]) {
      expect((await graphql(url, '{ queryUser { name } }', token)).data).toEqual({ queryUser: [{ name: 'bob' }] });
    }
  });

  it.each([
    ['{ all: queryUser { it: name } }', ['bob'], []],
    ['{ all: queryDoc(order: { asc: title }) { __typename it: title } }', ['a2', 'b1', 'r1'], ['a2']],
    [
      `{ all: queryDoc(order: { asc: title }, filter: { not: { title: { in: [${LONG}] } } }) { it: title } }`,
      ['a2', 'b1', 'r1'],
      ['a2'],
    ],
  ])(
    'subscriptions follow the token of the first message: case %#',
    async (text, bobs, nobodys) => {
      const isTooLong = engine.name === 'dgraph' && text.length > 4_096;
      for (const url of isTooLong ? [gateway.url] : [engine.url, gateway.url]) {
        for (const [tokenOf, expected] of [[bob, bobs] as const, [nobody, nobodys] as const]) {
          const token = await tokenOf();
          const { inbox, say, socket } = await openSocket(url, 'graphql-ws');
          say({ type: 'connection_init', payload: token === undefined ? {} : { 'X-Docs-Auth': token } });
          expect(await inbox.next()).toEqual({ type: 'connection_ack' });
          say({ type: 'start', id: '1', payload: { query: `subscription ${text}` } });
          const { payload } = await inbox.next();
          expect(payload.data.all.map((each: Answer) => each.it)).toEqual(expected);
          socket.terminate();
        }
      }
    },
    30_000,
  );

  describe('mutations', () => {
    beforeEach(put);
    it.each(MUTATIONS)('%s', async (text, tokenOf, data, messages, after) => {
      const token = await tokenOf();
      for (const url of [engine.url, gateway.url]) {
        // Dgraph reports the lack of authorization only with its debug option.
        const isSilent = engine.name === 'dgraph' && url === engine.url;
        const expectedMessages = messages.filter((message) => !isSilent || !message.includes('authorization failed'));
        expect({ url, ...(await graphql(url, text, token)) }).toEqual({ url, data, messages: expectedMessages });
        expect(await left()).toBe(after);
        await put();
      }
    });
  });

  describe('closed by default', () => {
    beforeAll(async () => {
      await put();
      await post(OWN.replace('"Audience"', '"ClosedByDefault":true,"Audience"'));
      await serveByEngine(engine.url, gateway.url, loaded);
    });

    it.each(['{ queryUser { name } }', '{ aggregateDoc { count } }', '{ querySecret { text } }'])(
      '%s',
      async (text) => {
        for (const url of [engine.url, gateway.url]) {
          const { messages } = await graphql(url, text, undefined);
          expect(messages).toEqual([expect.stringContaining('because a valid JWT is required but was not provided')]);
          expect((await graphql(url, text, await admin())).messages).toEqual([]);
        }
      },
    );

    it('mutations', async () => {
      for (const url of [engine.url, gateway.url]) {
        const { data, messages } = await graphql(
          url,
          'mutation { addSecret(input: [{ text: "n" }]) { numUids } }',
          undefined,
        );
        expect(data).toEqual({ addSecret: null });
        // Dgraph treats it as another failure of authorization, which it does not report.
        const reason = "couldn't rewrite mutation addSecret because a valid JWT is required but was not provided";
        expect(messages).toEqual(engine.name === 'dgraph' && url === engine.url ? [] : [reason]);
      }
    });
  });

  describe('wrong rules', () => {
    it.each([
      ['extend type Doc @auth(query: { rule: "query { queryUser { name } }" })', /queryUser/],
      ['extend type Doc @auth(query: { rule: "query { queryDoc(filter: { nothing: 1 }) { id } }" })', /nothing/],
      ['extend type Doc @auth(query: { rule: "{$ROLE: { like: \\"x\\" } }" })', /`like` operator is not supported/],
      [
        'extend type Doc @auth(query: { or: [{ rule: "{$A: { eq: 1 } }" }] })',
        /'OR' should contain at least two rules/,
      ],
      ['extend type Doc @auth(query: { rule: "query {" })', /failed to parse GraphQL rule/],
      ['# Dgraph.Authorization {"Header":"X"}', /required field missing in Dgraph.Authorization/],
    ])('%s', async (sdl, message) => {
      const { errors } = await post(sdl);
      expect(errors[0].extensions.code).toBe('GraphqlExtension');
      expect(errors[0].message).toMatch(message);
    });
  });
});
