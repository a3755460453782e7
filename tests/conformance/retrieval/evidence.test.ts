/** Passages of a result are evidence: they hold the extract, or tell a fact of the answer. A full trace has all results. */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { post } from '../../support/engines/wire';
import { readEvents } from '../../support/http/events';
import { documentsOf } from '../../support/retrieval/documents';
import { DOCUMENTS, FACTS, STUDIO } from '../../support/retrieval/studio';

const MODULES = ['auto', 'naive', 'owl', 'arag', 'aragog'] as const;
/** Texts that name what the questions name, and tell nothing of what they ask. */
const PADDING = [
  { source: 'catalogue', text: 'Roof in Rain. Grey Torso. Long Hall. Postcards of them are sold at the door.' },
  { source: 'visitors', text: 'Otto Maier liked visitors. Lena Hof did not.' },
  { source: 'kinds', text: 'Roof in Rain is an oil painting. Grey Torso is a sculpture, and a work of bronze.' },
  { source: 'prices', text: 'A card of Roof in Rain costs two crowns, one of Grey Torso costs three.' },
];
const QUESTIONS = [
  'Who taught Otto Maier?',
  'Which works hang in the Long Hall?',
  'In which year was Roof in Rain painted, year?',
  'How many geese did Lena Hof keep?',
  'What does Roof in Rain smell of?',
  'Is Roof in Rain a painting?',
  'Is Grey Torso a painting?',
  'Who taught the painter that made Roof in Rain?',
  'Who is Otto Maier?',
  'Who insured Roof in Rain?',
];
type Answer = any;

underGateway((testbed) => {
  const documents = documentsOf(() => testbed.url);
  beforeAll(async () => {
    await loadOntology(testbed.url, STUDIO);
    await post(testbed.url, { path: '/mutate?commitNow=true', type: 'application/rdf', body: FACTS });
    await documents.putAll([...DOCUMENTS, ...PADDING]);
  });
  const ask = async (question: string, module: string, more = {}): Promise<Answer> =>
    (await documents.retrieve(question, { module, ...more })).body;
  const words = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;

  /** True if a text tells a fact: both its sides. */
  const tells = (text: string, { subject, object }: Answer): boolean =>
    [subject.label, typeof object === 'object' ? object.label : String(object)].every((side: string) =>
      words(text).includes(words(side)),
    );

  describe.each(MODULES)('%s', (module) => {
    it.each(QUESTIONS)('%s has passages that tell the answer', async (question) => {
      const { answer, passages, metadata } = await ask(question, module);
      if (answer === null) {
        expect(metadata).not.toHaveProperty('answer_from');
        return;
      }
      const facts: Answer[] = metadata.statements ?? [];
      for (const { text } of passages) {
        expect([text, words(text).includes(words(answer)) || facts.some((fact) => tells(text, fact))]).toEqual([
          text,
          true,
        ]);
      }
      expect(passages.length > 0 || facts.length > 0 || /^No/.test(answer)).toBe(true);
      expect(passages.map(({ source }: Answer) => source)).not.toContain('visitors');
      if (passages.length > 0) expect(passages[metadata.answer_from]).toBeDefined();
    });

    it('a full trace has the arguments and the whole result of each step', async () => {
      for (const question of ['Which works hang in the Long Hall?', 'How many geese did Lena Hof keep?']) {
        const [short, full] = [await ask(question, module), await ask(question, module, { trace: 'full' })];
        expect(full.answer).toBe(short.answer);
        const summaries = short.trajectory.map((step: Answer) => step.result_summary);
        const results = full.trajectory.map((step: Answer) => step.result_summary);
        for (const step of full.trajectory) expect(step.arguments).toBeDefined();
        expect(
          results.map((text: string) => typeof JSON.parse(text)).filter((kind: string) => kind !== 'object'),
        ).toEqual([]);
        expect(results.join('').length).toBeGreaterThan(2 * summaries.join('').length);
        const whole = results.join('\n');
        expect(
          whole.includes('Lena Hof kept eleven geese') || whole.includes('Long Hall') || whole.includes('hangsIn'),
        ).toBe(true);
      }
    });
  });

  it('what something is, is evidence only if that is asked', async () => {
    const sources = async (question: string): Promise<readonly string[]> =>
      (await ask(question, 'owl')).passages.map(({ source }: Answer) => source);
    expect(await sources('Which works hang in the Long Hall?')).toEqual([]);
    expect(await sources('Which paintings did Otto Maier make?')).toEqual(['roof']);
    expect(await sources('Is Roof in Rain a painting?')).toContain('kinds');
  });

  it('a chat cites passages of an answer, and none without one', async () => {
    const citations = async (question: string): Promise<readonly Answer[]> => {
      const path = `/api/v1/databases/default/chat/conversations/evidence-${question.length}/messages`;
      const reader = await readEvents(testbed.url, path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ question }),
      });
      return (await reader.all).find(({ event }) => event === 'citations')!.data.passages;
    };
    expect((await citations('How many geese did Lena Hof keep?')).map(({ source }) => source)).toEqual(['lena']);
    expect(await citations('Who insured Roof in Rain?')).toEqual([]);
  });
});
