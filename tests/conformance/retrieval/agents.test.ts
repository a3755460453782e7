/** Modules arag and aragog over HTTP: with a recorded model, and without one. */
import type { Gateway } from '../../../src/app';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { post } from '../../support/engines/wire';
import { documentsOf } from '../../support/retrieval/documents';
import { startModelServer, type ModelServer } from '../../support/retrieval/model-server';
import { DOCUMENTS, FACTS, STUDIO } from '../../support/retrieval/studio';
import { until } from '../../support/until';

underGateway((testbed) => {
  const documents = documentsOf(() => testbed.url);
  let uids: Record<string, string>;
  beforeAll(async () => {
    await loadOntology(testbed.url, STUDIO);
    const path = '/mutate?commitNow=true';
    const { body } = await post(testbed.url, { path, type: 'application/rdf', body: FACTS });
    uids = body.data.uids;
    await documents.putAll(DOCUMENTS);
  });

  describe('without a model', () => {
    const ask = async (question: string, module: string, more = {}) =>
      (await documents.retrieve(question, { module, ...more })).body;

    it('aragog answers from several connected facts and shows them', async () => {
      const result = await ask('Who taught the painter that made Roof in Rain?', 'aragog');
      expect(result).toMatchObject({
        answer: 'Lena Hof',
        module_used: 'aragog',
        cost_usd: 0,
        metadata: { model: null, planner: 'deterministic' },
      });
      expect(result.metadata.statements).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            subject: expect.objectContaining({ uid: uids['otto'] }),
            predicate: 'taughtBy',
            object: expect.objectContaining({ uid: uids['lena'], label: 'Lena Hof' }),
            status: 'asserted',
          }),
        ]),
      );
      expect(result.passages.map((passage: { source: string }) => passage.source)).toContain('otto');
    });

    it('aragog knows subclasses, and proves inferred facts on request', async () => {
      const result = await ask('Which works hang in the Long Hall?', 'aragog', { trace: 'full' });
      expect(result.answer).toBe('Grey Torso, Roof in Rain');
      const paintings = await ask('Which paintings hang in the Long Hall?', 'aragog');
      expect(paintings.answer).toBe('Roof in Rain');
      expect(paintings.metadata.pruned_by_disjointness_total).toBeGreaterThan(0);
      expect(JSON.stringify(paintings.trajectory)).toMatch(/Sculpture.{1,6}is disjoint with.{1,6}Painting/);
      const facts = result.metadata.statements.filter((s: { predicate: string }) => s.predicate === 'graph.type');
      expect(facts).toHaveLength(2);
      for (const fact of facts) expect(fact).toMatchObject({ status: 'inferred', proof: { state: 'inferred' } });
      // Of a property and its inverse, the stated fact is the reason.
      const made = await ask('What did Otto Maier make?', 'aragog', { trace: 'full' });
      expect(made.metadata.statements.map((s: { status: string }) => s.status)).toEqual(['asserted', 'asserted']);
    });

    it('aragog answers no only where the ontology entails it', async () => {
      expect((await ask('Is Roof in Rain a painting?', 'aragog')).answer).toMatch(/^Yes/);
      expect((await ask('Is Grey Torso a painting?', 'aragog')).answer).toMatch(/^No/);
      expect((await ask('Is Lena Hof a painter?', 'aragog')).answer).toBeNull();
      expect((await ask('Which paintings are sculptures?', 'aragog')).answer).toBeNull();
    });

    it('aragog continues in documents where the graph ends', async () => {
      const result = await ask('How many geese did Lena Hof keep?', 'aragog');
      expect(result.answer).toContain('eleven');
      expect(result.passages.map((passage: { source: string }) => passage.source)).toContain('lena');
    });

    it('arag answers from passages alone', async () => {
      expect((await ask('How many geese did Lena Hof keep?', 'arag')).answer).toContain('eleven');
      expect((await ask('Who insured Roof in Rain?', 'arag')).answer).toBeNull();
    });
  });

  describe('with a model', () => {
    let server: ModelServer;
    let gateway: Gateway;
    beforeAll(async () => {
      server = await startModelServer();
      gateway = await startGatewayOver(testbed.engine, {
        OWLGATE_MODEL_URL: server.url,
        OWLGATE_MODEL: 'recorded',
        OWLGATE_MODEL_KEY: 'sk-secret-of-the-tests',
        OWLGATE_MODEL_PRICES: '2.5,10',
      });
      // A gateway reads the documents at the first question; this module uses no model.
      const ready = async (): Promise<boolean> =>
        (await documentsOf(() => gateway.url).retrieve('How many geese did Lena Hof keep?', { module: 'owl' })).body
          .passages?.length > 0;
      await until(ready);
    });
    afterAll(async () => {
      await gateway?.close();
      await server.close();
    });
    const ask = async (question: string, more = {}) =>
      (await documentsOf(() => gateway.url).retrieve(question, { module: 'aragog', ...more })).body;
    const calls = (name: string, args: object) => ({ calls: [{ name, args }] });

    it('the model uses the tools of the ontology', async () => {
      let transcript = '';
      server.play([
        {
          calls: [
            { name: 'find_nodes', args: { name: 'Roof in Rain' } },
            { name: 'find_classes', args: { text: 'painter taught' } },
          ],
        },
        calls('neighbours', { node: uids['otto'], class: 'Person' }),
        calls('dql', { query: '{ q(func: eq(name, "Otto Maier")) { made: made { name } n: count(made) } }' }),
        calls('explain', { subject: uids['roof'], predicate: 'graph.type', object: 'Work' }),
        calls('passages_about', { nodes: [uids['lena']] }),
        (request) => {
          transcript = request.body.messages.map(({ content }) => content ?? '').join('\n');
          const fact = /"id":"(f\d+)","subject":"Otto Maier[^}]*"predicate":"taughtBy","object":"Lena Hof/.exec(
            transcript,
          );
          return calls('finish', { citations: [fact![1]!, 'p1', 'q1'], answer: 'Lena Hof' });
        },
      ]);
      const result = await ask('Who taught the painter that made Roof in Rain?');
      expect(result).toMatchObject({ answer: 'Lena Hof', loops: 6, metadata: { model: 'recorded' } });
      expect(result.cost_usd).toBeCloseTo((600 * 2.5 + 120 * 10) / 1e6, 10);
      expect(result.metadata.statements).toMatchObject([{ predicate: 'taughtBy', status: 'asserted' }]);
      expect(result.metadata.queries).toHaveLength(1);
      // Works cannot be persons: the model was not shown them.
      expect(result.metadata.pruned_by_disjointness_total).toBeGreaterThanOrEqual(2);
      const neighbours = result.trajectory.find((step: { tool: string }) => step.tool === 'neighbours');
      expect(neighbours.result_summary).toMatch(/left out 2/);
      expect(transcript).toMatch(/prp-dom|cax-sco/);
      expect(transcript).toContain('"n":2');
      expect(result.trajectory[5].result_summary).toMatch(/^2 passage\(s\): /);
      expect(result.passages).toMatchObject([{ text: expect.stringContaining('Lena Hof') }]);
    });

    it('the model is not shown nodes of an excluded class with the same name', async () => {
      server.play([calls('find_nodes', { name: 'Mercury' }), calls('finish', { citations: [], answer: null })]);
      const result = await ask('Who taught Mercury, the person?');
      expect(result).toMatchObject({ answer: null, metadata: { pruned_by_disjointness_total: 1 } });
      const toolResult = String(server.requests[1]!.body.messages.at(-1)!.content);
      expect(JSON.parse(toolResult).nodes).toMatchObject([{ uid: uids['mercury2'] }]);
    });

    it('tools refuse writes and give the model the engine’s message', async () => {
      server.play([
        calls('dql', {
          query: 'upsert { query { q(func: has(name)) { v as uid } } mutation { delete { uid(v) * * . } } }',
        }),
        calls('dql', { query: '{ q(func: has(owlgate.record)) { owlgate.text } }' }),
        calls('dql', { query: '{ q(func: ' }),
        calls('dql', { query: 'schema {}' }),
        calls('neighbours', { node: '0x1; drop' }),
        calls('finish', { citations: [], answer: null }),
      ]);
      const result = await ask('Who?');
      const summaries = result.trajectory.map((step: { result_summary: string }) => step.result_summary);
      expect(summaries[0]).toMatch(/error: .*only reads/);
      expect(summaries[1]).toMatch(/error: owlgate\.record is reserved and cannot be queried/);
      expect(summaries[2]).toMatch(/error: the engine refuses/);
      // A schema is no evidence.
      expect(summaries[3]).toBe('the schema');
      expect(result.metadata.queries ?? []).toEqual([]);
      expect(result.answer).not.toBe(undefined);
    });

    it('the fixed plan answers when the endpoint fails, and no key is repeated', async () => {
      server.play(() => ({ status: 403, body: '{"error":{"message":"no access with sk-secret-of-the-tests"}}' }));
      const result = await ask('Who taught Otto Maier?');
      expect(result).toMatchObject({
        answer: 'Lena Hof',
        metadata: { model: null, planner: 'deterministic', model_failure: expect.stringContaining('403') },
      });
      expect(JSON.stringify(result)).not.toContain('sk-secret');
    });

    it('the request to the model ends with the client’s request', async () => {
      server.play([{ silence: true }]);
      const leaving = new AbortController();
      const asking = fetch(`${gateway.url}/api/v1/databases/default/retrieve`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ question: 'Who?', module: 'arag' }),
        signal: leaving.signal,
      });
      await until(() => server.requests.length > 0);
      leaving.abort();
      await expect(asking).rejects.toThrow();
      await until(() => server.requests[0]!.left);
    });
  });
});
