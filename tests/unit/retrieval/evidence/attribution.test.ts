/** Attribution: true statements in other words are accepted, statements made of true ones by a swap are refused. */
import * as fc from 'fast-check';
import { unsupported } from '../../../../src/retrieval/evidence/support';
import { runs } from '../../../support/runs';

const TOWERS = 'Towers . Towers of the coast . towers . The North Tower is red, and the South Tower is 40 m high.';
const PAINTERS =
  'Painters . Lives . painters . Lena Hof taught Otto Maier in Ulm. She was born in 1861. Otto Maier painted Roof in ' +
  'Rain in 1911 and Grey Torso in 1912. Hugo Baer taught Ida Kron; Ida Kron never painted Blue Hour.';
const BRIG =
  'The brig Magpie . Her years . magpie . Otto Maier launched the brig on 14 March 1911. She cost 1,200 crowns.';

const check = (question: string, answer: string, texts: readonly string[]): string | undefined =>
  unsupported({ question, answer, texts });

it.each([
  ['How high is the South Tower?', 'The South Tower is 40 m high.', TOWERS],
  ['How high is the South Tower?', '40 m', TOWERS],
  ['Who taught Otto Maier?', 'Lena Hof', PAINTERS],
  ['Who taught Otto Maier?', 'Otto Maier was taught by Lena Hof, in Ulm.', PAINTERS],
  ['When was Grey Torso painted?', 'Otto Maier painted Grey Torso in 1912.', PAINTERS],
  ['When was Roof in Rain painted?', '1911', PAINTERS],
  ['When was Lena Hof born?', 'Lena Hof was born in 1861.', PAINTERS],
  ['When was the teacher of Otto Maier born?', '1861', PAINTERS],
  ['Who taught the painter of Roof in Rain?', 'Lena Hof taught Otto Maier, who painted Roof in Rain.', PAINTERS],
  ['What did Otto Maier paint?', 'Roof in Rain and Grey Torso', PAINTERS],
  ['Did Ida Kron paint Blue Hour?', 'No, Ida Kron never painted Blue Hour.', PAINTERS],
  ['Did Ida Kron paint Blue Hour?', 'No.', PAINTERS],
  ['Did Lena Hof teach Otto Maier?', 'Yes.', PAINTERS],
  ['When was the Magpie launched?', 'The Magpie was launched on 14 March 1911.', BRIG],
  ['What did the Magpie cost?', 'She cost 1200 crowns.', BRIG],
])('%s %s is supported', (question, answer, text) => {
  expect(check(question, answer, [text])).toBeUndefined();
});

it.each([
  ['How high is the North Tower?', 'The North Tower is 40 m high.', TOWERS],
  ['How high is the North Tower?', '40 m', TOWERS],
  ['Who taught Otto Maier?', 'Hugo Baer', PAINTERS],
  ['Who taught Otto Maier?', 'Hugo Baer taught Otto Maier.', PAINTERS],
  ['Who taught whom?', 'Otto Maier taught Lena Hof.', PAINTERS],
  ['When was Grey Torso painted?', 'Otto Maier painted Grey Torso in 1911.', PAINTERS],
  ['When was Roof in Rain painted?', 'Roof in Rain was painted in 1912.', PAINTERS],
  ['When was Grey Torso painted?', '1911', PAINTERS],
  ['When was Hugo Baer born?', 'Hugo Baer was born in 1861.', PAINTERS],
  ['Did Ida Kron paint Blue Hour?', 'Ida Kron painted Blue Hour.', PAINTERS],
  ['Did Ida Kron paint Blue Hour?', 'Yes.', PAINTERS],
  ['Did Lena Hof teach Otto Maier?', 'No.', PAINTERS],
  ['Did Lena Hof teach Otto Maier?', 'Lena Hof never taught Otto Maier.', PAINTERS],
])('%s %s is not', (question, answer, text) => {
  expect(check(question, answer, [text])).toBeDefined();
});

/** Words of generated worlds. */
const PEOPLE = ['Anna Dalgard', 'Bertil Falk', 'Corvin Gorm', 'Ebba Ingolf', 'Jutta Hjordis', 'Otto Maier'];
const THINGS = ['Roof in Rain', 'Grey Torso', 'Blue Hour', 'Long Hall', 'Quiet Harbour', 'Magpie'];
const MONTHS = ['March', 'May', 'June', 'October'];
const VERBS = [
  ['painted', 'was painted by'],
  ['restored', 'was restored by'],
  ['sold', 'was sold by'],
  ['copied', 'was copied by'],
] as const;

interface Fact {
  readonly who: string;
  readonly thing: string;
  readonly verb: (typeof VERBS)[number];
  readonly year: string;
  readonly date: string;
  readonly crowns: number;
}

/** Facts that differ in everything but the verb. */
const worlds = fc
  .record({
    people: fc.shuffledSubarray(PEOPLE, { minLength: 3, maxLength: 3 }),
    things: fc.shuffledSubarray(THINGS, { minLength: 3, maxLength: 3 }),
    verb: fc.constantFrom(...VERBS),
    years: fc.uniqueArray(fc.integer({ min: 1700, max: 1990 }), { minLength: 3, maxLength: 3 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 3, maxLength: 3 }),
    months: fc.shuffledSubarray(MONTHS, { minLength: 3, maxLength: 3 }),
    crowns: fc.uniqueArray(fc.integer({ min: 100, max: 1600 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ people, things, verb, years, days, months, crowns }) =>
    people.map((who, i): Fact => ({
      who,
      thing: things[i]!,
      verb,
      year: String(years[i]),
      date: `${days[i]} ${months[i]} ${years[i]}`,
      crowns: crowns[i]!,
    })),
  );

/** Ways in which evidence tells facts. */
const TELLINGS: readonly ((facts: readonly Fact[]) => string)[] = [
  (facts) => facts.map(({ who, thing, verb, date }) => `${who} ${verb[0]} ${thing} on ${date}.`).join(' '),
  (facts) => facts.map(({ who, thing, verb, date }) => `${thing} ${verb[1]} ${who} on ${date}.`).join(' '),
  (facts) => `${facts.map(({ who, thing, verb, date }) => `${who} ${verb[0]} ${thing} on ${date}`).join(', and ')}.`,
  (facts) => facts.map(({ who, thing, verb, date }) => `On ${date}, ${who} ${verb[0]} ${thing}.`).join(' '),
  (facts) => `${facts.map(({ who, thing, verb, date }) => `${who} ${verb[0]} ${thing} on ${date}`).join('; ')}.`,
  (facts) =>
    facts.map(({ who, thing, verb, date }) => `${who} is a painter. He ${verb[0]} ${thing} on ${date}.`).join(' '),
];
const priceOf = ({ thing, crowns }: Fact): string => `${thing} cost ${crowns} crowns.`;
const texts = fc
  .tuple(worlds, fc.constantFrom(...TELLINGS))
  .map(([facts, tell]) => ({ facts, text: `Works . List . works . ${tell(facts)} ${facts.map(priceOf).join(' ')}` }));

/** Questions and answers about a fact, in other words than the evidence. */
const truths = ({ who, thing, verb, year, date, crowns }: Fact): readonly (readonly [string, string])[] => [
  [`Who ${verb[0]} ${thing}?`, who],
  [`Who ${verb[0]} ${thing}?`, `${thing} ${verb[1]} ${who}.`],
  [`Who ${verb[0]} ${thing}?`, `It was ${who} who ${verb[0]} ${thing}.`],
  [`What happened to ${thing} on ${date}?`, `${who} ${verb[0]} it.`],
  [`When was ${thing} ${verb[0]}?`, date],
  [`When was ${thing} ${verb[0]}?`, `In ${year}.`],
  [`When was ${thing} ${verb[0]}?`, `${thing} was ${verb[0]} in ${year}.`],
  [`What did ${who} do in ${year}?`, `${who} ${verb[0]} ${thing}.`],
  [`Which work has ${who} ${verb[0]}?`, thing],
  [`How much did ${thing} cost?`, `${crowns} crowns`],
  [`How much did ${thing} cost?`, `${thing} cost ${crowns} crowns.`],
  [`Tell me of ${thing}.`, `${thing} was ${verb[0]} on ${date} by ${who}. It cost ${crowns} crowns.`],
  [`Was ${thing} ${verb[0]} by ${who}?`, 'Yes.'],
  [`What do you know of ${who}?`, `${who} ${verb[0]} ${thing}.`],
  [`What did the work cost that ${who} ${verb[0]}?`, `${crowns} crowns`],
  [`What did the work cost that ${who} ${verb[0]}?`, `${thing}, which ${who} ${verb[0]}, cost ${crowns} crowns.`],
  [`Did ${who} ${verb[0].replace(/ed$/, '')} ${thing}?`, `Yes, ${who} ${verb[0]} ${thing}.`],
];

/** The same of two facts that are mixed. */
const lies = (one: Fact, other: Fact): readonly (readonly [string, string])[] => [
  ...truths({ ...one, who: other.who }).filter(([, answer]) => answer.includes(other.who)),
  ...truths({ ...one, date: other.date, year: other.year }).filter(([, answer]) => answer.includes(other.year)),
  ...truths({ ...one, crowns: other.crowns }).filter(([, answer]) => answer.includes(String(other.crowns))),
  ...truths({ ...one, thing: other.thing }).filter(
    ([question, answer]) => !question.startsWith('How much') && `${question} ${answer}`.includes(other.thing),
  ),
  [`Was ${one.thing} ${one.verb[0]} by ${other.who}?`, 'Yes.'],
  [`Was ${one.thing} ${one.verb[0]} by ${one.who}?`, 'No.'],
  [`Did ${one.who} deal with ${one.thing}?`, `${one.who} never ${one.verb[0]} ${one.thing}.`],
  [`Who ${one.verb[0]} whom?`, `${one.thing} ${one.verb[0]} ${one.who}.`],
];

/** Returns the statements with the other verdict, and their number. */
function judged(
  statements: (facts: readonly Fact[]) => readonly (readonly [string, string])[],
  isWanted: (fault: string | undefined) => boolean,
): { readonly wrong: readonly string[]; readonly all: number } {
  const wrong: string[] = [];
  let all = 0;
  fc.assert(
    fc.property(texts, ({ facts, text }) => {
      for (const [question, answer] of statements(facts)) {
        all++;
        const fault = check(question, answer, [text]);
        if (!isWanted(fault)) wrong.push(`${question} ${answer} | ${text} | ${fault}`);
      }
    }),
    { numRuns: runs(60), seed: 7 },
  );
  return { wrong, all };
}

it('accepts what the evidence says, in other words', () => {
  const { wrong, all } = judged(
    (facts) => facts.flatMap(truths),
    (fault) => fault === undefined,
  );
  expect(all).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

it('refuses what mixes two statements of the evidence', () => {
  const { wrong, all } = judged(
    (facts) => lies(facts[0]!, facts[1]!),
    (fault) => fault !== undefined,
  );
  expect(all).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

it('takes long evidence without much work', () => {
  const people = (i: number): string => `Anna ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i % 26]!}berg${'abcdefghij'[i % 10]!}`;
  const sentences = (from: number): string =>
    Array.from({ length: 30 }, (_, i) => `${people(from + i)} taught ${people(from + i + 7)} in ${1000 + i}.`).join(
      ' ',
    );
  const many = Array.from({ length: 50 }, (_, i) => `Lists . List ${i} . list . ${sentences(i * 30)}`);
  const answer = Array.from({ length: 40 }, (_, i) => `${people(i)} taught ${people(i + 11)} in ${1000 + i}.`).join(
    ' ',
  );
  const began = process.cpuUsage();
  check(`Who taught ${people(3)}?`, answer, many);
  expect(process.cpuUsage(began).user / 1e6).toBeLessThan(10);
});
