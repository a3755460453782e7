/** Answers of owlgate's own routes match the schemas of GET /openapi.json. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { OPERATIONS, SCHEMAS, type Method } from '../../../src/http/operations';
import { createAjv } from '../../../src/util/ajv';
import { build } from '../../support/program/program';
import { underGateway } from '../../support/engines/under-gateway';

const animals = readFileSync(path.join(__dirname, '../../../ontologies/animals.ttl'), 'utf8');
const ajv = createAjv({ strict: false, formats: { 'date-time': true } });
for (const [name, schema] of Object.entries(SCHEMAS)) ajv.addSchema(schema, `#/components/schemas/${name}`);

const DATABASE = '/api/v1/databases/:id';
const CONVERSATION = `${DATABASE}/chat/conversations/:conversation`;
const turtle = { type: 'text/turtle', body: animals };
const question = { type: 'application/json', body: '{"question":"Who has Rex?"}' };
interface Call {
  readonly method: Method;
  readonly route: string;
  /** Value of `:id`; `default` if absent. */
  readonly id?: string;
  readonly query?: string;
  readonly type?: string;
  readonly body?: string;
}
/** Calls, in order. */
const CALLS: readonly Call[] = [
  { method: 'POST', route: '/ontology', query: 'validate=true', ...turtle },
  { method: 'POST', route: '/ontology', ...turtle },
  { method: 'GET', route: '/ontology' },
  { method: 'GET', route: '/ontology/graphql' },
  { method: 'POST', route: '/ontology/graphql', type: 'application/graphql', body: 'extend type Dog { tricks: Int }' },
  { method: 'GET', route: '/ontology/graphql' },
  { method: 'DELETE', route: '/ontology/graphql' },
  { method: 'GET', route: '/ontology', query: 'version=1' },
  { method: 'GET', route: '/ontology/versions' },
  { method: 'GET', route: '/ontology/versions', query: 'format=markdown' },
  { method: 'GET', route: '/ontology/diff' },
  { method: 'GET', route: '/ontology/diff', query: 'from=1&to=1&format=text' },
  { method: 'GET', route: '/ontology/blame', query: 'term=Dog' },
  { method: 'POST', route: '/ontology/rollback', query: 'version=1&validate=true' },
  { method: 'GET', route: '/ontology/docs' },
  { method: 'GET', route: '/ontology/access' },
  { method: 'GET', route: '/ontology/terms' },
  { method: 'GET', route: '/ontology/introspect' },
  { method: 'GET', route: '/ontology/introspect', query: 'class=Dog' },
  { method: 'GET', route: '/ontology/introspect', query: 'subclasses=Animal&transitive=true' },
  { method: 'GET', route: '/ontology/explain', query: 'subject=urn:rex&predicate=graph.type&object=Animal&max=3' },
  { method: 'GET', route: '/ontology/violations' },
  { method: 'GET', route: '/export', query: 'format=turtle' },
  { method: 'GET', route: '/export', query: 'format=jsonld&facts=inferred&class=Dog' },
  { method: 'POST', route: '/ontology/materialize', query: 'wait=true' },
  { method: 'POST', route: '/ontology/materialize' },
  { method: 'GET', route: '/ontology/materialization' },
  { method: 'POST', route: '/import', query: 'id=one', type: 'text/turtle', body: '<urn:rex> <urn:name> "Rex" .' },
  { method: 'GET', route: '/import/:id', id: 'one' },
  {
    method: 'POST',
    route: `${DATABASE}/documents`,
    type: 'application/json',
    body: '{"documents":[{"source":"a","text":"Ada walks Rex."},{"source":"b","text":" "}]}',
  },
  { method: 'GET', route: `${DATABASE}/documents` },
  { method: 'GET', route: `${DATABASE}/documents`, query: 'source=a' },
  { method: 'POST', route: `${DATABASE}/documents/relink` },
  { method: 'POST', route: `${DATABASE}/retrieve`, ...question },
  { method: 'POST', route: `${CONVERSATION}/messages`, ...question },
  { method: 'GET', route: `${DATABASE}/chat/conversations` },
  { method: 'GET', route: `${CONVERSATION}/messages` },
  { method: 'DELETE', route: CONVERSATION },
  { method: 'DELETE', route: `${DATABASE}/documents`, query: 'source=a' },
  { method: 'POST', route: '/mcp', type: 'application/json', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
  ...['', '{', '[]', '"x"', '{"id":1}'].map(
    (body) => ({ method: 'POST', route: '/mcp', type: 'application/json', body }) as const,
  ),
  { method: 'POST', route: '/mcp', type: 'text/plain', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
  { method: 'GET', route: '/openapi.json' },
  { method: 'GET', route: '/' },
  { method: 'GET', route: '/livez' },
  { method: 'GET', route: '/readyz' },
  { method: 'GET', route: '/metrics' },
  { method: 'GET', route: '/ui' },
  { method: 'GET', route: '/ui/' },
  { method: 'GET', route: '/ui/session' },
];

beforeAll(build);
underGateway(
  (testbed) => {
    it('each answer has a documented status, media type and shape', async () => {
      for (const { method, route, query, type, body, id = 'default' } of CALLS) {
        if (query?.startsWith('subject')) {
          const written = await fetch(`${testbed.url}/mutate?commitNow=true`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: '{"set":{"iri":"urn:ada","name":"Ada","hasPet":{"iri":"urn:rex","graph.type":"Dog","name":"Rex"}}}',
          });
          expect(await written.json()).toMatchObject({ data: { code: 'Success' } });
        }
        const at = `${route.replace(':id', id).replace(':conversation', 'c1')}${query ? `?${query}` : ''}`;
        const answer = await fetch(`${testbed.url}${at}`, {
          method,
          redirect: 'manual',
          headers: { Accept: 'application/json, text/event-stream;q=0.5', ...(type && { 'Content-Type': type }) },
          ...(body !== undefined && { body }),
        });
        const text = await answer.text();
        const call = `${method} ${at}: ${answer.status} ${text.slice(0, 300)}`;
        const documented = OPERATIONS[route]![method]!.answers[answer.status];
        expect({ call, isDocumented: documented !== undefined }).toEqual({ call, isDocumented: true });
        if (!documented?.content) continue;
        const mediaType = answer.headers.get('Content-Type')!.split(';')[0]!;
        const schema = documented.content[mediaType];
        expect({ call, mediaType, isDocumented: schema !== undefined }).toEqual({
          call,
          mediaType,
          isDocumented: true,
        });
        if (mediaType !== 'application/json') continue;
        const validate = ajv.compile(schema!);
        const isValid = validate(JSON.parse(text));
        expect({ call, isValid, errors: validate.errors }).toEqual({ call, isValid: true, errors: null });
      }
    });

    it('every operation is called', () => {
      const called = new Set(CALLS.map(({ method, route }) => `${method} ${route}`));
      const operations = Object.entries(OPERATIONS).flatMap(([route, methods]) =>
        Object.keys(methods).map((method) => `${method} ${route}`),
      );
      // The events of an answer need the id of a message.
      // The names of the workbench's files come from the build.
      const elsewhere = ['GET /ui/assets/:file', `GET ${CONVERSATION}/messages/:message/events`];
      expect(operations.filter((each) => !called.has(each)).sort()).toEqual(elsewhere.sort());
    });
  },
  { OWLGATE_GRAPHQL: 'on' },
);
