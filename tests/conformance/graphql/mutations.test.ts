/** With an ontology in force, a GraphQL mutation in any form is a write like others. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, json, query, type Answer } from '../../support/engines/wire';

const EX = 'http://example.org/zoo#';
const ZOO = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Animal a owl:Class .
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog .
:Owner a owl:Class .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:legs a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:integer .
:chases a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Cat .
:chasedBy a owl:ObjectProperty ; owl:inverseOf :chases .
:friend a owl:ObjectProperty, owl:SymmetricProperty ; rdfs:domain :Animal ; rdfs:range :Animal .
:Many a owl:Class ; owl:equivalentClass [ a owl:Restriction ; owl:onProperty :legs ; owl:hasValue 1000 ] ; rdfs:subClassOf :Cat .
:owns a owl:ObjectProperty ; rdfs:domain :Owner ; rdfs:range :Animal .
:knows a owl:ObjectProperty ; rdfs:domain :Owner .
`;

forEachEngine((engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    await loadOntology(gateway.url, ZOO);
  });
  afterAll(() => gateway.close());

  const send = async (init: RequestInit & { headers: Record<string, string> }, target = '/graphql'): Promise<Answer> =>
    (await fetch(`${gateway.url}${target}`, init)).json();
  const graphql = (text: string, more: object = {}): Promise<Answer> =>
    send({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, ...more }),
    });
  const node = async (name: string): Promise<Answer> => {
    const text =
      `{ q(func: eq(name, "${name}")) { name legs types: dgraph.type chases { name } chasedBy { name } friend ` +
      '{ name } } }';
    return (await ask(engine.url, query(text))).data.q[0];
  };

  it('a mutation is completed with entailed facts', async () => {
    const { data, errors } = await graphql(
      `mutation ($dogs: [AddDogInput!]!) {
        first: addDog(input: $dogs) { numUids dog { name legs chases { name chasedBy { name } } } }
        addOwner(input: [{ iri: "${EX}olga", owns: [{ name: "Pet" }] }]) { owner { iri owns { name } } }
      }`,
      { variables: { dogs: [{ name: 'Rex', legs: 4, chases: [{ name: 'Tom' }] }] } },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      first: { numUids: 2, dog: [{ name: 'Rex', legs: 4, chases: [{ name: 'Tom', chasedBy: [{ name: 'Rex' }] }] }] },
      addOwner: { owner: [{ iri: `${EX}olga`, owns: [{ name: 'Pet' }] }] },
    });
    expect((await node('Rex')).types.sort()).toEqual(['Animal', 'Dog']);
    expect((await node('Tom')).types.sort()).toEqual(['Animal', 'Cat']);
    expect((await node('Tom')).chasedBy).toEqual([{ name: 'Rex' }]);
  });

  it('a contradicting mutation is refused with reason, path and proof, and nothing is written', async () => {
    const { data, errors } = await graphql(`
      mutation {
        addCat(input: [{ name: "Kit" }]) {
          numUids
        }
        wrong: addDog(
          input: [
            { name: "Odd", chases: [{ name: "Mia" }], friend: [{ name: "Fay" }] }
            { name: "Bad", legs: 1000, friend: [{ name: "Gus" }] }
          ]
        ) {
          numUids
        }
        after: addCat(input: [{ name: "Pus" }]) {
          numUids
        }
      }
    `);
    expect(data).toEqual({ addCat: { numUids: 1 }, wrong: null });
    expect(errors).toEqual([
      {
        message: expect.stringMatching(
          /owl\/materializer: disjointness violation on entity _:\S+: type "Dog" is disjoint with type "Cat"$/,
        ),
        locations: [expect.anything()],
        path: ['wrong'],
        extensions: expect.objectContaining({ explanation: expect.anything() }),
      },
      expect.objectContaining({ path: ['after'] }),
    ]);
    for (const name of ['Odd', 'Mia', 'Fay', 'Bad', 'Gus', 'Pus']) expect(await node(name)).toBeUndefined();
    expect(await node('Kit')).toBeDefined();
  });

  it('update and remove change the entailed facts too', async () => {
    await graphql('mutation { addDog(input: [{ name: "Ace", friend: [{ name: "Ivy" }] }]) { numUids } }');
    expect((await node('Ivy')).friend).toEqual([{ name: 'Ace' }]);
    const update = await graphql(`
      mutation {
        updateDog(input: { filter: { name: { eq: "Ace" } }, set: { legs: 3, chases: [{ name: "Zoe" }] } }) {
          numUids
          dog {
            legs
          }
        }
      }
    `);
    expect(update).toEqual({ data: { updateDog: { numUids: 1, dog: [{ legs: 3 }] } } });
    expect((await node('Zoe')).types.sort()).toEqual(['Animal', 'Cat']);
    expect((await node('Zoe')).chasedBy).toEqual([{ name: 'Ace' }]);
    const ivy = (await ask(engine.url, query('{ q(func: eq(name, "Ivy")) { uid } }'))).data.q[0].uid;
    await graphql(
      `mutation { updateDog(input: { filter: { name: { eq: "Ace" } }, remove: { friend: [{ id: "${ivy}" }] } ` +
        '}) { numUids } }',
    );
    // The edge would remain in both directions if the other one were asserted, too.
    expect((await node('Ace')).friend).toBeUndefined();
    expect((await node('Ivy')).friend).toBeUndefined();
  });

  it('a delete retracts inferred facts', async () => {
    await graphql('mutation { addDog(input: [{ name: "Del", chases: [{ name: "Uma" }] }]) { numUids } }');
    expect(
      await graphql('mutation { deleteDog(filter: { name: { eq: "Del" } }) { msg numUids dog { name } } }'),
    ).toEqual({
      data: { deleteDog: { msg: 'Deleted', numUids: 1, dog: [{ name: 'Del' }] } },
    });
    expect(await node('Del')).toBeUndefined();
    expect((await node('Uma')).chasedBy).toBeUndefined();
  });

  it('a delete removes incoming edges, which would entail a class of the node', async () => {
    await graphql(
      'mutation { addDog(input: [{ name: "Leo", chases: [{ name: "Mew" }, { name: "Pur" }], friend: [{ name: ' +
        '"Mat" }] }]) { numUids } addOwner(input: [{ iri: "urn:olaf", owns: [{ name: "Pet of Olaf" }] }]) { ' +
        'numUids } }',
    );
    const deletion = await graphql(
      'mutation { deleteCat(filter: { name: { eq: "Mew" } }) { numUids cat { name chasedBy { name } } } ' +
        'deleteAnimal(filter: { name: { in: ["Mat", "Pet of Olaf"] } }) { numUids } }',
    );
    expect(deletion).toEqual({
      data: {
        deleteCat: { numUids: 1, cat: [{ name: 'Mew', chasedBy: [{ name: 'Leo' }] }] },
        deleteAnimal: { numUids: 2 },
      },
      // Incoming edges: to Mew and Mat from Leo, and to Olaf's pet; none of their types or outgoing edges.
      extensions: { ontology: { deleted: { nodes: 3, incoming: 3, edges: expect.anything() } } },
    });
    const { edges } = deletion.extensions.ontology.deleted;
    expect(edges.map(({ predicate }: Answer) => predicate).sort()).toEqual(['chases', 'friend', 'owns']);
    expect(await node('Leo')).toEqual({ name: 'Leo', types: expect.anything(), chases: [{ name: 'Pur' }] });
    const left = await graphql(
      '{ queryOwner(filter: { iri: { eq: "urn:olaf" } }) { owns { id } } queryAnimal(filter: { not: { has: ' +
        'name } }) { id } }',
    );
    expect(left.data).toEqual({ queryOwner: [{ owns: [] }], queryAnimal: [] });
  });

  it('mutations that name a new node at the same time, as members of several classes or of none, find one node', async () => {
    await graphql(`
      mutation {
        addOwner(input: [{ iri: "urn:first" }]) {
          numUids
        }
      }
    `);
    for (let i = 0; i < 10; i++) {
      const iri = `urn:race${i}`;
      const forms = [
        `addOwner(input: [{ iri: "${iri}" }], upsert: true)`,
        `addDog(input: [{ iri: "${iri}", legs: 4 }], upsert: true)`,
        `addOwner(input: [{ iri: "${iri}-a", knows: [{ iri: "${iri}" }] }])`,
        `addOwner(input: [{ iri: "${iri}-b", owns: [{ iri: "${iri}" }] }], upsert: true)`,
        `updateOwner(input: { filter: { iri: { eq: "urn:first" } }, set: { knows: [{ iri: "${iri}" }] } })`,
      ];
      const answers = await Promise.all(forms.map((form) => graphql(`mutation { ${form} { numUids } }`)));
      expect(answers.flatMap(({ errors = [] }) => errors as unknown[])).toEqual([]);
      const found = `{ q(func: eq(iri, "${iri}")) { types: dgraph.type in: ~knows { iri } owners: ~owns { iri } } }`;
      const { data } = await ask(engine.url, query(found));
      expect(data.q).toEqual([
        {
          types: expect.arrayContaining(['Owner', 'Dog', 'Animal']),
          in: expect.arrayContaining([{ iri: `${iri}-a` }, { iri: 'urn:first' }]),
          owners: [{ iri: `${iri}-b` }],
        },
      ]);
    }
  });

  it('an IRI identifies an existing node, which upsert overwrites', async () => {
    const add = (legs: number, upsert: boolean) =>
      graphql(
        `mutation { addDog(input: [{ iri: "${EX}lia", name: "Lia", legs: ${legs} }], upsert: ${upsert}) { ` +
          'numUids dog { legs } } }',
      );
    expect((await add(1, false)).data.addDog.numUids).toBe(1);
    expect((await add(2, false)).errors[0].message).toContain('already exists');
    expect((await add(2, true)).data.addDog.dog).toEqual([{ legs: 2 }]);
    expect((await graphql(`{ getDog(iri: "${EX}lia") { name legs } }`)).data.getDog).toEqual({ name: 'Lia', legs: 2 });
  });

  it('an IRI names one node in all its classes', async () => {
    const add = (text: string, upsert = false) =>
      graphql(
        `mutation { addOwner(input: [${text}], upsert: ${upsert}) { numUids owner { owns { __typename iri } } } }`,
      );
    // One node twice in one mutation: as an animal, and as an owner.
    const addition = await add(`{ iri: "${EX}ed", owns: [{ iri: "${EX}kit" }] }, { iri: "${EX}kit" }`);
    // A cluster numbers new nodes in its own order, and answers in order of uid.
    expect(addition.data.addOwner.numUids).toBe(2);
    expect(addition.data.addOwner.owner).toHaveLength(2);
    expect(addition.data.addOwner.owner).toEqual(
      expect.arrayContaining([{ owns: [{ __typename: 'Animal', iri: `${EX}kit` }] }, { owns: [] }]),
    );
    const kit = await graphql(`{ getAnimal(iri: "${EX}kit") { id } getOwner(iri: "${EX}kit") { id } }`);
    expect(kit.data.getAnimal.id).toBe(kit.data.getOwner.id);
    // An existing node: a reference adds the class at the end of the edge, an upsert the class of the mutation.
    await graphql(`mutation { addOwner(input: [{ iri: "${EX}una" }]) { numUids } }`);
    const owned = await add(`{ iri: "${EX}ivy", owns: [{ iri: "${EX}una" }] }`);
    expect(owned.data.addOwner.owner).toEqual([{ owns: [{ __typename: 'Animal', iri: `${EX}una` }] }]);
    const dog = (upsert: boolean) =>
      graphql(`mutation { addDog(input: [{ iri: "${EX}una", name: "Una" }], upsert: ${upsert}) { dog { name } } }`);
    expect((await dog(false)).errors[0].message).toMatch(/already exists for field iri; with upsert: true, .* in Dog/);
    expect((await dog(true)).data.addDog.dog).toEqual([{ name: 'Una' }]);
    expect((await node('Una')).types.sort()).toEqual(['Animal', 'Dog', 'Owner']);
  });

  it('a reference may be to any class where the ontology has no range', async () => {
    await graphql(`mutation { addDog(input: [{ iri: "${EX}pip", name: "Pip" }]) { numUids } }`);
    const { id } = (await graphql(`{ getDog(iri: "${EX}pip") { id } }`)).data.getDog;
    const input = `[{ iri: "${EX}by-id", knows: [{ id: "${id}" }] }, { iri: "${EX}by-iri", knows: [{ iri: "${EX}pip" }] }]`;
    const { data, errors } = await graphql(
      `mutation { addOwner(input: ${input}) { owner { knows { __typename id ... on Animal { name } } } } }`,
    );
    expect(errors).toBeUndefined();
    const knows = [{ __typename: 'Dog', id, name: 'Pip' }];
    expect(data.addOwner.owner).toEqual([{ knows }, { knows }]);
    const nobody = await graphql('mutation { addOwner(input: [{ knows: [{ id: "0xffffff" }] }]) { numUids } }');
    expect(nobody.errors[0].message).toContain(`ID "0xffffff" isn't a Thing`);
  });

  it('a mutation stops at the limit of inferred facts', async () => {
    const dogs = Array.from({ length: 4000 }, (_, i) => ({ name: `n${i}`, chases: [{ name: `m${i}` }] }));
    const { errors } = await graphql('mutation ($dogs: [AddDogInput!]!) { addDog(input: $dogs) { numUids } }', {
      variables: { dogs },
    });
    expect(errors[0].message).toContain('inference overflow: the mutation generates more than 10000 inferred edges');
  });

  describe('disguised mutations', () => {
    // Without the gateway the engine would write it: the engine knows no disjointness.
    const document = (name: string): string =>
      `mutation { addDog(input: [{ name: "${name}", legs: 1000 }]) { numUids } }`;
    const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
      send({ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: body as string });
    /** Without a sub-protocol, Dgraph answers the request in the URL. */
    const asWebSocket = (target: string): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const headers = {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        };
        request(`${gateway.url}${target}`, { headers })
          .on('response', (answer) => void textOf(answer).then((text) => resolve(JSON.parse(text)), reject))
          .on('error', reject)
          .end();
      });
    const escaped = (text: string) => text.replace('mutation', '\\u006dutation');

    it.each<[string, (name: string) => Promise<Answer>]>([
      ['a GET', (name) => send({ headers: {} }, `/graphql?query=${encodeURIComponent(document(name))}`)],
      [
        'a bare document',
        (name) => send({ method: 'POST', headers: { 'content-type': 'application/graphql' }, body: document(name) }),
      ],
      ['an escape', (name) => post(escaped(JSON.stringify({ query: document(name) })))],
      ['another case', (name) => post(JSON.stringify({ QUERY: document(name) }))],
      [
        'a name that comes twice',
        (name) => post(`{"query":"{ queryDog { name } }","query":${JSON.stringify(document(name))}}`),
      ],
      [
        'two names of one case',
        (name) => post(JSON.stringify({ query: '{ queryDog { name } }', Query: document(name) })),
      ],
      ['something behind the body', (name) => post(`${JSON.stringify({ query: document(name) })} and more`)],
      ['a null of the same name', (name) => post(JSON.stringify({ query: document(name), QUERY: null }))],
      [
        'an encoding that Dgraph does not know',
        (name) => post(JSON.stringify({ query: document(name) }), { 'content-encoding': 'zstd' }),
      ],
      [
        'an encoding in capitals that is not the body’s',
        (name) => post(JSON.stringify({ query: document(name) }), { 'content-encoding': 'GZIP' }),
      ],
      [
        'a semicolon in the query string, over which Go passes',
        (name) => send({ headers: {} }, `/graphql?query=a;b&query=${encodeURIComponent(document(name))}`),
      ],
      [
        'a parameter with half an escape',
        (name) => send({ headers: {} }, `/graphql?query=%7&query=${encodeURIComponent(document(name))}`),
      ],
      [
        'the asking for another protocol',
        (name) => asWebSocket(`/graphql?query=${encodeURIComponent(document(name))}`),
      ],
      ['gzip', (name) => post(gzipSync(JSON.stringify({ query: document(name) })), { 'content-encoding': 'gzip' })],
      [
        'another operation by name',
        (name) =>
          post(
            JSON.stringify({
              query: `query a { queryDog { name } } ${document(name).replace('mutation', 'mutation b')}`,
              operationName: 'b',
            }),
          ),
      ],
      [
        'a hash',
        (name) =>
          post(
            JSON.stringify({
              query: document(name),
              extensions: {
                persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(document(name)).digest('hex') },
              },
            }),
          ),
      ],
    ])('%s does not bypass the rules', async (_, ask) => {
      const name = `slip-${Math.random().toString(36).slice(2)}`;
      const { errors } = await ask(name);
      expect(errors[0].message).toMatch(
        /disjointness violation|Not a valid GraphQL request body|Content-Encoding .* is not accepted|the body is not gzip|query string/,
      );
      expect(await node(name)).toBeUndefined();
    });
  });

  it('a query goes to the engine and returns data written directly', async () => {
    await ask(gateway.url, json({ set: { 'graph.type': 'Dog', name: 'Seen' } }));
    expect(
      (await graphql('query mutation { queryAnimal(filter: { name: { eq: "Seen" } }) { name } }')).data.queryAnimal,
    ).toEqual([{ name: 'Seen' }]);
  });
});
