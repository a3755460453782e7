/** Subscriptions over WebSockets: both sub-protocols, on both engines, with no request that bypasses the gateway. */
import { connect } from 'node:net';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, serveByEngine } from '../../support/engines/ontology';
import { openSocket, standardClient, subscribe } from '../../support/engines/subscriber';
import { ask, json, query, type Answer } from '../../support/engines/wire';

const ZOO = `
@prefix : <http://example.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Animal a owl:Class .
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:barks a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Dog ; rdfs:range xsd:boolean .
`;
const DOGS = 'subscription ($name: String) { queryDog(filter: { name: { eq: $name } }) { name barks } }';

forEachEngine((engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on', OWLGATE_GRAPHQL_DEPTH: '4' });
    await serveByEngine(engine.url, gateway.url, await loadOntology(gateway.url, ZOO));
  });
  afterAll(() => gateway.close());

  const add = async (node: object): Promise<void> => {
    expect((await ask(gateway.url, json({ set: node }))).errors).toBeUndefined();
  };

  describe.each(['the gateway', 'the engine'])('%s', (server) => {
    const url = (): string => (server === 'the engine' ? engine.url : gateway.url);

    it('the older protocol delivers data and changes', async () => {
      const name = `old of ${server}`;
      const { inbox, say, socket } = await openSocket(url(), 'graphql-ws');
      say({ type: 'connection_init', payload: { 'X-Some-Header': 'x' } });
      expect(await inbox.next()).toEqual({ type: 'connection_ack' });
      say({ type: 'start', id: '1', payload: { query: DOGS, variables: { name } } });
      const first = await inbox.next();
      expect(first).toMatchObject({ type: 'data', id: '1' });
      expect(first.payload.data).toEqual({ queryDog: [] });
      await add({ 'graph.type': 'Dog', name, barks: true });
      expect((await inbox.next()).payload.data).toEqual({ queryDog: [{ name, barks: true }] });
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(inbox.isEmpty).toBe(true);
      say({ type: 'stop', id: '1' });
      expect(await inbox.next()).toEqual({ type: 'complete', id: '1' });
      await add({ 'graph.type': 'Dog', name, barks: false });
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(inbox.isEmpty).toBe(true);
      say({ type: 'connection_terminate' });
      expect(await inbox.next()).toMatchObject({ closed: expect.any(Number) });
      socket.terminate();
    });

    it('the older protocol reports errors as Dgraph does', async () => {
      const { inbox, say, socket } = await openSocket(url(), 'graphql-ws');
      say({ type: 'connection_init', payload: 'x' });
      expect(await inbox.next()).toEqual({
        type: 'connection_error',
        payload: { message: 'invalid payload for type: connection_init' },
      });
      say({ type: 'connection_init', payload: {} });
      await inbox.next();
      say({ type: 'start', payload: { query: DOGS } });
      expect(await inbox.next()).toEqual({
        type: 'connection_error',
        payload: { message: 'missing ID for start operation' },
      });
      say({ type: 'dance', id: '9' });
      expect(await inbox.next()).toMatchObject({
        type: 'error',
        id: '9',
        payload: { message: 'unknown operation message of type: dance' },
      });
      for (const [id, text, message] of [
        ['2', '{ queryDog { name } }', 'given GraphQL operation is not a subscription'],
        ['3', 'subscription { queryNothing { name } }', 'Cannot query field "queryNothing" on type "Subscription"'],
      ]) {
        say({ type: 'start', id, payload: { query: text } });
        expect(await inbox.next()).toMatchObject({
          type: 'error',
          id,
          payload: { message: expect.stringContaining(message!) },
        });
        expect(await inbox.next()).toEqual({ type: 'complete', id });
      }
      socket.terminate();
    });
  });

  describe('a standard client', () => {
    it('subscribes several times on one connection', async () => {
      const client = standardClient(gateway.url);
      const one = subscribe(client, { query: DOGS, variables: { name: 'one' } });
      const all = subscribe(client, { query: 'subscription { aggregateCat { count } }' });
      expect((await one.inbox.next()).data).toEqual({ queryDog: [] });
      expect((await all.inbox.next()).data).toEqual({ aggregateCat: { count: 0 } });
      await add({ 'graph.type': 'Dog', name: 'one' });
      expect((await one.inbox.next()).data).toEqual({ queryDog: [{ name: 'one', barks: null }] });
      await add({ 'graph.type': 'Cat', name: 'tom' });
      expect((await all.inbox.next()).data).toEqual({ aggregateCat: { count: 1 } });
      one.stop();
      all.stop();
      expect(await one.inbox.next()).toBe('complete');
      await client.dispose();
    });

    it('receives classes', async () => {
      const client = standardClient(gateway.url);
      const text =
        'subscription { queryAnimal(filter: { name: { anyofterms: "rex" } }) { __typename name ... on Dog { ' +
        'barks } } }';
      const exact = text.replace('anyofterms', 'eq');
      const { inbox, stop } = subscribe(client, { query: exact });
      expect((await inbox.next()).data).toEqual({ queryAnimal: [] });
      await add({ 'graph.type': 'Dog', name: 'rex', barks: true });
      expect((await inbox.next()).data).toEqual({ queryAnimal: [{ __typename: 'Dog', name: 'rex', barks: true }] });
      stop();
      await client.dispose();
    });

    it('sends a frame larger than Dgraph’s limit', async () => {
      const client = standardClient(gateway.url);
      const names = ['long', ...Array.from({ length: 500 }, (_, i) => `another name ${i}`)];
      const text = 'subscription Long($names: [String]) { queryDog(filter: { name: { in: $names } }) { name } }';
      const { inbox, stop } = subscribe(client, { query: text, variables: { names } });
      expect((await inbox.next()).data).toEqual({ queryDog: [] });
      await add({ 'graph.type': 'Dog', name: 'long' });
      expect((await inbox.next()).data).toEqual({ queryDog: [{ name: 'long' }] });
      stop();
      const wrong = subscribe(client, { query: text.replace('queryDog', 'queryNothing'), variables: { names } });
      expect((await wrong.inbox.next()).error[0].message).toContain('Cannot query field "queryNothing"');
      await client.dispose();
    });

    it('receives errors', async () => {
      const client = standardClient(gateway.url);
      const wrong = async (text: string): Promise<Answer> => {
        const { error } = await subscribe(client, { query: text }).inbox.next();
        return error[0].message;
      };
      expect(await wrong('subscription { queryDog { nothing } }')).toContain('Cannot query field "nothing"');
      expect(await wrong('subscription { queryDog { name }')).toContain('Expected');
      expect(await wrong('query { queryDog { name } }')).toBe('given GraphQL operation is not a subscription');
      expect(
        await wrong(
          'subscription { queryDog { ...a } } fragment a on Dog { ...b } fragment b on Dog { x { x { x { x } } } }',
        ),
      ).toBe('the operation has 5 levels of selections; 4 are allowed (OWLGATE_GRAPHQL_DEPTH)');
      await client.dispose();
    });
  });

  describe('a mutation', () => {
    const count = async (name: string): Promise<number> =>
      (await ask(engine.url, query(`{ q(func: eq(name, "${name}")) { uid } }`))).data.q.length;

    it.each([
      ['alone', 'mutation { addDog(input: [{ name: "x1" }]) { numUids } }'],
      [
        'beside a subscription',
        'subscription s { queryDog { name } } mutation m { addDog(input: [{ name: "x1" }]) { numUids } }',
      ],
    ])('%s is not forwarded over a WebSocket', async (_, text) => {
      for (const operationName of ['s', 'm', undefined]) {
        const client = standardClient(gateway.url);
        const { error } = await subscribe(client, {
          query: text,
          ...(operationName && { operationName }),
        }).inbox.next();
        expect(error[0].message).toBe('the document of a subscription must not contain a mutation');
        await client.dispose();
      }
      expect(await count('x1')).toBe(0);
    });

    it('behind a WebSocket upgrade is a separate request', async () => {
      const target = `/graphql?query=${encodeURIComponent('mutation { addDog(input: [{ name: "x2" }]) { numUids } }')}`;
      const head = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      // Dgraph refuses the key, and would continue to parse HTTP.
      socket.write(
        `GET ${target} HTTP/1.1\r\n${head}Sec-WebSocket-Key: no\r\nSec-WebSocket-Protocol: graphql-ws\r\n\r\n` +
          `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(await count('x2')).toBe(0);
    });
  });

  it('the newer protocol’s rules are enforced', async () => {
    const early = await openSocket(gateway.url, 'graphql-transport-ws');
    early.say({ type: 'subscribe', id: '1', payload: { query: DOGS } });
    expect(await early.inbox.next()).toMatchObject({ closed: 4401 });
    const twice = await openSocket(gateway.url, 'graphql-transport-ws');
    twice.say({ type: 'connection_init' });
    expect(await twice.inbox.next()).toEqual({ type: 'connection_ack' });
    twice.say({ type: 'ping', payload: { at: 1 } });
    expect(await twice.inbox.next()).toEqual({ type: 'pong', payload: { at: 1 } });
    twice.say({ type: 'connection_init' });
    expect(await twice.inbox.next()).toMatchObject({ closed: 4429 });
    const broken = await openSocket(gateway.url, 'graphql-transport-ws');
    broken.say('{"type":');
    expect(await broken.inbox.next()).toMatchObject({ closed: 4400 });
  });

  it('subscriptions end with a new schema', async () => {
    const client = standardClient(gateway.url);
    const { inbox } = subscribe(client, { query: DOGS, variables: { name: 'nobody' } });
    expect((await inbox.next()).data).toEqual({ queryDog: [] });
    const long = subscribe(client, {
      query: `${DOGS.slice(0, -1)} # ${'long '.repeat(1_000)}\n}`,
      variables: { name: 'nobody' },
    });
    expect((await long.inbox.next()).data).toEqual({ queryDog: [] });
    await loadOntology(gateway.url, `${ZOO} :tail a owl:DatatypeProperty ; rdfs:domain :Dog ; rdfs:range xsd:string .`);
    // Several subscriptions run at once, and none ends another.
    const again = ['Dog', 'Cat', 'Dog'].map((name) =>
      subscribe(client, {
        query: `subscription { queryAnimal(filter: { name: { eq: "pat" } }) { ... on ${name} { name } } }`,
      }),
    );
    for (const each of again) expect((await each.inbox.next()).data).toEqual({ queryAnimal: [] });
    await add({ 'graph.type': 'Dog', name: 'pat' });
    expect((await again[0]!.inbox.next()).data).toEqual({ queryAnimal: [{ name: 'pat' }] });
    expect((await again[1]!.inbox.next()).data).toEqual({ queryAnimal: [{}] });
    expect((await again[2]!.inbox.next()).data).toEqual({ queryAnimal: [{ name: 'pat' }] });
    expect(await inbox.next(20_000)).toBe('complete');
    expect(await long.inbox.next(20_000)).toBe('complete');
    await client.dispose();
  });
});
