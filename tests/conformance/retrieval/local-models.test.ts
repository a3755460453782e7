/** Embedding model and cross-encoder in folders: passages are found by meaning, and in the cross-encoder's order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { ask, query, type Answer } from '../../support/engines/wire';
import { documentsOf } from '../../support/retrieval/documents';
import { SPECIAL, writeModel } from '../../support/retrieval/onnx';

/** Words of one meaning. */
const GROUPS = [
  ['lamp', 'light', 'beacon'],
  ['boat', 'ship', 'vessel'],
  ['oak', 'timber', 'wood'],
];
const WORDS = GROUPS.flat();
/** The last number keeps a text without any of the words from having no direction. */
const TABLE = [
  ...SPECIAL.map(() => [0, 0, 0, 0.01]),
  ...WORDS.map((word) => [...GROUPS.map((group) => (group.includes(word) ? 1 : 0)), 0]),
];
const DOCUMENTS = [
  { source: 'tower', text: 'The beacon was lit in 1871 by Ada Holm.' },
  { source: 'harbour', text: 'The vessel Petrel was launched in 1902.' },
  { source: 'pier', text: 'The pier is made of timber and of more timber.' },
];

const root = mkdtempSync(path.join(tmpdir(), 'owlgate-local-models-'));
const embedding = writeModel(path.join(root, 'groups'), { words: WORDS, table: TABLE, computes: 'tokens' });
/** The same meanings, in vectors of another length. */
const other = writeModel(path.join(root, 'wider'), {
  words: WORDS,
  table: TABLE.map((row) => [...row, 0, 0]),
  computes: 'tokens',
});
/** Prefers passages with much timber. */
const reranking = writeModel(path.join(root, 'timber'), {
  words: WORDS,
  table: [...SPECIAL, ...WORDS].map((word) => [word === 'timber' ? 1 : 0]),
  computes: 'sum',
});
afterAll(() => rmSync(root, { recursive: true }));

forEachEngine((engine) => {
  let gateway: Gateway | undefined;
  const documents = documentsOf(() => gateway!.url);
  const start = async (environment: Readonly<Record<string, string>>): Promise<void> => {
    await gateway?.close();
    gateway = await startGatewayOver(engine, environment);
  };
  const naive = async (question: string): Promise<Answer> =>
    (await documents.retrieve(question, { module: 'naive' })).body;
  const sources = ({ passages }: Answer): string[] => passages.map((passage: Answer) => passage.source);
  beforeAll(() => engine.reset());
  afterAll(() => gateway?.close());

  it('finds a passage whose words are others than those of the question', async () => {
    await start({ OWLGATE_EMBEDDING_MODEL_PATH: embedding });
    const { body } = await documents.putAll(DOCUMENTS);
    expect(body.documents.map((each: Answer) => each.embedded)).toEqual([1, 1, 1]);
    for (const [question, source] of [
      ['Which light?', 'tower'],
      ['Name a ship or a boat', 'harbour'],
      ['wood', 'pier'],
    ] as const) {
      const answer = await naive(question);
      expect(sources(answer)[0]).toBe(source);
      expect(answer.metadata.ranked_by).toEqual(['bm25', 'semantic']);
    }
  });

  it('makes the vectors of another model when documents are sent again', async () => {
    await start({ OWLGATE_EMBEDDING_MODEL_PATH: other });
    expect(sources(await naive('Which light?'))).toEqual([]);
    const { body } = await documents.putAll(DOCUMENTS);
    expect(body.documents.map((each: Answer) => [each.status, each.embedded])).toEqual(
      DOCUMENTS.map(() => ['unchanged', 1]),
    );
    expect(sources(await naive('Which light?'))[0]).toBe('tower');
    const { data } = await ask(engine.url, query('schema {}'));
    const predicates = data.schema.map(({ predicate }: Answer) => predicate as string);
    expect(predicates.filter((name: string) => name.startsWith('owlgate.embedding.'))).toHaveLength(2);
  });

  it('orders what it finds by a cross-encoder', async () => {
    await start({ OWLGATE_EMBEDDING_MODEL_PATH: other, OWLGATE_RERANKING_MODEL_PATH: reranking });
    const answer = await naive('beacon vessel');
    expect(sources(answer)[0]).toBe('pier');
    expect(answer.passages[0].score).toBe(2);
    expect(answer.metadata.ranked_by).toEqual(['bm25', 'semantic', 'cross-encoder']);
    expect(answer.trajectory.map((step: Answer) => step.tool)).toEqual(['keyword_search', 'semantic_search', 'rerank']);
  });

  it('orders by a cross-encoder alone, too', async () => {
    await start({ OWLGATE_RERANKING_MODEL_PATH: reranking });
    const answer = await naive('made in 1871 or 1902');
    expect(sources(answer)[0]).toBe('pier');
    expect(answer.metadata.ranked_by).toEqual(['bm25', 'cross-encoder']);
  });

  it('orders the passages of module owl, too', async () => {
    const { body } = await documents.retrieve('made in 1871 or 1902', { module: 'owl' });
    expect(sources(body)[0]).toBe('pier');
    expect(body.metadata.ranked_by).toEqual(['bm25', 'cross-encoder']);
    expect(body.trajectory.map((step: Answer) => step.tool)).toEqual(expect.arrayContaining(['rerank']));
  });
});
