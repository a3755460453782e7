/** Dgraph killed during writes and restarted: the answers that clients got are true. */
import type { Gateway } from '../../../src/app';
import { describeIf } from '../../support/conditional';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, json, post, query } from '../../support/engines/wire';

const ONTOLOGY = `@prefix : <https://example.org/killed#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/killed> a owl:Ontology . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class .
:note a owl:DatatypeProperty ; rdfs:range xsd:string .`;

const KILLS = 3;
const version = dgraphVersion();

describeIf(version, 'needs a dgraph program')('a killed Dgraph', () => {
  let dgraph: RunningDgraph;
  let gateway: Gateway;
  beforeAll(async () => {
    dgraph = await startDgraph(version!);
    gateway = await startGatewayOver(dgraph);
    await loadOntology(gateway.url, ONTOLOGY);
  });
  afterAll(async () => {
    await gateway.close();
    await dgraph.stop();
  });

  it('stores writes that were reported as written once, and none that were reported as not written', async () => {
    const { uids } = (await ask(gateway.url, json({ set: { uid: '_:n', note: 'node' } }))).data as {
      uids: { n: string };
    };
    const outcomes = new Map<string, string>();
    const starts: (number | undefined)[] = [];
    let isOver = false;
    const client = async (name: number): Promise<void> => {
      for (let i = 0; !isOver; i++) {
        const mark = `c${name}w${i}`;
        const set =
          i % 2 === 0 ? { note: mark, 'graph.type': 'Dog' } : { uid: uids.n, 'graph.type': 'Dog', tag: [mark] };
        const { body } = await post(gateway.url, json({ set }));
        starts.push(body.extensions?.txn?.start_ts as number | undefined);
        outcomes.set(mark, (body.errors?.[0]?.extensions?.code as string | undefined) ?? 'Success');
        if (body.errors) await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const clients = Promise.all(Array.from({ length: 6 }, (_, i) => client(i)));
    for (let kill = 0; kill < KILLS; kill++) {
      const before = outcomes.size;
      while (outcomes.size < before + 40) await new Promise((resolve) => setTimeout(resolve, 20));
      await dgraph.killAlpha();
    }
    isOver = true;
    await clients;
    const { data } = await ask(
      dgraph.url,
      query('{ q(func: has(note)) { note } t(func: uid(' + uids.n + ')) { tag } }'),
    );
    const stored = new Map<string, number>();
    const values = [...(data.q as { note: string }[]).map(({ note }) => note), ...((data.t[0].tag ?? []) as string[])];
    for (const value of values) stored.set(value, (stored.get(value) ?? 0) + 1);
    const lies = [...outcomes].filter(([mark, code]) => {
      const number = stored.get(mark) ?? 0;
      if (code === 'Success' || code === 'AnswerLost') return number !== 1;
      return code === 'OutcomeUnknown' ? number > 1 : number > 0;
    });
    expect(lies).toEqual([]);
    const codes = new Set(outcomes.values());
    expect(codes).toContain('Success');
    // The kills affected some writes.
    expect(codes.size).toBeGreaterThan(1);
    // Some writes shared a transaction.
    const started = starts.filter((each) => each !== undefined);
    expect(new Set(started).size).toBeLessThan(started.length);
  });
});
