/** A load sets the ontology's GraphQL schema, and removes nothing from the Dgraph schema. */
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Gateway } from '../../../src/app';
import { isGeneratedSdl } from '../../../src/schema';
import { itIf } from '../../support/conditional';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { alter, ask, post, query, type Answer } from '../../support/engines/wire';

const SHARED = path.join(process.env['OWLGATE_SHARED'] ?? path.join(__dirname, '../../../../shared'), 'data');

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

  const admin = (text: string, url = gateway.url): Promise<Answer> =>
    ask(url, { path: '/admin', body: JSON.stringify({ query: text }), type: 'application/json' });
  const stored = async (): Promise<Answer> =>
    (await admin('{ getGQLSchema { id schema generatedSchema } }')).data.getGQLSchema;
  const predicate = async (name: string): Promise<Answer> =>
    (await ask(engine.url, query(`schema(pred: [${name}]) { type index tokenizer reverse count list lang upsert }`)))
      .data.schema[0];

  it('is made of the classes, and the Dgraph schema is whole', async () => {
    const { warnings } = await loadOntology(gateway.url, ZOO);
    expect(warnings).toEqual([]);
    const { schema, generatedSchema } = await stored();
    expect(isGeneratedSdl(schema)).toBe(true);
    expect(generatedSchema).toMatch(/queryDog\(filter: DogFilter, order: DogOrder, first: Int, offset: Int\): \[Dog\]/);
    expect(await predicate('chases')).toMatchObject({ type: 'uid', list: true, reverse: true, count: true });
    expect(await predicate('label')).toMatchObject({ type: 'string', lang: true, tokenizer: ['exact', 'term'] });
    expect(await predicate('iri')).toMatchObject({ type: 'string', tokenizer: ['exact'], upsert: true });
  });

  it('is told by a validation, which changes nothing', async () => {
    const { body } = await postOntology(gateway.url, ZOO, '?validate=true');
    expect(body.graphqlSchema).toContain('type Dog @dgraph(type: "Dog")');
    expect((await stored())?.schema ?? '').toBe('');
  });

  it('follows a later load, and leaves what somebody has added to the Dgraph schema', async () => {
    await loadOntology(gateway.url, ZOO);
    await ask(gateway.url, alter('name: string @index(exact, trigram) @upsert .'));
    await loadOntology(gateway.url, `${ZOO}:Cat a owl:Class ; rdfs:subClassOf :Animal .`);
    expect((await stored()).generatedSchema).toContain('queryCat');
    expect((await predicate('name')).tokenizer.sort()).toEqual(['exact', 'term', 'trigram']);
    expect(await predicate('chases')).toMatchObject({ reverse: true, count: true });
  });

  it('is not made over a schema that is somebody else’s, and the load says so', async () => {
    const own = 'type Book { id: ID! title: String @search(by: [term]) }';
    expect((await post(gateway.url, { path: '/admin/schema', body: own, type: 'application/graphql' })).body).toEqual({
      data: { code: 'Success', message: 'Done' },
    });
    const { warnings } = await loadOntology(gateway.url, ZOO);
    expect(warnings).toEqual([expect.objectContaining({ code: 'graphql-foreign' })]);
    expect((await stored()).schema).toBe(own);
    expect(await predicate('chases')).toMatchObject({ reverse: true, count: true });
  });

  it('is left alone where it is off', async () => {
    const off = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'off' });
    try {
      await loadOntology(off.url, ZOO);
      expect((await stored())?.schema ?? '').toBe('');
    } finally {
      await off.close();
    }
  });

  const vocabularies = ['ontologies/foaf.ttl', 'ontologies/skos.ttl', 'ontologies/prov-o.ttl', 'lubm/univ-bench.ttl'];
  const present = vocabularies.filter((name) => existsSync(`${SHARED}/${name}`));
  const areAtHand = present.length === vocabularies.length;
  itIf(areAtHand, 'the files of the vocabularies are not at hand').each(vocabularies)(
    'is accepted for %s',
    async (name) => {
      const turtle = readFileSync(path.join(SHARED, name), 'utf8');
      const { body } = await postOntology(gateway.url, turtle, '?validate=true&data=false&profile=lenient');
      expect(isGeneratedSdl(body.graphqlSchema)).toBe(true);
      const sdl = { path: '/admin/schema/validate', body: body.graphqlSchema as string, type: 'application/graphql' };
      expect((await post(engine.url, sdl)).body.errors).toEqual([
        { message: 'Schema is valid', extensions: { code: 'success' } },
      ]);
    },
  );
});
