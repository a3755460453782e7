/** Links of documents found by a model: stored beside those of labels, requested once, resumed, and deleted. */
import type { Gateway } from '../../../src/app';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, query, rdf, type Answer } from '../../support/engines/wire';
import { documentsOf } from '../../support/retrieval/documents';
import { startModelServer, type ModelRequest, type Line, type ModelServer } from '../../support/retrieval/model-server';

const QUAY = `
@prefix : <https://example.org/quay#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/quay> a owl:Ontology .
:Ship a owl:Class ; rdfs:label "ship" .
:Planet a owl:Class ; rdfs:label "planet" .
:name a owl:DatatypeProperty ; rdfs:range xsd:string .
`;
const LOG = 'Mercury lay at the quay. She had a new mast.\n\n# Later\n\nThen the fog came, and nobody spoke.\n';

underGateway((testbed) => {
  let server: ModelServer;
  let gateway: Gateway;
  let uids: Record<string, string>;
  const documents = documentsOf(() => gateway.url);

  beforeAll(async () => {
    await loadOntology(testbed.url, QUAY);
    const { data } = await ask(
      testbed.url,
      rdf(`{ set {
        _:ship <graph.type> "Ship" .
        _:ship <name> "Mercury" .
        _:planet <graph.type> "Planet" .
        _:planet <name> "Mercury" .
      } }`),
    );
    uids = data.uids;
    server = await startModelServer();
    gateway = await startGatewayOver(testbed.engine, {
      OWLGATE_MODEL_URL: server.url,
      OWLGATE_MODEL: 'recorded',
      OWLGATE_MODEL_PRICES: '2.5,10',
    });
  });
  afterAll(async () => {
    await gateway?.close();
    await server?.close();
  });

  /** Answers that the ship is meant, by name and by pronoun. */
  const reader = ({ body }: ModelRequest): Line => {
    const text = body.messages[1]!.content!;
    const ship = /^(c\d+): Mercury \(Ship\)/m.exec(text)?.[1] ?? 'none';
    const choices = [...text.matchAll(/^(m\d+): "Mercury"/gm)].map(([, mention]) => ({ mention, candidate: ship }));
    const at = /^(p\d+)[^\n]*\nMercury/m.exec(text)?.[1];
    const links = at === undefined ? [] : [{ passage: at, quote: 'She', candidate: ship }];
    return { calls: [{ name: 'link', args: { choices, links } }] };
  };
  const mentions = async (): Promise<Answer[]> => {
    const { body } = await documents.get({ source: 'log' });
    return body.chunks.map((chunk: Answer) =>
      chunk.mentions.map((m: Answer) => [m.text, m.uids, ...(m.by ? [m.by] : [])]),
    );
  };
  const edges = async (): Promise<string[]> => {
    const { data } = await ask(
      testbed.url,
      query('{ q(func: has(owlgate.chunk.text)) { owlgate.chunk.mentions { uid } } }'),
    );
    return data.q.flatMap((c: Answer) => (c['owlgate.chunk.mentions'] ?? []).map(({ uid }: Answer) => uid)).sort();
  };

  it('keeps the links by labels and reports the failure when the model fails', async () => {
    server.play(() => ({ status: 400, body: '{"error":{"message":"no such model"}}' }));
    const { body } = await documents.put('log', LOG, 'text/markdown');
    expect(body).toMatchObject({ failed: 0, documents: [{ status: 'created', linked_by_model: 0, cost_usd: 0 }] });
    expect(body.documents[0].warning).toMatch(/links by the model are missing.*no such model/);
    expect(await mentions()).toEqual([[['Mercury', [uids.ship, uids.planet].sort()]], []]);
    expect(await edges()).toEqual([uids.ship, uids.planet].sort());
  });

  it('asks the model once when a document is sent again', async () => {
    server.play(reader);
    const { body } = await documents.put('log', LOG, 'text/markdown');
    expect(body.documents).toEqual([
      { source: 'log', status: 'unchanged', linked_by_model: 2, cost_usd: (100 * 2.5 + 20 * 10) / 1e6 },
    ]);
    expect(await mentions()).toEqual([
      [
        ['Mercury', [uids.ship], 'model'],
        ['She', [uids.ship], 'model'],
      ],
      [],
    ]);
    expect(await edges()).toEqual([uids.ship]);
    expect(server.requests).toHaveLength(1);
    await documents.put('log', LOG, 'text/markdown');
    expect(server.requests).toHaveLength(1);
  });

  it('keeps the model’s answer for a relink with the same prompt', async () => {
    server.play(reader);
    const again = await documents.relink();
    expect(again.body).toEqual({ chunks: 2, relinked: 0, linked_by_model: 0, cost_usd: 0 });
    expect(server.requests).toHaveLength(0);
    const { data } = await ask(testbed.url, json({ set: [{ 'graph.type': 'Ship', name: 'Fog Queen' }] }));
    expect(Object.keys(data.uids)).toHaveLength(1);
    // The second passage mentions fog: it has a new candidate, and it alone is sent to the model.
    const more = await documents.relink();
    expect(more.body).toMatchObject({ chunks: 2, relinked: 0, linked_by_model: 0 });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]!.body.messages[1]!.content).toContain('Fog Queen');
    expect(server.requests[0]!.body.messages[1]!.content).not.toContain('She had');
    expect(await edges()).toEqual([uids.ship]);
  });

  it('removes the model’s links when no model is configured', async () => {
    const { body } = await documentsOf(() => testbed.url).relink();
    expect(body).toEqual({ chunks: 2, relinked: 1 });
    expect((await mentions())[0]).toEqual([['Mercury', [uids.ship, uids.planet].sort()]]);
    expect(await edges()).toEqual([uids.ship, uids.planet].sort());
  });

  it('reports missing links when the model fails during a relink', async () => {
    server.play(() => ({ status: 401, body: '{"error":{"message":"no"}}' }));
    const { status, body } = await documents.relink();
    expect([status, body]).toEqual([
      200,
      {
        chunks: 2,
        relinked: 0,
        linked_by_model: 0,
        cost_usd: 0,
        warning: expect.stringMatching(
          /^links by the model are missing of 2 passages \(.*401.*\), and of documents after/,
        ),
      },
    ]);
  });

  it('deletes its links with the document', async () => {
    server.play(reader);
    await documents.relink();
    await documents.remove('log');
    const { data } = await ask(
      testbed.url,
      query('{ q(func: has(owlgate.chunk.asked)) { uid } r(func: has(owlgate.chunk.mentions)) { uid } }'),
    );
    expect(data).toEqual({ q: [], r: [] });
  });

  it('asks no model when the request forbids it', async () => {
    const quiet = await startGatewayOver(testbed.engine, {
      OWLGATE_MODEL_URL: server.url,
      OWLGATE_MODEL: 'recorded',
      OWLGATE_MODEL_LINKS: 'off',
    });
    try {
      server.play([]);
      const { body } = await documentsOf(() => quiet.url).put('log', LOG, 'text/markdown');
      expect(body.documents).toEqual([{ source: 'log', status: 'created', chunks: 2, mentions: 1 }]);
      expect(server.requests).toHaveLength(0);
    } finally {
      await quiet.close();
    }
  });
});
