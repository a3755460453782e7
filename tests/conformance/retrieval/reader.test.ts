/** Questions whose words all have a meaning, in English and German. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { graph, post } from '../../support/engines/wire';
import { underGateway } from '../../support/engines/under-gateway';
import { documentsOf } from '../../support/retrieval/documents';

const FOLDER = path.join(__dirname, '../../../bench/retrieval/worlds/institute');
const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

const OTHERS = 'Old Dragon, Phoenix, Prism One, Rainbow';
const NOT_HERS = 'Grey Seal, Old Dragon, Phoenix, Rainbow';

/** Both languages; a verdict before the names and a remark behind them aside. */
const COMPARED: readonly (readonly [english: string, german: string, names: string])[] = [
  ['Which devices are not microscopes?', 'Welche Geräte sind keine Mikroskope?', OTHERS],
  ['Which research group has no head?', 'Welche Arbeitsgruppe hat keinen Leiter?', 'Glass Group'],
  ['Which devices did Ada Holm not design?', 'Welche Geräte hat Ada Holm nicht entworfen?', NOT_HERS],
  ['Who is the oldest researcher?', 'Wer ist der älteste Forscher?', 'Emil Sorge'],
  ['Which device is the most expensive?', 'Welches Gerät ist das teuerste?', 'Lynx'],
  ['Which group has the most members?', 'Welche Gruppe hat die meisten Mitglieder?', 'Glass Group, Optics Group'],
  ['Which papers cite Lenses of Water?', 'Welche Aufsätze zitieren Lenses of Water?', 'Mirrors without Silver'],
  [
    'Which papers does Mirrors without Silver cite?',
    'Welche Aufsätze zitiert Mirrors without Silver?',
    'Lenses of Water, Slow Melts',
  ],
  ['Is no furnace a retired device?', 'Ist kein Ofen ein ausgemustertes Gerät?', 'Old Dragon'],
];

/** The same question in English and German with its answer. */
const BOTH: readonly (readonly [english: string, german: string, answer: string | null])[] = [
  ['Who leads the Ice Group?', 'Wer leitet die Ice Group?', 'Signe Vang'],
  ['When was Per Aune born?', 'Wann wurde Per Aune geboren?', '1990-02-14'],
  ['What is the budget of Drift?', 'Wie hoch ist das Budget von Drift?', '500000'],
  [
    'Which devices were designed by Lotte Kranz?',
    'Welche Geräte wurden von Lotte Kranz entworfen?',
    'Lynx, Phoenix, Rainbow',
  ],
  ['Which devices did Lotte Kranz design?', 'Welche Geräte hat Lotte Kranz entworfen?', 'Lynx, Phoenix, Rainbow'],
  ['Who works in Estmark?', 'Wer arbeitet in Estmark?', 'Lotte Kranz, Rosa Binder'],
  ['Which devices stand in Brenzau?', 'Welche Geräte stehen in Brenzau?', 'Old Dragon, Phoenix, Rainbow'],
  ['In which country does Lotte Kranz work?', 'In welchem Land arbeitet Lotte Kranz?', 'Estmark'],
  ['Who leads the group that runs Aurora?', 'Wer leitet die Gruppe, die Aurora durchführt?', 'Ada Holm'],
  ['Which device has the highest price?', 'Welches Gerät hat den höchsten Preis?', 'Lynx'],
  [
    'Who wrote both Mirrors without Silver and Slow Melts?',
    'Wer schrieb sowohl Mirrors without Silver als auch Slow Melts?',
    'Lotte Kranz',
  ],
  [
    'Who designed Rainbow and when was she hired?',
    'Wer entwarf Rainbow und wann wurde sie eingestellt?',
    'Lotte Kranz; 2020-09-01',
  ],
  ['Does Lotte Kranz work in Norland?', 'Arbeitet Lotte Kranz in Norland?', null],
  ['Who is married to Signe Vang?', 'Wer ist mit Signe Vang verheiratet?', null],
  ['Why was Rainbow designed?', 'Warum wurde Rainbow entworfen?', null],
];
/** Answers to English questions alone. */
const ENGLISH: Readonly<Record<string, string>> = {
  'Where does the Grey Seal stand, and what is its price?': 'Ice Lab; 27000',
  'Where does the Grey Seal stand, and what was the price?': 'Ice Lab; 27000',
  'Who maintains the Lynx, and when?': 'Otto Holm; not answered: when',
  'When was Ada Holm hired, and where?': '2009-03-01; not answered: where',
  'Is every electron microscope a microscope?': 'Yes: every electron microscope is a microscope.',
  'Are all microscopes retired devices?': 'No: not Little Owl, Lynx (nothing else is stated).',
  'Are there any spectrometers in Estmark?': 'Yes.',
  'Is the Ice Group led by Ada Holm?': 'No: Ice Group led by Signe Vang.',
};
/** Questions that a hasty reading gets wrong. */
const UNREAD = [
  'Who knows, and when?',
  'Who leads all groups?',
  'Are all devices designed by Ada Holm microscopes?',
  'Is Norland a city?',
  'Is the Glass Group led by Ada Holm?',
  'Which city is Norland?',
  'Who is the boss?',
  'Who is the designer?',
  'Who is the microscope?',
  'Is Lynx a designer?',
  'Who is the Lynx?',
  'Is Ada Holm married to Otto Holm and Rosa Binder?',
  'What did she design?',
  'Was hat er entworfen?',
  'Wer leitet alle Gruppen?',
];
const GERMAN: Readonly<Record<string, string>> = {
  'Sind alle Mikroskope ausgemusterte Geräte?': 'Nein: nicht Little Owl, Lynx (mehr ist nicht angegeben).',
  'Ist jedes Elektronenmikroskop ein Mikroskop?': 'Ja.',
  'Ist der Lynx ein Mikroskop?': 'Ja.',
  'Was leitet Ada Holm?': 'Optics Group',
  'Wer arbeitet nicht in Norland?': 'Emil Sorge, Lotte Kranz, Rosa Binder (mehr ist nicht angegeben)',
  'Wie viele Forscher gibt es?': '4: Ada Holm, Emil Sorge, Lotte Kranz, Signe Vang',
};

underGateway((testbed) => {
  const client = documentsOf(() => testbed.url);
  const answerTo = async (question: string): Promise<string | null> =>
    (await client.retrieve(question, { module: 'owl' })).body.answer as string | null;

  beforeAll(async () => {
    await post(testbed.url, { path: '/ontology', type: 'text/turtle', body: read('ontology.ttl') });
    const { status } = await post(testbed.url, graph('text/turtle', read('facts.ttl')));
    expect(status).toBe(200);
  });

  it.each(BOTH)('%s / %s', async (english, german, answer) => {
    expect([await answerTo(english), await answerTo(german)]).toEqual([ENGLISH[english] ?? answer, answer]);
  });

  it.each(COMPARED)('%s / %s %s', async (english, german, names) => {
    for (const question of [english, german])
      expect(await answerTo(question)).toMatch(new RegExp(`^(?:No: |Nein: )?${names}(?: \\(.*\\))?\\.?$`));
  });

  it.each(Object.entries({ ...ENGLISH, ...GERMAN }))('%s %s', async (question, answer) => {
    expect(await answerTo(question)).toBe(answer);
  });

  it.each(UNREAD)('%s: null', async (question) => {
    expect(await answerTo(question)).toBeNull();
  });
});
