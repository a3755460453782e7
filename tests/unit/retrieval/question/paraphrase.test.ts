/** Words of definitions: none stands for what a question asks for by its name, nor for one of several. */
import { answersTo, startReader, type ReaderTestbed } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/gifts#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Donor a owl:Class ; rdfs:label "donor" ; rdfs:comment "A person or a company on our list." .
:Donation a owl:Class ; rdfs:label "donation" .
:Project a owl:Class ; rdfs:label "project" ; rdfs:comment "An undertaking that we pay for." .
[] a owl:AllDisjointClasses ; owl:members ( :Donor :Donation :Project ) .
:gave a owl:ObjectProperty ; rdfs:label "gave" ; rdfs:domain :Donor ; rdfs:range :Donation .
:givenTo a owl:ObjectProperty ; rdfs:label "given to" ; rdfs:domain :Donation ; rdfs:range :Project .
:supports a owl:ObjectProperty ; rdfs:label "supports" ; rdfs:domain :Donor ; rdfs:range :Project ;
  rdfs:comment "A donor supports each project that one of the donor's donations went to." ;
  owl:propertyChainAxiom ( :gave :givenTo ) .
`;
const FACTS = `${PREFIXES}
:ada a :Donor ; rdfs:label "Ada Fern" ; :gave :d1 .
:d1 a :Donation ; rdfs:label "Donation 1" ; :givenTo :toys .
:toys a :Project ; rdfs:label "Toy Library" .
`;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

it.each(['Which', 'What', 'How many'])(
  '%s asks for what it names, not for what a definition says of it',
  async (word) => {
    const answers = await answersTo(reader, [
      `${word} donations went to the Toy Library?`,
      `${word} donations support the Toy Library?`,
    ]);
    for (const answer of Object.values(answers)) expect(answer ?? '').not.toContain('Ada');
  },
);

it('one of several kinds stands for none', async () => {
  expect(
    await answersTo(reader, ['Which companies support the Toy Library?', 'Which undertakings are there?']),
  ).toEqual({
    'Which companies support the Toy Library?': null,
    'Which undertakings are there?': 'Toy Library',
  });
});
