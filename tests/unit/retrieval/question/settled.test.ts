/** Verdicts that another question settles, and those that it leaves open. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/settled#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Baker a owl:Class ; rdfs:label "baker" ; rdfs:subClassOf :Person .
:Oven a owl:Class ; rdfs:label "oven" ; owl:disjointWith :Person , :Mill .
:Mill a owl:Class ; rdfs:label "mill" ; owl:disjointWith :Person .
:tutoredBy a owl:ObjectProperty ; rdfs:label "tutored by" ; rdfs:domain :Baker ; rdfs:range :Baker .
:heats a owl:ObjectProperty ; rdfs:label "heats" ; rdfs:domain :Baker ; rdfs:range :Oven .
:master a owl:DatatypeProperty ; rdfs:label "certified" ; rdfs:domain :Baker ; rdfs:range xsd:boolean .
`;
const FACTS = `${PREFIXES}
:ada a :Baker ; rdfs:label "Ada Fern" ; :heats :o1 ; :master true .
:bo a :Baker ; rdfs:label "Bo Lind" ; :tutoredBy :ada ; :heats :o1 ; :master false .
:cy a :Baker ; rdfs:label "Cy Holt" ; :tutoredBy :ada .
:o1 a :Oven ; rdfs:label "Stone Oven" .
:o2 a :Oven ; rdfs:label "Old Oven" .
:m1 a :Mill ; rdfs:label "Wind Mill" .
`;
const all = (questions: readonly string[], answer: string | null): Readonly<Record<string, string | null>> =>
  Object.fromEntries(questions.map((question) => [question, answer]));

const QUESTIONS: Expectations = {
  'whether there is one without': {
    ...all(['Is there a baker without a tutor?', 'Are there any bakers who have no tutor?'], 'Yes: Ada Fern'),
    ...all(['Is there an oven that nobody heats?', 'Is there any oven which nobody heats? Which?'], 'Yes: Old Oven'),
    ...all(['Is there a baker that is not certified?', 'Are there any bakers who are not certified?'], 'Yes.'),
    ...all(['Is there no baker without a tutor?', 'Is there a baker without a mill?'], null),
    ...all(['Is there a polite baker without a tutor?', 'Is there a mill without a tutor?'], null),
    'Is there a baker without a tutor in Lunde?': null,
  },
  'whether something is the only one': {
    'Is Ada Fern the only certified baker?': 'Yes.',
    'Is the Wind Mill the only mill?': 'Yes.',
    'Is the Stone Oven the only oven?': 'No: Old Oven.',
    'Is Ada Fern the only baker who heats the Stone Oven?': 'No: Bo Lind.',
    'Is Bo Lind the only certified baker?': null,
    'Is Ada Fern the only polite baker?': null,
    'Is Ada Fern the only mill?': null,
    'Is Ada Fern the only baker who likes the Stone Oven?': null,
    'Are Ada Fern and Bo Lind the only bakers?': null,
    'Is Ada Fern only a baker?': null,
    'Is Ada Fern the only?': null,
  },
};
testAnswers(ONTOLOGY, FACTS, QUESTIONS);
