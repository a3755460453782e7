/** Comparisons of two values and of two counts, and places among all: each has no answer, or the true one. */
import { DOGS, has, KENNEL, KENNEL_FACTS, OWNS, pairs, PEOPLE, WEIGHT } from '../../../../support/retrieval/kennel';
import { answersTo, startReader, testAnswers, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/yard#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix owlgate: <https://owlgate.dev/ns#> .
`;
const kind = (name: string, label: string, german: string): string =>
  `:${name} a owl:Class ; rdfs:label "${label}"@en , "${german}"@de .`;
const property = (type: string, name: string, labels: readonly string[], domain: string, range: string): string =>
  `:${name} a owl:${type}Property ; rdfs:label "${labels[0]!}"@en , "${labels[1]!}"@de ; rdfs:domain :${domain} ;
     rdfs:range ${range} .`;
const ONTOLOGY = `${PREFIXES}
${kind('Person', 'person', 'Person')}
${kind('Machine', 'machine', 'Maschine')}
${kind('Site', 'site', 'Ort')}
[] a owl:AllDisjointClasses ; owl:members ( :Person :Machine :Site ) .
${property('Datatype', 'weight', ['weight', 'Gewicht'], 'Machine', 'xsd:integer')}
${property('Datatype', 'width', ['width', 'Breite'], 'Machine', 'xsd:integer')}
:width owlgate:list true .
${property('Datatype', 'price', ['price', 'Preis'], 'Machine', 'xsd:integer')}
${property('Datatype', 'paid', ['hammer price', 'Zuschlagspreis'], 'Machine', 'xsd:integer')}
${property('Datatype', 'length', ['length', 'Länge'], 'Machine', 'xsd:string')}
${property('Datatype', 'born', ['birth year', 'Geburtsjahr'], 'Person', 'xsd:gYear')}
${property('Object', 'owns', ['owns', 'besitzt'], 'Person', ':Machine')}
${property('Object', 'worksIn', ['works in', 'arbeitet in'], 'Person', ':Site')}
${property('Object', 'sentTo', ['delivered to', 'geliefert an'], 'Machine', ':Site')}
`;
const machine = (name: string, more: string): string => `:${name} a :Machine ; rdfs:label "${name}" ${more} .`;
const FACTS = `${PREFIXES}
${machine('Alpha', '; :weight 30 ; :width 30 ; :price 10 ; :paid 40 ; :length "9 m" ; :sentTo :hull')}
${machine('Bravo', '; :weight 20 ; :price 20 ; :paid 60 ; :length "7 m"')}
${machine('Cargo', '; :weight 20 ; :price 30')}
${machine('Delta', '; :price 40')}
${machine('Ember', '; :width 10 , 90 ; :price 40')}
:f1 a :Machine ; rdfs:label "Fox" ; :weight 5 .
:f2 a :Machine ; rdfs:label "Fox" ; :weight 50 .
:hull a :Site ; rdfs:label "Hull" .
:kiel a :Site ; rdfs:label "Kiel" .
:oslo a :Site ; rdfs:label "Oslo" .
:ada a :Person ; rdfs:label "Ada Holm" ; :born "1980"^^xsd:gYear ; :owns :Alpha , :Bravo , :Cargo ; :worksIn :hull .
:ben a :Person ; rdfs:label "Ben Lind" ; :born "1980"^^xsd:gYear ; :owns :Delta ; :worksIn :hull .
:cy a :Person ; rdfs:label "Cy Moss" ; :born "1990"^^xsd:gYear ; :owns :Ember ; :worksIn :kiel .
:dora a :Person ; rdfs:label "Dora Wick" .
`;

testAnswers(ONTOLOGY, FACTS, {
  'two values': {
    'Is the weight of Alpha higher than that of Bravo?': 'Yes.',
    'Is the weight of Bravo higher than the weight of Alpha?': 'No: Bravo 20.',
    "Is Alpha's weight higher than Bravo's weight?": 'Yes.',
    'Which of Alpha and Bravo is heavier?': 'Alpha',
    'Ist Alpha schwerer als Bravo?': 'Ja.',
    'Ist das Gewicht von Bravo höher als das von Alpha?': 'Nein: Bravo 20.',
    'Welche Maschine ist teurer, Alpha oder Bravo?': 'Bravo',
    'Wer ist älter, Ada Holm oder Cy Moss?': 'Ada Holm',
  },
  'equal values': {
    'Is Bravo heavier than Cargo?': 'No: Bravo 20.',
    'Which is heavier, Bravo or Cargo?': 'Bravo, Cargo',
    'Which machine is cheaper, Alpha, Bravo or Cargo?': 'Alpha',
  },
  'of equal years either may be the earlier day': {
    'Is Ada Holm older than Ben Lind?': null,
    'Who is older, Ada Holm or Ben Lind?': null,
    'Is Ada Holm older than Cy Moss?': 'Yes.',
  },
  'values that are not told, several, or no numbers': {
    'Is Alpha heavier than Delta?': null,
    'Is Delta heavier than Alpha?': null,
    'Which is heavier, Alpha or Delta?': null,
    'Is Ember wider than Alpha?': null,
    'Is Alpha wider than Ember?': null,
    'Which is wider, Alpha or Ember?': null,
    'Which is heavier, Alpha or Hull?': null,
    'Is Alpha heavier than Ada Holm?': null,
    'Is Bravo longer than Alpha?': null,
    'Is Alpha longer than Bravo?': null,
  },
  'a name of two things': {
    'Is Fox heavier than Bravo?': null,
    'Is Bravo heavier than Fox?': null,
    'Which is heavier, Fox or Bravo?': null,
  },
  'two counts': {
    'Does Ada Holm own more machines than Ben Lind?': 'Yes: Ada Holm 3, Ben Lind 1.',
    'Does Ben Lind own more machines than Cy Moss?': 'No: Ben Lind 1, Cy Moss 1.',
    'Does Ben Lind own fewer machines than Ada Holm does?': 'Yes: Ben Lind 1, Ada Holm 3.',
    'Who owns more machines, Ada Holm or Ben Lind?': 'Ada Holm',
    'Who owns more machines, Ben Lind or Cy Moss?': 'Ben Lind, Cy Moss',
    'Which of Ada Holm and Ben Lind owns fewer machines?': 'Ben Lind',
    'Which people own more machines than Ben Lind?': 'Ada Holm',
    'Do more people work in Hull than in Kiel?': 'Yes: Hull 2, Kiel 1.',
    'Are there more machines than sites?': 'Yes: machine 7, site 3.',
    'Besitzt Ada Holm mehr Maschinen als Ben Lind?': 'Ja: Ada Holm 3, Ben Lind 1.',
    'Wer besitzt mehr Maschinen, Ada Holm oder Ben Lind?': 'Ada Holm',
    'Arbeiten mehr Personen in Kiel als in Hull?': 'Nein: Kiel 1, Hull 2.',
  },
  'counts that nothing tells': {
    'Does Ada Holm own more machines than Dora Wick?': null,
    'Who owns more machines, Ada Holm or Dora Wick?': null,
    'Which people own more machines than Dora Wick?': null,
    'Do more people work in Hull than in Oslo?': null,
    'Does Ada Holm own more machines than Hull?': null,
    'Does Ada Holm own more machines than Ben Lind and Cy Moss?': null,
    'Does Ada Holm not own more machines than Ben Lind?': null,
    'How many more machines does Ada Holm own than Ben Lind?': null,
    'Does Ada Holm own more machines than Alpha?': null,
    'Does Ada Holm own more machines than Ada Holm?': null,
    'Are there more heavy machines than sites?': null,
    'Who owns more machines heavier than Bravo?': null,
  },
  'places among all': {
    'Which is the second heaviest machine?': 'Alpha',
    'What is the second highest weight?': '30: Alpha',
    'Which are the three cheapest machines?': 'Alpha, Bravo, Cargo',
    'Which are the two most expensive machines?': 'Delta, Ember',
    'Which machine is the most expensive?': 'Delta, Ember',
    'Is Bravo the second cheapest machine?': 'Yes.',
    'Welche Maschine ist die zweitbilligste?': 'Bravo',
    'Who owns the second cheapest machine?': 'Ada Holm',
  },
  'places that two share, or that nobody has': {
    'Which is the second most expensive machine?': null,
    'Which is the third most expensive machine?': 'Cargo',
    'Which are the three most expensive machines?': 'Cargo, Delta, Ember',
    'Which is the ninth cheapest machine?': null,
    'Which person owns the second most machines?': 'Ben Lind, Cy Moss',
  },
  'neither, and none of a kind': {
    'Does Ada Holm own neither Alpha nor Delta?': 'No: Alpha.',
    'Does Ada Holm own neither Delta nor Ember?': 'Yes.',
    'Does Dora Wick own neither Delta nor Ember?': null,
    'Does neither Ada Holm nor Ben Lind own Delta?': 'No: Ben Lind.',
    'Besitzt Ada Holm weder Alpha noch Delta?': 'Nein: Alpha.',
    'Is no machine a site?': 'Yes: no machine is a site.',
    'Are no machines people?': 'Yes: no machine is a person.',
  },
  'what was sold, and where it went': {
    'What sold for less than 50?': 'Alpha',
    'Which machines went for more than 50?': 'Bravo',
    'Did Bravo sell for more than Alpha?': 'Yes.',
    'Which machines sold for less than 10?': null,
    'Where did Alpha go?': 'Hull',
    'Where did Bravo go?': null,
  },
});

describe('over a small world', () => {
  let reader: ReaderTestbed;
  beforeAll(async () => {
    reader = await startReader(KENNEL, KENNEL_FACTS);
  });
  afterAll(() => reader.close());

  it('compares each two animals and people', async () => {
    const owned = (name: string): number => DOGS.filter((dog) => has(OWNS, name, dog)).length;
    const animals = pairs(Object.keys(WEIGHT), Object.keys(WEIGHT)).flatMap(([one, other]) => {
      const isMore = WEIGHT[one]! > WEIGHT[other]!;
      return [
        [`Is ${one} heavier than ${other}?`, isMore ? 'Yes.' : `No: ${one} ${WEIGHT[one]!}.`],
        [`Is the weight of ${one} lower than that of ${other}?`, isMore ? `No: ${one} ${WEIGHT[one]!}.` : 'Yes.'],
        [`Which is lighter, ${one} or ${other}?`, isMore ? other : one],
      ] as const;
    });
    const people = pairs(PEOPLE, PEOPLE).flatMap(([one, other]) => {
      const [mine, others] = [owned(one), owned(other)];
      const isKnown = mine > 0 && others > 0;
      const numbers = `${one} ${mine}, ${other} ${others}.`;
      const more = mine === others ? [one, other].sort().join(', ') : mine > others ? one : other;
      return [
        [`Does ${one} own more dogs than ${other}?`, isKnown ? `${mine > others ? 'Yes' : 'No'}: ${numbers}` : null],
        [`Does ${one} own fewer dogs than ${other}?`, isKnown ? `${mine < others ? 'Yes' : 'No'}: ${numbers}` : null],
        [`Who owns more dogs, ${one} or ${other}?`, isKnown ? more : null],
      ] as const;
    });
    const expected = Object.fromEntries([...animals, ...people]);
    expect(await answersTo(reader, Object.keys(expected))).toEqual(expected);
  });
});
