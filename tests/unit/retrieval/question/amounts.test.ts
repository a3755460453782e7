/** Properties that a unit, a degree or a definition determines. */
import { startReader, testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/amounts#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Cook a owl:Class ; rdfs:label "cook" ; rdfs:subClassOf :Person .
:Malt a owl:Class ; rdfs:label "malt" ; owl:disjointWith :Person , :Site , :Wine .
:Wine a owl:Class ; rdfs:label "wine" ; owl:disjointWith :Person , :Site .
:Site a owl:Class ; rdfs:label "site" ; owl:disjointWith :Person .
:Participant a owl:Class ; rdfs:label "participant" ; rdfs:subClassOf :Person .
:wage a owl:DatatypeProperty ; rdfs:label "wage" ; rdfs:domain :Cook ; rdfs:range xsd:integer .
:joinedOn a owl:DatatypeProperty ; rdfs:label "joined on" ; rdfs:domain :Cook ; rdfs:range xsd:date .
:stock a owl:DatatypeProperty ; rdfs:label "stock" ; rdfs:comment "Kilograms in the store." ;
  rdfs:domain :Malt ; rdfs:range xsd:integer .
:moisture a owl:DatatypeProperty ; rdfs:label "moisture" ; rdfs:comment "Per cent by weight." ;
  rdfs:domain :Malt ; rdfs:range xsd:integer .
:alcohol a owl:DatatypeProperty ; rdfs:label "alcohol content" ; rdfs:comment "Percent by volume." ;
  rdfs:domain :Wine ; rdfs:range xsd:integer .
:discount a owl:DatatypeProperty ; rdfs:label "discount" ; rdfs:comment "Percent off." ;
  rdfs:domain :Wine ; rdfs:range xsd:integer .
:vintages a owl:DatatypeProperty ; rdfs:label "vintage" ; rdfs:comment "Years in which the wine was made." ;
  rdfs:domain :Wine ; rdfs:range xsd:integer .
:recruited a owl:DatatypeProperty ; rdfs:label "recruited" ; rdfs:comment "Participants that the site has recruited." ;
  rdfs:domain :Site ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:ada a :Cook ; rdfs:label "Ada Fern" ; :wage 20 ; :joinedOn "2001-01-01"^^xsd:date .
:bo a :Cook ; rdfs:label "Bo Lind" ; :wage 30 ; :joinedOn "2011-01-01"^^xsd:date .
:pale a :Malt ; rdfs:label "Pale" ; :stock 100 ; :moisture 4 .
:dark a :Malt ; rdfs:label "Dark" ; :stock 900 ; :moisture 6 .
:red a :Wine ; rdfs:label "Red" ; :alcohol 12 ; :discount 20 ; :vintages 1999 .
:north a :Site ; rdfs:label "North" ; :recruited 40 .
:south a :Site ; rdfs:label "South" ; :recruited 60 .
`;

const QUESTIONS: Expectations = {
  'the best paid earns the most': {
    'Who is the best paid cook?': 'Bo Lind',
    'Who is the worst paid cook?': 'Ada Fern',
    'Who is the best cook?': null,
    'Who is the best trained cook?': null,
    'Which is the best paid malt?': null,
  },
  'who was hired first joined first': {
    'Which cook was hired first?': 'Ada Fern',
    'Which cook was hired last?': 'Bo Lind',
    'Which cook was married first?': null,
    'Which malt was hired first?': null,
  },
  'the most of what a definition tells': {
    'Which site recruited the most participants?': 'South',
    'Which site recruited the fewest participants?': 'North',
    'Which site recruited the most cooks?': null,
  },
  'years in which something was are no duration': {
    'What is the vintage of Red?': '1999',
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);

describe('a comparison in a unit', () => {
  const NOUNS = { malts: 'Pale', wines: null } as const;
  const VERBS = ['are', 'have'];
  const cases = Object.entries(NOUNS).flatMap(([noun, answer]) =>
    VERBS.flatMap((verb) => [
      [`Which ${noun} ${verb} under 5 percent?`, answer],
      [`Which ${noun} ${verb} less than 500 kg?`, answer],
      [`Which ${noun} ${verb} less than 500 euros?`, null],
    ]),
  );

  it('is of the only property in the unit', async () => {
    const reader = await startReader(ONTOLOGY, FACTS);
    const answers: unknown[] = [];
    for (const [question] of cases) answers.push([question, await reader.ask(question!)]);
    expect(answers).toEqual(cases);
    await reader.close();
  });
});
