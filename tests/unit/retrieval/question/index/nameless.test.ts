/** Questions that name nothing: a verb that is another word for a relation does not make them one about everything. */
import { startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Customer a owl:Class ; rdfs:label "customer" .
:Town a owl:Class ; rdfs:label "town" .
:livesIn a owl:ObjectProperty ; rdfs:label "lives in" ; rdfs:domain :Customer ; rdfs:range :Town .
:remote a owl:DatatypeProperty ; rdfs:label "works remotely" ; rdfs:domain :Customer ; rdfs:range xsd:boolean .
`;
const FACTS = `${PREFIXES}
:ayr a :Town ; rdfs:label "Ayr" .
:ada a :Customer ; rdfs:label "Ada Finch" ; :livesIn :ayr ; :remote false .
`;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

const MODALS = ['can', 'may', 'should', 'do'];
const VERBS = ['park', 'stand', 'stay', 'camp', 'dwell', 'reside'];

it.each(MODALS.flatMap((modal) => ['I', 'we', 'people'].map((subject) => [modal, subject] as const)))(
  'does not tell where %s %s park',
  async (modal, subject) => {
    for (const verb of VERBS) {
      const question = `Where ${modal} ${subject} ${verb}?`;
      expect([question, await reader.ask(question)]).toEqual([question, null]);
    }
  },
);

it.each([
  ['Where does Ada Finch live?', 'Ayr'],
  ['Where does Ada Finch reside?', 'Ayr'],
  ['In which town does Ada Finch reside?', 'Ayr'],
  ['Who does not work remotely?', 'Ada Finch'],
])('%s %s', async (question, answer) => {
  expect(await reader.ask(question)).toBe(answer);
});
