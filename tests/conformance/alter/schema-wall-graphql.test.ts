/**
 * GraphQL schemas over the predicates of the ontology in force: none changes their types, and removed directives are
 * restored.
 */
import { readSchemaAnswer } from '../../../src/schema';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, post, query, type Posted } from '../../support/engines/wire';
import { zoo } from '../../support/engines/zoo';

/** Returns a schema in every form that Dgraph accepts. */
function formsOf(sdl: string): readonly Posted[] {
  const updating = (schema: string): string =>
    `updateGQLSchema(input: {set: {schema: ${schema}}}) { gqlSchema { id } }`;
  const inline = `mutation { a: ${updating(JSON.stringify(sdl))} }`;
  const block = `mutation M { ...F } fragment F on Mutation { ${updating(`"""${sdl}"""`)} }`;
  const bySchema = `mutation ($sdl: String!) { ${updating('$sdl')} }`;
  const byDefault = `mutation ($s: String! = ${JSON.stringify(sdl)}) { ${updating('$s')} }`;
  const wholeInput = 'mutation ($i: UpdateGQLSchemaInput!) { updateGQLSchema(input: $i) { gqlSchema { id } } }';
  const asJson = (body: object): Posted => ({ path: '/admin', type: 'application/json', body: JSON.stringify(body) });
  return [
    { path: '/admin/schema', type: 'application/graphql', body: sdl },
    { path: '/admin/schema', type: 'text/plain', body: `# mine\r\n${sdl}` },
    { path: '/admin', type: 'application/graphql', body: inline },
    asJson({ query: inline }),
    asJson({ query: block, operationName: 'M' }),
    asJson({ query: bySchema, variables: { sdl } }),
    asJson({ query: wholeInput, variables: { i: { set: { schema: sdl } } } }),
    asJson({ query: byDefault }),
  ];
}

underGateway((testbed) => {
  const predicate = async (name: string): Promise<unknown> =>
    readSchemaAnswer((await ask(testbed.engine.url, query('schema {}'))).data).predicates.find(
      (each) => each.name === name,
    );

  beforeAll(() => loadOntology(testbed.url, zoo()));

  it.each([
    ['another type', 'type Beast { legs: String @dgraph(pred: "legs") }', 'legs'],
    ['a list', 'type Beast { legs: [Int] @dgraph(pred: "legs") }', 'legs'],
    ['one value', 'type Beast { keeps: Beast @dgraph(pred: "keeps") legs: Int }', 'keeps'],
    ['languages', 'type Beast { title: String @dgraph(pred: "title@en") }', 'title'],
    ['a password', 'type Beast @secret(field: "key", pred: "title") { legs: Int }', 'title'],
  ])('a conflicting GraphQL schema is refused in every form: %s', async (_, sdl, name) => {
    const before = await predicate(name);
    for (const request of formsOf(sdl)) {
      const { body } = await post(testbed.url, request);
      expect([request.body, body.errors?.[0]?.extensions?.code]).toEqual([request.body, 'SchemaInUse']);
    }
    expect(await predicate(name)).toEqual(before);
  });

  it('a fitting GraphQL schema is accepted, and rules infer as before', async () => {
    const before = [await predicate('keeps'), await predicate('label'), await predicate('tag')];
    const sdl = `type Beast { legs: Int @dgraph(pred: "legs") keeps: [Beast] @dgraph(pred: "keeps")
      tag: String @dgraph(pred: "tag") label: String @dgraph(pred: "label@en") }
      type Keeper { title: String @dgraph(pred: "title") }`;
    const { body } = await post(testbed.url, { path: '/admin/schema', type: 'application/graphql', body: sdl });
    expect(body.errors).toBeUndefined();
    expect([await predicate('keeps'), await predicate('label'), await predicate('tag')]).toEqual(before);
    const { types } = readSchemaAnswer((await ask(testbed.engine.url, query('schema {}'))).data);
    expect(types.find(({ name }) => name === 'Keeper')?.fields).toEqual(
      expect.arrayContaining(['iri', 'keeps', 'title']),
    );
    const { data } = await ask(testbed.url, json({ set: { uid: '_:k', keeps: { uid: '_:l', 'graph.type': 'Lion' } } }));
    const q = `{ q(func: uid(${data.uids.l})) { keptBy { uid } ~keeps { uid } } }`;
    const answer = await ask(testbed.engine.url, query(q));
    expect(answer.data.q).toEqual([{ keptBy: [{ uid: data.uids.k }], '~keeps': [{ uid: data.uids.k }] }]);
    await loadOntology(testbed.url, zoo());
  });
});
