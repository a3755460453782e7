/**
 * Malformed mutations, with and without an ontology in force: Dgraph's messages. Statements without a block are read.
 */
import { MALFORMED } from '../../support/dql/malformed-mutations';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, post, query, rdf, type Posted } from '../../support/engines/wire';
import type { Gateway } from '../../../src/app';
import { LIBRARY } from '../../support/materialize/library';

forEachEngine((engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine);
  });
  afterAll(() => gateway?.close());

  const answersTo = async (url: string): Promise<object[]> => {
    const answers: object[] = [];
    for (const { type, body } of MALFORMED) {
      const request: Posted = { path: '/mutate?commitNow=true', type, body };
      answers.push((await post(url, request)).body as object);
    }
    return answers;
  };
  const expected = MALFORMED.map(({ message, isBeforehand }) => ({
    errors: [{ message, extensions: { code: 'ErrorInvalidRequest' } }],
    ...(!isBeforehand && { data: null }),
  }));

  it('the engine refuses malformed bodies in the recorded words', async () => {
    expect(await answersTo(engine.url)).toEqual(expected);
  });

  it.each([
    ['_:d <graph.type> "Doctor" .', 'Doctor'],
    ['# a comment { set {\n_:d <dgraph.type> "Nurse" .\n', 'Nurse'],
  ])('reads statements without a block and without an ontology: %s', async (body, type) => {
    const { data } = await ask(gateway.url, rdf(body));
    const uid = (data.uids as Record<string, string>)['d'];
    const answer = await ask(gateway.url, query(`{ q(func: uid(${uid})) { dgraph.type } }`));
    expect(answer.data.q).toEqual([{ 'dgraph.type': [type] }]);
  });

  describe('with an ontology in force', () => {
    beforeAll(() => loadOntology(gateway.url, LIBRARY));

    it('the gateway refuses them in the same words', async () => {
      expect(await answersTo(gateway.url)).toEqual(expected);
    });

    it('reads statements without a block, and names the place of an error in them', async () => {
      const { data, extensions } = await ask(gateway.url, rdf('# a comment\n_:p <graph.type> "Poem" .'));
      expect(Object.keys(data.uids as object)).toEqual(['p']);
      expect(extensions.ontology.inferred).toBeGreaterThan(0);
      const { body } = await post(gateway.url, rdf('_:p <graph.type> "Poem" .\n_:p <title> oops .'));
      expect(body.errors[0].message).toMatch(/^RDF: line 2, column 13: /);
    });
  });
});
