/** A materialization that meets values which a change of the schema made unreadable names their predicates. */
import { setTimeout as delay } from 'node:timers/promises';
import { postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, alterJson, ask, post, query, rdf, type Answer } from '../../support/engines/wire';
import { until } from '../../support/until';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://ex.org/o> a owl:Ontology . :Person a owl:Class .
:called a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:domain :Person .
:aged a owl:DatatypeProperty ; rdfs:range xsd:integer ; rdfs:domain :Person .
`;

underGateway((testbed) => {
  /** Repeats the request while the gateway itself tries again what failed. */
  const materialize = async (): Promise<{ status: number; body: Answer }> => {
    for (;;) {
      const response = await fetch(`${testbed.url}/ontology/materialize?wait=true`, { method: 'POST' });
      const body = (await response.json()) as Answer;
      if (body.errors?.[0].extensions.code !== 'OntologyBusy') return { status: response.status, body };
      await delay(100);
    }
  };

  const load = async (): Promise<void> => {
    await ask(testbed.url, alterJson({ drop_all: true }));
    // The gateway may be trying again what failed before.
    await until(async () => (await postOntology(testbed.url, ONTOLOGY)).status === 200);
  };

  /** Expects a refusal that names the predicate, and that its advice holds. */
  const expectNamed = async (type: string, value: string, restored: string): Promise<void> => {
    let { status, body } = await materialize();
    // A change behind the gateway is noticed after a moment.
    await until(async () => status !== 200 || ({ status, body } = await materialize()).status !== 200);
    expect(status).toBe(409);
    const [{ message, extensions }] = body.errors;
    expect(extensions.code).toBe('UnreadableValues');
    expect(message).toMatch(`stored values of called (${type}): `);
    expect(message).toMatch(value);
    const state = await (await fetch(`${testbed.url}/ontology/materialization`)).json();
    expect(state).toMatchObject({ state: 'failed', reason: message });
    await ask(testbed.engine.url, alter(`called: ${restored} .`));
    expect((await materialize()).status).toBe(200);
  };

  /** Changes the type behind the gateway. */
  const change = async (type: string): Promise<void> => {
    await ask(testbed.engine.url, alter(`called: ${type} .`));
    await until(async () => {
      const { data } = await ask(testbed.engine.url, query('schema(pred: called) { type }'));
      return data.schema[0].type === type;
    });
  };

  it.each(['bigfloat', 'datetime', 'float32vector'])('text under %s', async (type) => {
    await load();
    await ask(testbed.url, rdf('{ set { _:a <called> "Ann" .\n_:a <aged> "7" . } }'));
    await ask(testbed.engine.url, alter(`called: ${type} .`));
    await expectNamed(type, 'Ann', 'string');
  });

  it.each(['default', 'bigfloat'])('a vector under %s', async (type) => {
    await load();
    // A busy alpha that has told the new type may still write under the former one: as text, which is readable.
    await until(async () => {
      await change('float32vector');
      await ask(testbed.engine.url, rdf('{ set { _:a <called> "[1.5, 2.5]" .\n_:a <aged> "7" . } }'));
      await change(type);
      const { body } = await post(testbed.engine.url, query('{ q(func: has(called)) { called } }'));
      return body.errors !== undefined;
    });
    await expectNamed(type, 'vector', 'float32vector');
  });
});
