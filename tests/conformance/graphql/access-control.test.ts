/**
 * GraphQL on a cluster with access control (ACL), under @auth rules: in every form of a request the client sees and
 * writes what both permit, and nothing by the gateway's own login.
 */
import { SignJWT } from 'jose';
import type { Gateway } from '../../../src/app';
import { describeIf } from '../../support/conditional';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import type { Answer } from '../../support/engines/wire';
import { until } from '../../support/until';

const version = dgraphVersion();
const PASSWORD = 'a long password';
const LIVES = { accessSeconds: 600, refreshSeconds: 1200 };
const EX = 'http://example.org/files#';
const ONTOLOGY = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Doc a owl:Class .
:Report a owl:Class ; rdfs:subClassOf :Doc .
:title a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Doc ; rdfs:range xsd:string .
:owner a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Doc ; rdfs:range xsd:string .
:salary a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Report ; rdfs:range xsd:integer .
`;
const SECRET = 'a secret that is long enough for a signature';
const OWNED = (type: string) => `"query($USER: String!) { query${type}(filter: { owner: { eq: $USER } }) { id } }"`;
const OWN = `
extend type Doc @auth(query: { rule: ${OWNED('Doc')} }, add: { rule: ${OWNED('Doc')} }, update: { rule: ${OWNED('Doc')} })
extend type Report @auth(query: { rule: ${OWNED('Report')} }, add: { rule: ${OWNED('Report')} })
# Dgraph.Authorization {"VerificationKey":"${SECRET}","Header":"X-Auth","Namespace":"claims","Algo":"HS256"}
`;
const doc = (name: string, owner: string, salary: number) => ({
  uid: `_:${name}`,
  iri: EX + name,
  'dgraph.type': ['Doc', 'Report'],
  title: name,
  owner,
  salary,
});

describeIf(version, 'there is no dgraph program on the PATH')('with access control', () => {
  let dgraph: RunningDgraph;
  let gateway: Gateway;
  const tokens = new Map<string, string>();

  const login = async (userid: string, password: string, namespace = 0, as = userid): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ userid, password, namespace });
    // Dgraph knows new users after some seconds.
    await until(async () => {
      const answer = (await (await fetch(`${dgraph.url}/login`, { method: 'POST', headers, body })).json()) as Answer;
      const token = answer.data?.accessJWT as string | undefined;
      if (token !== undefined) tokens.set(as, token);
      return token !== undefined;
    });
  };
  /** @param clusterUser user of access control @param user user of `@auth` */
  const send = async (
    url: string,
    type: string,
    body: string,
    clusterUser?: string,
    user?: string,
  ): Promise<Answer> => {
    const key = new TextEncoder().encode(SECRET);
    const signed =
      user && (await new SignJWT({ claims: { USER: user } }).setProtectedHeader({ alg: 'HS256' }).sign(key));
    const headers = {
      'Content-Type': type,
      ...(clusterUser !== undefined && { 'X-Dgraph-AccessToken': tokens.get(clusterUser)! }),
      ...(signed !== undefined && { 'X-Auth': signed }),
    };
    return (await fetch(url, { method: 'POST', headers, body })).json();
  };
  const graphql = async (text: string, clusterUser?: string, user?: string, url = gateway.url): Promise<Answer> => {
    const { data, errors = [] } = await send(`${url}/graphql`, 'application/graphql', text, clusterUser, user);
    return { data, messages: errors.map(({ message }: Answer) => message) };
  };
  const admin = async (text: string): Promise<void> => {
    const { errors } = await send(`${dgraph.url}/admin`, 'application/graphql', text, 'groot');
    if (errors) throw new Error(JSON.stringify(errors));
  };
  const stored = async (): Promise<string> => {
    const text = '{ q(func: has(owner), orderasc: title) { title owner salary } }';
    const { data } = await send(`${dgraph.url}/query`, 'application/dql', text, 'groot');
    return data.q.map(({ title, owner, salary }: Answer) => `${title} ${owner} ${salary}`).join(', ');
  };
  const BEFORE = 'a ann 1, b ben 2';

  beforeAll(async () => {
    dgraph = await startDgraph(version!, LIVES);
    await login('groot', 'password');
    const login_ = { DGRAPH_USER: 'groot', DGRAPH_PASSWORD: 'password' };
    gateway = await startGatewayOver(dgraph, { ...login_, OWLGATE_GRAPHQL: 'on' });
    expect(await send(`${gateway.url}/ontology`, 'text/turtle', ONTOLOGY, 'groot')).toMatchObject({
      status: 'success',
    });
    expect(await send(`${gateway.url}/ontology/graphql`, 'application/graphql', OWN, 'groot')).toMatchObject({
      merged: true,
    });
    const set = [doc('a', 'ann', 1), doc('b', 'ben', 2)];
    await send(`${dgraph.url}/mutate?commitNow=true`, 'application/json', JSON.stringify({ set }), 'groot');
    await admin('mutation { addGroup(input: [{ name: "clerks" }]) { group { name } } }');
    await admin(
      `mutation { addUser(input: [{ name: "clerk", password: "${PASSWORD}", groups: [{ name: "clerks" }] }]) ` +
        '{ user { name } } }',
    );
    // Clerks read and write documents, but not salaries.
    const rules = ['title', 'owner', 'iri', 'dgraph.type'].map(
      (predicate) => `{ predicate: "${predicate}", permission: 6 }`,
    );
    await admin(
      'mutation { updateGroup(input: { filter: { name: { eq: "clerks" } }, set: { rules: ' +
        `[${rules.join(', ')}] } }) { group { name } } }`,
    );
    await login('clerk', PASSWORD);
    const titles = '{ q(func: has(title)) { title } }';
    await until(async () => {
      const { data } = await send(`${dgraph.url}/query`, 'application/dql', titles, 'clerk');
      return data?.q?.length === 2;
    });
  });
  afterAll(async () => {
    await gateway?.close();
    await dgraph?.stop();
  });

  it.each([
    ['through to the engine', '{ queryReport(order: { asc: title }) { title salary } }'],
    ['by class', '{ queryReport: queryDoc(order: { asc: title }) { title ... on Report { salary } } }'],
  ])('reads need permission of both the rules and the cluster: %s', async (_, text) => {
    const read = async (clusterUser?: string, user?: string): Promise<Answer> => {
      const { data, messages } = await graphql(text, clusterUser, user);
      return data?.queryReport ?? messages.length;
    };
    expect(await read('groot', 'ann')).toEqual([{ title: 'a', salary: 1 }]);
    expect(await read('groot')).toEqual([]);
    expect(await read('clerk', 'ann')).toEqual([{ title: 'a', salary: null }]);
    expect(await read('clerk', 'ben')).toEqual([{ title: 'b', salary: null }]);
    expect(await read('clerk')).toEqual([]);
    for (const user of [undefined, 'ann']) expect(JSON.stringify(await read(undefined, user))).not.toMatch(/title/);
  });

  it('an answer does not depend on earlier clients’ requests', async () => {
    const text = '{ queryDoc { __typename title ... on Report { salary } } }';
    const [groot, clerk, nobody] = await Promise.all([
      graphql(text, 'groot', 'ann'),
      graphql(text, 'clerk', 'ann'),
      graphql(text, undefined, 'ann'),
    ]);
    expect(groot.data).toEqual({ queryDoc: [{ __typename: 'Report', title: 'a', salary: 1 }] });
    expect(clerk.data).toEqual({ queryDoc: [{ __typename: 'Report', title: 'a', salary: null }] });
    expect(JSON.stringify(nobody)).not.toMatch(/"title"|salary/);
  });

  it('a client without rights to the schema is answered when the cached schema has expired', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const text = '{ queryDoc { __typename title ... on Report { salary } } }';
    const { data, messages } = await graphql(text, 'clerk', 'ann');
    expect({ data, messages }).toEqual({
      data: { queryDoc: [{ __typename: 'Report', title: 'a', salary: null }] },
      messages: [],
    });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const written = await graphql(
      'mutation { updateDoc(input: { filter: { has: title }, set: { title: "a" } }) { numUids } }',
      'clerk',
      'ann',
    );
    expect(written).toEqual({ data: { updateDoc: { numUids: 1 } }, messages: [] });
  });

  it.each<[string, string | undefined, string | undefined, RegExp | undefined, string]>([
    [
      'mutation { addDoc(input: [{ title: "c", owner: "ann" }]) { numUids doc { title } } }',
      'clerk',
      'ann',
      undefined,
      'a ann 1, b ben 2, c ann undefined',
    ],
    [
      'mutation { addDoc(input: [{ title: "c", owner: "ben" }]) { numUids } }',
      'clerk',
      'ann',
      /authorization failed/,
      BEFORE,
    ],
    [
      'mutation { addReport(input: [{ title: "c", owner: "ann", salary: 9 }]) { numUids } }',
      'clerk',
      'ann',
      /unauthorized to mutate.*salary/s,
      BEFORE,
    ],
    [
      'mutation { addReport(input: [{ title: "c", owner: "ann", salary: 9 }]) { numUids } }',
      'groot',
      'ann',
      undefined,
      'a ann 1, b ben 2, c ann 9',
    ],
    ['mutation { addDoc(input: [{ title: "c", owner: "ann" }]) { numUids } }', undefined, 'ann', /./, BEFORE],
    [
      'mutation { updateDoc(input: { filter: { has: title }, set: { title: "x" } }) { numUids } }',
      'clerk',
      'ann',
      undefined,
      'b ben 2, x ann 1',
    ],
    [
      'mutation { updateDoc(input: { filter: { has: title }, set: { title: "x" } }) { numUids } }',
      'clerk',
      undefined,
      undefined,
      BEFORE,
    ],
    [
      'mutation { updateReport(input: { filter: { has: title }, set: { salary: 7 } }) { numUids } }',
      'clerk',
      'ann',
      /unauthorized to mutate.*salary/s,
      BEFORE,
    ],
    [
      'mutation { updateDoc(input: { filter: { has: title }, set: { title: "x" } }) { numUids } }',
      undefined,
      'ann',
      /./,
      BEFORE,
    ],
    // As in Dgraph: the clerk's part of the node is deleted, the rest stays.
    ['mutation { deleteReport(filter: { title: { eq: "a" } }) { numUids } }', 'clerk', 'ann', undefined, 'b ben 2'],
  ])('writes need both permissions: %s as %s/%s', async (text, clusterUser, user, message, after) => {
    const { data, messages } = await graphql(text, clusterUser, user);
    try {
      expect(messages).toEqual(message ? [expect.stringMatching(message)] : []);
      if (!message) expect(data).not.toBeNull();
      expect(await stored()).toBe(after);
    } finally {
      const set = [doc('a', 'ann', 1), doc('b', 'ben', 2)];
      const query = '{ d as var(func: has(owner)) }';
      const body = JSON.stringify({ query, delete: [{ uid: 'uid(d)' }] });
      await send(`${dgraph.url}/mutate?commitNow=true`, 'application/json', body, 'groot');
      await send(`${dgraph.url}/mutate?commitNow=true`, 'application/json', JSON.stringify({ set }), 'groot');
    }
  });

  it('clients of another namespace are left to the engine, with their own schema', async () => {
    const { data } = await send(
      `${dgraph.url}/admin`,
      'application/graphql',
      'mutation { addNamespace(input: { password: "password" }) { namespaceId } }',
      'groot',
    );
    await login('groot', 'password', data.addNamespace.namespaceId, 'foreign');
    const sdl = 'type Doc { id: ID! title: String other: Int }';
    expect(await send(`${dgraph.url}/admin/schema`, 'application/graphql', sdl, 'foreign')).toMatchObject({
      data: { code: 'Success' },
    });
    const text = 'mutation { addDoc(input: [{ title: "theirs", other: 1 }]) { doc { __typename title other } } }';
    let written: Answer;
    // Dgraph applies its new schema after a moment.
    await until(async () => Boolean((written = await graphql(text, 'foreign')).data));
    const all = [{ __typename: 'Doc', title: 'theirs', other: 1 }];
    expect(written).toEqual({ data: { addDoc: { doc: all } }, messages: [] });
    const answer = await graphql('{ queryDoc { __typename title other } }', 'foreign');
    expect(answer).toEqual({ data: { queryDoc: all }, messages: [] });
    expect(await stored()).toBe(BEFORE);
    expect((await graphql('{ queryDoc { __typename title } }', 'groot', 'ann')).data.queryDoc).toHaveLength(1);
  });
});
