/** Answers behind the clause that speaks of the question: the first of their kind is accepted, a later one is not. */
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
