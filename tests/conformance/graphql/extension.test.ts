/**
 * The GraphQL extension beside the ontology: posted, merged, stored, applied by all gateways, and merged again by every
 * load.
 */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { alter, ask, query, type Answer } from '../../support/engines/wire';

const HEAD = `
@prefix : <http://example.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Animal a owl:Class .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:friend a owl:ObjectProperty, owl:SymmetricProperty ; rdfs:domain :Animal ; rdfs:range :Animal .
`;
const ZOO = `${HEAD}
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:chases a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Animal .
`;
const CATS = `${ZOO}
:Cat a owl:Class ; rdfs:subClassOf :Animal .
`;

const OWN = `
extend type Dog {
  tricks: [String] @search(by: [term])
  notes: [Note] @hasInverse(field: about)
}
type Note { id: ID! text: String! @search(by: [fulltext]) about: Dog }
type Query { dogNames: [Dog] @custom(dql: "query { dogNames(func: type(Dog), orderasc: name) { name } }") }
`;

forEachEngine((engine) => {
  let gateway: Gateway;
  const on = { OWLGATE_GRAPHQL: 'on', OWLGATE_POLL_MS: '100' };
  beforeEach(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, on);
  });
  afterEach(() => gateway.close());

  const send = async (method: string, body?: string, target = '/ontology/graphql', url = gateway.url) => {
    const headers = { 'content-type': 'application/graphql' };
    const response = await fetch(url + target, { method, ...(body !== undefined && { body, headers }) });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) };
  };
  const post = (sdl: string, parameters = '') => send('POST', sdl, `/ontology/graphql${parameters}`);
  const graphql = async (text: string): Promise<Answer> => (await send('POST', text, '/graphql')).body;
  const inForce = async (): Promise<string> => (await send('GET')).body.inForce ?? '';

  it('the extension is in force at once, beside unchanged classes', async () => {
    await loadOntology(gateway.url, ZOO);
    const { status, body } = await post(OWN);
    expect(body).toEqual({
      status: 'success',
      message: 'GraphQL schema merged with the ontology, and in force',
      version: 1,
      merged: true,
      warnings: [],
    });
    expect(status).toBe(200);
    const added = await graphql(`
      mutation {
        addDog(
          input: [
            { name: "Rex", tricks: ["roll over", "sit"], chases: [{ name: "Tom" }], notes: [{ text: "a good one" }] }
          ]
        ) {
          dog {
            name
            tricks
            chases {
              name
            }
            notes {
              text
              about {
                name
              }
            }
          }
        }
      }
    `);
    expect(added.errors).toBeUndefined();
    expect(added.data.addDog.dog[0]).toMatchObject({ chases: [{ name: 'Tom' }], notes: [{ about: { name: 'Rex' } }] });
    const answer = await graphql(
      '{ queryDog(filter: { tricks: { anyofterms: "sit" } }) { name } queryNote(filter: { text: { alloftext: ' +
        '"good" } }) { about { name } } dogNames { name } }',
    );
    expect(answer.data).toEqual({
      queryDog: [{ name: 'Rex' }],
      queryNote: [{ about: { name: 'Rex' } }],
      dogNames: [{ name: 'Rex' }],
    });
    // Entailed facts are written with it, and the Dgraph schema is complete.
    const { data } = await ask(engine.url, query('{ q(func: eq(name, "Rex")) { dgraph.type expand(Dog) { uid } } }'));
    expect([...data.q[0]['dgraph.type']].sort()).toEqual(['Animal', 'Dog']);
    // A field of the extension belongs to the type, also in Dgraph.
    expect(data.q[0]['Dog.tricks'].sort()).toEqual(['roll over', 'sit']);
    const { data: schema } = await ask(engine.url, query('schema(pred: [chases]) { reverse count }'));
    expect(schema.schema[0]).toMatchObject({ reverse: true, count: true });
    const deletion = await graphql('mutation { deleteDog(filter: { name: { eq: "Rex" } }) { numUids } }');
    expect(deletion.data).toEqual({ deleteDog: { numUids: 1 } });
  });

  it('the extension waits for the first ontology, is merged by every load, and is restored by a new gateway', async () => {
    const { body } = await post(OWN);
    expect(body).toMatchObject({ status: 'success', version: 1, merged: false });
    expect((await send('GET')).body).toMatchObject({
      extension: { version: 1, sdl: OWN },
      generated: null,
      inForce: null,
    });
    await loadOntology(gateway.url, ZOO);
    expect(await inForce()).toContain('tricks: [String] @search(by: [term])');
    await gateway.close();
    gateway = await startGatewayOver(engine, on);
    await loadOntology(gateway.url, CATS);
    const state = (await send('GET')).body;
    expect(state.extension.sdl).toBe(OWN);
    expect(state.generated).not.toContain('tricks');
    expect(state.inForce).toMatch(/type Cat[^]*type Note/);
    const plain = await fetch(`${gateway.url}/ontology/graphql`, { headers: { accept: 'application/graphql' } });
    expect(await plain.text()).toBe(OWN);
    const validation = await postOntology(gateway.url, CATS, '?validate=true&data=false');
    expect(validation.body.graphqlSchema).toContain('tricks');
  });

  it('other gateways apply the extension and its removal', async () => {
    await loadOntology(gateway.url, ZOO);
    const other = await startGatewayOver(engine, on);
    try {
      await post(OWN);
      const response = await send('GET', undefined, '/ontology/graphql', other.url);
      expect(response.body.extension).toMatchObject({ version: 1, sdl: OWN });
      await loadOntology(other.url, CATS);
      expect(await inForce()).toMatch(/type Cat[^]*type Note/);
      const removal = await send('DELETE', undefined, '/ontology/graphql', other.url);
      expect(removal.body).toMatchObject({ status: 'success', version: 2, merged: true, warnings: [] });
      const state = (await send('GET')).body;
      expect(state.extension).toBeNull();
      expect(state.inForce).toBe(state.generated);
    } finally {
      await other.close();
    }
    const none = await fetch(`${gateway.url}/ontology/graphql`, { headers: { accept: 'application/graphql' } });
    expect(none.status).toBe(404);
    // The next extension gets the next version number.
    expect((await post(OWN)).body.version).toBe(3);
  });

  it('the extension survives a drop of data and is removed by a drop of everything', async () => {
    await loadOntology(gateway.url, ZOO);
    await post(OWN);
    await ask(gateway.url, alter(JSON.stringify({ drop_op: 'DATA' })));
    const stored = (await send('GET')).body;
    expect(stored.extension.sdl).toBe(OWN);
    await gateway.close();
    gateway = await startGatewayOver(engine, on);
    expect((await send('GET')).body.extension.sdl).toBe(OWN);
    await loadOntology(gateway.url, CATS);
    expect(await inForce()).toMatch(/type Cat[^]*type Note/);
    await ask(gateway.url, alter(JSON.stringify({ drop_all: true })));
    expect((await send('GET')).body).toEqual({ extension: null, generated: null, inForce: null });
  });

  it('a load that conflicts with the extension is refused, unless it brings a fitting one', async () => {
    await loadOntology(gateway.url, ZOO);
    await post(OWN);
    const before = await inForce();
    const { status, body } = await postOntology(gateway.url, HEAD);
    expect(status).toBe(409);
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining('line 2, column 1: unknown type Dog'),
      extensions: { code: 'OntologyGraphqlConflict', problems: [{ line: 2, column: 1 }] },
    });
    expect((await postOntology(gateway.url, HEAD, '?validate=true')).status).toBe(409);
    expect(await inForce()).toBe(before);
    const form = new FormData();
    form.set('ontology', new Blob([HEAD], { type: 'text/turtle' }), 'zoo.ttl');
    form.set(
      'graphql',
      new Blob(['extend type Animal { nick: String }'], { type: 'application/graphql' }),
      'own.graphql',
    );
    const loaded = await fetch(`${gateway.url}/ontology`, { method: 'POST', body: form });
    expect(await loaded.json()).toMatchObject({ status: 'success', version: 2, warnings: [] });
    expect(await inForce()).toMatch(/nick: String/);
    expect((await send('GET')).body.extension).toMatchObject({
      version: 2,
      sdl: 'extend type Animal { nick: String }',
    });
  });

  it('a faulty extension is refused with the position, and nothing changes', async () => {
    await loadOntology(gateway.url, ZOO);
    const before = (await send('GET')).body;
    const wrong = await post('type Note { a: String }\nextend type Dgo { b: Int }\nextend type Dog {\n  name: Int\n}');
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors[0].extensions.code).toBe('GraphqlExtension');
    expect(wrong.body.errors[0].extensions.problems).toMatchObject([
      { line: 2, column: 1, message: expect.stringContaining('unknown type Dgo') },
      { line: 4, column: 3, message: expect.stringContaining('Dog.name is defined by the ontology') },
    ]);
    // Also for SDL that the engine refuses, and for extensions of generated types.
    for (const [sdl, line, column, reason] of [
      ['\ntype Note { text: String @search(by: [hash, exact]) }', 2, 26, /hash.*exact/],
      ['type Query {\n  notes: String\n}', 2, 3, /Found Query notes without @custom/],
      ['extend type Dog {\n  of: Owner @hasInverse(field: none)\n}\ntype Owner { id: ID! n: String }', 2, 3, /inverse/],
      ['extend type Dog\n  @auth(query: { rule: "query { queryDog { nope } }" })', 2, 3, /Cannot query field "nope"/],
    ] as const) {
      expect((await post(sdl)).body.errors[0].extensions.problems).toMatchObject([
        { line, column, message: expect.stringMatching(reason) },
      ]);
    }
    expect(
      (await post('extend type Dog { a: String @dgraph(pred: "owlgate.key") }')).body.errors[0].extensions.code,
    ).toBe('ReservedPredicate');
    expect((await post('  ')).status).toBe(400);
    expect((await send('GET')).body).toEqual(before);
    const valid = await post(OWN, '?validate=true');
    expect(valid.body).toMatchObject({ status: 'valid', graphqlSchema: expect.stringContaining('tricks') });
    expect((await send('GET')).body).toEqual(before);
    const typed = await fetch(`${gateway.url}/ontology/graphql`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(typed.status).toBe(415);
  });
});
