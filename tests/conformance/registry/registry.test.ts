/**
 * The registry belongs to the gateway: clients read it, but neither writes nor schema changes affect it. Dropping all
 * data drops it too.
 */
import { startGatewayOver } from '../../support/engines/gateway';
import { introspect, loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import {
  alter,
  alterJson,
  ask,
  graph,
  json,
  post,
  query,
  rdf,
  type Answer,
  type Posted,
} from '../../support/engines/wire';
import { LIBRARY, NS } from '../../support/materialize/library';
import { until } from '../../support/until';

underGateway((testbed) => {
  const registry = async (): Promise<Answer> =>
    (
      await ask(
        testbed.engine.url,
        query(
          '{ q(func: has(owlgate.record)) { uid owlgate.key owlgate.record owlgate.progress owlgate.link ' +
            '@facets { uid owlgate.text } } }',
        ),
      )
    ).data.q;
  const schema = async (): Promise<Answer[]> =>
    (await ask(testbed.engine.url, query('schema {}'))).data.schema.filter(({ predicate }: Answer) =>
      (predicate as string).startsWith('owlgate.'),
    );
  let head: string;

  const refused = async (request: Posted, code = 'ReservedPredicate'): Promise<void> => {
    const before = [await registry(), await schema()];
    const { status, body } = await post(testbed.url, request);
    expect([status, body.errors?.[0]?.extensions?.code]).toEqual([200, code]);
    expect(body.errors[0].message).toContain('predicates that begin with owlgate. belong to the gateway');
    expect([await registry(), await schema()]).toEqual(before);
  };

  describe.each([
    ['before a load', false],
    ['with an ontology in force', true],
  ])('%s', (_, isLoaded) => {
    beforeAll(async () => {
      if (!isLoaded) return;
      await loadOntology(testbed.url, LIBRARY);
      head = (await registry()).find((node: Answer) => node['owlgate.key'] === 'head').uid;
    });

    it.each([
      ['set in RDF', rdf('{ set { _:a <owlgate.key> "head" . } }')],
      ['deleted in RDF', rdf('{ delete { <0x5> <owlgate.record> * . } }')],
      [
        'spelled with an escape',
        { path: '/mutate?commitNow=true', type: 'application/json', body: '{"set":{"\\u006fwlgate.key":"head"}}' },
      ],
      ['set in JSON', json({ set: { title: 'x', 'owlgate.key': 'head' } })],
      ['deleted in JSON', json({ delete: { uid: '0x5', 'owlgate.lock': null } })],
      ['set in nested JSON', json({ set: { wrote: [{ title: 'x', 'owlgate.text': 'x' }] } })],
      [
        'deleted by a variable',
        rdf('upsert { query { v as var(func: has(owlgate.key)) } mutation { delete { uid(v) <owlgate.key> * . } } }'),
      ],
      ['set in an open transaction', rdf('{ set { _:a <owlgate.key> "head" . } }', {})],
      ['set in a dry run', rdf('{ set { _:a <owlgate.key> "head" . } }', { dryRun: true })],
      ['set in Turtle', graph('text/turtle', '<https://example.org/x> <owlgate.key> "head" .')],
    ])('registry facts are not %s', async (way, request) => {
      if (way === 'set in Turtle') {
        // In this format the name is a relative IRI.
        expect((await post(testbed.url, request)).body.errors[0].message).toMatch(/relative/);
        return;
      }
      await refused(request);
    });

    it.each([
      ['redeclared', alter('owlgate.key: int .')],
      ['declared beside others', alter('name: string .\nowlgate.mine: string .')],
      ['fields of a type', alter('type Mine {\n owlgate.key\n}')],
      ['dropped', alterJson({ drop_attr: 'owlgate.key' })],
      ['dropped by the other spelling', alterJson({ dropAttr: 'owlgate.record' })],
      ['dropped by an operation', alterJson({ drop_op: 'ATTR', drop_value: 'owlgate.lock' })],
    ])('registry predicates are not %s', (_how, request) => refused(request));
  });

  it('registry predicates are readable, and a whole schema is accepted back', async () => {
    const { data } = await ask(testbed.url, query('{ q(func: eq(owlgate.key, "head")) { owlgate.record } }'));
    expect(JSON.parse(data.q[0]['owlgate.record'])).toMatchObject({ version: 1 });
    const lines = (await schema()).map(
      ({ predicate, type, list, index, tokenizer, upsert }) =>
        `<${predicate}>: ${list ? `[${type}]` : type} ${index ? `@index(${tokenizer.join(', ')})` : ''} ` +
        `${upsert ? '@upsert' : ''} .`,
    );
    // As few as the registry and its fences need: users see them in Ratel.
    expect(lines.length).toBe(7);
    const before = await schema();
    await ask(testbed.url, alter(lines.join('\n')));
    expect(await schema()).toEqual(before);
  });

  it('registry nodes survive a whole-node delete, also with a type of the client', async () => {
    const before = await registry();
    await ask(testbed.url, rdf(`{ delete { <${head}> * * . } }`));
    expect(await registry()).toEqual(before);
    await ask(testbed.url, json({ set: { uid: head, 'graph.type': 'Novel', title: 'mine' } }));
    await ask(testbed.url, rdf(`{ delete { <${head}> * * . } }`));
    const left = await ask(testbed.url, query(`{ q(func: uid(${head})) { title graph.type owlgate.record } }`));
    expect(left.data.q).toEqual([{ 'owlgate.record': expect.stringContaining('"version":1') }]);
    await ask(testbed.url, json({ delete: { uid: head } }));
    expect(await registry()).toEqual(before);
    const written = await ask(testbed.url, json({ set: { 'graph.type': `${NS}Novel` } }));
    expect(written.extensions.ontology).toMatchObject({ version: 1, inferred: 2 });
  });

  it('a drop of data removes and restores the registry, and a drop of everything ends the ontology for all gateways', async () => {
    const other = await startGatewayOver(testbed.engine, { OWLGATE_POLL_MS: '50' });
    try {
      await ask(testbed.url, alterJson({ drop_op: 'DATA' }));
      expect((await introspect(testbed.url, '?class=Novel')).status).toBe(200);
      expect((await registry()).some((node: Answer) => node['owlgate.key'] === 'head')).toBe(true);
      // The other gateway has followed, and is not storing anything, once it reasons about a write.
      const written = await ask(other.url, json({ set: { 'graph.type': 'Novel' } }));
      expect(written.extensions.ontology).toMatchObject({ inferred: 2 });
      await ask(testbed.url, alterJson({ drop_all: true }));
      const response = await introspect(testbed.url);
      expect([response.status, response.body.errors[0].extensions.code]).toEqual([409, 'NoOntology']);
      expect(await schema()).toEqual([]);
      const plain = await ask(testbed.url, json({ set: { 'graph.type': 'Novel' } }));
      expect(plain.extensions.ontology).toBeUndefined();
      await until(async () => (await introspect(other.url)).status === 409);
    } finally {
      await other.close();
    }
  });
});
