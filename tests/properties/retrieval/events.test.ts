/**
 * Questions about the participants of events, over generated ontologies and facts: whom or what an event joins is
 * answered as the facts say, or not at all.
 */
import * as fc from 'fast-check';
import { startReader, type ReaderTestbed } from '../../support/retrieval/reader';

interface World {
  readonly event: string;
  /** Participle of the verb, and its base form. */
  readonly verb: readonly [string, string];
  /** Class of who acts, and of what it is done to: one, and several. */
  readonly agent: readonly [string, string];
  readonly patient: readonly [string, string];
  /** Labels of the event's properties. */
  readonly agentLabel: string;
  readonly patientLabel: string;
  readonly isDisjoint: boolean;
}

const worlds: readonly World[] = [
  {
    event: 'Inspection',
    verb: ['inspected', 'inspect'],
    agent: ['mechanic', 'mechanics'],
    patient: ['lorry', 'lorries'],
    agentLabel: 'inspected by',
    patientLabel: 'inspected lorry',
    isDisjoint: true,
  },
  {
    event: 'Cleaning',
    verb: ['cleaned', 'clean'],
    agent: ['porter', 'porters'],
    patient: ['chapel', 'chapels'],
    agentLabel: 'cleaned by',
    patientLabel: 'place of work',
    isDisjoint: false,
  },
  {
    event: 'Audit',
    verb: ['audited', 'audit'],
    agent: ['accountant', 'accountants'],
    patient: ['shop', 'shops'],
    agentLabel: 'audited by',
    patientLabel: 'concerns',
    isDisjoint: true,
  },
];
const AGENTS = ['Odd Berg', 'Ina Holm', 'Nora Lind', 'Per Vang'];
const PATIENTS = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir'];
const YEARS = [2021, 2022, 2023];

/** An event by the numbers of its participants. */
interface Happening {
  readonly agent: number;
  readonly patient: number;
  readonly year: number;
  readonly isGood: boolean;
}

const nameOf = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

function textOf(world: World, happenings: readonly Happening[]): readonly [string, string] {
  const { event, agent, patient, agentLabel, patientLabel, isDisjoint } = world;
  const [person, thing] = [nameOf(agent[0]), nameOf(patient[0])];
  const prefixes = `
@prefix : <http://example.org/w#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
  const ontology = `${prefixes}
:Person a owl:Class ; rdfs:label "person"${isDisjoint ? ` ; owl:disjointWith :${thing} , :${event}` : ''} .
:${person} a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "${agent[0]}" .
:${thing} a owl:Class ; rdfs:label "${patient[0]}"${isDisjoint ? ` ; owl:disjointWith :${event}` : ''} .
:${event} a owl:Class ; rdfs:label "${event.toLowerCase()}" .
:doer a owl:ObjectProperty ; rdfs:label "${agentLabel}" ; rdfs:domain :${event} ; rdfs:range :${person} .
:target a owl:ObjectProperty ; rdfs:label "${patientLabel}" ; rdfs:domain :${event} ; rdfs:range :${thing} .
:day a owl:DatatypeProperty ; rdfs:label "day" ; rdfs:domain :${event} ; rdfs:range xsd:date .
:opened a owl:DatatypeProperty ; rdfs:label "opened on" ; rdfs:domain :${thing} ; rdfs:range xsd:date .
`;
  const facts = [
    prefixes,
    ...AGENTS.map((name, i) => `:a${i} a :${person} ; rdfs:label "${name}" .`),
    ...PATIENTS.map((name, i) => `:p${i} a :${thing} ; rdfs:label "${name}" ; :opened "20${20 + i}-01-02"^^xsd:date .`),
    ...happenings.map(
      ({ agent: a, patient: p, year }, i) =>
        `:e${i} a :${event} ; rdfs:label "Report ${i}" ; :doer :a${a} ; :target :p${p} ; :day "${year}-05-0${i + 1}"^^xsd:date .`,
    ),
  ];
  return [ontology, facts.join('\n')];
}

/** Right answers: names, a number, or yes and no; undefined where the question presumes what is not so. */
type Truth = readonly string[] | number | boolean | undefined;
interface Asked {
  readonly all: readonly Happening[];
  readonly a: number;
  readonly b: number;
  readonly p: number;
  readonly year: number;
}
type Form = readonly [text: (world: World, asked: Asked) => string, truth: (asked: Asked) => Truth];

const unique = (values: readonly number[]): number[] => [...new Set(values)];
const patientsOf = (all: readonly Happening[], a: number): number[] =>
  unique(all.filter(({ agent }) => agent === a).map(({ patient }) => patient));
const agentsOf = (all: readonly Happening[], p: number): number[] =>
  unique(all.filter(({ patient }) => patient === p).map(({ agent }) => agent));
const patients = (numbers: readonly number[]): string[] => numbers.map((i) => PATIENTS[i]!);
const agents = (numbers: readonly number[]): string[] => numbers.map((i) => AGENTS[i]!);
const others = (numbers: readonly number[], of: readonly string[]): number[] =>
  of.map((_, i) => i).filter((i) => !numbers.includes(i));

const forms: readonly Form[] = [
  [({ verb }, { p }) => `Who ${verb[0]} ${PATIENTS[p]}?`, ({ all, p }) => agents(agentsOf(all, p))],
  [
    ({ verb, agent }, { p }) => `Which ${agent[1]} have ${verb[0]} ${PATIENTS[p]}?`,
    ({ all, p }) => agents(agentsOf(all, p)),
  ],
  [({ verb }, { p }) => `By whom was ${PATIENTS[p]} ${verb[0]}?`, ({ all, p }) => agents(agentsOf(all, p))],
  [
    ({ verb, patient }, { a }) => `Which ${patient[1]} has ${AGENTS[a]} ${verb[0]}?`,
    ({ all, a }) => patients(patientsOf(all, a)),
  ],
  [
    ({ verb, patient }, { a }) => `Which ${patient[1]} were ${verb[0]} by ${AGENTS[a]}?`,
    ({ all, a }) => patients(patientsOf(all, a)),
  ],
  [
    ({ verb, patient }, { a }) => `How many ${patient[1]} did ${AGENTS[a]} ${verb[1]}?`,
    ({ all, a }) => patientsOf(all, a).length,
  ],
  [
    ({ verb, patient }) => `How many ${patient[1]} were ${verb[0]}?`,
    ({ all }) => PATIENTS.length - untouched(all).length,
  ],
  [
    ({ verb, patient }, { a }) => `Which ${patient[1]} were not ${verb[0]} by ${AGENTS[a]}?`,
    ({ all, a }) => patients(others(patientsOf(all, a), PATIENTS)),
  ],
  [({ verb, patient }) => `Which ${patient[1]} have never been ${verb[0]}?`, ({ all }) => patients(untouched(all))],
  [({ verb, patient }) => `Which ${patient[1]} were ${verb[0]} by nobody?`, ({ all }) => patients(untouched(all))],
  [
    ({ verb, patient }, { a, b }) => `Which ${patient[1]} were ${verb[0]} by ${AGENTS[a]} but not by ${AGENTS[b]}?`,
    ({ all, a, b }) => patients(patientsOf(all, a).filter((p) => !patientsOf(all, b).includes(p))),
  ],
  [
    ({ verb, patient }, { a, b }) => `Which ${patient[1]} were ${verb[0]} by both ${AGENTS[a]} and ${AGENTS[b]}?`,
    ({ all, a, b }) => patients(patientsOf(all, a).filter((p) => patientsOf(all, b).includes(p))),
  ],
  [
    ({ verb, patient }, { a }) => `Which ${patient[1]} were ${verb[0]} only by ${AGENTS[a]}?`,
    ({ all, a }) => patients(patientsOf(all, a).filter((p) => agentsOf(all, p).length === 1)),
  ],
  [
    ({ verb, patient }, { a }) => `Were all ${patient[1]} ${verb[0]} by ${AGENTS[a]}?`,
    ({ all, a }) => patientsOf(all, a).length === PATIENTS.length,
  ],
  [({ verb, patient }) => `Was every ${patient[0]} ${verb[0]}?`, ({ all }) => untouched(all).length === 0],
  [
    ({ verb, patient }, { a }) => `Was no ${patient[0]} ${verb[0]} by ${AGENTS[a]}?`,
    ({ all, a }) => patientsOf(all, a).length === 0,
  ],
  [
    ({ verb }, { a, p }) => `Did ${AGENTS[a]} ${verb[1]} ${PATIENTS[p]}?`,
    ({ all, a, p }) => patientsOf(all, a).includes(p),
  ],
  [
    ({ verb, agent, patient }) => `Which ${agent[1]} ${verb[0]} more than one ${patient[0]}?`,
    ({ all }) => agents(AGENTS.map((_, i) => i).filter((i) => patientsOf(all, i).length > 1)),
  ],
  [
    ({ verb, agent, patient }) => `Which ${agent[0]} has ${verb[0]} the most ${patient[1]}?`,
    ({ all }) => {
      const most = Math.max(...AGENTS.map((_, i) => patientsOf(all, i).length));
      return agents(AGENTS.map((_, i) => i).filter((i) => patientsOf(all, i).length === most));
    },
  ],
  [
    ({ verb, patient }, { a, year }) => `Which ${patient[1]} did ${AGENTS[a]} ${verb[1]} in ${year}?`,
    ({ all, a, year }) =>
      patients(
        patientsOf(
          all.filter((each) => each.year === year),
          a,
        ),
      ),
  ],
  [
    ({ verb, patient }, { year }) => `Which ${patient[1]} were ${verb[0]} in ${year}?`,
    ({ all, year }) => patients(unique(all.filter((each) => each.year === year).map(({ patient }) => patient))),
  ],
  [
    ({ verb }, { p }) => `When was ${PATIENTS[p]} ${verb[0]}?`,
    ({ all, p }) => daysOf(all, (each) => each.patient === p),
  ],
  [
    ({ verb }, { a, p }) => `When did ${AGENTS[a]} ${verb[1]} ${PATIENTS[p]}?`,
    ({ all, a, p }) => daysOf(all, (each) => each.patient === p && each.agent === a),
  ],
  [
    ({ event }, { p }) => `When was the ${event.toLowerCase()} of ${PATIENTS[p]}?`,
    ({ all, p }) => daysOf(all, (each) => each.patient === p),
  ],
];
const untouched = (all: readonly Happening[]): number[] => others(unique(all.map(({ patient }) => patient)), PATIENTS);
const daysOf = (all: readonly Happening[], test: (each: Happening) => boolean): string[] =>
  all.flatMap((each, i) => (test(each) ? [`${each.year}-05-0${i + 1}`] : []));

function isRight(answer: string, truth: Truth): boolean {
  if (typeof truth === 'boolean') return new RegExp(truth ? '^Yes' : '^No').test(answer);
  const told = answer.replace(/ \([^()]*\)$/, '');
  if (typeof truth === 'number') return told.split(/[ :]/)[0] === String(truth);
  return truth !== undefined && told.split(', ').sort().join() === [...truth].sort().join();
}

const happening = fc.record({
  agent: fc.nat({ max: AGENTS.length - 1 }),
  patient: fc.nat({ max: PATIENTS.length - 1 }),
  year: fc.constantFrom(...YEARS),
  isGood: fc.boolean(),
});

it.each(worlds)(
  'questions about the participants of an event are answered right, or not at all: $event',
  async (world) => {
    let [asked, answered] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 8 }), async (all) => {
        const reader: ReaderTestbed = await startReader(...textOf(world, all));
        try {
          for (const [print, truthOf] of forms) {
            const [{ agent: a, patient: p, year }, { agent: b }] = [
              all[0]!,
              all.find(({ agent }) => agent !== all[0]!.agent) ?? all[1]!,
            ];
            if (a === b) continue;
            const given = { all, a, b, p, year };
            const question = print(world, given);
            const answer = await reader.ask(question);
            asked++;
            if (answer === null) continue;
            answered++;
            const truth = truthOf(given);
            expect({ question, answer, truth, isRight: isRight(answer, truth) }).toMatchObject({ isRight: true });
          }
        } finally {
          await reader.close();
        }
      }),
      { numRuns: 6 },
    );
    expect(answered / asked).toBeGreaterThan(0.6);
  },
);
