/**
 * @lambda and @lambdaOnMutate, in the form that lambda servers of Dgraph v25 expect (checked against a Dgraph with
 *   `--graphql lambda-url`): on the embedded engine, and through a gateway for requests that it carries out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Gateway } from '../../../src/app';
import { startOnPort, type EngineOnPort } from '../../support/embedded/on-port';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, serveByEngine } from '../../support/engines/ontology';
import type { Answer } from '../../support/engines/wire';
import { startService, type Service } from '../../support/http/service';
import { until } from '../../support/until';

const ONTOLOGY = `
@prefix : <http://example.org/pets#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Pet a owl:Class .
:Dog a owl:Class ; rdfs:subClassOf :Pet .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Pet ; rdfs:range xsd:string .
:likes a owl:ObjectProperty ; rdfs:domain :Pet ; rdfs:range :Pet .
`;
const AUTHORIZATION = JSON.stringify({
  VerificationKey: 'a key that is long enough for a signature',
  Header: 'X-Pets',
  Namespace: 'n',
  Algo: 'HS256',
});
const OWN = `
extend type Pet @lambdaOnMutate(add: true, update: true, delete: true) { shout: String @lambda }
type Query { greet(who: String): String @lambda }
type Mutation { count(by: Int): Int @lambda }
# Dgraph.Authorization ${AUTHORIZATION}
`;

const postSdl = async (url: string, sdl: string) => {
  const headers = { 'content-type': 'application/graphql' };
  const response = await fetch(`${url}/ontology/graphql`, { method: 'POST', body: sdl, headers });
  return (await response.json()) as Answer;
};

describe('with a lambda server', () => {
  let lambda: Service;
  let directory: string;
  let embedded: EngineOnPort;
  let gateway: Gateway;
  beforeAll(async () => {
    lambda = await startService(({ body }) => {
      const { parents, args, resolver } = JSON.parse(body);
      if (parents) return { body: parents.map(({ name }: Answer) => (name === undefined ? null : `${name}!`)) };
      return { body: JSON.stringify(resolver === 'Query.greet' ? `hello ${args.who}` : 5) };
    });
    directory = mkdtempSync(path.join(os.tmpdir(), 'owlgate-lambda-'));
    embedded = await startOnPort({ directory, lambdaUrl: lambda.url });
    gateway = await startGatewayOver(embedded, { OWLGATE_GRAPHQL: 'on', OWLGATE_LAMBDA_URL: lambda.url });
    const loaded = await loadOntology(gateway.url, ONTOLOGY);
    expect(await postSdl(gateway.url, OWN)).toMatchObject({ status: 'success', merged: true });
    await serveByEngine(embedded.url, gateway.url, loaded);
  });
  afterAll(async () => {
    await gateway.close();
    await embedded.close();
    await lambda.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const graphql = async (url: string, query: string): Promise<Answer> => {
    lambda.forget();
    const headers = { 'content-type': 'application/json', 'x-dgraph-accesstoken': 'who' };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return response.json();
  };
  /** Waits for a number of requests to the server and returns them. */
  const receivedEvents = async (count: number): Promise<Answer[]> => {
    await until(() => lambda.received.length >= count);
    return lambda.received
      .map(({ body }) => JSON.parse(body))
      .sort((a: Answer, b: Answer) => (a.resolver < b.resolver ? -1 : 1));
  };
  const authHeader = { key: 'X-Pets', value: '' };
  const token = { 'X-Dgraph-AccessToken': 'who', authHeader };

  it('the server receives parents with their stored fields, and arguments', async () => {
    const added = await graphql(
      gateway.url,
      'mutation { addPet(input: [{ name: "Rex", likes: [{ name: "Tom" }] }]) { pet { id shout } } count(by: 2) }',
    );
    const [{ id, shout }] = added.data.addPet.pet;
    expect(shout).toBe('Rex!');
    expect(added.data.count).toBe(5);
    const input = [{ name: 'Rex', likes: [{ name: 'Tom' }] }];
    const event = { __typename: 'Pet', operation: 'add', commitTs: expect.any(Number), add: { rootUIDs: [id], input } };
    expect(await receivedEvents(3)).toEqual([
      { resolver: '$webhook', ...token, event },
      { resolver: 'Mutation.count', ...token, args: { by: 2 } },
      { resolver: 'Pet.shout', ...token, parents: [{ id, name: 'Rex' }] },
    ]);
    for (const url of [embedded.url, gateway.url]) {
      const more = url === gateway.url ? '... on Dog { name }' : '';
      const answer = await graphql(url, `{ queryPet(order: { asc: name }) { shout ${more} } greet(who: "you") }`);
      expect(answer.data).toEqual({ queryPet: [{ shout: 'Rex!' }, { shout: 'Tom!' }], greet: 'hello you' });
      expect(await receivedEvents(2)).toMatchObject([
        { parents: [{ name: 'Rex' }, { name: 'Tom' }] },
        { resolver: 'Query.greet', args: { who: 'you' } },
      ]);
    }
  });

  it('the server is notified of updates and deletions', async () => {
    const changed = await graphql(
      gateway.url,
      'mutation { updatePet(input: { filter: { name: { eq: "Tom" } }, set: { name: "Tim" }, remove: { likes: ' +
        'null } }) { pet { id } } }',
    );
    const [{ id }] = changed.data.updatePet.pet;
    const [update] = await receivedEvents(1);
    expect(update.event).toMatchObject({
      operation: 'update',
      update: { rootUIDs: [id], setPatch: { name: 'Tim' }, removePatch: { likes: null } },
    });
    await graphql(gateway.url, 'mutation { deletePet(filter: { name: { eq: "Tim" } }) { msg } }');
    const [deletion] = await receivedEvents(1);
    expect(deletion).toMatchObject({ event: { operation: 'delete', delete: { rootUIDs: [id] } } });
    expect(deletion.event.commitTs).toBeGreaterThan(update.event.commitTs);
  });
});

forEachEngine((engine) => {
  it('a schema that needs a lambda server is refused without one', async () => {
    await engine.reset();
    const gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    try {
      await loadOntology(gateway.url, ONTOLOGY);
      const { errors } = await postSdl(gateway.url, OWN);
      expect(errors[0].extensions.problems.map(({ message, line }: Answer) => `${line}: ${message}`)).toEqual([
        '2: Type Pet: has the @lambdaOnMutate directive: a lambda server is needed; set OWLGATE_LAMBDA_URL ' +
          'to its address',
        '2: Type Pet; Field shout: has the @lambda directive: a lambda server is needed; set ' +
          'OWLGATE_LAMBDA_URL to its address',
        '3: Type Query; Field greet: has the @lambda directive: a lambda server is needed; set ' +
          'OWLGATE_LAMBDA_URL to its address',
        '4: Type Mutation; Field count: has the @lambda directive: a lambda server is needed; set ' +
          'OWLGATE_LAMBDA_URL to its address',
      ]);
      const path = `${engine.url}/admin/schema/validate`;
      const refused = await fetch(path, { method: 'POST', body: 'type T { id: ID! a: String @lambda }' });
      expect(refused.status).toBe(400);
      expect(((await refused.json()) as Answer).errors[0].message).toMatch(/@lambda directive/);
    } finally {
      await gateway.close();
    }
  });
});
