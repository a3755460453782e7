/** Composed questions of two clauses, counts and superlatives: each has no answer, or the true one. */
import { startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';
import {
  ANIMALS,
  AVAILABLE,
  BORN,
  DOGS,
  has,
  JOINED,
  KENNEL,
  KENNEL_FACTS,
  LIKES,
  listOf,
  OWNS,
  pairs,
  PEOPLE,
  VACCINATED,
  WEIGHT,
} from '../../../../support/retrieval/kennel';
import { hasAllCases } from '../../../../support/runs';

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(KENNEL, KENNEL_FACTS);
});
afterAll(() => reader.close());

type Truth = readonly (readonly [question: string, answer: string | null])[];

/** Asks all questions; an answer may be missing, but in `least` of them it may not. */
async function expectTrue(truth: Truth, least: number): Promise<void> {
  let answered = 0;
  const wrong: unknown[] = [];
  for (const [question, answer] of truth) {
    const given = (await reader.ask(question))?.replace(/ \([^()]*\)/g, '') ?? null;
    if (given !== null && given === answer) answered++;
    const isDenied = answer === null && given !== null && /^No\b/.test(given);
    if (given !== answer && given !== null && !isDenied) wrong.push({ question, given, answer });
  }
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(least);
}

/** A half of the cases; all of them with OWLGATE_ALL_CLAUSES=1. */
const some = <T>(cases: readonly T[]): readonly T[] => (hasAllCases ? cases : cases.filter((_, i) => i % 2 === 0));
const liked = (by: string): string[] => ANIMALS.filter((name) => has(LIKES, by, name));
const owned = (by: string): string[] => ANIMALS.filter((name) => has(OWNS, by, name));
const likers = (of: string): string[] => ANIMALS.filter((name) => has(LIKES, name, of));
const owners = (of: string): string[] => PEOPLE.filter((name) => has(OWNS, name, of));
const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => !others.includes(name));
const both = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => others.includes(name));
const vaccinated = (names: readonly string[], is = true): string[] => names.filter((name) => VACCINATED[name] === is);

it('a second verb is about what is asked for, not about what stands before it', async () => {
  const named = some(pairs(ANIMALS, ANIMALS)).flatMap(([one, other]): Truth => {
    const [by, of] = [liked(one), likers(other)];
    return [
      [`Which animals that are liked by ${one} like ${other}?`, listOf(without(both(by, of), [one, other]))],
      [`Which animals are liked by ${one} and like ${other}?`, listOf(without(both(by, of), [one, other]))],
    ];
  });
  const held = some(pairs(ANIMALS, PEOPLE)).flatMap(([animal, person]): Truth => {
    const [by, own] = [liked(animal), owned(person)];
    return [
      [`Which animals that are liked by ${animal} are owned by ${person}?`, listOf(both(by, own))],
      [`Which animals are liked by ${animal} but are not owned by ${person}?`, listOf(without(by, own))],
    ];
  });
  const flags = ANIMALS.flatMap((one): Truth => {
    const by = liked(one);
    const isAll = by.length === vaccinated(by).length;
    return [
      [`Which animals that are liked by ${one} are vaccinated?`, listOf(vaccinated(by))],
      [`Which animals that are liked by ${one} are not vaccinated?`, listOf(vaccinated(by, false))],
      [`Which animals that are not vaccinated does ${one} like?`, listOf(vaccinated(by, false))],
      [`Which animals are vaccinated and like ${one}?`, listOf(vaccinated(likers(one)))],
      [`Which animals are vaccinated and liked by ${one}?`, listOf(vaccinated(by))],
      ...(by.length > 0
        ? [
            [
              `Are all animals that ${one} likes vaccinated?`,
              isAll ? 'Yes.' : `No: not ${listOf(vaccinated(by, false))}.`,
            ] as const,
          ]
        : []),
    ];
  });
  await expectTrue([...named, ...held, ...flags], 15);
});

it('who does something is not who has it done', async () => {
  const truth = some(pairs(PEOPLE, ANIMALS)).flatMap(([person, animal]): Truth => {
    const isOwned = has(OWNS, person, animal);
    return [
      [`Does ${person} own ${animal}?`, isOwned ? 'Yes.' : null],
      [`Does ${animal} own ${person}?`, null],
      [`Is ${animal} owned by ${person}?`, isOwned ? 'Yes.' : null],
      [`Is ${person} owned by ${animal}?`, null],
      [`Who owns ${person}?`, null],
      [`Who is owned by ${animal}?`, null],
      [`What does ${animal} own?`, null],
    ];
  });
  await expectTrue(truth, 4);
});

it('those that have none have fewer than two', async () => {
  const counts = PEOPLE.map((name) => [name, owned(name).length] as const);
  const dogs = PEOPLE.map((name) => [name, both(owned(name), DOGS).length] as const);
  const truth = [1, 2, 3].flatMap((n): Truth => {
    const of = (all: typeof counts, test: (count: number) => boolean): string | null =>
      listOf(all.flatMap(([name, count]) => (test(count) ? [name] : [])));
    const noun = n === 1 ? ['animal', 'dog'] : ['animals', 'dogs'];
    return [counts, dogs].flatMap((all, i): Truth => [
      [`Which people own fewer than ${n} ${noun[i]!}?`, of(all, (count) => count < n)],
      [`Which people own at most ${n} ${noun[i]!}?`, of(all, (count) => count <= n)],
      [`Which people own at least ${n} ${noun[i]!}?`, of(all, (count) => count >= n)],
      [`Which people own more than ${n} ${noun[i]!}?`, of(all, (count) => count > n)],
      [`Which people own exactly ${n} ${noun[i]!}?`, of(all, (count) => count === n)],
    ]);
  });
  await expectTrue([...truth, ['Which person owns the fewest animals?', null]], 20);
});

const top = (names: readonly string[], of: Readonly<Record<string, number | string>>, isMost: boolean): string[] => {
  const best = names.reduce((a, b) => (of[b]! > of[a]! === isMost ? b : a));
  return names.filter((name) => of[name] === of[best]);
};

it('one that is named is compared with all the others', async () => {
  const animals = (['animal', 'dog', 'cat'] as const).flatMap((kind, i): Truth => {
    const all = [ANIMALS, DOGS, without(ANIMALS, DOGS)][i]!;
    return (['heaviest', 'lightest'] as const).flatMap((degree): Truth => {
      const [best] = top(all, WEIGHT, degree === 'heaviest');
      return all.map((name) => [`Is ${name} the ${degree} ${kind}?`, name === best ? 'Yes.' : `No: ${best}.`] as const);
    });
  });
  const people = PEOPLE.map((name): Truth[number] => {
    const [oldest] = top(PEOPLE, BORN, false);
    return [`Is ${name} the oldest person?`, name === oldest ? 'Yes.' : `No: ${oldest}.`];
  });
  await expectTrue([...animals, ...people], 24);
});

it('the most is that of the noun before it', async () => {
  const [heavy, light] = [top(ANIMALS, WEIGHT, true)[0]!, top(ANIMALS, WEIGHT, false)[0]!];
  await expectTrue(
    [
      ['Which animals like the animal with the highest weight?', listOf(likers(heavy))],
      ['Which animals like the animal with the lowest weight?', listOf(likers(light))],
      ['Which people own the animal with the highest weight?', listOf(owners(heavy))],
      ['Which people own the animal with the lowest weight?', listOf(owners(light))],
    ],
    3,
  );
});

it('a contrast behind a verb is one of who does it', async () => {
  const truth = pairs(PEOPLE, PEOPLE).flatMap(([one, other]): Truth => {
    const own = listOf(without(owned(one), owned(other)));
    return [
      [`Which animals does ${one} own but not ${other}?`, own],
      [`Which animals are owned by ${one} but not by ${other}?`, own],
    ];
  });
  const alike = pairs(ANIMALS, ANIMALS).map(([one, other]): Truth[number] => [
    `Which animals does ${one} like but not ${other}?`,
    listOf(without(without(liked(one), liked(other)), [other])),
  ]);
  await expectTrue([...truth, ...alike], 12);
});

it('what is named is an answer if another one has it', async () => {
  const truth = pairs(ANIMALS, ANIMALS).flatMap(([one, other]): Truth => {
    const all = ANIMALS.filter((name) => has(LIKES, one, name) || has(LIKES, other, name));
    return [[`Which animals does ${one} or ${other} like?`, listOf(all)]];
  });
  await expectTrue(truth, 12);
});

it('a word that the ontology has is not passed over', async () => {
  const available = DOGS.filter((name) => AVAILABLE[name]);
  await expectTrue(
    [
      ['Which dogs are available?', listOf(available)],
      ['How many dogs are available?', `${available.length}: ${listOf(available)}`],
      ['Are all dogs available?', `No: not ${listOf(without(DOGS, available))}.`],
      ['Do Rex and Bruno have different weights?', null],
      ['How many different animals does Ada Holm own?', `2: ${listOf(owned('Ada Holm'))}`],
    ],
    4,
  );
});

it('nothing is asked for but what the verb is about', async () => {
  await expectTrue(
    [
      ...PEOPLE.map((name) => [`Which visits does ${name} own?`, null] as const),
      ...ANIMALS.map((name) => [`Which visits does ${name} like?`, null] as const),
      ...ANIMALS.map((name) => [`Which people does ${name} like?`, null] as const),
    ],
    0,
  );
});

it('a year is no person who was born then', async () => {
  const years = [...Object.values(BORN), ...Object.values(JOINED).map((day) => Number(day.slice(0, 4)))];
  const truth = years.flatMap((year): Truth => {
    const who = (test: (name: string) => boolean): string | null => listOf(PEOPLE.filter(test));
    const joined = (name: string): number => Number(JOINED[name]!.slice(0, 4));
    return [
      [`Which people joined before ${year}?`, who((name) => joined(name) < year)],
      [`Which people joined after ${year}?`, who((name) => joined(name) > year)],
      [`Which people were born before ${year}?`, who((name) => BORN[name]! < year)],
      [`Which people were born after ${year}?`, who((name) => BORN[name]! > year)],
    ];
  });
  await expectTrue(truth, 16);
});

it('some of a kind are of another, though not all of it', async () => {
  await expectTrue(
    [
      ['Are some animals dogs?', 'Yes.'],
      ['Is any animal a cat?', 'Yes.'],
      ['Are some dogs cats?', null],
      ['Is any animal a person?', null],
      ['Are some people vets?', 'Yes.'],
    ],
    3,
  );
});
