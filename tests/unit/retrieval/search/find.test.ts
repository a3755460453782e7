/** Search for passages: a reranking model orders them wherever passages are searched, and its failure fails nothing. */
import { Evidence } from '../../../../src/retrieval/agents/evidence';
import { documentTools } from '../../../../src/retrieval/agents/tools/reading';
import { createAgent } from '../../../../src/retrieval/agents';
import { Nodes } from '../../../../src/retrieval/knowledge/nodes';
import { READING } from '../../../../src/retrieval/mcp/tools/reading';
import type { ToolContext } from '../../../../src/retrieval/mcp/types';
import { createNaive } from '../../../../src/retrieval/modules/naive';
import { createOwl } from '../../../../src/retrieval/modules/owl';
import { findPassages } from '../../../../src/retrieval/search/find';
import type { Corpus, ScoredChunk } from '../../../../src/retrieval/types';
import { silent } from '../../../../src/util/log';
import { callOf, corpusOf, surroundingsOf } from '../../../support/retrieval/corpus';

const words = corpusOf({
  a: 'The bell was cast by Anselm Groth. The bell is old. A bell rings.',
  b: 'A bell was hung in the tower.',
  c: 'A ladder leans on the wall by the bell.',
});
/** Puts the last passage first. */
const turning: Corpus = {
  ...words,
  rerank: (_, found, limit) =>
    Promise.resolve([...found].reverse().map(({ chunk }, i) => ({ chunk, score: 9 - i }))).then((all) =>
      all.slice(0, limit),
    ),
};
const broken: Corpus = { ...words, rerank: () => Promise.reject(new Error('the thread has ended')) };
const signal = new AbortController().signal;
const QUESTION = 'Which bells are by the ladder?';
const sources = (found: readonly ScoredChunk[]): string[] => found.map(({ chunk }) => chunk.source);

/** Sources of the passages that each place of search returns, and its warning. */
const PLACES: Readonly<Record<string, (corpus: Corpus) => Promise<{ found: string[]; warning: unknown }>>> = {
  'module naive': async (corpus) => ofModule(await createNaive(surroundingsOf(corpus)).retrieve(callOf(QUESTION))),
  'module owl': async (corpus) => ofModule(await createOwl(surroundingsOf(corpus)).retrieve(callOf(QUESTION))),
  'module arag': async (corpus) => {
    const { passages } = await createAgent('arag')(surroundingsOf(corpus)).retrieve(callOf(QUESTION));
    return { found: passages.map(({ source }) => source), warning: undefined };
  },
  'the tool of agents': async (corpus) => {
    const { graph, linker } = surroundingsOf(corpus);
    const nodes = new Nodes(graph, linker, signal);
    const [tool] = documentTools({ corpus, nodes, vocabulary: undefined, evidence: new Evidence(), logger: silent });
    const { result, summary } = await tool!.run({ query: QUESTION, limit: 3 } as never, signal);
    const found = (result as { passages: { source: string }[] }).passages.map(({ source }) => source);
    return { found, warning: /no reranking.*$/.exec(summary)?.[0] };
  },
  'the tool of MCP': async (corpus) => {
    const engine = { administration: undefined };
    const retrieval = { database: () => Promise.resolve({ engine, graph: {}, documents: { corpus } }) };
    const context = { retrieval, credentialsFor: () => undefined, logger: silent, signal };
    const told = (await READING[0]!.run({ query: QUESTION, limit: 3 } as never, context as unknown as ToolContext)) as {
      passages: { source: string }[];
      warning?: string;
    };
    return { found: told.passages.map(({ source }) => source), warning: told.warning };
  },
};

function ofModule(result: {
  readonly passages: readonly { readonly source: string }[];
  readonly metadata: Readonly<Record<string, unknown>>;
}) {
  return { found: result.passages.map(({ source }) => source), warning: result.metadata['warning'] };
}

describe.each(Object.entries(PLACES))('%s', (_, run) => {
  it('gives the order of the reranking model', async () => {
    const { found } = await run(turning);
    const plain = await findPassages(words, QUESTION, { limit: 3, logger: silent, signal });
    expect(found).toEqual(sources(plain.passages).reverse());
  });

  it('goes on with the order of words if the reranking model fails', async () => {
    const { found, warning } = await run(broken);
    const plain = await findPassages(words, QUESTION, { limit: 3, logger: silent, signal });
    expect(found).toEqual(sources(plain.passages));
    if (warning !== undefined) expect(warning).toMatch(/^no reranking: the thread has ended|no ontology/);
  });
});

describe('an embedding model that fails', () => {
  const failing: Corpus = { ...words, semanticSearch: () => Promise.reject(new Error('no answer')) };

  it('is left out of both rankings', async () => {
    const found = await findPassages(failing, QUESTION, { limit: 3, logger: silent, signal });
    expect(found).toMatchObject({ rankedBy: ['bm25'], warning: 'no search by meaning: no answer' });
    expect(found.passages.length).toBeGreaterThan(0);
  });

  it('is an error where nothing else is asked', async () => {
    const options = { limit: 3, by: 'meaning', logger: silent, signal } as const;
    await expect(findPassages(failing, QUESTION, options)).rejects.toThrow('no answer');
  });
});

it('does not pass over the end of the request', async () => {
  const controller = new AbortController();
  const ended: Corpus = {
    ...words,
    rerank: () => {
      controller.abort(new Error('gone'));
      return Promise.reject(new Error('aborted'));
    },
  };
  const options = { limit: 3, logger: silent, signal: controller.signal };
  await expect(findPassages(ended, QUESTION, options)).rejects.toThrow('gone');
});

describe('passages without a vector of the embedding model', () => {
  const search = async (count: number, of: number, by: 'both' | 'meaning' = 'both') => {
    const [first] = await words.keywordSearch('ladder', 1);
    const corpus: Corpus = {
      ...words,
      semanticSearch: () => Promise.resolve(count > 0 ? [first!] : []),
      embedded: () => Promise.resolve({ count, of }),
    };
    const { rankedBy, warning, passages } = await findPassages(corpus, 'ladder', {
      limit: 3,
      by,
      logger: silent,
      signal,
    });
    return { rankedBy, warning, found: passages.length };
  };

  it('none has one: meaning ranks nothing, and says so', async () => {
    const warning = 'no search by meaning: no passage has a vector of the embedding model; send their documents again';
    expect(await search(0, 3)).toEqual({ rankedBy: ['bm25'], warning, found: 1 });
    expect(await search(0, 3, 'meaning')).toEqual({ rankedBy: [], warning, found: 0 });
  });

  it('some have one: the others are told', async () => {
    const { rankedBy, warning } = await search(2, 3);
    expect(rankedBy).toEqual(['bm25', 'semantic']);
    expect(warning).toMatch(/^search by meaning lacks 1 of 3 passages/);
  });

  it.each([
    [3, 3],
    [0, 0],
  ])('%d of %d: nothing is missing', async (count, of) => {
    expect(await search(count, of)).toMatchObject({ rankedBy: ['bm25', 'semantic'], warning: undefined });
  });
});
