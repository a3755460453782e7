/** Reader of questions over an embedded engine of its own, without documents. */
import { graphOf } from '../../../src/retrieval/graph';
import { Nodes } from '../../../src/retrieval/knowledge/nodes';
import { GraphLinker } from '../../../src/retrieval/links/linker';
import { answerQuestion } from '../../../src/retrieval/question';
import { silent } from '../../../src/util/log';
import { CountingTestbed } from '../materialize/counting';

export interface ReaderTestbed {
  /** Returns the answer in words; null without an answer, or where nothing can be one. */
  ask(question: string): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Starts a reader over an ontology and its facts.
 *
 * @param ontology Turtle
 * @param facts Turtle with the names that the ontology declares
 */
export async function startReader(ontology: string, facts: string): Promise<ReaderTestbed> {
  const testbed = await CountingTestbed.start(ontology);
  const { engine, materializer } = testbed;
  await testbed.mutate('text/turtle', facts);
  const graph = graphOf(engine, materializer);
  const linker = new GraphLinker(graph, silent);
  const { signal } = new AbortController();
  return {
    ask: async (question) => {
      const nodes = new Nodes(graph, linker, signal);
      const step = (): void => undefined;
      const common = { graph, nodes, linker, signal, step, language: 'en', history: [] };
      const { solution } = await answerQuestion(question, { ...common, ontology: materializer.inForce! });
      return solution?.answer ?? null;
    },
    close: () => testbed.close(),
  };
}

/** Returns the answers to questions, without remarks in parentheses. */
export async function answersTo(
  reader: ReaderTestbed,
  questions: readonly string[],
): Promise<Record<string, string | null>> {
  const answers: Record<string, string | null> = {};
  for (const question of questions)
    answers[question] = (await reader.ask(question))?.replace(/ \([^()]*\)/g, '') ?? null;
  return answers;
}

/** Questions with their answers by what they show; null for no answer. */
export type Expectations = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Declares a test for each group of questions over one reader. */
export function testAnswers(ontology: string, facts: string, expected: Expectations): void {
  let reader: ReaderTestbed;
  beforeAll(async () => {
    reader = await startReader(ontology, facts);
  });
  afterAll(() => reader.close());

  it.each(Object.entries(expected))('%s', async (_, questions) => {
    expect(await answersTo(reader, Object.keys(questions))).toEqual(questions);
  });
}
