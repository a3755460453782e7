/**
 * The ontology's GraphQL API is served by the gateway. No load sends SDL to an engine. SDL that an earlier owlgate
 * stored is removed; SDL of the engine's owner stays in force.
 */
import type { Gateway } from '../../../src/app';
import { isGeneratedSdl } from '../../../src/schema';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { alter, alterPatiently, ask, query, type Answer } from '../../support/engines/wire';

const ZOO = `
@prefix : <http://example.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Animal a owl:Class .
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:name a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:label a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range rdf:langString .
:legs a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:integer .
:chases a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Animal .
`;

forEachEngine((engine) => {
  let gateway: Gateway;
  const on = { OWLGATE_GRAPHQL: 'on' };
  beforeEach(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, on);
  });
  afterEach(() => gateway.close());

  const graphql = (text: string, url = gateway.url): Promise<Answer> =>
    ask(url, { path: '/graphql', body: JSON.stringify({ query: text }), type: 'application/json' });
  const sdlOf = async (url: string): Promise<string | undefined> => {
    const stored = '{ q(func: eq(dgraph.graphql.xid, "dgraph.graphql.schema")) { sdl: dgraph.graphql.schema } }';
    // After a drop of everything, Dgraph stores an empty one.
    return (await ask(url, query(stored))).data.q[0]?.sdl || undefined;
  };
  const post = (sdl: string, url = gateway.url): Promise<void> =>
    alterPatiently(url, { path: '/admin/schema', body: sdl, type: 'application/graphql' });
  const queries = async (): Promise<string[]> => {
    const { data } = await graphql('{ __schema { queryType { fields { name } } } }');
    return data.__schema.queryType.fields.map(({ name }: Answer) => name);
  };
  const predicate = async (name: string): Promise<Answer> =>
    (await ask(engine.url, query(`schema(pred: [${name}]) { type index tokenizer reverse count list lang upsert }`)))
      .data.schema[0];

  it('the API is generated from the classes, and the engine is sent no SDL', async () => {
    const { warnings } = await loadOntology(gateway.url, ZOO);
    expect(warnings).toEqual([]);
    expect(await sdlOf(engine.url)).toBeUndefined();
    expect(await queries()).toEqual(expect.arrayContaining(['getDog', 'queryDog', 'aggregateDog']));
    expect((await graphql('{ queryDog { name } }')).data).toEqual({ queryDog: [] });
    expect(await predicate('chases')).toMatchObject({ type: 'uid', list: true, reverse: true, count: true });
    expect(await predicate('label')).toMatchObject({ type: 'string', lang: true, tokenizer: ['exact', 'term'] });
    expect(await predicate('iri')).toMatchObject({ type: 'string', tokenizer: ['exact'], upsert: true });
  });

  it('a validation returns the GraphQL schema and changes nothing', async () => {
    const { body } = await postOntology(gateway.url, ZOO, '?validate=true');
    expect(body.graphqlSchema).toContain('type Dog @dgraph(type: "Dog")');
    expect(await sdlOf(engine.url)).toBeUndefined();
  });

  it('a later load updates the schema and keeps additions to the Dgraph schema', async () => {
    await loadOntology(gateway.url, ZOO);
    await ask(gateway.url, alter('name: string @index(exact, trigram) @upsert .'));
    await loadOntology(gateway.url, `${ZOO}:Cat a owl:Class ; rdfs:subClassOf :Animal .`);
    expect(await queries()).toContain('queryCat');
    expect((await predicate('name')).tokenizer.sort()).toEqual(['exact', 'term', 'trigram']);
    expect(await predicate('chases')).toMatchObject({ reverse: true, count: true });
  });

  it('an SDL of the engine’s owner stays byte for byte and answers until a setting says otherwise', async () => {
    const clientSdl = '# mine\ntype Book { id: ID! title: String @search(by: [term]) }';
    await post(clientSdl);
    const { warnings } = await loadOntology(gateway.url, ZOO);
    expect(warnings).toEqual([expect.objectContaining({ code: 'graphql-foreign' })]);
    expect(await queries()).toEqual(expect.arrayContaining(['queryBook']));
    expect((await graphql('mutation { addBook(input: [{ title: "Zoo" }]) { book { title } } }')).data).toEqual({
      addBook: { book: [{ title: 'Zoo' }] },
    });
    const other = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'ontology' });
    try {
      expect((await graphql('{ queryDog { name } }', other.url)).data).toEqual({ queryDog: [] });
      expect((await loadOntology(other.url, ZOO)).warnings).toEqual([]);
    } finally {
      await other.close();
    }
    expect(await sdlOf(engine.url)).toBe(clientSdl);
    expect(await predicate('chases')).toMatchObject({ reverse: true, count: true });
  });

  it('the next load takes out an SDL that an earlier version posted', async () => {
    const { body } = await postOntology(gateway.url, ZOO, '?validate=true&data=false');
    await post(body.graphqlSchema, engine.url);
    expect(isGeneratedSdl((await sdlOf(engine.url))!)).toBe(true);
    expect((await loadOntology(gateway.url, ZOO)).warnings).toEqual([]);
    expect(await sdlOf(engine.url)).toBeUndefined();
    expect(await predicate('chases')).toMatchObject({ reverse: true, count: true });
    expect((await graphql('{ queryAnimal { ... on Dog { name } } }')).data).toEqual({ queryAnimal: [] });
  });

  it('an ontology without a class has no API, and the answer says so', async () => {
    const prefixes = ZOO.slice(0, ZOO.indexOf(':Animal a'));
    for (const kind of ['owl:DatatypeProperty', 'owl:ObjectProperty']) {
      await loadOntology(gateway.url, `${prefixes}:name a ${kind} .`);
      await expect(graphql('{ __schema { queryType { name } } }')).rejects.toThrow(/has no class.*declare classes/);
    }
    await loadOntology(gateway.url, ZOO);
    expect(await queries()).toContain('queryDog');
  });

  it('the engine answers with the setting off', async () => {
    const off = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'off' });
    try {
      await loadOntology(off.url, ZOO);
      await expect(graphql('{ queryDog { name } }', off.url)).rejects.toThrow(/no GraphQL schema/);
    } finally {
      await off.close();
    }
  });
});
