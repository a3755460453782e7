/** Writes of IRIs to an engine that had the predicate of IRIs, and dropped it. */
import { underGateway } from '../../support/engines/under-gateway';
import { alter, alterJson, ask, json, query, rdf } from '../../support/engines/wire';

const IRIS = '{ q(func: has(iri), orderasc: iri) { iri } }';

underGateway((testbed) => {
  beforeEach(async () => {
    await ask(testbed.engine.url, alter('iri: string @index(exact) @upsert .'));
    await ask(testbed.engine.url, json({ set: [{ iri: 'http://ex.org/before' }] }));
    await ask(testbed.engine.url, alterJson({ drop_all: true }));
  });

  it.each([
    ['members of JSON', json({ set: [{ iri: 'http://ex.org/a' }, { iri: 'http://ex.org/b' }] })],
    ['values of N-Quads', rdf('{ set { _:a <iri> "http://ex.org/a" .\n_:b <iri> "http://ex.org/b" . } }')],
    ['subjects and objects', rdf('{ set { <http://ex.org/a> <knows> <http://ex.org/b> . } }')],
  ])('as %s', async (_, request) => {
    await ask(testbed.url, request);
    const { data } = await ask(testbed.engine.url, query(IRIS));
    expect(data.q).toEqual([{ iri: 'http://ex.org/a' }, { iri: 'http://ex.org/b' }]);
  });
});
