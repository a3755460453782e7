/**
 * POST /api/v1/databases/{id}/retrieve with module naive: ranking compared with the definition of BM25, extracts,
 * refusals.
 */
import type { Gateway } from '../../../src/app';
import { startGatewayOver } from '../../support/engines/gateway';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, post, query, type Answer } from '../../support/engines/wire';
import { documentsOf } from '../../support/retrieval/documents';
import { startEmbeddings, type EmbeddingServer } from '../../support/retrieval/embeddings';

const TEXTS: Readonly<Record<string, string>> = {
  light: 'The lighthouse at Skar was built in 1871. Its keeper was Ada Holm, who served for thirty years.',
  boat: 'The lifeboat Petrel was launched in 1902. Its first coxswain was Jonas Berg.',
  pier: 'The pier is made of oak. Boats are moored at the pier all year, and a keeper counts the boats.',
  fog: 'In fog the lighthouse sounds a horn. The horn is heard nine miles away.',
  weather: 'Fog comes with the southern wind in spring.',
};

/** BM25 as defined in docs/retrieval.md, over words that stemming does not change. */
function bm25(terms: readonly string[], texts: Readonly<Record<string, readonly string[]>>): [string, number][] {
  const all = Object.values(texts);
  const average = all.reduce((sum, words) => sum + words.length, 0) / all.length;
  return Object.entries(texts)
    .map(([source, words]): [string, number] => {
      const score = terms.reduce((sum, term) => {
        const n = all.filter((each) => each.includes(term)).length;
        const tf = words.filter((word) => word === term).length;
        const idf = Math.log(1 + (all.length - n + 0.5) / (n + 0.5));
        return sum + (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * words.length) / average));
      }, 0);
      return [source, score];
    })
    .filter(([, score]) => score > 0)
    .sort((a, b) => b[1] - a[1]);
}

underGateway((testbed) => {
  const documents = documentsOf(() => testbed.url);
  const naive = async (question: string, more: object = {}): Promise<Answer> =>
    (await documents.retrieve(question, { module: 'naive', ...more })).body;

  it('answers null for a database without documents', async () => {
    const result = await naive('Who kept the light?');
    expect(result).toMatchObject({ answer: null, passages: [], cost_usd: 0, loops: 0, module_used: 'naive' });
  });

  describe('of five documents', () => {
    beforeAll(async () => {
      await documents.putAll(Object.entries(TEXTS).map(([source, text]) => ({ source, text })));
    });

    it('ranks by the definition of BM25, to the last significant digit', async () => {
      const { data } = await ask(
        testbed.url,
        query(
          '{ q(func: has(owlgate.chunk.terms)) { t: owlgate.chunk.terms of: ~owlgate.document.chunk { s: ' +
            'owlgate.document.source } } }',
        ),
      );
      const texts = Object.fromEntries(data.q.map((row: Answer) => [row.of[0].s, row.t.trim().split(' ')])) as Record<
        string,
        string[]
      >;
      for (const [question, terms] of [
        ['fog horn', ['fog', 'horn']],
        ['keeper boat', ['keeper', 'boat']],
        ['lighthouse keeper fog', ['lighthous', 'keeper', 'fog']],
      ] as const) {
        const { trajectory } = await naive(question, { trace: 'full' });
        const found = JSON.parse(trajectory[0].result_summary);
        const expected = bm25(terms, texts);
        expect(found.map((p: Answer) => p.source)).toEqual(expected.map(([source]) => source));
        for (const [i, [, score]] of expected.entries()) expect(found[i].score).toBeCloseTo(score, 9);
      }
    });

    it.each([
      ['Who was the keeper of the lighthouse at Skar?', 'Ada Holm'],
      ['When was the lifeboat Petrel launched?', '1902'],
      ['What is the pier made of?', 'oak'],
      ['How many miles away is the horn heard?', 'nine'],
    ])('%s: an extract contains %s', async (question, word) => {
      const result = await naive(question);
      expect(result.answer).toContain(word);
      expect(result.passages[result.metadata.answer_from].text).toContain(word);
      expect(result.metadata).toMatchObject({ model: null, answer_by: 'extract' });
    });

    it.each([
      'Who was the keeper of the lighthouse at Torsvik?',
      'When was the lifeboat Albatross launched?',
      'What does the mayor of the town earn?',
      'How tall is the lighthouse at Skar?',
      'Who painted the pier?',
    ])('%s: null without a passage about it', async (question) => {
      expect((await naive(question)).answer).toBeNull();
    });

    it('answers equal concurrent questions alike', async () => {
      const results = await Promise.all(Array.from({ length: 20 }, () => naive('fog horn lighthouse keeper')));
      expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    });

    it('accepts every well-formed question', async () => {
      for (const question of [
        '"',
        '\\',
        '")) { uid } }',
        '$a',
        '\u0000',
        '😀',
        'a'.repeat(10_000),
        '的',
        'the of and',
        '\n.\n',
        'u0',
        ' ߷ ',
      ]) {
        const { status, body } = await documents.retrieve(question, { module: 'naive' });
        expect([question, status]).toEqual([question, 200]);
        expect(body.module_used).toBe('naive');
      }
    });
  });

  it('refuses faulty requests with the reason', async () => {
    const path = '/api/v1/databases/default/retrieve';
    const send = async (body: string, type = 'application/json', to = path) => {
      const { status, body: answer } = await post(testbed.url, { path: to, type, body });
      return [status, answer.errors[0].extensions.code, answer.errors[0].message];
    };
    expect(await send('{"question":"x"}', 'application/json', '/api/v1/databases/nowhere/retrieve')).toEqual([
      404,
      'UnknownDatabase',
      'no database has the id "nowhere"',
    ]);
    expect(await send('{"question":"x","modul":"owl"}')).toEqual([
      400,
      'InvalidRequest',
      'the body: it has an unknown field "modul"',
    ]);
    expect(await send('{"question":"x","module":"best"}')).toEqual([
      400,
      'InvalidRequest',
      'the body: module must be one of: auto, naive, owl, arag, aragog',
    ]);
    expect(await send('{}')).toEqual([400, 'InvalidRequest', "the body: it must have required property 'question'"]);
    expect(await send('{"question":"  "}')).toEqual([400, 'InvalidRequest', 'the body: question must not be empty']);
    expect((await send('{"question":')).slice(0, 2)).toEqual([400, 'InvalidRequest']);
    expect((await send('[]')).slice(0, 2)).toEqual([400, 'InvalidRequest']);
    expect((await send('question', 'text/plain')).slice(0, 2)).toEqual([415, 'UnsupportedMediaType']);
    expect((await send(JSON.stringify({ question: 'x'.repeat(10_001) }))).slice(0, 2)).toEqual([400, 'InvalidRequest']);
    expect((await fetch(testbed.url + path)).status).toBe(405);
  });

  describe('with an embedding model', () => {
    let server: EmbeddingServer;
    let gateway: Gateway;
    const theirs = documentsOf(() => gateway.url);

    beforeAll(async () => {
      server = await startEmbeddings([
        ['fog', 'mist', 'haze'],
        ['boats', 'lifeboat', 'vessel'],
        ['oak', 'timber'],
      ]);
      gateway = await startGatewayOver(testbed.engine, {
        OWLGATE_EMBEDDING_URL: server.url,
        OWLGATE_EMBEDDING_MODEL: 'counting/1',
        OWLGATE_EMBEDDING_KEY: 'none',
      });
    });
    afterAll(async () => {
      await gateway?.close();
      await server.close();
    });

    it('requests missing vectors of documents, each once', async () => {
      server.fail(1);
      const first = await theirs.putAll([{ source: 'fog', text: TEXTS['fog'] }]);
      expect(first.body.documents[0]).toMatchObject({
        status: 'unchanged',
        warning: expect.stringMatching(/no vectors today/),
      });
      const all = await theirs.putAll(Object.entries(TEXTS).map(([source, text]) => ({ source, text })));
      expect(all.body.documents.map((d: Answer) => [d.status, d.embedded])).toEqual(
        Object.keys(TEXTS).map(() => ['unchanged', 1]),
      );
      const again = await theirs.putAll([{ source: 'fog', text: TEXTS['fog'] }]);
      expect(again.body.documents[0]).toEqual({ source: 'fog', status: 'unchanged', embedded: 0 });
      expect([...server.texts].sort()).toEqual(Object.values(TEXTS).sort());
    });

    it('finds passages by meaning without common words, and fuses both rankings', async () => {
      const { body } = await theirs.retrieve('mist', { module: 'naive' });
      expect(body.metadata.ranked_by).toEqual(['bm25', 'semantic']);
      expect(
        body.passages
          .slice(0, 2)
          .map((p: Answer) => p.source)
          .sort(),
      ).toEqual(['fog', 'weather']);
      expect(body.trajectory.map((step: Answer) => step.tool)).toEqual(['keyword_search', 'semantic_search']);
    });

    it('answers from words when the model fails', async () => {
      server.fail(100);
      const { status, body } = await theirs.retrieve('What is the pier made of?', { module: 'naive' });
      server.fail(0);
      expect([status, body.metadata.ranked_by]).toEqual([200, ['bm25']]);
      expect(body.answer).toContain('oak');
      expect(body.metadata.warning).toMatch(/no vectors today/);
    });

    it('after a change of the model, meaning ranks nothing until the documents are sent again', async () => {
      const changed = await startGatewayOver(testbed.engine, {
        OWLGATE_EMBEDDING_URL: server.url,
        OWLGATE_EMBEDDING_MODEL: 'counting/2',
        OWLGATE_EMBEDDING_KEY: 'none',
      });
      const theirsChanged = documentsOf(() => changed.url);
      try {
        const noVectors = await theirsChanged.retrieve('mist', { module: 'naive' });
        expect(noVectors.body.metadata).toMatchObject({
          ranked_by: ['bm25'],
          warning: expect.stringMatching(/^no search by meaning: no passage has a vector of the embedding model/),
        });
        await theirsChanged.put('fog', TEXTS['fog']!, 'text/plain');
        const { body } = await theirsChanged.retrieve('mist', { module: 'naive' });
        expect(body.metadata.ranked_by).toEqual(['bm25', 'semantic']);
        const of = Object.keys(TEXTS).length;
        expect(body.metadata.warning).toMatch(`search by meaning lacks ${of - 1} of ${of} passages`);
        expect((await theirs.retrieve('mist', { module: 'naive' })).body.metadata.warning).toBeUndefined();
      } finally {
        await changed.close();
      }
    });

    it('deletes the vectors of replaced and deleted documents', async () => {
      await theirs.put('fog', 'A text of timber.', 'text/plain');
      await theirs.remove('weather');
      const { data } = await ask(
        testbed.url,
        query(
          '{ q(func: has(<owlgate.embedding.counting_2f_1>)) { of: ~owlgate.document.chunk { s: ' +
            'owlgate.document.source } } }',
        ),
      );
      expect(data.q.map((row: Answer) => row.of?.[0].s).sort()).toEqual(['boat', 'fog', 'light', 'pier']);
      const { body } = await theirs.retrieve('haze', { module: 'naive' });
      expect(body.passages.map((p: Answer) => p.source)).not.toContain('weather');
    });
  });

  it('queries another engine for a database so configured, and reports its failure', async () => {
    const databases = JSON.stringify({
      other: { url: testbed.engine.url, module: 'naive' },
      gone: { url: 'http://127.0.0.1:9' },
    });
    const gateway = await startGatewayOver(testbed.engine, { OWLGATE_DATABASES: databases });
    try {
      const { status, body } = await documentsOf(() => gateway.url, 'other').retrieve('What is the pier made of?');
      expect([status, body.module_used, body.answer]).toEqual([200, 'naive', expect.stringContaining('oak')]);
      const result = await documentsOf(() => gateway.url, 'gone').retrieve('x');
      expect([result.status, result.body.errors[0].extensions.code]).toEqual([503, 'EngineUnreachable']);
    } finally {
      await gateway.close();
    }
  });
});
