/** Everyday patterns of questions for properties that are named otherwise. */
import { answersTo, startReader, type ReaderTestbed } from '../../../support/retrieval/reader';

const ONTOLOGY = `
  @prefix : <http://frames.example/> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  :Pub a owl:Class . :Drug a owl:Class . :Tour a owl:Class . :Lodge a owl:Class .
  :dogFriendly a owl:DatatypeProperty ; rdfs:domain :Pub ; rdfs:range xsd:boolean .
  :smokingAllowed a owl:DatatypeProperty ; rdfs:domain :Lodge ; rdfs:range xsd:boolean .
  :wheelchairAccessible a owl:DatatypeProperty ; rdfs:domain :Tour ; rdfs:range xsd:boolean .
  :bookingRequired a owl:DatatypeProperty ; rdfs:domain :Tour ; rdfs:range xsd:boolean .
  :prescriptionOnly a owl:DatatypeProperty ; rdfs:domain :Drug ; rdfs:range xsd:boolean .
  :adultsOnly a owl:DatatypeProperty ; rdfs:domain :Pub ; rdfs:range xsd:boolean .
  :opensAt a owl:DatatypeProperty ; rdfs:domain :Pub ; rdfs:range xsd:string .
  :closesAt a owl:DatatypeProperty ; rdfs:domain :Pub ; rdfs:range xsd:string .
  :Person a owl:Class . :Permit a owl:Class . :School a owl:Class . :Bill a owl:Class . :Project a owl:Class .
  :hourlyFee a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:decimal .
  :dailyWage a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:decimal .
  :shiftsPerWeek a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer .
  :customerSince a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:gYear .
  :contractUntil a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:date .
  :price a owl:DatatypeProperty ; rdfs:domain :Permit ; rdfs:range xsd:decimal .
  :yearlyCost a owl:DatatypeProperty ; rdfs:domain :Permit ; rdfs:range xsd:decimal .
  :validUntil a owl:DatatypeProperty ; rdfs:domain :Permit ; rdfs:range xsd:date .
  :permitFor a owl:ObjectProperty ; rdfs:domain :Permit ; rdfs:range :School .
  :dueOn a owl:DatatypeProperty ; rdfs:domain :Bill ; rdfs:range xsd:date .
  :paid a owl:DatatypeProperty ; rdfs:domain :Bill ; rdfs:range xsd:boolean .
  :startDate a owl:DatatypeProperty ; rdfs:domain :Project ; rdfs:range xsd:date .
  :endDate a owl:DatatypeProperty ; rdfs:domain :Project ; rdfs:range xsd:date .`;
const FACTS = `
  @prefix : <http://frames.example/> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  :mill a :Pub ; rdfs:label "Old Mill" ; :dogFriendly true ; :adultsOnly false .
  :swan a :Pub ; rdfs:label "Black Swan" ; :dogFriendly false .
  :fox a :Pub ; rdfs:label "Grey Fox" .
  :pine a :Lodge ; rdfs:label "Pine Lodge" ; :smokingAllowed true .
  :birch a :Lodge ; rdfs:label "Birch Lodge" ; :smokingAllowed false .
  :elm a :Lodge ; rdfs:label "Elm Lodge" .
  :night a :Tour ; rdfs:label "Night Tour" ; :wheelchairAccessible true ; :bookingRequired true .
  :day a :Tour ; rdfs:label "Harbour Tour" ; :wheelchairAccessible false ; :bookingRequired false .
  :dawn a :Tour ; rdfs:label "Dawn Tour" .
  :amber a :Drug ; rdfs:label "Ambrin" ; :prescriptionOnly true .
  :colda a :Drug ; rdfs:label "Coldax" ; :prescriptionOnly false .
  :nixol a :Drug ; rdfs:label "Nixol" .
  :mill :opensAt "10:00" ; :closesAt "23:00" .
  :ada a :Person ; rdfs:label "Ada Holm" ; :hourlyFee 90.0 ; :dailyWage 200.0 ; :shiftsPerWeek 12 ; :customerSince "2019"^^xsd:gYear ;
    :contractUntil "2027-06-30"^^xsd:date .
  :p7 a :Permit ; rdfs:label "Permit Seven" ; :price 15.0 ; :yearlyCost 40.0 ; :validUntil "2026-04-30"^^xsd:date .
  :p7 :permitFor :hill . :hill a :School ; rdfs:label "Hill School" .
  :b1 a :Bill ; rdfs:label "Bill One" ; :dueOn "2025-03-01"^^xsd:date ; :paid false .
  :quay a :Project ; rdfs:label "Quay House" ; :startDate "2024-02-01"^^xsd:date ; :endDate "2025-08-01"^^xsd:date .
  :dock a :Project ; rdfs:label "Dock House" ; :startDate "2023-02-01"^^xsd:date .`;

/** Names of which the truth value is true, false and not stated. */
const PUBS = ['Old Mill', 'Black Swan', 'Grey Fox'] as const;
const LODGES = ['Pine Lodge', 'Birch Lodge', 'Elm Lodge'] as const;
const TOURS = ['Night Tour', 'Harbour Tour', 'Dawn Tour'] as const;
const DRUGS = ['Ambrin', 'Coldax', 'Nixol'] as const;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

/** Asks each pattern with each name in the place of `X`; expects the answers in the order of the names. */
async function expectEach(patterns: readonly string[], names: readonly string[], answers: readonly (string | null)[]) {
  const expected = Object.fromEntries(
    patterns.flatMap((pattern) => names.map((name, i) => [pattern.replace('X', name), answers[i]!] as const)),
  );
  expect(await answersTo(reader, Object.keys(expected))).toEqual(expected);
}

const NEVER = [null, null, null];

it('reads permissions by the noun of a truth value', async () => {
  const may = ['Can I', 'Could we', 'Am I allowed to', 'Is it possible to', 'Can people'];
  const bring = ['bring my dog to X', 'take a dog into the X', 'go to X with a dog', 'come into X with our dog'];
  const dogs = may.flatMap((one) => bring.map((other) => `${one} ${other}?`));
  const others = ['Are dogs allowed in X?', 'Does X welcome dogs?', 'Can my dog come into X?'];
  await expectEach([...dogs, ...others], PUBS, ['Yes.', 'No.', null]);
  await expectEach(['Can I smoke in X?', 'Is it allowed to smoke at X?'], LODGES, ['Yes.', 'No.', null]);
  const wheelchairs = ['Can I take the X in a wheelchair?', 'Can people in wheelchairs go on the X?'];
  await expectEach([...wheelchairs, 'Can wheelchair users join X?'], TOURS, ['Yes.', 'No.', null]);
});

it('reads obligations, and doing without', async () => {
  await expectEach(['Do I have to book for the X?', 'Must we book X?'], TOURS, ['Yes.', 'No.', null]);
  await expectEach(['Do you need a booking for X?', 'Does the X require booking?'], TOURS, ['Yes.', 'No.', null]);
  await expectEach(['Can I join the X without booking?'], TOURS, ['No.', 'Yes.', null]);
  await expectEach(['Do I need a prescription to get X?', 'Does X need a prescription?'], DRUGS, ['Yes.', 'No.', null]);
  const without = ['Can I get X without a prescription?', 'Is X available without a prescription?'];
  await expectEach(without, DRUGS, ['No.', 'Yes.', null]);
});

it('lists what is permitted', async () => {
  const lists = {
    'Which pubs allow dogs?': 'Old Mill',
    'Which pubs can I take my dog to?': 'Old Mill',
    'How many pubs can I take my dog to?': '1: Old Mill',
    'Which tours can people in wheelchairs go on?': 'Night Tour',
    'Which tours do I have to book?': 'Night Tour',
    'Which tours can I take without booking?': 'Harbour Tour',
    'Which drugs need a prescription?': 'Ambrin',
    'Which drugs can I get without a prescription?': 'Coldax',
  };
  expect(await answersTo(reader, Object.keys(lists))).toEqual(lists);
});

it('answers nothing that a truth value does not say', async () => {
  // Other acts, other things, other directions, other sides.
  const acts = ['buy', 'see', 'find', 'have', 'leave', 'feed', 'walk', 'get'];
  const dogs = acts.map((act) => `Can I ${act} a dog at X?`);
  const things = ['dog food', 'two dogs', 'a big dog', "my dog's bed", 'a dog walker', 'a cat'];
  const bringing = things.map((thing) => `Can I bring ${thing} to X?`);
  const others = [
    'Can I bring my dog from X?',
    'Can I bring my dog to X on Mondays?',
    'Can I bring only my dog to X?',
    'Can I go to X without a dog?',
    'Can I not bring my dog to X?',
    'Do I have to bring a dog to X?',
    'Do I need a dog for X?',
    'Does X need dogs?',
    'Did X allow dogs?',
    'Why can I bring my dog to X?',
    'Can Ada bring her dog to X?',
    'Which dogs are allowed in X?',
    'How many dogs can I bring to X?',
    'Can I go to X without adults?',
    'Do I need adults for X?',
  ];
  await expectEach([...dogs, ...bringing, ...others], PUBS, NEVER);
  const tours = [
    'Can I book the X?',
    'Should I book for the X?',
    'Can I join the X with a booking?',
    'Can I smoke on X?',
  ];
  await expectEach([...tours, 'Can I cancel X without booking?', 'Do I not have to book for X?'], TOURS, NEVER);
  const drugs = [
    'Can I get X with a prescription?',
    'Can I get a prescription for X?',
    'Can I sell X without a prescription?',
  ];
  await expectEach(
    [...drugs, 'Who can get X without a prescription?', 'Do I need no prescription for X?'],
    DRUGS,
    NEVER,
  );
});

/** Periods with ways to say one. */
const PERIODS = ['hour', 'day', 'night', 'week', 'month', 'year'] as const;
const RATES = ['per', 'a', 'each', 'every'] as const;

/** Asks a pattern for each period in the place of `R`; expects an answer for one of them alone. */
async function expectOnly(patterns: readonly string[], own: (typeof PERIODS)[number], answer: string) {
  const expected = Object.fromEntries(
    patterns.flatMap((pattern) =>
      PERIODS.flatMap((period) =>
        RATES.map((rate) => [pattern.replace('R', `${rate} ${period}`), period === own ? answer : null] as const),
      ),
    ),
  );
  expect(await answersTo(reader, Object.keys(expected))).toEqual(expected);
}

it('reads rates by their own period alone', async () => {
  await expectOnly(['How much does Ada Holm charge R?'], 'hour', '90');
  await expectOnly(['How much does Ada Holm make R?'], 'day', '200');
  await expectOnly(['How many shifts R does Ada Holm do?'], 'week', '12');
  await expectOnly(['What do we pay for Permit Seven R?', 'How much does Permit Seven cost R?'], 'year', '40');
});

it('reads times by what begins or ends', async () => {
  const times = {
    'Since when has Ada Holm been a customer?': '2019',
    'When did Ada Holm become a customer?': '2019',
    "When does Ada Holm's contract run out?": '2027-06-30',
    'Until when is Permit Seven valid?': '2026-04-30',
    'When does Permit Seven expire?': '2026-04-30',
    'By when does Bill One have to be paid?': '2025-03-01',
    'When did work on Quay House begin?': '2024-02-01',
    'When did the Quay House come to an end?': '2025-08-01',
    'When was Quay House over?': '2025-08-01',
    'Until what time is the Old Mill open?': '23:00',
    'Until what time can I come to the Old Mill?': '23:00',
    'From what time is the Old Mill open?': '10:00',
  };
  expect(await answersTo(reader, Object.keys(times))).toEqual(times);
});

it('tells no beginning for an end, and nothing of another', async () => {
  const others = [
    'Until when has Ada Holm been a customer?',
    'Since when is Permit Seven valid?',
    'From when is Permit Seven valid?',
    "When does Permit Seven's contract run out?",
    "When does Ada Holm's permit run out?",
    'When does Ada Holm expire?',
    'When does Hill School expire?',
    'When is Hill School over?',
    'What do we pay for Hill School a year?',
    'Since when is the Old Mill open?',
    'Until when is Bill One valid?',
    'By when does Bill One have to be sent?',
    'By when does Permit Seven have to be paid?',
    'When did work on Permit Seven begin?',
    'When did the Dock House come to an end?',
    'Until when is Quay House?',
    'Since when is Quay House over?',
    'From what time is the Black Swan open?',
    'How much does Ada Holm pay per hour?',
    'How many days a week does Ada Holm do?',
  ];
  const expected = Object.fromEntries(others.map((each) => [each, null]));
  expect(await answersTo(reader, others)).toEqual(expected);
});
