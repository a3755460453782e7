/** Standard GraphQL clients, unchanged, before each engine: their requests, and their results. */
import { createHash } from 'node:crypto';
import { cacheExchange, Client, fetchExchange, gql, type AnyVariables, type DocumentInput } from '@urql/core';
import {
  buildClientSchema,
  getIntrospectionQuery,
  parse,
  print,
  printType,
  validate,
  type IntrospectionQuery,
} from 'graphql';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, query, type Answer } from '../../support/engines/wire';

const EX = 'http://example.org/zoo#';
const ZOO = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Animal a owl:Class ; rdfs:comment "What lives in the zoo." .
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:legs a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:integer .
:chases a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Cat .
`;
const ADD = gql`
  mutation Add($dogs: [AddDogInput!]!, $upsert: Boolean) {
    addDog(input: $dogs, upsert: $upsert) {
      numUids
      dog {
        name
        chases {
          name
        }
      }
    }
  }
`;
const FIND = `
  query Find($name: String!, $deep: Boolean!) {
    dogs: queryDog(filter: { name: { eq: $name } }) { __typename name legs chases @include(if: $deep) { name } }
  }`;
const BOTH = 'application/graphql-response+json, application/json;q=0.9';
const ALONE = 'application/graphql-response+json';
/** The package's types are those of an ES module. */
const connect = async (url: string, options: object = {}) => {
  const { GraphQLClient } = await import('graphql-request');
  return new GraphQLClient(url, options);
};

/** Dgraph returns empty descriptions where none exist. */
const described = (text: string): string => text.replace(/^ *""""""\n/gm, '').replace(/\n{2,}/g, '\n');

/** All options of getIntrospectionQuery. */
const ALL = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};

forEachEngine((engine) => {
  let gateway: Gateway;
  let url: string;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    url = `${gateway.url}/graphql`;
    await loadOntology(gateway.url, ZOO);
    const dogs = [{ name: 'rex', legs: 4, chases: [{ name: 'tom' }] }];
    await (await connect(url)).request(print(ADD), { dogs });
  });
  afterAll(() => gateway.close());

  describe('graphql-request', () => {
    it.each(['POST', 'GET'] as const)('queries by %s', async (method) => {
      const client = await connect(url, { method });
      expect(await client.request(FIND, { name: 'rex', deep: true })).toEqual({
        dogs: [{ __typename: 'Dog', name: 'rex', legs: 4, chases: [{ name: 'tom' }] }],
      });
    });

    it('mutates, and the written facts are completed', async () => {
      const { data } = await (
        await connect(url)
      ).rawRequest(print(ADD), {
        dogs: [{ iri: `${EX}bo`, name: 'bo', chases: [{ name: 'kit' }] }],
        upsert: true,
      });
      expect(data!.addDog).toEqual({ numUids: 2, dog: [{ name: 'bo', chases: [{ name: 'kit' }] }] });
      const stored = await ask(
        engine.url,
        query('{ q(func: eq(name, ["bo", "kit"]), orderasc: name) { types: dgraph.type } }'),
      );
      expect(stored.data.q.map(({ types }: Answer) => [...types].sort())).toEqual([
        ['Animal', 'Dog'],
        ['Animal', 'Cat'],
      ]);
    });

    it('throws errors together with the answer', async () => {
      const client = await connect(url);
      const { ClientError } = await import('graphql-request');
      const failure = (text: string): Promise<unknown> =>
        client.request(text).then(
          () => undefined,
          (error: unknown) => error,
        );
      for (const text of [
        '{ queryDog { nothing } }',
        '{ queryDog { name }',
        'mutation { addDog(input: [{ nothing: 1 }]) { numUids } }',
        `mutation { addDog(input: [{ iri: "${EX}m", chases: [{ iri: "${EX}m", name: "m" }] }]) { numUids } }`,
      ]) {
        const error = await failure(text);
        expect(error).toBeInstanceOf(ClientError);
        expect((error as Answer).response.errors![0]!.message).not.toBe('');
      }
    });

    it('receives an error for batches, as from Dgraph', async () => {
      const batch = (await connect(url)).batchRequests([{ document: '{ queryDog { name } }' }]);
      await expect(batch).rejects.toThrow(/Not a valid GraphQL request body/);
    });
  });

  describe('urql', () => {
    const client = (preferGetMethod: boolean | 'force'): Client =>
      new Client({ url, preferGetMethod, exchanges: [cacheExchange, fetchExchange] });

    it.each([[false], [true], ['force' as const]])('queries with GET preferred: %s', async (preferGetMethod) => {
      const { data, error } = await client(preferGetMethod).query(FIND, { name: 'rex', deep: false }).toPromise();
      expect(error).toBeUndefined();
      expect(data).toEqual({ dogs: [{ __typename: 'Dog', name: 'rex', legs: 4 }] });
    });

    it('mutates, and reports errors', async () => {
      const mutate = (document: DocumentInput, variables: AnyVariables) =>
        client(true).mutation(document, variables).toPromise();
      const { data } = await mutate(ADD, { dogs: [{ name: 'ulf' }] });
      expect(data!.addDog.dog).toMatchObject([{ name: 'ulf', chases: [] }]);
      const { error } = await mutate(ADD, { dogs: [{ name: 7 }] });
      expect(error!.graphQLErrors[0]!.message).toBe('cannot use Number as String');
      expect((await client(true).query('{ queryDog { nothing } }', {}).toPromise()).error!.graphQLErrors).toHaveLength(
        1,
      );
    });
  });

  describe('introspection', () => {
    const introspect = async (options: Parameters<typeof getIntrospectionQuery>[0]): Promise<IntrospectionQuery> =>
      (await connect(url)).request<IntrospectionQuery>(getIntrospectionQuery(options));

    it.each<[string, Parameters<typeof getIntrospectionQuery>[0]]>([
      ['GraphiQL', {}],
      ['tools that want everything', ALL],
    ])('introspection of %s builds a schema that validates operations', async (_, options) => {
      const schema = buildClientSchema(await introspect(options));
      expect(validate(schema, parse(FIND))).toEqual([]);
      expect(validate(schema, ADD)).toEqual([]);
      expect(validate(schema, parse('{ queryDog { nothing } }'))).toHaveLength(1);
      expect(schema.getType('Animal')!.description).toContain('What lives in the zoo.');
      expect(schema.getSubscriptionType()!.getFields()).toHaveProperty('queryDog');
    });

    it('introspection is the same for all clients', async () => {
      const [usual, newer] = [buildClientSchema(await introspect({})), buildClientSchema(await introspect(ALL))];
      for (const name of ['Dog', 'AnimalFilter', 'AddCatInput', 'Query']) {
        const [one, other] = [newer, usual].map((schema) => described(printType(schema.getType(name)!)));
        expect(one).toBe(other);
      }
    });
  });

  describe('HTTP', () => {
    const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    const typeOf = (response: Response): string => response.headers.get('content-type')!.split(';')[0]!;
    const WRITE = JSON.stringify({ query: 'mutation { addCat(input: [{ name: "h" }]) { numUids } }' });
    const WRONG = JSON.stringify({ query: 'mutation { addCat(input: [{ nothing: 1 }]) { numUids } }' });

    it('answers in the requested media type, with a status for execution', async () => {
      for (const accept of [BOTH, ALONE, `application/json;q=0.5, ${ALONE}`]) {
        const response = await post(WRITE, { accept });
        expect([response.status, typeOf(response)]).toEqual([200, ALONE]);
        const refused = await post(WRONG, { accept });
        expect([refused.status, typeOf(refused)]).toEqual([400, ALONE]);
        expect(await refused.json()).toEqual({ errors: [expect.objectContaining({ message: expect.any(String) })] });
      }
      for (const accept of ['*/*', 'application/json', `${ALONE};q=0`, `${ALONE};q=0.1, application/json`]) {
        const refused = await post(WRONG, { accept });
        expect([refused.status, typeOf(refused)]).toEqual([200, 'application/json']);
      }
    });

    it('accepts persisted queries of Apollo', async () => {
      const text = '{ queryDog(filter: { name: { eq: "rex" } }) { name } }';
      const extensions = (document: string) => ({
        persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(document).digest('hex') },
      });
      const get = async (parameters: Record<string, string>): Promise<Answer> =>
        (await fetch(`${url}?${new URLSearchParams(parameters).toString()}`)).json();
      const hash = JSON.stringify(extensions(text));
      expect((await get({ extensions: hash })).errors).toEqual([{ message: 'PersistedQueryNotFound' }]);
      expect((await get({ query: text, extensions: hash })).data).toEqual({ queryDog: [{ name: 'rex' }] });
      expect((await get({ extensions: hash })).data).toEqual({ queryDog: [{ name: 'rex' }] });
      const posted = await post(JSON.stringify({ extensions: extensions(text) }));
      expect(((await posted.json()) as Answer).data).toEqual({ queryDog: [{ name: 'rex' }] });
      const other = JSON.stringify(extensions(`${text} `));
      expect((await get({ query: text, extensions: other })).errors).toEqual([
        { message: 'provided sha does not match query' },
      ]);
    });

    it('accepts a bare document, and a document with several operations', async () => {
      const bare = await post('{ queryDog(filter: { name: { eq: "rex" } }) { name } }', {
        'content-type': 'application/graphql',
      });
      expect(((await bare.json()) as Answer).data).toEqual({ queryDog: [{ name: 'rex' }] });
      const several =
        'query a { aggregateDog { count } } query b { queryCat(filter: { name: { eq: "tom" } }) { name } }';
      const named = async (operationName?: string): Promise<Answer> =>
        (await post(JSON.stringify({ query: several, operationName }))).json();
      expect((await named('b')).data).toEqual({ queryCat: [{ name: 'tom' }] });
      expect((await named('c')).errors[0].message).toBe("Supplied operation name c isn't present in the request.");
      expect((await named()).errors[0].message).toBe(
        'Operation name must by supplied when query has more than 1 operation.',
      );
    });

    it('refuses other methods and media types with Dgraph’s messages', async () => {
      const put = await fetch(url, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' });
      expect(((await put.json()) as Answer).errors[0].message).toBe(
        'Unrecognised request method.  Please use GET or POST for GraphQL requests',
      );
      const text = await post('{ queryDog { name } }', { 'content-type': 'text/plain' });
      expect(((await text.json()) as Answer).errors[0].message).toContain('Unrecognised Content-Type.');
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
      const probe = (await (await fetch(`${gateway.url}/probe/graphql`)).json()) as Answer;
      expect(probe).toEqual({ status: 'up', schemaUpdateCounter: expect.any(Number) });
    });
  });

  it('accepts escapes of JSON, and reports a body without a media type', async () => {
    const post = async (body: string, headers: Record<string, string>): Promise<Answer> => {
      const response = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) });
      return { ...((await response.json()) as Answer), extensions: undefined };
    };
    const half = String.raw`{ "query": "{ queryDog(filter: { name: { eq: \"\ud800\" } }) { name } }" }`;
    expect(await post(half, { 'content-type': 'application/json' })).toEqual({ data: { queryDog: [] } });
    expect((await post('{}', {})).errors).toEqual([{ message: 'unable to parse media type: mime: no media type' }]);
  });
});
