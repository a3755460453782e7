/**
 * Several gateways on one engine: an ontology loaded through one applies to writes through another at once, however
 * rarely that one checks.
 */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, json, post, query } from '../../support/engines/wire';

const ONTOLOGY = (
  parent: string,
) => `@prefix : <http://example.org/pets#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://example.org/pets> a owl:Ontology .
:Dog a owl:Class ; rdfs:subClassOf :${parent} . :${parent} a owl:Class .`;

forEachEngine((engine) => {
  let loading: Gateway | undefined;
  let writing: Gateway | undefined;
  beforeEach(async () => {
    await engine.reset();
    loading = await startGatewayOver(engine, { OWLGATE_POLL_MS: '50' });
    writing = await startGatewayOver(engine, { OWLGATE_POLL_MS: '600000' });
  });
  afterEach(async () => {
    await loading?.close();
    await writing?.close();
  });

  const lacking = async (parent: string): Promise<unknown[]> => {
    const { data } = await ask(
      engine.url,
      query(`{ q(func: eq(dgraph.type, "Dog")) @filter(NOT eq(dgraph.type, "${parent}")) { uid } }`),
    );
    return data.q;
  };

  /** Writes through the other gateway until the callback says so; returns the number of accepted writes. */
  const keepWriting = (isOver: () => boolean) =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        let acceptedCount = 0;
        while (!isOver()) {
          const { body } = await post(writing!.url, json({ set: { 'graph.type': 'Dog' } }));
          expect(body.errors).toBeUndefined();
          acceptedCount++;
        }
        return acceptedCount;
      }),
    ).then((counts) => counts.reduce((a, b) => a + b));

  it('every write through another gateway is completed during the first and the next load', async () => {
    for (const parent of ['Animal', 'Companion']) {
      let isOver = false;
      const writes = keepWriting(() => isOver);
      await loadOntology(loading!.url, ONTOLOGY(parent));
      isOver = true;
      expect(await writes).toBeGreaterThan(10);
      expect(await lacking(parent)).toEqual([]);
    }
    const old = await ask(engine.url, query('{ q(func: eq(dgraph.type, "Animal")) { uid } }'));
    expect(old.data.q).toEqual([]);
  });
});
