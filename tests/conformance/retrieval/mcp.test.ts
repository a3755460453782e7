/**
 * The Model Context Protocol with the official clients: that of its versions up to 2025-11-25, and that of 2026-07-28.
 */
import { createHash } from 'node:crypto';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { digestOf, makeKey, printLine } from '../../../src/http/auth/keys';
import { ROLES, type Role } from '../../../src/http/auth/roles';
import { startGatewayOver } from '../../support/engines/gateway';
import { silent, type Logger } from '../../../src/util/log';
import { ask as askRaw } from '../../support/http/client';
import { startModelServer } from '../../support/retrieval/model-server';
import { underGateway } from '../../support/engines/under-gateway';
import { itOn } from '../../support/runs';
import { until } from '../../support/until';

const ZOO = `
@prefix : <https://example.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/zoo> a owl:Ontology .
:Animal a owl:Class .
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog .
:called a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
`;

const KEYS: Readonly<Record<Role, string>> = {
  read: makeKey(),
  validate: makeKey(),
  write: makeKey(),
  admin: makeKey(),
};
const LINES = ROLES.map((role) => printLine({ name: role, role, digest: digestOf(KEYS[role]) })).join(',');
const bearer = (role: Role) => ({ Authorization: `Bearer ${KEYS[role]}` });

async function connect(url: string, role: Role): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers: bearer(role) } });
  await client.connect(transport);
  return client;
}

interface Result {
  readonly isError: boolean;
  readonly text: string;
  readonly value: any;
}

async function call(client: Client, name: string, toolArguments: object = {}, options = {}): Promise<Result> {
  const {
    content,
    structuredContent,
    isError = false,
  } = await client.callTool({ name, arguments: toolArguments as Record<string, unknown> }, undefined, options);
  return { isError: isError as boolean, text: (content as { text: string }[])[0]!.text, value: structuredContent };
}

underGateway(
  (testbed) => {
    const clients = {} as Record<Role, Client>;

    beforeAll(async () => {
      const headers = { 'Content-Type': 'text/turtle', ...bearer('admin') };
      const loaded = await askRaw(testbed.url, '/ontology', { method: 'POST', headers, body: ZOO });
      expect(loaded.json.status).toBe('success');
      for (const role of ROLES) clients[role] = await connect(testbed.url, role);
    });
    afterAll(() => Promise.all(Object.values(clients).map((client) => client.close())));

    it('serves the versions with a handshake, and introduces itself', async () => {
      const { read } = clients;
      expect(read.getServerVersion()).toMatchObject({
        name: 'owlgate',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      });
      expect(read.getInstructions()).toContain('OWL 2 RL');
      const initialize = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      };
      const { status, text, headers } = await post(JSON.stringify(initialize));
      expect([status, headers['content-type'], headers['mcp-session-id']]).toEqual([
        200,
        'text/event-stream',
        undefined,
      ]);
      expect(text).toContain(`"protocolVersion":"${LATEST_PROTOCOL_VERSION}"`);
    });

    const post = (body: string, headers: object = {}) =>
      askRaw(testbed.url, '/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...bearer('read'),
          ...headers,
        },
        body,
      });

    it('serves the current version, which has no handshake', async () => {
      const client = new NewClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      const requestInit = { headers: bearer('write') };
      await client.connect(new NewTransport(new URL('/mcp', testbed.url), { requestInit }));
      try {
        expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
        expect(client.getServerVersion()).toMatchObject({ name: 'owlgate' });
        expect(client.getInstructions()).toContain('OWL 2 RL');
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toContain('mutate');
        const result = await client.callTool({ name: 'describe_class', arguments: { class: 'Dog' } });
        expect(result.structuredContent).toMatchObject({ class: { superClasses: ['Animal'] } });
        const wrong = await client.callTool({ name: 'describe_class', arguments: { class: 'Dgo' } });
        expect([wrong.isError, wrong.content]).toEqual([
          true,
          [{ type: 'text', text: expect.stringMatching(/"Dog"/) }],
        ]);
        await expect(client.callTool({ name: 'drop_all' })).rejects.toThrow('there is no tool drop_all');
        const steps: string[] = [];
        const request = { name: 'retrieve', arguments: { question: 'Which dogs are there?', module: 'arag' } };
        const answer = await client.callTool(request, { onprogress: ({ message }) => steps.push(message ?? '') });
        expect(answer.structuredContent).toMatchObject({ module_used: 'arag' });
        expect(steps.length).toBeGreaterThan(0);
        const { resources } = await client.listResources();
        expect(resources).toHaveLength(3);
        const { contents } = await client.readResource({ uri: 'owlgate://default/ontology' });
        expect(contents).toMatchObject([{ mimeType: 'text/turtle', text: ZOO }]);
        // -32602 with the URI means an unknown resource.
        for (const uri of ['owlgate://default/classes/Bird', 'owlgate://nobody/ontology']) {
          await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
        }
      } finally {
        await client.close();
      }
    });

    it('refuses a subscription, since there are no notifications', async () => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const params = { _meta, notifications: { resourcesListChanged: true } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params });
      const { text } = await post(body, {
        'Mcp-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'subscriptions/listen',
      });
      expect(text).toMatch(/"error":\{"code":-32603/);
    });

    it.each([['2025-11-25'], ['2026-07-28']])('cancels requests that a client of %s has left', async (version) => {
      const model = await startModelServer();
      const settings = { OWLGATE_MODEL_URL: model.url, OWLGATE_MODEL: 'silent', OWLGATE_MODEL_LINKS: 'off' };
      const failures: string[] = [];
      const logger: Logger = { ...silent, error: (message) => void failures.push(message) };
      const gateway = await startGatewayOver(testbed.engine, settings, logger);
      try {
        model.play([{ silence: true }]);
        const isNew = version === '2026-07-28';
        const _meta = {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        };
        const request = { name: 'retrieve', arguments: { question: 'Who is Rex?', module: 'arag' } };
        const params = { ...request, ...(isNew && { _meta }) };
        const headers = {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'Mcp-Protocol-Version': version,
          ...(isNew && { 'Mcp-Method': 'tools/call', 'Mcp-Name': 'retrieve' }),
        };
        const leaving = new AbortController();
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        const answered = fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body, signal: leaving.signal });
        answered.then((answer) => answer.text()).catch(() => undefined);
        await until(() => model.requests.length > 0);
        expect(model.requests).toHaveLength(1);
        leaving.abort();
        await until(() => model.requests[0]!.left);
      } finally {
        await gateway.close();
        await model.close();
      }
      expect(failures).toEqual([]);
    });

    it('lists the tools of each role', async () => {
      const names = async (role: Role) => (await clients[role].listTools()).tools.map(({ name }) => name);
      const reading = [
        ...['retrieve', 'search', 'read_passages', 'find_nodes', 'neighbours', 'passages_about'],
        ...['list_classes', 'describe_class', 'schema', 'query', 'explain'],
      ];
      const validating = [...reading, 'validate_ontology'];
      expect((await names('read')).sort()).toEqual([...reading].sort());
      expect((await names('validate')).sort()).toEqual([...validating].sort());
      expect((await names('write')).sort()).toEqual([...validating, 'mutate', 'add_documents'].sort());
      const { tools } = await clients.write.listTools();
      expect(tools.find(({ name }) => name === 'mutate')!.annotations).toMatchObject({ readOnlyHint: false });
      expect(tools.filter(({ annotations }) => annotations!.readOnlyHint)).toHaveLength(validating.length);
    });

    it('describes the ontology and the schema', async () => {
      const { read } = clients;
      const all = (await call(read, 'list_classes')).value;
      expect(all.classes.map((each: { iri: string }) => each.iri)).toEqual(['Animal', 'Cat', 'Dog']);
      expect((await call(read, 'list_classes', { below: 'Animal' })).value.classes).toEqual(['Cat', 'Dog']);
      expect((await call(read, 'describe_class', { class: ':Dog' })).value.class).toMatchObject({
        fullIri: 'https://example.org/zoo#Dog',
        superClasses: ['Animal'],
      });
      const schema = (await call(read, 'schema', { predicates: ['called'] })).value;
      expect(schema.predicates).toMatchObject([{ predicate: 'called', type: 'string' }]);
      expect(schema.types.map((type: { name: string }) => type.name).sort()).toEqual(['Animal', 'Cat', 'Dog']);
    });

    it('reports errors with advice for a model', async () => {
      const { read } = clients;
      const wrong = await call(read, 'describe_class', { class: 'Dgo' });
      expect(wrong.isError).toBe(true);
      expect(wrong.text).toMatch(/^unknown class "Dgo"\n.*"Dog"/);
      expect(wrong.value.errors[0].extensions.code).toBe('UnknownClass');
      expect((await call(read, 'list_classes', { blow: 'Animal' })).text).toBe(
        'list_classes: it has an unknown field "blow"',
      );
      expect((await call(read, 'query', { query: '{ q(func: }' })).isError).toBe(true);
      expect((await call(read, 'query', { query: '{ q(func: uid(1)) { uid } }', database: 'x' })).value.errors).toEqual(
        [{ message: 'no database has the id "x"', extensions: { databases: ['default'], code: 'UnknownDatabase' } }],
      );
      // A query of names that nothing has, or that the ontology excludes, finds nothing for certain.
      const refusals = [
        ['{ q(func: type(Dgo)) { uid } }', /no type Dgo; similar: Dog/],
        ['{ q(func: has(caled)) { uid } }', /no predicate caled; similar: called/],
        ['{ q(func: type(Cat)) @filter(type(Dog)) { uid } }', /Cat|Dog/],
        ['{ var(func: type(Cat)) { x as uid } q(func: uid(x)) @filter(type(Dog)) { uid } }', /Cat|Dog/],
        ['query q($t: string = "Dgo") { q(func: type($t)) { uid } }', /no type Dgo; similar: Dog/],
        ['query q($t: string) { q(func: eq(graph.type, $t)) { uid } }', /no type Dgo; similar: Dog/, { $t: 'Dgo' }],
        // Dgraph ignores the colon.
        ['{ q(func: type(Dog)) { : uid } }', /the engine refuses: line 1/],
      ] as const;
      for (const [query, reason, variables] of refusals) {
        const refused = await call(read, 'query', { query, ...(variables && { variables }) });
        expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(reason)]);
      }
      await expect(read.callTool({ name: 'drop_all' })).rejects.toThrow('there is no tool drop_all');
    });

    it('writes only with confirmation, completed by the ontology, and explains', async () => {
      const { write, read } = clients;
      const set = [{ uid: '_:rex', 'graph.type': 'Dog', called: 'Rex' }];
      const toolArguments = { query: '{ q(func: eq(called, "Rex")) { uid graph.type } }' };

      const dry = await call(write, 'mutate', { set });
      expect([dry.isError, dry.value.dry_run]).toEqual([false, true]);
      expect(dry.text).toContain('Animal');
      const none = await call(read, 'query', { query: '{ q(func: type(Dog)) { uid } }' });
      expect(none.value.data.q).toEqual([]);

      const { token } = dry.value;
      const refused = async (more: object) => (await call(write, 'mutate', { set, dry_run: false, ...more })).text;
      expect(await refused({})).toBe(
        'mutate: dry_run: false needs the token that a dry run of the same write returned',
      );
      const OTHER = /^mutate: the token is of another write/;
      expect(await refused({ token: `${token.slice(0, -1)}?` })).toMatch(OTHER);
      // Of another write, however like it is.
      for (const other of [{ ...set[0], called: 'Max' }, { ...set[0], 'graph.type': 'Cat' }, { called: 'Rex' }]) {
        expect(await refused({ set: [other], token })).toMatch(OTHER);
      }
      expect(await refused({ delete: set, token })).toMatch(OTHER);
      expect((await call(read, 'query', { query: '{ q(func: type(Dog)) { uid } }' })).value.data.q).toEqual([]);

      const result = await call(write, 'mutate', { set, dry_run: false, token });
      expect([result.isError, result.value.dry_run]).toEqual([false, false]);
      const uid = result.value.data.uids.rex;
      const node = (await call(read, 'query', { query: `{ q(func: uid(${uid})) { graph.type } }` })).value.data.q[0];
      expect(node['graph.type'].sort()).toEqual(['Animal', 'Dog']);
      expect(toolArguments.query).toContain('Rex');

      // A call again after a lost answer, and a second dog after a second dry run.
      const repetition = await call(write, 'mutate', { set, dry_run: false, token });
      expect(repetition.value).toMatchObject({ dry_run: false, repeated: true, data: result.value.data });
      const dogs = async () => (await call(read, 'query', { query: '{ q(func: type(Dog)) { uid } }' })).value.data.q;
      expect(await dogs()).toEqual([{ uid }]);
      const second = (await call(write, 'mutate', { set })).value.token;
      const other = await call(write, 'mutate', { set, dry_run: false, token: second });
      expect(await dogs()).toHaveLength(2);
      await mutated({ delete: [{ uid: other.value.data.uids.rex }] });

      const explanation = await call(read, 'explain', { subject: uid, predicate: 'graph.type', object: 'Animal' });
      expect(explanation.value).toMatchObject({ state: 'inferred', proofs: [{ steps: expect.any(Number) }] });
      expect(explanation.value.text).toContain('cax-sco');

      const bad = await call(write, 'mutate', { set: `<${uid}> <graph.type> "Cat" .`, dry_run: false, token });
      expect(bad.isError).toBe(true);
      expect(bad.text).toMatch(/^owl\/materializer: disjointness violation on entity/);
      expect(bad.value.errors[0].extensions.code).toBe('DisjointnessViolation');
    });

    it('accepts objects as JSON text, which some clients send', async () => {
      const { write } = clients;
      const set = '[{ "uid": "_:tom", "graph.type": "Cat" }]';
      expect((await call(write, 'mutate', { set })).text).toContain('Animal');
      expect((await call(write, 'mutate', { set: ' {"graph.type": "Cat"}' })).isError).toBe(false);
      const fine = '_:x <name> "X" .';
      for (const [statements, place] of [
        [{ set: 'broken' }, 'set: line 1, column 1: '],
        [{ set: `${fine}\n${fine}\n  broken` }, 'set: line 3, column 3: '],
        [{ delete: 'broken' }, 'delete: line 1, column 1: '],
        [{ set: `${fine}\nbroken`, delete: '<0x1> <name> * .' }, 'set: line 2, column 1: '],
        [{ set: `${fine}\n${fine}`, delete: '<0x1> <name> * .\nbroken' }, 'delete: line 2, column 1: '],
      ] as const) {
        expect((await call(write, 'mutate', statements)).text.slice(0, place.length)).toBe(place);
      }
      const broken = await call(write, 'mutate', { set: '[{ "uid": ' });
      expect(broken.text).toMatch(/^mutate: set is not valid JSON: /);
      expect((await call(write, 'mutate', { set, delete: '<0x1> * * .' })).text).toMatch(
        /must be both objects, or both RDF/,
      );
    });

    it('limits tools to the rights of the key', async () => {
      const tried = await call(clients.read, 'mutate', { set: [{ called: 'x' }], dry_run: false });
      expect(tried.isError).toBe(true);
      expect(tried.value.errors[0]).toEqual({
        message: 'the API key read has the role read; the tool mutate needs the role write',
        extensions: { needed: 'write', code: 'RoleMissing' },
      });
      expect((await call(clients.read, 'query', { query: '{ q(func: eq(called, "x")) { uid } }' })).text).not.toContain(
        '0x',
      );
    });

    it('validates an ontology and changes nothing', async () => {
      const { read, validate } = clients;
      expect((await call(read, 'validate_ontology', { document: ZOO })).text).toContain('needs the role validate');
      const valid = await call(validate, 'validate_ontology', { document: `${ZOO} :Bird a owl:Class .` });
      expect(valid.value).toMatchObject({ status: 'valid', classes: 4, diff: { types: { added: ['Bird'] } } });
      expect((await call(read, 'list_classes')).text).not.toContain('Bird');
      expect(valid.value.materialization).toMatchObject({ exact: true, inferred: 0, violationCount: 0 });
      // Stored nodes would get further classes: Rex is a dog.
      const more = { document: `${ZOO} :Beast a owl:Class . :Dog rdfs:subClassOf :Beast .` };
      const preview = await call(validate, 'validate_ontology', more);
      expect(preview.value.materialization.inferred).toBeGreaterThan(0);
      expect(preview.value.materialization.examples.inferred).toEqual(
        expect.arrayContaining([expect.objectContaining({ predicate: 'graph.type', object: 'Beast' })]),
      );
      const without = await call(validate, 'validate_ontology', { ...more, data: false });
      expect(without.value).not.toHaveProperty('materialization');
      const wrong = await call(validate, 'validate_ontology', { document: ':a a' });
      expect(wrong.text).toMatch(/^ontology: line 1, column \d+: /);
    });

    itOn(testbed.engine, 'embedded')('validates long chains, and refuses thousands of contexts', async () => {
      const { validate } = clients;
      const chain = Array.from(
        { length: 1_500 },
        (_, i) => `:p${i + 1} a owl:ObjectProperty ; rdfs:subPropertyOf :p${i} .`,
      );
      const document = `${ZOO} :p0 a owl:ObjectProperty .\n${chain.join('\n')}`;
      // The chain is compiled; the result is too long for the client of a tool.
      const { text } = await call(validate, 'validate_ontology', { document, data: false });
      expect(text).toMatch(/the answer has \d{6} characters/);
      const nodes = Array.from({ length: 4_000 }, (_, i) => ({
        '@context': { [`t${i}`]: `http://e/${i}#` },
        '@id': 'http://e/x',
      }));
      const contexts = {
        document: JSON.stringify({ '@graph': nodes }),
        media_type: 'application/ld+json',
        data: false,
      };
      expect((await call(validate, 'validate_ontology', contexts)).text).toMatch(/there are more than 1000 contexts/);
      const remote = JSON.stringify({ '@context': 'http://127.0.0.1:9/context', '@id': 'http://e/x' });
      const toolArguments = { document: remote, media_type: 'application/ld+json', data: false };
      expect((await call(validate, 'validate_ontology', toolArguments)).text).toMatch(/is not fetched/);
    });

    itOn(testbed.engine, 'embedded')('refuses an answer beyond the limit of size', async () => {
      const set = Array.from({ length: 1000 }, (_, i) => ({ called: `${i} ${'x'.repeat(300)}` }));
      const { token } = (await call(clients.write, 'mutate', { set })).value;
      expect((await call(clients.write, 'mutate', { set, dry_run: false, token })).isError).toBe(false);
      const { isError, text } = await call(clients.read, 'query', { query: '{ q(func: has(called)) { called } }' });
      expect([isError, text]).toEqual([
        true,
        expect.stringMatching(/^query: the answer has \d{6} characters, more than/),
      ]);
    });

    it('a write whose effects have changed since its dry run is not carried out', async () => {
      const { write } = clients;
      const node = (await mutated({ set: [{ uid: '_:odo', nickname: 'Odo' }] })).data.uids.odo;
      const set = `<${node}> <graph.type> "Dog" .`;
      const { token } = (await call(write, 'mutate', { set })).value;
      await mutated({ set: `<${node}> <graph.type> "Animal" .` });
      expect((await call(write, 'mutate', { set, dry_run: false, token })).text).toMatch(/would have other effects/);
      const again = (await call(write, 'mutate', { set })).value.token;
      expect((await call(write, 'mutate', { set, dry_run: false, token: again })).isError).toBe(false);
    });
    it('eight uses of one token at once write once, and each gets the answer', async () => {
      const { write, read } = clients;
      const set = [{ uid: '_:echo', 'graph.type': 'Dog', called: 'Echo' }];
      const { token } = (await call(write, 'mutate', { set })).value;
      const uses = await Promise.all(
        Array.from({ length: 8 }, () => call(write, 'mutate', { set, dry_run: false, token })),
      );
      const { uid } = (await call(read, 'query', { query: '{ q(func: eq(called, "Echo")) { uid } }' })).value.data.q[0];
      for (const use of uses) expect([use.isError, use.value.data.uids]).toEqual([false, { echo: uid }]);
      expect(uses.filter(({ value }) => value.repeated !== true)).toHaveLength(1);
      await mutated({ delete: [{ uid }] });
      // A refusal is that of every one.
      const refused = await Promise.all(
        Array.from({ length: 8 }, () => call(write, 'mutate', { set, dry_run: false, token: `${token}x` })),
      );
      for (const { text } of refused) expect(text).toMatch(/^mutate: the token is of another write/);
    });

    it('a token is of its caller, and any gateway with the same keys accepts it', async () => {
      const { write, admin } = clients;
      const set = [{ uid: '_:ida', 'graph.type': 'Dog', called: 'Ida' }];
      const dry = await call(write, 'mutate', { set });
      const { token, dry_run: _, ...effects } = dry.value;
      expect((await call(admin, 'mutate', { set, dry_run: false, token })).text).toMatch(/of another write, caller/);
      // Without the secrets of the gateways nobody can make one.
      const [nonce, expiry] = token.split('.');
      const body = JSON.stringify({ set });
      const hash = createHash('sha256').update(JSON.stringify([nonce, body, effects]));
      for (const forged of [`${nonce}.${hash.copy().digest('hex')}`, `${nonce}.${expiry}.${hash.digest('base64url')}`])
        expect((await call(write, 'mutate', { set, dry_run: false, token: forged })).text).toMatch(/of another write/);
      const other = await startGatewayOver(testbed.engine, { OWLGATE_API_KEYS: LINES });
      const client = await connect(other.url, 'write');
      try {
        const use = (by: Client) => call(by, 'mutate', { set, dry_run: false, token });
        const uses = await Promise.all([use(client), use(write), use(client), use(write)]);
        const [uids] = uses.map(({ value }) => value.data.uids);
        for (const each of uses) expect([each.isError, each.value.data.uids]).toEqual([false, uids]);
        expect(uses.filter(({ value }) => value.repeated !== true)).toHaveLength(1);
        await mutated({ delete: [{ uid: uids.ida }] });
      } finally {
        await client.close();
        await other.close();
      }
    });

    it('gateways without keys accept the tokens of one another', async () => {
      const gateways = await Promise.all([0, 1].map(() => startGatewayOver(testbed.engine)));
      const [first, second] = await Promise.all(gateways.map(({ url }) => connect(url, 'write')));
      const set = [{ uid: '_:uma', 'graph.type': 'Dog', called: 'Uma' }];
      try {
        const { token } = (await call(first!, 'mutate', { set })).value;
        const { value } = await call(second!, 'mutate', { set, dry_run: false, token });
        expect(value).toMatchObject({ dry_run: false, data: { uids: { uma: expect.any(String) } } });
        await mutated({ delete: [{ uid: value.data.uids.uma }] });
      } finally {
        await Promise.all([first, second].map((client) => client!.close()));
        await Promise.all(gateways.map((gateway) => gateway.close()));
      }
    });

    /** Writes after a dry run. */
    const mutated = async (args: object): Promise<any> => {
      const { token } = (await call(clients.write, 'mutate', args)).value;
      return (await call(clients.write, 'mutate', { ...args, dry_run: false, token })).value;
    };

    it('adds documents, finds and reads them, and the nodes that they name', async () => {
      const { read, write } = clients;
      await mutated({
        set: [
          { uid: '_:b', 'graph.type': 'Dog', called: 'Bello' },
          { 'graph.type': 'Cat', called: 'Minka' },
        ],
      });
      const text = `Bello sleeps in the red barn. ${'He dreams of sausages and of long walks. '.repeat(30)} Minka watches.`;
      const documents = [
        { source: 'barn.md', text, media_type: 'text/markdown', title: 'The barn' },
        { source: '', text: 'x' },
      ];
      const denied = await call(read, 'add_documents', { documents });
      expect(denied.value.errors[0].extensions).toEqual({ needed: 'write', code: 'RoleMissing' });
      expect((await call(write, 'add_documents', { documents })).text).toMatch(/must NOT have fewer than 1 characters/);
      const added = await call(write, 'add_documents', { documents: [documents[0], { source: ' ', text: 'x' }] });
      expect(added.value).toMatchObject({
        documents: [
          { source: 'barn.md', status: 'created', mentions: expect.any(Number) },
          { source: ' ', status: 'failed', error: { extensions: { code: 'InvalidRequest' } } },
        ],
        failed: 1,
      });

      const found = (await call(read, 'search', { query: 'red barn', limit: 3 })).value.passages;
      expect(found[0]).toMatchObject({ source: 'barn.md', chunk_index: 0, text: expect.stringContaining('red barn') });
      expect((await call(read, 'search', { query: 'barn', by: 'meaning' })).text).toMatch(
        /there is no embedding model/,
      );
      const passages = (await call(read, 'read_passages', { source: 'barn.md', neighbours: 10 })).value;
      expect(passages).toMatchObject({ source: 'barn.md', title: 'The barn' });
      expect(passages.passages.length).toBeGreaterThan(1);
      expect((await call(read, 'read_passages', { source: 'none' })).text).toBe(
        'there is no passage 0 of none; search returns sources with their chunk_index',
      );

      const { nodes } = (await call(read, 'find_nodes', { name: 'Bello' })).value;
      expect(nodes).toMatchObject([{ types: expect.arrayContaining(['Animal', 'Dog']) }]);
      expect((await call(read, 'find_nodes', { name: 'Bello', class: 'Cat' })).value.nodes).toEqual([]);
      expect((await call(read, 'find_nodes', { name: 'Bello', class: 'Dgo' })).text).toMatch(/^unknown class "Dgo"/);
      const { uid } = nodes[0];
      const about = (await call(read, 'neighbours', { node: uid })).value;
      expect(about.facts).toEqual(
        expect.arrayContaining([
          { subject: uid, predicate: 'graph.type', object: 'Animal', status: 'inferred' },
          { subject: uid, predicate: 'called', object: 'Bello', status: 'asserted' },
        ]),
      );
      const one = (await call(read, 'neighbours', { node: uid, property: 'graph.type', limit: 1 })).value;
      expect([one.facts.length, one.more]).toEqual([1, 1]);
      expect((await call(read, 'neighbours', { node: uid, property: 'caled' })).text).toMatch(
        /^the node has no facts of caled, which is no property of the ontology; it has: .*called/,
      );
      expect((await call(read, 'neighbours', { node: '0xffffffff' })).text).toBe('no node has the uid 0xffffffff');
      const naming = (await call(read, 'passages_about', { nodes: [uid] })).value.passages;
      expect(naming[0]).toMatchObject({ source: 'barn.md' });
    });

    it.each([
      ['list_classes', { below: 'Dog', above: 'Animal' }, 'list_classes: it must not have below and above at once'],
      ['describe_class', { class: 'Zzzzzzzz' }, /^unknown class "Zzzzzzzz"; list_classes lists the classes/],
      ['neighbours', { node: 'Rex' }, 'neighbours: node must be a uid, such as 0x1f'],
      ['mutate', {}, 'mutate: it must have one of: set, delete'],
      ['mutate', { set: [] }, 'mutate: set must be string or non-empty array'],
    ])('%s %j is refused with what to do', async (name, args, message) => {
      const { isError, text } = await call(clients.write, name, args);
      expect([isError, text]).toEqual([true, typeof message === 'string' ? message : expect.stringMatching(message)]);
    });

    it('answers questions in words from the named database', async () => {
      const { isError, value } = await call(clients.read, 'retrieve', { question: 'Who is Rex?', module: 'naive' });
      expect([isError, value.module_used]).toEqual([false, 'naive']);
    });

    it('serves the ontology as resources', async () => {
      const { read } = clients;
      const { resources } = await read.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual([
        'owlgate://default/ontology',
        'owlgate://default/schema',
        'owlgate://default/classes',
      ]);
      const text = async (uri: string) => {
        const [content] = (await read.readResource({ uri })).contents;
        return (content as { text: string }).text;
      };
      expect(await text('owlgate://default/ontology')).toBe(ZOO);
      expect(await text('owlgate://default/schema')).toMatch(/^called: string/m);
      const { resourceTemplates } = await read.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['owlgate://{database}/classes/{name}']);
      const iri = encodeURIComponent('https://example.org/zoo#Dog');
      expect(JSON.parse(await text(`owlgate://default/classes/${iri}`))).toMatchObject({ iri: 'Dog' });
      await expect(text('owlgate://default/classes/Bird')).rejects.toThrow('unknown class "Bird"');
      await expect(text('file:///etc/passwd')).rejects.toThrow('is no resource');
    });

    it('refuses requests outside the protocol', async () => {
      expect((await post('{')).json).toMatchObject({ error: { code: -32700 } });
      expect((await post('[]')).json).toMatchObject({ error: { code: -32600 } });
      expect((await post('{}')).status).toBe(400);
      const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      expect((await post(ping, { Accept: 'text/html' })).status).toBe(406);
      expect((await post('{}', { Authorization: '' })).status).toBe(401);
      expect((await askRaw(testbed.url, '/mcp', { headers: bearer('read') })).status).toBe(405);
    });

    it('serves any page with a key, and none without', async () => {
      const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      const status = async (headers: object) => (await post(ping, headers)).status;
      for (const Origin of ['https://evil.example', 'null', 'http://localhost:6274', 'https://app.example']) {
        expect([await status({ Origin }), await status({ Origin, Authorization: '' })]).toEqual([200, 401]);
      }
    });
  },
  { OWLGATE_API_KEYS: LINES, OWLGATE_ORIGINS: 'https://app.example' },
);
