/** Questions that are like others with an answer, and have none: swapped sides, both of two, places of no birth, and more. */
import { answersTo, startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/gallery#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const edge = (name: string, label: string, domain: string, range: string): string =>
  `:${name} a owl:ObjectProperty ; rdfs:label "${label}"@en ; rdfs:domain :${domain} ; rdfs:range :${range} .`;
const figure = (name: string, label: string, domain: string, type: string): string =>
  `:${name} a owl:DatatypeProperty ; rdfs:label "${label}"@en ; rdfs:domain :${domain} ; rdfs:range xsd:${type} .`;
const ONTOLOGY = `${PREFIXES}
${['Person', 'Picture', 'Statue', 'Tour', 'Stuff', 'Museum', 'Loan', 'Firm']
  .map((name) => `:${name} a owl:Class ; rdfs:label "${name.toLowerCase()}"@en .`)
  .join('\n')}
[] a owl:AllDisjointClasses ; owl:members ( :Person :Picture :Statue :Tour :Stuff :Museum :Loan :Firm ) .
${edge('paintedBy', 'painted by', 'Picture', 'Person')}
${edge('carvedBy', 'carved by', 'Statue', 'Person')}
${edge('visited', 'visited', 'Tour', 'Museum')}
${edge('passes', 'leads through', 'Tour', 'Museum')}
${edge('madeOf', 'made of', 'Statue', 'Stuff')}
${edge('heads', 'heads', 'Person', 'Museum')}
${edge('workedAt', 'worked at', 'Person', 'Museum')}
${edge('marriedTo', 'married to', 'Person', 'Person')}
:marriedTo a owl:SymmetricProperty .
${edge('parentOf', 'parent of', 'Person', 'Person')}
${edge('siblingOf', 'sibling of', 'Person', 'Person')}
${edge('buysFrom', 'buys from', 'Person', 'Firm')}
${edge('loanOf', 'loan of', 'Loan', 'Picture')}
${figure('birthYear', 'birth year', 'Person', 'gYear')}
${figure('ends', 'ended on', 'Loan', 'date')}
`;
const FACTS = `${PREFIXES}
:ada a :Person ; rdfs:label "Ada Moll" ; :birthYear "1901"^^xsd:gYear ; :heads :north ; :workedAt :north ; :marriedTo :ben .
:ben a :Person ; rdfs:label "Ben Kern" ; :birthYear "1880"^^xsd:gYear ; :workedAt :north ; :parentOf :ada ; :siblingOf :cis ; :buysFrom :hall .
:cis a :Person ; rdfs:label "Cis Lund" ; :heads :south .
:hall a :Firm ; rdfs:label "Hall and Sons" .
:north a :Museum ; rdfs:label "North Museum" .
:south a :Museum ; rdfs:label "South Museum" .
:dusk a :Picture ; rdfs:label "Dusk" ; :paintedBy :ada .
:dawn a :Picture ; rdfs:label "Dawn" ; :paintedBy :ben .
:bear a :Statue ; rdfs:label "Bear" ; :carvedBy :ben ; :madeOf :bronze .
:lion a :Statue ; rdfs:label "Lion" ; :carvedBy :ada ; :madeOf :marble .
:bronze a :Stuff ; rdfs:label "bronze" .
:marble a :Stuff ; rdfs:label "marble" .
:winter a :Tour ; rdfs:label "Winter Tour" ; :visited :north ; :passes :north .
:l1 a :Loan ; rdfs:label "Loan 1" ; :loanOf :dusk ; :ends "2001-04-01"^^xsd:date .
:l2 a :Loan ; rdfs:label "Loan 2" ; :loanOf :dawn ; :ends "2999-04-01"^^xsd:date .
`;
let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

const unanswered = async (questions: readonly string[]): Promise<void> => {
  const answers = Object.entries(await answersTo(reader, questions));
  expect(answers.filter(([, answer]) => answer !== null && !/^(?:No|Nein)\b/.test(answer))).toEqual([]);
};

/** Verb in the past, who or what does it, and to what. */
const DEEDS = [
  ['paint', 'Ada Moll', 'Dusk'],
  ['paint', 'Ben Kern', 'Dawn'],
  ['carve', 'Ben Kern', 'Bear'],
  ['visit', 'the Winter Tour', 'the North Museum'],
  ['head', 'Ada Moll', 'the North Museum'],
] as const;
it.each(DEEDS)('who did it, and not the other way round: %s', async (verb, doer, done) => {
  expect(await reader.ask(`Did ${doer} ${verb} ${done}?`)).toBe('Yes.');
  await unanswered([`Did ${done} ${verb} ${doer}?`]);
});

const PAIRS = ['bronze and marble', 'marble and bronze', 'bronze and of marble', 'both bronze and marble'];
it('nothing is of both', async () => {
  await unanswered([
    ...PAIRS.map((pair) => `Which statue is made of ${pair}?`),
    'Who headed the North Museum and the South Museum?',
    'Which tour visited the North Museum and the South Museum?',
    'Is the Bear a statue and a picture?',
  ]);
});

it('one who made each of two things is asked for', async () => {
  expect(await answersTo(reader, ['Who painted a picture and carved a statue?'])).not.toEqual({});
  await unanswered(['Who painted Dusk and Dawn?', 'Who carved the Bear and the Lion?']);
});

it('where somebody was born is not where they worked', async () => {
  await unanswered(['Where was Ada Moll born?', 'Where was Ben Kern born?']);
  expect(await reader.ask('Where did Ada Moll work?')).toBe('North Museum');
});

it('before somebody, in an office, is not born before them', async () => {
  await unanswered(['Who headed the North Museum before Ada Moll?', 'Who worked at the North Museum before Ada Moll?']);
  expect(await reader.ask('Who was born before Ada Moll?')).toBe('Ben Kern');
});

it('women and men are not everybody', async () => {
  await unanswered(['Which pictures were painted by women?', 'Which pictures were painted by men?', 'Who is a woman?']);
});

const KIN = ['mother', 'father', 'son', 'daughter', 'brother', 'sister', 'wife', 'husband'];
it.each(KIN)('a relative is not yet a %s', async (kin) => {
  const pairs = [
    ['Ben Kern', 'Ada Moll'],
    ['Ada Moll', 'Ben Kern'],
    ['Ben Kern', 'Cis Lund'],
  ] as const;
  await unanswered(pairs.map(([one, other]) => `Is ${one} the ${kin} of ${other}?`));
});

it('what ends in the future has not ended', async () => {
  expect(await reader.ask('Has Loan 1 ended?')).toBe('Yes.');
  await unanswered(['Has Loan 2 ended?']);
  expect(await reader.ask('Which loans have ended?')).toBe('Loan 1');
});

it('a thing does nothing, and from whom is not what', async () => {
  await unanswered(['Who leads through the North Museum?', 'What does Ben Kern buy?']);
  expect(await reader.ask('Who does Ben Kern buy from?')).toBe('Hall and Sons');
});
