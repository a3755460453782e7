/** Kinds of answers: what is of another kind is refused; the first or only one of its kind is accepted. */
import { unsupported } from '../../../../src/retrieval/evidence/support';

const check = (question: string, answer: string, text: string): string | undefined =>
  unsupported({ question, answer, texts: [`News . Of the club . news . ${text}`] });

const PEOPLE = ['Anna Dalgard', 'Corvin Gorm', 'Ebba Ingolf'];
const ROLES = ['patron', 'treasurer', 'keeper of the boats'];

describe.each(ROLES)('a %s', (role) => {
  describe.each(PEOPLE.flatMap((one) => PEOPLE.filter((each) => each !== one).map((other) => [one, other] as const)))(
    '%s before %s',
    (one, other) => {
      const text = `At last we have a ${role}! It took a year. ${one} has said yes. ${other} brought the cake.`;

      it('is the first name behind', () => expect(check(`Who is our ${role}?`, one, text)).toBeUndefined());
      it('is no later name', () => expect(check(`Who is our ${role}?`, other, text)).toBeDefined());
      it('is no name of a clause without the question', () =>
        expect(check('Who is our gardener?', one, text)).toBeDefined());
    },
  );
});

it.each([
  ['The summer concert is near. It takes place on 14 June.', 'When is the summer concert?', '14 June'],
  ['The water comes from the well in the yard. It is 42 metres deep.', 'How deep is the well?', '42 metres'],
  [
    'The game was a guess at the letters in a jar. There were 2316 of them.',
    'How many letters were in the jar?',
    '2316',
  ],
  ['The hall was opened under her, in 1996, in a former mill.', 'In which year was the hall opened?', '1996'],
  ['Guests without a ticket may buy a day pass for 45 crowns.', 'How much is a day pass?', '45 crowns'],
  ['You may cancel without any fee up to 48 hours before the start.', 'How long before can I cancel?', '48 hours'],
  ['From now on the honey comes from Jasper Elwood.', 'Who does the honey come from?', 'Jasper Elwood'],
  ['From now on, every bike gets a test ride. Tyres go to Greenloop.', 'Where do tyres go?', 'Greenloop'],
])('%s %s', (text, question, answer) => {
  expect(check(question, answer, text)).toBeUndefined();
});

it.each([
  ['The summer concert is on 3 May. The sale takes place on 14 June.', 'When is the summer concert?', '14 June'],
  ['The well is 12 metres deep. The pond is 42 metres wide.', 'How deep is the well?', '42 metres'],
  ['A day pass costs 45 crowns. A locker costs 5 crowns.', 'How much is a day pass?', '5 crowns'],
])('%s %s is not answered by %s', (text, question, answer) => {
  expect(check(question, answer, text)).toBeDefined();
});

describe('kinds of answers', () => {
  const HALL =
    'The hall was opened in Ulm on a Friday in May 1996 by Anna Dalgard of Halse. It holds 300 people and cost 74,000 ' +
    'euros. The work took six weeks.';
  const ASKED: readonly (readonly [string, string])[] = [
    ['Who opened the hall?', 'Anna Dalgard'],
    ['How much did the hall cost?', '74,000 euros'],
    ['How many people does the hall hold?', '300'],
    ['How long did the work take?', 'six weeks'],
  ];
  const OTHERS = ['Ulm', 'Friday in May', 'May', '1996'];

  it.each(ASKED)('%s %s', (question, answer) => expect(check(question, answer, HALL)).toBeUndefined());
  it.each(
    ASKED.flatMap(([question, own]) =>
      [...(own === 'Anna Dalgard' ? [] : ASKED.map(([, answer]) => answer)), ...OTHERS]
        .filter((answer) => answer !== own)
        .map((answer) => [question, answer] as const),
    ),
  )('%s is not answered by %s', (question, answer) => expect(check(question, answer, HALL)).toBeDefined());
});

describe.each(['toaster', 'broken lamp', 'mouse'])('a %s', (cause) => {
  const TOLD = [
    `The alarm of the hall rang at noon. The cause was a ${cause} in the kitchen. A cake was baked.`,
    `There was a ${cause}. It was hot, and that is why the alarm of the hall rang. A cake was baked.`,
  ];
  it.each(TOLD)('is the cause: %s', (text) => {
    expect(check('Why did the alarm of the hall ring?', cause, text)).toBeUndefined();
    expect(check('Why did the alarm of the hall ring?', 'cake', text)).toBeDefined();
  });
});

describe('answers as models word them', () => {
  const TEXT =
    'Lunch is served at noon in the kitchen; the cook is Anna Dalgard. A pass costs 45 crowns. Every room should have a ' +
    'window to the east. Corvin Gorm never cooks.';
  it.each([
    ['What does a pass cost?', 'forty-five crowns'],
    ['What does a pass cost?', 'According to the documents, 45 crowns.'],
    ['What does a pass cost?', 'The passage says that a pass costs 45 crowns.'],
    ["I'd like to know what a pass costs.", '45 crowns'],
    ['Who is the cook?', 'Lunch is served at noon in the kitchen; the cook is Anna Dalgard.'],
    ['Who is the cook?', 'Anna Dalgard. Corvin Gorm never cooks.'],
    ['Which way must the window of a room face?', 'east'],
  ])('%s %s', (question, answer) => expect(check(question, answer, TEXT)).toBeUndefined());
  it.each([
    ['What does a pass cost?', 'forty-six crowns'],
    ['What does a pass cost?', 'According to the documents, 54 crowns.'],
    ['Who is the cook?', 'According to Corvin Gorm, Corvin Gorm is the cook.'],
    ['Who is the cook?', 'Corvin Gorm. The cook is Anna Dalgard.'],
    ['Who is the cook?', 'A pass costs 45 crowns.'],
    ['Who is the cook?', 'Corvin Gorm is the cook. Corvin Gorm never cooks.'],
  ])('%s is not answered by %s', (question, answer) => expect(check(question, answer, TEXT)).toBeDefined());
});
