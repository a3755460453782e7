/** Nodes in several classes in GraphQL: fragments on any of them, and `__typename` of the most specific one. */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, serveByEngine } from '../../support/engines/ontology';
import { ask, json, type Answer } from '../../support/engines/wire';

const EX = 'http://example.org/zoo#';
const ZOO = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Animal a owl:Class .
:Mammal a owl:Class ; rdfs:subClassOf :Animal .
:Dog a owl:Class ; rdfs:subClassOf :Mammal .
:Bird a owl:Class ; rdfs:subClassOf :Animal .
:Pet a owl:Class .
:Cat a owl:Class ; rdfs:subClassOf :Mammal .
:Feline a owl:Class ; owl:equivalentClass :Cat .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:fur a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Mammal ; rdfs:range xsd:string .
:barks a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Dog ; rdfs:range xsd:boolean .
:wings a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Bird ; rdfs:range xsd:integer .
:vet a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Pet ; rdfs:range xsd:string .
:likes a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Animal .
:meets a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range [ a owl:Class ; owl:unionOf ( :Mammal :Pet ) ] .
`;

forEachEngine((engine) => {
  let gateway: Gateway;
  let loaded: Answer;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    loaded = await loadOntology(gateway.url, ZOO, '?profile=lenient');
    await ask(
      gateway.url,
      json({
        set: [
          { 'graph.type': 'Animal', name: 'any' },
          { 'graph.type': 'Bird', name: 'bea', wings: 2 },
          {
            'graph.type': ['Dog', 'Pet'],
            name: 'rex',
            fur: 'red',
            barks: true,
            vet: 'ann',
            likes: [
              { 'graph.type': 'Mammal', name: 'mo', fur: 'grey' },
              { 'graph.type': 'Bird', name: 'bo' },
            ],
          },
        ],
      }),
    );
  });
  afterAll(() => gateway.close());

  const graphql = async (text: string, url = gateway.url): Promise<Answer> => {
    const body = JSON.stringify({ query: text });
    return (
      await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).json();
  };

  it('__typename is the most specific class, and fields of all classes of the node are answered', async () => {
    const { data, errors } = await graphql(`
      {
        queryAnimal(order: { asc: name }) {
          __typename
          name
          ... on Mammal {
            fur
          }
          ... on Dog {
            barks
            likes(order: { asc: name }) {
              __typename
              name
              ... on Bird {
                wings
              }
            }
          }
          ... on Pet {
            vet
          }
          ...wings
        }
      }
      fragment wings on Bird {
        wings
      }
    `);
    expect(errors).toBeUndefined();
    expect(data.queryAnimal).toEqual([
      { __typename: 'Animal', name: 'any' },
      { __typename: 'Bird', name: 'bea', wings: 2 },
      { __typename: 'Bird', name: 'bo', wings: null },
      { __typename: 'Mammal', name: 'mo', fur: 'grey' },
      {
        __typename: 'Dog',
        name: 'rex',
        fur: 'red',
        barks: true,
        vet: 'ann',
        likes: [
          { __typename: 'Bird', name: 'bo', wings: null },
          { __typename: 'Mammal', name: 'mo' },
        ],
      },
    ]);
  });

  it.each([
    ['a class above', '{ queryDog { ... on Animal { name } ... on Dog { barks } } }', [{ name: 'rex', barks: true }]],
    [
      'an unrelated class',
      '{ queryPet { vet ... on Dog { barks } ... on Bird { wings } } }',
      [{ vet: 'ann', barks: true }],
    ],
    [
      'one within another',
      '{ queryAnimal(order: {asc: name}) { ... on Mammal { ... on Dog { name } } } }',
      [{}, {}, {}, {}, { name: 'rex' }],
    ],
    ['no other than its own', '{ queryDog { ... on Dog { name __typename } } }', [{ name: 'rex', __typename: 'Dog' }]],
    ['an alias', '{ queryPet { kind: __typename ... on Mammal { coat: fur } } }', [{ kind: 'Pet', coat: 'red' }]],
  ])('fragments on %s are answered', async (_, text, expected) => {
    const { data, errors } = await graphql(text);
    expect(errors).toBeUndefined();
    expect(Object.values(data)[0]).toEqual(expected);
  });

  it('__typename names the requested one of equivalent classes, else the first by name', async () => {
    await ask(gateway.url, json({ set: [{ 'graph.type': 'Feline', name: 'kit' }] }));
    const named = async (query: string): Promise<unknown> => {
      const { data, errors } = await graphql(`{ ${query} { __typename name ... on Cat { id } } }`);
      expect(errors).toBeUndefined();
      return data[query].find(({ name }: Answer) => name === 'kit');
    };
    const id = expect.stringMatching(/^0x/);
    for (const name of ['Feline', 'Cat']) {
      expect(await named(`query${name}`)).toEqual({ __typename: name, name: 'kit', id });
    }
    for (const name of ['Mammal', 'Animal']) {
      expect(await named(`query${name}`)).toEqual({ __typename: 'Cat', name: 'kit', id });
    }
    const { data } = await graphql('mutation { deleteFeline(filter: {}) { numUids } }');
    expect(data.deleteFeline.numUids).toBe(1);
  });

  it('edges to a union answer with the subclass of each node', async () => {
    const { data, errors } = await graphql(`
      mutation {
        addBird(input: [{ name: "hen", meets: [{ mammalRef: { iri: "${EX}fay" } }, { petRef: { iri: "${EX}rod" } }] }]) {
          numUids
        }
        addDog(input: [{ iri: "${EX}fay", name: "fay", barks: true }], upsert: true) {
          numUids
        }
      }
    `);
    expect(errors).toBeUndefined();
    expect(data.addBird.numUids).toBe(3);
    const answer = await graphql(`
      {
        queryBird(filter: { name: { eq: "hen" } }) {
          meets {
            __typename
            ... on Mammal {
              iri
            }
            ... on Dog {
              barks
            }
            ... on Pet {
              vet
            }
          }
        }
      }
    `);
    await graphql('mutation { deleteAnimal(filter: { name: { in: ["hen", "fay"] } }) { numUids } }');
    // Nodes of one mutation have no defined order.
    const { meets } = answer.data.queryBird[0] as { meets: { __typename: string }[] };
    expect(meets.sort((a, b) => a.__typename.localeCompare(b.__typename))).toEqual([
      { __typename: 'Dog', iri: `${EX}fay`, barks: true },
      { __typename: 'Pet', vet: null },
    ]);
  });

  it('single nodes and payloads of mutations answer with the most specific class', async () => {
    const added = await graphql(
      'mutation { addDog(input: [{ name: "new", barks: false, iri: "http://example.org/zoo#new" }]) { dog { ' +
        '__typename name } } }',
    );
    expect(added.data.addDog.dog).toEqual([{ __typename: 'Dog', name: 'new' }]);
    const { data } = await graphql(
      '{ getAnimal(iri: "http://example.org/zoo#new") { __typename ... on Dog { barks } } getBird(iri: ' +
        '"http://example.org/zoo#new") { name } }',
    );
    expect(data).toEqual({ getAnimal: { __typename: 'Dog', barks: false }, getBird: null });
    await graphql('mutation { deleteDog(filter: {name: {eq: "new"}}) { numUids } }');
  });

  it('operations without dependence on classes, and faulty ones, are answered as by the engine', async () => {
    await serveByEngine(engine.url, gateway.url, loaded);
    const plain = '{ queryDog { __typename name likes(order: {asc: name}) { name } } aggregateAnimal { count } }';
    const direct = await graphql(plain, engine.url);
    expect(direct.data.aggregateAnimal.count).toBe(5);
    expect((await graphql(plain)).data).toEqual(direct.data);
    const wrong = '{ queryAnimal { ... on Nothing { name } } }';
    expect((await graphql(wrong)).errors).toEqual((await graphql(wrong, engine.url)).errors);
  });

  it('errors beside fragments that only classes make valid are reported', async () => {
    expect((await graphql('{ queryAnimal { nmae ... on Dog { barks } } }')).errors).toEqual([
      {
        message: 'Cannot query field "nmae" on type "Animal". Did you mean "name"?',
        locations: [{ line: 1, column: 17 }],
      },
    ]);
    expect((await graphql('query($n: Int!) { queryAnimal(first: $n) { ... on Dog { barks } } }')).errors).toEqual([
      { message: 'must be defined', path: ['variable', 'n'] },
    ]);
  });
});
