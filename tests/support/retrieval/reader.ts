/** Reader of questions over an embedded engine of its own, without documents. */
import { graphOf } from '../../../src/retrieval/graph';
import { Nodes } from '../../../src/retrieval/knowledge/nodes';
import { GraphLinker } from '../../../src/retrieval/links/linker';
import { answerQuestion } from '../../../src/retrieval/question';
import type { Turn } from '../../../src/retrieval/types';
import { silent } from '../../../src/util/log';
import { CountingTestbed } from '../materialize/counting';

export interface ReaderTestbed {
  /** Returns the answer in words; null without an answer, or where nothing can be one. */
  ask(question: string, history?: readonly Turn[]): Promise<string | null>;
  /** Asks one question after another, in one conversation. */
  converse(questions: readonly string[]): Promise<(string | null)[]>;
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
  const ask: ReaderTestbed['ask'] = async (question, history = []) => {
    const nodes = new Nodes(graph, linker, signal);
    const step = (): void => undefined;
    const common = { graph, nodes, linker, signal, step, language: 'en', history };
    const { solution } = await answerQuestion(question, { ...common, ontology: materializer.inForce! });
    return solution?.answer ?? null;
  };
  return {
    ask,
    converse: async (questions) => {
      const answers: (string | null)[] = [];
      const history: Turn[] = [];
      for (const question of questions) {
        const answer = await ask(question, history);
        answers.push(answer);
        history.push({ role: 'user', text: question });
        if (answer !== null) history.push({ role: 'assistant', text: answer });
      }
      return answers;
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
