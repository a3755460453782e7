/**
 * Questions about all, some, none, only, most or so many of a class, limited in many wordings, against what the facts
 * say: the reader answers them right, or not at all.
 */
import * as fc from 'fast-check';
import { startReader, type ReaderTestbed } from '../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/shelter#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Terrier a owl:Class ; rdfs:subClassOf :Dog .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog .
:Person a owl:Class ; owl:disjointWith :Animal . :Room a owl:Class ; owl:disjointWith :Animal , :Person .
:treatedBy a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Person .
:adoptedBy a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Person .
:livesIn a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Room .
`;
const ANIMALS = ['Rex', 'Luna', 'Bella', 'Tiger', 'Momo', 'Fido', 'Bruno', 'Kitty', 'Felix', 'Lady', 'Spot', 'Zora'];
const KINDS = ['Terrier', 'Dog', 'Cat'];
const PEOPLE = { odd: 'Odd Berg', ina: 'Ina Holm', nora: 'Nora Lind' };
const ROOMS = { kennel: 'the kennel', attic: 'the attic' };

interface Animal {
  readonly name: string;
  readonly kind: string;
  readonly treatedBy: string;
  readonly adoptedBy: string;
  readonly livesIn: string;
}

/** Each animal has another combination; a third of each fact is not stated. */
const animals: readonly Animal[] = ANIMALS.map((name, i) => ({
  name,
  kind: KINDS[i % 3]!,
  treatedBy: ['odd', 'ina', ''][Math.floor(i / 2) % 3]!,
  adoptedBy: ['nora', '', 'odd'][Math.floor(i / 3) % 3]!,
  livesIn: ['kennel', 'attic', ''][(i + Math.floor(i / 4)) % 3]!,
}));

const FACTS = [
  PREFIXES,
  ...Object.entries(PEOPLE).map(([id, name]) => `:${id} a :Person ; rdfs:label "${name}" .`),
  ...Object.entries(ROOMS).map(([id, name]) => `:${id} a :Room ; rdfs:label "${name}" .`),
  ...animals.map(({ name, kind, ...facts }) => {
    const stated = Object.entries(facts).flatMap(([p, o]) => (o === '' ? [] : [` ; :${p} :${o}`]));
    return `:${name.toLowerCase()} a :${kind} ; rdfs:label "${name}"${stated.join('')} .`;
  }),
].join('\n');

type Test = (animal: Animal) => boolean;
const classes: readonly (readonly [one: string, many: string, Test])[] = [
  ['animal', 'animals', () => true],
  ['dog', 'dogs', ({ kind }) => kind !== 'Cat'],
  ['terrier', 'terriers', ({ kind }) => kind === 'Terrier'],
  ['cat', 'cats', ({ kind }) => kind === 'Cat'],
];
const by = (property: 'treatedBy' | 'adoptedBy', id: keyof typeof PEOPLE): readonly (readonly [string, Test])[] => {
  const verb = property === 'treatedBy' ? 'treated' : 'adopted';
  const holds: Test = (animal) => animal[property] === id;
  return [
    [`${verb} by ${PEOPLE[id]}`, holds],
    [`that ${PEOPLE[id]} ${verb}`, holds],
    [`that were ${verb} by ${PEOPLE[id]}`, holds],
    [`not ${verb} by ${PEOPLE[id]}`, (animal) => !holds(animal)],
  ];
};
const limits: readonly (readonly [string, Test])[] = [
  ['', () => true],
  ...Object.entries(ROOMS).flatMap(([id, name]) =>
    ['of', 'in', 'that live in', 'living in'].map((words): [string, Test] => [
      `${words} ${name}`,
      ({ livesIn }) => livesIn === id,
    ]),
  ),
  ...by('treatedBy', 'odd'),
  ...by('treatedBy', 'ina'),
  ...by('adoptedBy', 'nora'),
];
const predicates = [by('treatedBy', 'odd')[0]!, by('adoptedBy', 'nora')[0]!, by('adoptedBy', 'odd')[0]!];

/** Right answers; undefined where the question presumes what is not so. */
type Truth = boolean | number | readonly string[] | undefined;
interface Asked {
  readonly one: string;
  readonly many: string;
  readonly limit: string;
  readonly says: string;
}
interface Found {
  /** Animals of the class within the limit: true of those of which the predicate holds. */
  readonly holds: readonly boolean[];
  readonly names: readonly string[];
  /** True if all others of which the predicate holds are of the class within the limit. */
  readonly isOnly: boolean | undefined;
}
const forms: readonly (readonly [(asked: Asked) => string, (found: Found) => Truth])[] = [
  [({ many, limit, says }) => `Are all ${many}${limit} ${says}?`, ({ holds }) => some(holds, holds.every(Boolean))],
  [({ one, limit, says }) => `Was every ${one}${limit} ${says}?`, ({ holds }) => some(holds, holds.every(Boolean))],
  [({ one, limit, says }) => `Is no ${one}${limit} ${says}?`, ({ holds }) => !holds.some(Boolean)],
  [({ one, limit, says }) => `Is any ${one}${limit} ${says}?`, ({ holds }) => holds.some(Boolean)],
  [({ many, limit, says }) => `Were none of the ${many}${limit} ${says}?`, ({ holds }) => !holds.some(Boolean)],
  [({ many, limit, says }) => `Are only ${many}${limit} ${says}?`, ({ isOnly }) => isOnly],
  [
    ({ many, limit, says }) => `Are most ${many}${limit} ${says}?`,
    ({ holds }) => some(holds, countOf(holds) * 2 > holds.length),
  ],
  [({ many, limit, says }) => `Are two ${many}${limit} ${says}?`, ({ holds }) => countOf(holds) >= 2],
  [
    ({ many, limit, says }) => `Are not all ${many}${limit} ${says}?`,
    ({ holds }) => some(holds, !holds.every(Boolean)),
  ],
  [({ many, limit, says }) => `How many ${many}${limit} are ${says}?`, ({ holds }) => countOf(holds)],
  [
    ({ many, limit, says }) => `How many ${many}${limit} are not ${says}?`,
    ({ holds }) => holds.length - countOf(holds),
  ],
  [
    ({ many, limit, says }) => `Which ${many}${limit} are ${says}?`,
    ({ holds, names }) => names.filter((_, i) => holds[i]),
  ],
];

const countOf = (holds: readonly boolean[]): number => holds.filter(Boolean).length;
const some = (holds: readonly boolean[], truth: boolean): boolean | undefined => (holds.length > 0 ? truth : undefined);

function isRight(answer: string, truth: Truth): boolean {
  if (typeof truth === 'boolean') return new RegExp(truth ? '^Yes' : '^No').test(answer);
  const told = answer.replace(/ \([^()]*\)$/, '');
  if (typeof truth === 'number') return told.split(/[ :]/)[0] === String(truth);
  return truth !== undefined && told.split(', ').sort().join() === [...truth].sort().join();
}

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

it('questions about quantities are answered right, or not at all', async () => {
  let answered = 0;
  const one = fc.tuple(...[classes, limits, predicates, forms].map(({ length }) => fc.nat({ max: length - 1 })));
  await fc.assert(
    fc.asyncProperty(one, async (numbers) => {
      const [single, many, isOfClass] = classes[numbers[0]!]!;
      const [words, isWithin] = limits[numbers[1]!]!;
      const [says, holds] = predicates[numbers[2]!]!;
      const [print, truthOf] = forms[numbers[3]!]!;
      const limit = words === '' ? '' : ` ${words}`;
      const meant = (animal: Animal): boolean => isOfClass(animal) && isWithin(animal);
      const all = animals.filter(meant);
      const others = animals.filter(holds);
      const truth = truthOf({
        holds: all.map(holds),
        names: all.map(({ name }) => name),
        isOnly: some(others.map(holds), others.every(meant)),
      });
      const question = print({ one: single, many, limit, says });
      const answer = await reader.ask(question);
      if (answer === null) return;
      answered++;
      expect({ question, answer, truth, isRight: isRight(answer, truth) }).toMatchObject({ isRight: true });
    }),
    { numRuns: 300 },
  );
  expect(answered).toBeGreaterThan(50);
});
