/** GraphQL mutations with an `Idempotency-Key`: each field is carried out once, whatever happens to the answer. */
import { randomUUID } from 'node:crypto';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { CUTS, startCuttingProxy, type CuttingProxy } from '../../support/engines/cutting-proxy';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, query, type Answer } from '../../support/engines/wire';
import { casesOf } from '../../support/runs';

const ONTOLOGY = `@prefix : <https://example.org/gone#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/gone> a owl:Ontology . :Dog a owl:Class .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Dog ; rdfs:range xsd:string .
:friend a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Dog .`;
const SDL = 'type Dog { id: ID! name: String @search(by: [exact]) @dgraph(pred: "name") friend: [Dog] }';

interface Told {
  readonly status: number;
  readonly body: Answer;
  readonly isReplay: boolean;
}

forEachEngine((engine) => {
  describe.each([
    ['with an ontology', 0],
    ['with a schema of its own', 1],
  ])('%s', (setup, turn) => {
    let proxy: CuttingProxy;
    const gateways: Gateway[] = [];
    beforeAll(async () => {
      await engine.reset();
      proxy = await startCuttingProxy(engine.url, 50);
      for (let i = 0; i < 2; i++) gateways.push(await startGatewayOver(proxy, { OWLGATE_GRAPHQL: 'on' }));
      if (setup === 'with an ontology') await loadOntology(gateways[0]!.url, ONTOLOGY);
      else await fetch(`${gateways[0]!.url}/admin/schema`, { method: 'POST', body: SDL });
    });
    afterAll(async () => {
      for (const gateway of gateways.splice(0)) await gateway.close();
      await proxy.close();
    });

    let count = 0;
    const fresh = (): string => `dog${++count}`;
    const send = async (i: number, text: string, key: string): Promise<Told> => {
      const response = await fetch(`${gateways[i % 2]!.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({ query: text }),
      });
      const isReplay = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, body: await response.json(), isReplay };
    };
    const stored = async (name: string): Promise<string[]> => {
      const { data } = await ask(engine.url, query(`{ q(func: has(name)) @filter(eq(name, "${name}")) { uid } }`));
      return (data.q as { uid: string }[]).map(({ uid }) => uid);
    };
    const add = (name: string): string =>
      `mutation { addDog(input: [{ name: "${name}" }]) { numUids dog { id name friend { name } } } }`;

    it('a repeated add makes one node and gets the same answer', async () => {
      const [name, key] = [fresh(), randomUUID()];
      const first = await send(0, add(name), key);
      expect([first.status, first.body.errors, first.isReplay]).toEqual([200, undefined, false]);
      expect(first.body.data.addDog).toMatchObject({ numUids: 1, dog: [{ name }] });
      for (const i of [0, 1]) {
        const again = await send(i, add(name), key);
        expect([again.isReplay, again.body.data]).toEqual([true, first.body.data]);
        expect(again.body.extensions).toMatchObject({ idempotentReplay: true });
      }
      expect(await stored(name)).toEqual([first.body.data.addDog.dog[0].id]);
    });

    it('a repeated update beside a delete is carried out once', async () => {
      const [name, key] = [fresh(), randomUUID()];
      await send(0, add(name), randomUUID());
      const [uid] = await stored(name);
      const text = `mutation {
        __typename
        updateDog(input: { filter: { id: ["${uid}"] }, set: { friend: [{ name: "${name} friend" }] } }) { numUids dog { friend { name } } }
        deleteDog(filter: { id: ["${uid}"] }) { msg numUids dog { name } }
      }`;
      const first = await send(0, text, key);
      expect(first.body.data).toMatchObject({
        updateDog: { numUids: 1 },
        deleteDog: { msg: 'Deleted', numUids: 1, dog: [{ name }] },
      });
      const again = await send(1, text, key);
      expect(again.body.data.deleteDog).toEqual(first.body.data.deleteDog);
      expect(again.body.data.updateDog.numUids).toBe(1);
      expect([(await stored(name)).length, (await stored(`${name} friend`)).length]).toEqual([0, 1]);
    });

    it('another request under the key is refused, and queries ignore the key', async () => {
      const [name, key] = [fresh(), randomUUID()];
      await send(0, add(name), key);
      const refused = await send(1, add(`${name}!`), key);
      expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([422, 'IdempotencyKeyReused']);
      const read = await send(1, '{ queryDog { name } }', key);
      expect([read.status, read.isReplay, read.body.errors]).toEqual([200, false, undefined]);
    });

    it('an invalid key is refused', async () => {
      const refused = await send(0, add(fresh()), 'a key');
      expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([400, 'IdempotencyKeyInvalid']);
    });

    it('concurrent repetitions through two gateways make one node', async () => {
      const [name, key] = [fresh(), randomUUID()];
      const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => send(i, add(name), key)));
      const successes = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body.data));
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      expect(new Set(successes).size).toBe(1);
      expect(await stored(name)).toHaveLength(1);
    });

    it.each(casesOf(CUTS, engine, turn))(
      'a repetition after a cut connection gets the whole answer: %s',
      async (cut) => {
        for (let nth = 0; ; nth++) {
          const [name, key] = [fresh(), randomUUID()];
          let [changes, wasCut] = [0, false];
          proxy.plan((path) => {
            if (!/^\/(mutate|commit)\b/.test(path) || path.includes('abort=true') || changes++ !== nth)
              return undefined;
            wasCut = true;
            return cut;
          });
          let answer = await send(nth, add(name), key);
          proxy.plan(() => undefined);
          for (let i = 0; answer.body.errors && i < 5; i++) answer = await send(i, add(name), key);
          await proxy.settle();
          expect(answer.body.errors).toBeUndefined();
          expect(await stored(name)).toEqual([answer.body.data.addDog.dog[0].id]);
          if (!wasCut) break;
        }
      },
    );
  });
});
