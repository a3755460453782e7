/**
 * Views of the ontology on a cluster with access control: the document, introspection over HTTP, MCP and GraphQL, and
 * reports show what the client may read; rules that widen rights are listed.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Gateway } from '../../../src/app';
import { describeIf } from '../../support/conditional';
import { ALTER, ask, Cluster, LIVES, LOGIN, READ, send, WRITE, type Reply } from '../../support/engines/access-control';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import { standardClient, subscribe } from '../../support/engines/subscriber';
import { alter, alterJson, json, query, rdf, type Answer, type Posted } from '../../support/engines/wire';
import { until } from '../../support/until';

const version = dgraphVersion();
const EX = 'http://example.org/staff#';
const ONTOLOGY = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person a owl:Class .
:Manager a owl:Class ; rdfs:subClassOf :Person .
:called a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
:nickname a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string ; rdfs:subPropertyOf :called .
:qxsalary a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer .
:qxbonus a owl:DatatypeProperty ; rdfs:domain :Manager ; rdfs:range xsd:integer ; rdfs:subPropertyOf :qxsalary .
:qxreports a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Manager ; owl:inverseOf :leads .
:leads a owl:ObjectProperty ; rdfs:domain :Manager ; rdfs:range :Person .
`;
/** Names that clerks may not read. */
const HIDDEN = /qx/i;
const TYPE = 'dgraph.type';

describeIf(version, 'there is no dgraph program on the PATH')('with access control', () => {
  let dgraph: RunningDgraph;
  let gateway: Gateway;
  let cluster: Cluster;
  let loaded: Answer;

  const post = async (posted: Posted, user?: string): Promise<Reply> =>
    send(gateway.url, posted, user === undefined ? undefined : await cluster.token(user));
  const get = async (path: string, user?: string, init = {}): Promise<Reply> =>
    ask(gateway.url, path, user === undefined ? undefined : await cluster.token(user), init);
  const turtle = (parameters = ''): Posted => ({ path: `/ontology${parameters}`, type: 'text/turtle', body: ONTOLOGY });
  const graphql = (body: string): Posted => ({ path: '/graphql', type: 'application/graphql', body });

  beforeAll(async () => {
    dgraph = await startDgraph(version!, LIVES);
    cluster = new Cluster(dgraph);
    gateway = await startGatewayOver(dgraph, { ...LOGIN, OWLGATE_GRAPHQL: 'on' });
    await cluster.addUser('clerk', { called: READ, nickname: READ | WRITE, leads: READ, [TYPE]: READ });
    await cluster.addUser('auditor', { 'dgraph.all': READ });
    await cluster.addUser('temp', {});
    loaded = (await post(turtle(), 'groot')).body;
    expect(loaded).toMatchObject({ status: 'success' });
    await cluster.knows('clerk', ['called', 'nickname', 'leads', TYPE]);
    await cluster.knows('auditor', ['called', 'qxsalary', 'qxbonus', TYPE]);
  });
  afterAll(async () => {
    await gateway?.close();
    await dgraph?.stop();
  });

  /** Returns tokens that the engine rejects. */
  const refused = async (): Promise<readonly (string | undefined)[]> => {
    const claims = { userid: 'groot', groups: ['guardians'] };
    const forged = (await cluster.signed({ ...claims, namespace: 0 }, 600)).slice(0, -4);
    // Unsigned token that names another namespace.
    const foreign = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${Buffer.from(
      JSON.stringify({ ...claims, namespace: 7, exp: 9_999_999_999 }),
    ).toString('base64url')}.AAAA`;
    return [undefined, 'nonsense', `${forged}AAAA`, await cluster.signed({ ...claims, namespace: 0 }, -9), foreign];
  };

  it('no route discloses the ontology without a token that the engine accepts', async () => {
    const { headers: adminHeaders } = await get('/ontology', 'groot');
    const tag = adminHeaders.get('etag')!;
    const paths = [
      '/ontology',
      '/ontology?version=1',
      '/ontology/versions',
      '/ontology/diff',
      '/ontology/blame?term=called',
      '/ontology/docs',
      '/ontology/introspect',
      '/ontology/introspect?class=Person',
      '/ontology/introspect?class=Nobody',
      '/ontology/introspect?subclasses=Person&transitive=true',
      '/ontology/access',
      '/ontology/violations',
      '/ontology/materialization',
      '/ontology/graphql',
      '/export',
      `/ontology/explain?subject=0x1&predicate=qxsalary&object=5`,
    ];
    const inits: { method?: string; headers?: Record<string, string> }[] = [
      {},
      { method: 'HEAD' },
      { headers: { 'If-None-Match': tag } },
      { method: 'HEAD', headers: { 'If-None-Match': '*' } },
      { headers: { Accept: 'application/json' } },
      { headers: { Accept: 'application/n-triples' } },
      { headers: { Accept: 'text/event-stream' } },
    ];
    for (const token of await refused()) {
      for (const path of paths) {
        for (const init of inits) {
          const { status, text, headers } = await ask(gateway.url, path, token, init);
          const case_ = `${token}: ${path} ${JSON.stringify(init)}: ${text}`;
          expect({ case_, status }).toEqual({ case_, status: 403 });
          expect([headers.get('etag'), headers.get('x-owlgate-version'), headers.get('last-modified')]).toEqual([
            null,
            null,
            null,
          ]);
          // A token may have any letters.
          expect(case_.slice(String(token).length)).not.toMatch(/qx(?!salary&object)|Manager|nickname/);
        }
      }
    }
  });

  it('only readers of all its predicates get the document', async () => {
    for (const user of ['temp', 'clerk']) {
      for (const init of [{}, { headers: { Accept: 'application/json' } }, { headers: { 'If-None-Match': '*' } }]) {
        const { status, body, text } = await get('/ontology', user, init);
        expect([status, body.errors[0].extensions.code]).toEqual([403, 'AccessDenied']);
        expect(body.errors[0].message).toMatch(
          /predicates that this login may not read; log in as a member of the group/,
        );
        expect(text).not.toMatch(/qx|Manager|etag:/i);
      }
    }
    for (const user of ['auditor', 'groot']) {
      const { status, body, headers } = await get('/ontology', user);
      expect([status, body]).toEqual([200, ONTOLOGY]);
      // No cache may give the answer to another client.
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('vary')).toMatch(/X-Dgraph-AccessToken/);
      // Without `Cache-Control`, fetch would add `no-cache`, and the answer would not be 304.
      const conditional = { 'If-None-Match': headers.get('etag')!, 'Cache-Control': 'max-age=0' };
      const again = await get('/ontology', user, { headers: conditional });
      expect(again.status).toBe(304);
    }
  });

  it('only readers of all its predicates read the history', async () => {
    const paths = ['?version=1', '/versions', '/versions?format=markdown', '/diff', '/blame?term=called', '/docs'];
    for (const path of paths) {
      const { status, body, text } = await get(`/ontology${path}`, 'clerk');
      expect([path, status, body.errors[0].extensions.code]).toEqual([path, 403, 'AccessDenied']);
      expect(text).not.toMatch(/qx|Manager/);
      expect([path, (await get(`/ontology${path}`, 'auditor')).status]).toEqual([path, 200]);
    }
    const { body } = await get('/ontology/versions', 'auditor');
    expect(body.versions[0]).toMatchObject({ version: 1, by: 'user groot' });
    // A stored version, and one that there is not: others are not told which.
    for (const version of [1, 999]) {
      const rollback = { path: `/ontology/rollback?version=${version}&validate=true`, type: 'text/plain', body: '' };
      for (const user of ['clerk', 'auditor']) {
        const refusal = await post(rollback, user);
        expect([refusal.status, refusal.body.errors[0].extensions.code]).toEqual([403, 'AccessDenied']);
      }
    }
  });

  it('introspection lists all classes and the readable properties', async () => {
    const names = async (user: string): Promise<string[]> => {
      const { status, body, text } = await get('/ontology/introspect?class=Manager', user);
      expect(status).toBe(200);
      if (user !== 'auditor' && user !== 'groot') expect(text).not.toMatch(HIDDEN);
      return body.properties.map(({ iri }: Answer) => iri);
    };
    expect(await names('temp')).toEqual([]);
    expect(await names('clerk')).toEqual(['called', 'leads', 'nickname']);
    expect(await names('auditor')).toEqual(['called', 'leads', 'nickname', 'qxbonus', 'qxreports', 'qxsalary']);
    expect(await names('groot')).toHaveLength(6);
    const { body } = await get('/ontology/introspect', 'temp');
    expect(body.map(({ iri }: Answer) => iri)).toEqual(['Manager', 'Person']);
    expect((await get('/ontology/introspect?class=Manger', 'temp')).text).not.toMatch(HIDDEN);
  });

  it('views follow a right that is granted or revoked', async () => {
    const shown = async (): Promise<boolean> =>
      (await get('/ontology/introspect?class=Person', 'clerk')).text.includes('qxsalary');
    await cluster.setRules('clerk', { qxsalary: READ });
    await until(shown);
    await cluster.setRules('clerk', { qxsalary: 0 });
    await until(async () => !(await shown()));
  });

  it('GraphQL shows and suggests readable fields only', async () => {
    const fields = '{ __type(name: "Manager") { fields { name } } }';
    const newer = '{ __type(name: "Manager") { fields { name args(includeDeprecated: true) { name } } } }';
    const all = '{ __schema { types { name fields { name } inputFields { name } enumValues { name } } } }';
    for (const user of ['temp', 'clerk']) {
      for (const text of [fields, newer, all, `query A { a: __typename ...F } fragment F on Query ${all}`]) {
        const { body, text: responseText } = await post(graphql(text), user);
        expect(body.errors).toBeUndefined();
        expect(JSON.stringify(body)).toMatch(user === 'clerk' ? /nickname/ : /"name":"id"/);
        expect(responseText).not.toMatch(HIDDEN);
      }
      for (const text of [
        '{ queryPerson { qsalary } }',
        '{ queryPerson(filter: { qxsalar: { eq: 5 } }) { id } }',
        '{ queryPerson(order: { asc: qxsalar }) { id } }',
        'mutation { addManager(input: [{ qxsalar: 5 }]) { numUids } }',
        '{ _service { sdl } queryPerson { id } }',
      ]) {
        const { body, text: responseText } = await post(graphql(text), user);
        expect(body.errors.length).toBeGreaterThan(0);
        expect(responseText.replaceAll(/qx?salar(?!y)/g, '').replaceAll('qsalary', '')).not.toMatch(HIDDEN);
      }
    }
    for (const user of ['auditor', 'groot']) {
      expect((await post(graphql(fields), user)).text).toMatch(/qxsalary/);
      expect((await post(graphql('{ queryPerson { qsalary } }'), user)).text).toMatch(/Did you mean \\"qxsalary\\"/);
    }
    // An unreadable field is null, as on Dgraph.
    const { body } = await post(graphql('{ queryPerson { called qxsalary } }'), 'clerk');
    expect(body).toMatchObject({ data: { queryPerson: [] } });
  });

  it('GraphQL answers only with a token that the engine accepts', async () => {
    for (const token of await refused()) {
      for (const text of [
        '{ __schema { types { name } } }',
        '{ queryPerson { id } }',
        '{ queryPerson { qsalary } }',
        'mutation { addPerson(input: [{ called: "x" }]) { numUids } }',
        '{ queryPerson { ... on Manager { id } } }',
      ]) {
        const { body, text: responseText } = await send(gateway.url, graphql(text), token);
        expect(responseText).toMatch(/accessJwt|unable to parse jwt/);
        expect(body.data ?? null).toBeNull();
        expect(responseText).not.toMatch(/Manager|qxsal/);
      }
      const headers = token === undefined ? {} : { 'X-Dgraph-AccessToken': token };
      const client = standardClient(gateway.url, { connectionParams: headers });
      const { inbox } = subscribe(client, { query: 'subscription { queryPerson { qsalary } }' });
      const message = JSON.stringify(await inbox.next());
      expect(message).toMatch(/accessJwt|unable to parse jwt/);
      expect(message).not.toMatch(/qxsal/);
      await client.dispose();
    }
  });

  it('only guardians learn which changes of the schema the ontology forbids', async () => {
    const graphqlSchema = (name: string): Posted => ({
      path: '/admin/schema',
      type: 'application/graphql',
      body: `type Any { some: [Int] @dgraph(pred: "${name}") }`,
    });
    const changes: readonly ((name: string) => Posted)[] = [
      (name) => alterJson({ drop_attr: name }),
      (name) => alterJson({ drop_op: 'ATTR', drop_value: name }),
      (name) => alter(`${name}: geo .`),
      (name) => alter(`other: int .\n<${name}>: [geo] .`),
      // Long enough to be read in a document process.
      (name) => alter(`${'# '.padEnd(300_000)}\n${name}: geo .`),
      graphqlSchema,
    ];
    /** Returns an answer whose parts are in one order: Dgraph lists predicates in any. */
    const comparable = ({ status, body }: Reply, name: string): string =>
      JSON.stringify([status, body]).replaceAll(name, 'NAME').split(/\s/).sort().join(' ');
    const tokens = [...(await refused()), await cluster.token('temp'), await cluster.token('clerk')];
    for (const change of changes) {
      for (const token of tokens) {
        const other = await send(gateway.url, change('unneeded'), token);
        expect(other.body.errors).toHaveLength(1);
        for (const needed of ['qxsalary', 'called', 'leads']) {
          const reply = await send(gateway.url, change(needed), token);
          expect(comparable(reply, needed)).toBe(comparable(other, 'unneeded'));
        }
      }
      expect((await post(change('qxsalary'), 'groot')).body.errors[0].extensions.code).toBe('SchemaInUse');
    }
  });

  it('a right to alter changes nothing that the ontology needs', async () => {
    await cluster.addUser('keeper', { leads: ALTER, spare: ALTER });
    await until(async () => !(await post(alter('spare: string .'), 'keeper')).body.errors);
    for (const change of [
      alter('leads: int .'),
      alterJson({ drop_attr: 'leads' }),
      alter('leads: int .\nspare: int .'),
    ]) {
      expect((await post(change, 'keeper')).body.errors[0].extensions).toEqual({ code: 'AccessDenied' });
    }
    const { body } = await post(alter('nickname: int .\nspare: int .'), 'keeper');
    expect(body.errors[0].message).toMatch(/unauthorized to alter following predicates: nickname \n$/);
    expect((await post(alterJson({ drop_attr: 'spare' }), 'keeper')).body.errors).toBeUndefined();
  });

  const WHOLE_GRAPH: readonly (readonly [string, object])[] = [
    ['retrieve', { question: 'Who?' }],
    ['search', { query: 'x' }],
    ['read_passages', { source: 'x' }],
    ['find_nodes', { name: 'x' }],
    ['neighbours', { node: '0x1' }],
    ['passages_about', { nodes: ['0x1'] }],
    ['add_documents', { documents: [{ source: 'x', text: 'x' }] }],
    ['mutate', { set: [{ called: 'x' }] }],
  ];

  it('MCP shows the same view', async () => {
    const called = async (token: string | undefined, name: string, toolArguments = {}): Promise<string> => {
      const client = await mcp(token);
      try {
        return JSON.stringify(await client.callTool({ name, arguments: toolArguments }));
      } finally {
        await client.close();
      }
    };
    const read = async (token: string | undefined, uri: string): Promise<string> => {
      const client = await mcp(token);
      try {
        return JSON.stringify(await client.readResource({ uri }));
      } catch (error) {
        return String(error);
      } finally {
        await client.close();
      }
    };
    const uris = ['ontology', 'schema', 'classes', 'classes/Manager'].map(
      (resource) => `owlgate://default/${resource}`,
    );
    for (const token of await refused()) {
      for (const tool of ['list_classes', 'schema']) {
        expect(await called(token, tool)).toMatch(/accessJwt|unable to parse jwt|another namespace/);
      }
      expect(await called(token, 'describe_class', { class: 'Manager' })).toMatch(/AccessDenied/);
      for (const [tool, args] of WHOLE_GRAPH) {
        expect(await called(token, tool, args)).toMatch(/AccessDenied|accessJwt|unable to parse jwt/);
      }
      expect(await called(token, 'validate_ontology', { document: ONTOLOGY })).toMatch(/AccessDenied/);
      for (const uri of uris) expect(await read(token, uri)).toMatch(/access control/);
      const client = await mcp(token);
      expect((await client.listResources()).resources).toEqual([]);
      await client.close();
    }
    const clerk = await cluster.token('clerk');
    // The gateway reads these in its own name.
    for (const [tool, args] of WHOLE_GRAPH) expect(await called(clerk, tool, args)).toMatch(/AccessDenied/);
    // They write under their own rights, without a dry run.
    const write = (set: object): Promise<string> => called(clerk, 'mutate', { set: [set], dry_run: false });
    expect(await write({ nickname: 'Nick' })).toMatch(/"dry_run":false/);
    expect(await write({ qxsalary: 1 })).toMatch(/unauthorized/i);
    expect(await called(await cluster.token('groot'), 'mutate', { set: [{ nickname: 'x' }], dry_run: false })).toMatch(
      /needs the token/,
    );
    expect(await called(clerk, 'list_classes')).toMatch(/Manager/);
    const manager = await called(clerk, 'describe_class', { class: 'Manager' });
    expect(manager).toMatch(/nickname/);
    expect(manager).not.toMatch(HIDDEN);
    expect(await called(clerk, 'schema')).not.toMatch(HIDDEN);
    expect(await read(clerk, uris[3]!)).toMatch(/nickname/);
    expect(await read(clerk, uris[3]!)).not.toMatch(HIDDEN);
    for (const uri of uris.slice(0, 2)) {
      expect(await read(clerk, uri)).toMatch(/may not read/);
      expect(await read(clerk, uri)).not.toMatch(HIDDEN);
    }
    expect(await read(await cluster.token('auditor'), uris[0]!)).toMatch(/qxsalary/);
  });

  async function mcp(token: string | undefined): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    const headers: Record<string, string> = token === undefined ? {} : { 'X-Dgraph-AccessToken': token };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', gateway.url), { requestInit: { headers } }));
    return client;
  }

  it('reports about all stored facts are for guardians', async () => {
    for (const user of ['temp', 'clerk', 'auditor']) {
      for (const path of [
        '/ontology/access',
        '/ontology/materialization',
        '/ontology/violations',
        '/ontology/graphql',
      ]) {
        const { status, body } = await get(path, user);
        expect([path, status, body.errors[0].extensions.code]).toEqual([path, 403, 'AccessDenied']);
      }
    }
    expect((await get('/ontology/materialization', 'groot')).body).toMatchObject({ state: 'idle' });
  });

  it('an export has what its client may read', async () => {
    const node = { iri: 'urn:x:boss', called: 'Boss', qxsalary: 9, 'dgraph.type': 'Manager' };
    expect((await post(json({ set: node }), 'groot')).body).toMatchObject({ data: { code: 'Success' } });
    const exported = async (user: string): Promise<string> =>
      (await get('/export?format=ntriples&class=Manager', user)).text;
    const property = (name: string, value: string): string => `<${EX}${name}> ${value} .`;
    const salary = property('qxsalary', '"9"^^<http://www.w3.org/2001/XMLSchema#integer>');
    expect(await exported('groot')).toContain(`<urn:x:boss> ${salary}`);
    const byAuditor = await exported('auditor');
    expect(byAuditor).toContain(salary);
    // Clerks may not read identities either.
    const byClerk = await exported('clerk');
    expect(byClerk).toMatch(/^_:x[0-9a-f]+ /m);
    expect(byClerk).toContain(property('called', '"Boss"'));
    expect(byClerk).not.toMatch(HIDDEN);
    expect(byClerk).not.toContain('urn:x:boss');
    expect(await exported('temp')).not.toMatch(/^[<_]/m);
  });

  it('loads, validations and a report list the rules that widen rights', async () => {
    const pairs = (warnings: Answer[]): string[] =>
      warnings
        .filter(({ code }) => /^rule-widens/.test(code))
        .map(({ code, from, to, groups }) => `${code.slice(12)} ${from} ${to}: ${groups.join()}`)
        .sort();
    const expected = [
      'read qxbonus dgraph.type: clerks',
      'read qxreports dgraph.type: clerks',
      'read qxreports leads: clerks',
      'read qxsalary dgraph.type: clerks',
      'write nickname called: clerks',
      'write nickname dgraph.type: clerks',
    ];
    const validated = (await post(turtle('?validate=true'), 'groot')).body;
    const { body: report, headers } = await get('/ontology/access', 'groot');
    expect(report).toMatchObject({ version: 1, accessControl: true });
    expect(headers.get('cache-control')).toBe('no-store');
    for (const { warnings } of [loaded, validated, report]) expect(pairs(warnings)).toEqual(expected);
    const warning = report.warnings.find(({ to }: Answer) => to === 'leads');
    expect(warning).toEqual({
      code: 'rule-widens-read',
      message:
        'InverseObjectProperties(:qxreports :leads) (prp-inv1): values of "qxreports" can be read as values ' +
        'of "leads", ' +
        'without the right to read "qxreports": group clerks',
      line: 12,
      column: expect.any(Number),
      rule: 'prp-inv1',
      axiom: 'InverseObjectProperties(:qxreports :leads)',
      axioms: 1,
      from: 'qxreports',
      to: 'leads',
      groups: ['clerks'],
    });
    await cluster.setRules('clerk', { called: READ | WRITE });
    await until(async () => !pairs((await get('/ontology/access', 'groot')).body.warnings).includes(expected[4]!));
  });

  it('a whole-node delete removes writable facts only and discloses no others', async () => {
    const addition = await post(
      json({ set: { uid: '_:n', 'graph.type': 'Manager', nickname: 'Al', qxbonus: 7, iri: `${EX}al` } }),
      'groot',
    );
    const uid = addition.body.data.uids.n as string;
    for (const posted of [json({ delete: { uid } }), rdf(`{ delete { <${uid}> * * . } }`)]) {
      const { body, text } = await post(posted, 'clerk');
      expect(body.errors).toBeUndefined();
      expect(text).not.toMatch(HIDDEN);
    }
    const { body } = await post(query(`{ q(func: uid(${uid})) { nickname called qxbonus ${TYPE} } }`), 'groot');
    expect(body.data.q[0]).toMatchObject({ qxbonus: 7, [TYPE]: expect.arrayContaining(['Manager']) });
    expect(body.data.q[0].nickname).toBeUndefined();
  });

  it('naming a node by IRI requires rights to the predicate of IRIs', async () => {
    const written = rdf(`{ set { <${EX}al> <nickname> "Alan" . } }`);
    const deleted = rdf(`{ delete { <${EX}al> <nickname> * . } }`);
    expect((await post(written, 'clerk')).text).toMatch(/unauthorized to mutate following predicates: iri/);
    expect((await post(deleted, 'clerk')).text).toMatch(/right to read the predicate iri/);
    await cluster.setRules('clerk', { iri: WRITE });
    await until(async () => /right to read the predicate iri/.test((await post(written, 'clerk')).text));
    await cluster.setRules('clerk', { iri: READ | WRITE });
    await until(async () => (await post(written, 'clerk')).body.errors === undefined);
    expect((await post(deleted, 'clerk')).body.errors).toBeUndefined();
  });
});
