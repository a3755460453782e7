/** Questions that earlier turns of a conversation complete: pronouns, bare names, `else`; in English and German. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { graph, post } from '../../support/engines/wire';
import { underGateway } from '../../support/engines/under-gateway';
import { readEvents } from '../../support/http/events';

const WORLD = path.join(__dirname, '../../../bench/retrieval/worlds/institute');
const read = (name: string): string => readFileSync(path.join(WORLD, name), 'utf8');

const CONVERSATIONS: readonly (readonly (readonly [string, string | null])[])[] = [
  [
    ['Which devices does Rosa Binder maintain?', 'Phoenix, Prism One, Rainbow'],
    ['Which of them are spectrometers?', 'Prism One, Rainbow'],
    ['Who designed them?', 'Ada Holm, Lotte Kranz'],
    ['Where do they stand?', 'Glass Lab, Optics Lab'],
    ['How many of them stand in Norland?', '1: Prism One'],
  ],
  [
    ['Welche Geräte wartet Rosa Binder?', 'Phoenix, Prism One, Rainbow'],
    ['Welche davon sind Spektrometer?', 'Prism One, Rainbow'],
    ['Wo stehen sie?', 'Glass Lab, Optics Lab'],
  ],
  [
    ['Who leads the Ice Group?', 'Signe Vang'],
    ['When was she hired?', '2015-01-07'],
    ['And Ada Holm?', '2009-03-01'],
    ['And the Optics Group?', null],
  ],
  [
    ['Does Per Aune work in Norland?', 'Yes.'],
    ['And Ada Holm?', 'Yes.'],
    ['Where does she work?', 'North Site'],
    ['In which country is that?', 'Norland'],
    ['Who works there?', 'Ada Holm, Otto Holm, Per Aune, Signe Vang'],
  ],
  [
    ['Who designed the Lynx?', 'Ada Holm, Lotte Kranz'],
    ['Who else works at the North Site?', 'Otto Holm'],
    ['And Nobody?', null],
    ['Is he?', null],
  ],
  // Nothing comes before, or nothing that fits.
  [['In which country is that?', null]],
  [['Who works there?', null]],
  [['Which of them are spectrometers?', null]],
  [['And the Lynx?', null]],
  [
    ['Which groups are there?', 'Glass Group, Ice Group, Optics Group'],
    ['And the Lynx?', null],
  ],
];

const WOMEN = ['Ada Holm', 'Signe Vang', 'Lotte Kranz', 'Rosa Binder'];
const MEN = ['Otto Holm', 'Per Aune', 'Emil Sorge'];
const DEVICES = ['Lynx', 'Little Owl', 'Prism One', 'Rainbow', 'Phoenix', 'Old Dragon', 'Grey Seal'];
const OF_PEOPLE = ['When was {} hired?', 'Where does {} work?', 'Which devices were designed by {}?'];
const OF_DEVICES = ['Who designed {}?', 'Where does {} stand?', 'Who maintains {}?', 'What did {} cost?'];

underGateway((testbed) => {
  let conversations = 0;
  /** Asks one question after another; returns the answers. */
  const converse = async (...questions: readonly string[]): Promise<(string | null)[]> => {
    const address = `/api/v1/databases/default/chat/conversations/c${++conversations}/messages`;
    const answers: (string | null)[] = [];
    for (const question of questions) {
      const body = JSON.stringify({ question, module: 'owl' });
      const headers = { 'Content-Type': 'application/json' };
      const events = await (await readEvents(testbed.url, address, { method: 'POST', headers, body })).all;
      answers.push(events.at(-1)!.data.result.answer as string | null);
    }
    return answers;
  };

  beforeAll(async () => {
    await post(testbed.url, { path: '/ontology', type: 'text/turtle', body: read('ontology.ttl') });
    const { status } = await post(testbed.url, graph('text/turtle', read('facts.ttl')));
    expect(status).toBe(200);
  });

  it.each(CONVERSATIONS.map((turns) => [turns.map(([question]) => question).join(' '), turns] as const))(
    '%s',
    async (_, turns) => {
      const answers = await converse(...turns.map(([question]) => question));
      expect(answers).toEqual(turns.map(([, answer]) => answer));
    },
  );

  it.each([
    ['Who is {}?', WOMEN, OF_PEOPLE, ['she', 'her']],
    ['Who is {}?', MEN, OF_PEOPLE, ['he', 'him']],
    ['What is the {}?', DEVICES, OF_DEVICES, ['it', 'it']],
  ])('%s %j: a pronoun is answered as the name', async (first, all, forms, [subject, object]) => {
    let told = 0;
    for (const name of all) {
      for (const form of forms) {
        const isObject = form.includes('by {}');
        const [direct] = await converse(form.replace('{}', name));
        const [, later] = await converse(first.replace('{}', name), form.replace('{}', (isObject ? object : subject)!));
        expect({ name, form, answer: later }).toEqual({ name, form, answer: direct });
        if (direct !== null) told++;
      }
    }
    expect(told).toBeGreaterThan(4);
  });
});
