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
  :adultsOnly a owl:DatatypeProperty ; rdfs:domain :Pub ; rdfs:range xsd:boolean .`;
const FACTS = `
  @prefix : <http://frames.example/> .
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
  :nixol a :Drug ; rdfs:label "Nixol" .`;

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
