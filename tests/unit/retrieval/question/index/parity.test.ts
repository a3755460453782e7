/** Languages side by side: a question in German has the answer that it has in English. */
import { startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `@prefix : <https://example.org/parity#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:Animal a owl:Class ; rdfs:label "animal"@en , "Tier"@de .
:Dog a owl:Class ; rdfs:subClassOf :Animal ; rdfs:label "dog"@en , "Hund"@de .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; rdfs:label "cat"@en , "Katze"@de .
:Place a owl:Class ; rdfs:label "place"@en, "Ort"@de .
:City a owl:Class ; rdfs:subClassOf :Place ; rdfs:label "city"@en , "Stadt"@de .
:Country a owl:Class ; rdfs:subClassOf :Place ; rdfs:label "country"@en , "Land"@de .
:Vet a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "vet"@en , "Tierarzt"@de .
:Dog owl:disjointWith :Cat .
:Person owl:disjointWith :Animal , :Place .
:Animal owl:disjointWith :Place .
:owns a owl:ObjectProperty ; rdfs:label "owns"@en , "besitzt"@de ; rdfs:domain :Person ; rdfs:range :Animal .
:likes a owl:ObjectProperty ; rdfs:label "likes"@en , "mag"@de ; rdfs:domain :Person ; rdfs:range :Animal .
:treats a owl:ObjectProperty ; rdfs:label "treats"@en , "behandelt"@de ; rdfs:domain :Vet ; rdfs:range :Animal .
:livesIn a owl:ObjectProperty ; rdfs:label "lives in"@en , "wohnt in"@de ; rdfs:domain :Person ;
  rdfs:range :City .
:locatedIn a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "located in"@en , "liegt in"@de ;
  rdfs:domain :Place ; rdfs:range :Place .
:mother a owl:ObjectProperty ; rdfs:label "mother"@en , "Mutter"@de ; rdfs:domain :Animal ; rdfs:range :Animal .
:weight a owl:DatatypeProperty ; rdfs:label "weight"@en , "Gewicht"@de ;
  rdfs:comment "In kilograms."@en , "In Kilogramm."@de ; rdfs:domain :Animal ; rdfs:range xsd:decimal .
:vaccinated a owl:DatatypeProperty ; rdfs:label "vaccinated"@en , "geimpft"@de ; rdfs:domain :Animal ;
  rdfs:range xsd:boolean .
:born a owl:DatatypeProperty ; rdfs:label "born on"@en , "geboren am"@de ; rdfs:domain :Person ;
  rdfs:range xsd:date .
:hired a owl:DatatypeProperty ; rdfs:label "hired on"@en , "eingestellt am"@de ; rdfs:domain :Vet ;
  rdfs:range xsd:date .
:phone a owl:DatatypeProperty ; rdfs:label "phone number"@en , "Telefonnummer"@de ; rdfs:domain :Person ;
  rdfs:range xsd:string .
`;
const FACTS = `${PREFIXES}
:de a :Country ; rdfs:label "Germany"@en, "Deutschland"@de .
:fi a :Country ; rdfs:label "Finland"@en , "Finnland"@de .
:kiel a :City ; rdfs:label "Kiel" ; :locatedIn :de .
:turku a :City ; rdfs:label "Turku" ; :locatedIn :fi .
:ada a :Person ; rdfs:label "Ada" ; :owns :rex , :bello ; :likes :mimi , :rex ; :livesIn :kiel ;
  :born "1990-04-02"^^xsd:date ; :phone "555-1" .
:ben a :Person ; rdfs:label "Ben" ; :owns :mimi ; :likes :rex ; :livesIn :kiel ; :born "1985-01-05"^^xsd:date ;
  :phone "555-2" .
:cleo a :Vet ; rdfs:label "Cleo" ; :likes :bello ; :treats :rex , :mimi ; :livesIn :turku ;
  :born "1979-08-20"^^xsd:date ; :hired "2010-05-01"^^xsd:date .
:dora a :Vet ; rdfs:label "Dora" ; :owns :waldi ; :treats :bello ; :livesIn :turku ;
  :born "1995-11-11"^^xsd:date ; :hired "2018-02-01"^^xsd:date .
:rex a :Dog ; rdfs:label "Rex" ; :weight 32 ; :vaccinated true ; :mother :waldi .
:bello a :Dog ; rdfs:label "Bello" ; :weight 12 ; :vaccinated false .
:waldi a :Dog ; rdfs:label "Waldi" ; :weight 20 ; :vaccinated true .
:mimi a :Cat ; rdfs:label "Mimi" ; :weight 4 ; :vaccinated true .
`;

const QUESTIONS: readonly (readonly [english: string, german: readonly string[]])[] = [
  [
    'Who owns Rex?',
    ['Wer besitzt Rex?', 'Wem gehört Rex?', 'Wer ist der Besitzer von Rex?', 'Von wem wird Rex besessen?'],
  ],
  ['Which dogs does Ada own?', ['Welche Hunde besitzt Ada?', 'Welche Hunde hat Ada?', 'Welche Hunde gehören Ada?']],
  ['How many dogs does Ada own?', ['Wie viele Hunde besitzt Ada?', 'Wie viele Hunde hat Ada?']],
  ['How many dogs are there?', ['Wie viele Hunde gibt es?', 'Wie viele Hunde sind es?']],
  ['Which dogs are vaccinated?', ['Welche Hunde sind geimpft?', 'Welche geimpften Hunde gibt es?']],
  ['Which dogs are not vaccinated?', ['Welche Hunde sind nicht geimpft?', 'Welche Hunde sind ungeimpft?']],
  ['Is Rex vaccinated?', ['Ist Rex geimpft?']],
  ['Is Bello vaccinated?', ['Ist Bello geimpft?']],
  [
    'How heavy is Rex?',
    [
      'Wie schwer ist Rex?',
      'Wie viel wiegt Rex?',
      'Was wiegt Rex?',
      'Welches Gewicht hat Rex?',
      'Wie hoch ist das Gewicht von Rex?',
    ],
  ],
  [
    'Which dog is the heaviest?',
    [
      'Welcher Hund ist am schwersten?',
      'Welcher Hund ist der schwerste?',
      'Welcher ist der schwerste Hund?',
      'Welcher Hund wiegt am meisten?',
      'Wie heißt der schwerste Hund?',
    ],
  ],
  [
    'Which dogs weigh more than 15 kg?',
    [
      'Welche Hunde wiegen mehr als 15 Kilo?',
      'Welche Hunde sind schwerer als 15 Kilogramm?',
      'Welche Hunde haben ein Gewicht von mehr als 15 kg?',
      'Welche Hunde wiegen über 15 Kilo?',
    ],
  ],
  [
    'When was Ada born?',
    [
      'Wann wurde Ada geboren?',
      'Wann ist Ada geboren?',
      'An welchem Tag wurde Ada geboren?',
      'In welchem Jahr wurde Ada geboren?',
    ],
  ],
  ['Who was born in 1985?', ['Wer wurde 1985 geboren?', 'Wer ist 1985 geboren?', 'Wer wurde im Jahr 1985 geboren?']],
  ['Who was born before 1988?', ['Wer wurde vor 1988 geboren?', 'Welche Personen wurden vor 1988 geboren?']],
  ['Who was born after 1988?', ['Wer wurde nach 1988 geboren?']],
  [
    'Which person is the oldest?',
    ['Wer ist am ältesten?', 'Welche Person ist die älteste?', 'Wer ist die älteste Person?'],
  ],
  [
    'Who owns more than one dog?',
    ['Wer besitzt mehr als einen Hund?', 'Wer hat mehr als einen Hund?', 'Wer hat mindestens zwei Hunde?'],
  ],
  [
    'Which people own no dog?',
    ['Welche Personen besitzen keinen Hund?', 'Wer besitzt keinen Hund?', 'Wer hat keinen Hund?'],
  ],
  ['Who owns both Rex and Bello?', ['Wer besitzt sowohl Rex als auch Bello?', 'Wer besitzt Rex und Bello?']],
  ['Does Ada own a dog?', ['Besitzt Ada einen Hund?', 'Hat Ada einen Hund?']],
  ['Does Ada own Rex?', ['Besitzt Ada Rex?', 'Gehört Rex Ada?', 'Ist Ada die Besitzerin von Rex?']],
  ['Are all dogs vaccinated?', ['Sind alle Hunde geimpft?', 'Ist jeder Hund geimpft?']],
  ['Where does Ada live?', ['Wo wohnt Ada?', 'Wo lebt Ada?']],
  ['Who lives in Finland?', ['Wer wohnt in Finnland?', 'Wer lebt in Finnland?', 'Welche Leute wohnen in Finnland?']],
  ['In which city does Ada live?', ['In welcher Stadt wohnt Ada?']],
  ['In which country does Ada live?', ['In welchem Land wohnt Ada?']],
  [
    'Who lives in the same city as Ada?',
    ['Wer wohnt in derselben Stadt wie Ada?', 'Wer wohnt in der gleichen Stadt wie Ada?'],
  ],
  [
    'What is the average weight of the dogs?',
    [
      'Wie hoch ist das durchschnittliche Gewicht der Hunde?',
      'Was ist das durchschnittliche Gewicht der Hunde?',
      'Wie viel wiegen die Hunde im Durchschnitt?',
      'Wie schwer sind die Hunde im Durchschnitt?',
    ],
  ],
  [
    'What is the total weight of the dogs?',
    ['Wie hoch ist das gesamte Gewicht der Hunde?', 'Wie viel wiegen die Hunde zusammen?'],
  ],
  ['Who owns the most dogs?', ['Wer besitzt die meisten Hunde?', 'Wer hat die meisten Hunde?']],
  ['Is Ada older than Ben?', ['Ist Ada älter als Ben?']],
  ['Is Ada younger than Ben?', ['Ist Ada jünger als Ben?']],
  [
    'Which is heavier, Rex or Bello?',
    [
      'Wer ist schwerer, Rex oder Bello?',
      'Welcher Hund ist schwerer, Rex oder Bello?',
      'Was ist schwerer, Rex oder Bello?',
    ],
  ],
  ['Name all dogs', ['Nenne alle Hunde', 'Welche Hunde gibt es?', 'Liste alle Hunde auf', 'Zeige mir alle Hunde']],
  ['Which animals does Ada like?', ['Welche Tiere mag Ada?', 'Was mag Ada?']],
  ['Who likes Rex?', ['Wer mag Rex?', 'Von wem wird Rex gemocht?']],
  [
    'Which people like a dog that Ada owns?',
    ['Welche Personen mögen einen Hund, der Ada gehört?', 'Welche Personen mögen einen Hund, den Ada besitzt?'],
  ],
  ['Who owns the mother of Rex?', ['Wem gehört die Mutter von Rex?', 'Wer besitzt die Mutter von Rex?']],
  ['Is Rex a dog?', ['Ist Rex ein Hund?']],
  ['Is Rex a cat?', ['Ist Rex eine Katze?']],
  [
    'Which vets treat Rex?',
    [
      'Welche Tierärzte behandeln Rex?',
      'Von welchem Tierarzt wird Rex behandelt?',
      'Wer behandelt Rex?',
      'Welcher Tierarzt behandelt Rex?',
    ],
  ],
  ['Which animals does Cleo treat?', ['Welche Tiere behandelt Cleo?', 'Welche Tiere werden von Cleo behandelt?']],
  [
    'When was Cleo hired?',
    [
      'Wann wurde Cleo eingestellt?',
      'Seit wann arbeitet Cleo hier?',
      'Seit wann ist Cleo angestellt?',
      'Seit wann ist Cleo dabei?',
    ],
  ],
  ['Which vet has worked here the longest?', ['Welcher Tierarzt wurde zuerst eingestellt?']],
  [
    'What is the phone number of Ada?',
    [
      'Was ist die Telefonnummer von Ada?',
      'Wie lautet die Telefonnummer von Ada?',
      'Welche Telefonnummer hat Ada?',
      'Wie lautet Adas Telefonnummer?',
    ],
  ],
  ['Where is Kiel?', ['Wo liegt Kiel?', 'Wo ist Kiel?', 'In welchem Land liegt Kiel?']],
  ['Which cities are in Germany?', ['Welche Städte liegen in Deutschland?', 'Welche Städte gibt es in Deutschland?']],
  [
    'How many people live in Kiel?',
    ['Wie viele Personen wohnen in Kiel?', 'Wie viele Menschen leben in Kiel?', 'Wie viele Leute wohnen in Kiel?'],
  ],
  ['Who owns a cat?', ['Wer besitzt eine Katze?', 'Wer hat eine Katze?']],
  [
    'Which dogs are owned by people who live in Kiel?',
    ['Welche Hunde gehören Personen, die in Kiel wohnen?', 'Welche Hunde haben Besitzer, die in Kiel wohnen?'],
  ],
  [
    'What does Ada own, and where does she live?',
    ['Was besitzt Ada, und wo wohnt sie?', 'Was besitzt Ada und wo wohnt sie?'],
  ],
  ['Who owns only dogs?', ['Wer besitzt nur Hunde?']],
  ['Which vets were hired in 2018?', ['Welche Tierärzte wurden 2018 eingestellt?', 'Wer wurde 2018 eingestellt?']],
  ['Which vets were hired before 2015?', ['Welche Tierärzte wurden vor 2015 eingestellt?']],
  ['How old is Ada?', ['Wie alt ist Ada?']],
  [
    'Is there a dog that is not vaccinated?',
    ['Gibt es einen Hund, der nicht geimpft ist?', 'Gibt es Hunde, die nicht geimpft sind?'],
  ],
  ['Does Ada own more animals than Ben?', ['Besitzt Ada mehr Tiere als Ben?', 'Hat Ada mehr Tiere als Ben?']],
];

/** Words of answers that differ between the languages. */
const WORDS = { Yes: 'Ja', No: 'Nein', Germany: 'Deutschland', Finland: 'Finnland', kilograms: 'Kilogramm' };

/** Returns an answer in German, without remarks and reasons. */
function inGerman(answer: string | null): string | null {
  const plain = answer?.replace(/ \(.*?\)/g, '').replace(/:.*/s, '') ?? null;
  return Object.entries(WORDS).reduce((text, [english, german]) => text && text.replace(english, german), plain);
}

const numberIn = (answer: string | null): string | null => /^[\d.,]+(?= \w)/.exec(answer ?? '')?.[0] ?? answer;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

it.each(QUESTIONS)('%s', async (english, german) => {
  const answer = numberIn(inGerman(await reader.ask(english)))?.replace(/\.$/, '');
  const answers: Record<string, string | undefined> = {};
  for (const question of german) answers[question] = numberIn(inGerman(await reader.ask(question)))?.replace(/\.$/, '');
  expect(answer).toBeDefined();
  expect(answers).toEqual(Object.fromEntries(german.map((question) => [question, answer])));
});

describe('what somebody has is not what they are', () => {
  const NAMES = ['Ada', 'Ben', 'Cleo', 'Rex', 'Mimi', 'Kiel'];
  const CLASSES = {
    dog: 'einen Hund',
    cat: 'eine Katze',
    vet: 'einen Tierarzt',
    city: 'eine Stadt',
    person: 'eine Person',
  };
  const HAVING = NAMES.flatMap((name) =>
    Object.entries(CLASSES).flatMap(([english, german]) => [
      `Has ${name} a ${english}?`,
      `Does ${name} have a ${english}?`,
      `Hat ${name} ${german}?`,
    ]),
  );

  it.each(['Has Ada a dog?', 'Does Ada have a dog?', 'Hat Ada einen Hund?'])('%s: yes', async (question) => {
    expect(await reader.ask(question)).toMatch(/^(?:Yes|Ja)/);
  });

  it.each(HAVING)('%s: no denial', async (question) => {
    expect((await reader.ask(question)) ?? '').not.toMatch(/^(?:No|Nein)/);
  });

  it.each(['Does Cleo have a vet?', 'Hat Cleo einen Tierarzt?', 'Does Mimi have a cat?', 'Has Kiel a city?'])(
    '%s: null',
    async (question) => {
      expect(await reader.ask(question)).toBeNull();
    },
  );
});
