/** Places and attributes that no property of the question names, and the clauses of nouns. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/gallery#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Artist a owl:Class ; rdfs:subClassOf :Person .
:Picture a owl:Class ; owl:disjointWith :Person , :Place , :Style , :Show .
:Style a owl:Class .
:Show a owl:Class .
:Place a owl:Class ; owl:disjointWith :Person .
:Room a owl:Class ; rdfs:subClassOf :Place .
:Floor a owl:Class ; rdfs:subClassOf :Place .
:locatedIn a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "located in" ; rdfs:domain :Place ; rdfs:range :Place .
:keptIn a owl:ObjectProperty ; rdfs:label "kept in" ; rdfs:domain :Picture ; rdfs:range :Room .
:shownAt a owl:ObjectProperty ; rdfs:label "shown at" ; rdfs:domain :Picture ; rdfs:range :Show .
:sitsIn a owl:ObjectProperty ; rdfs:label "sits in" ; rdfs:domain :Person ; rdfs:range :Room .
:paintedBy a owl:ObjectProperty ; rdfs:label "painted by" ; rdfs:domain :Picture ; rdfs:range :Artist .
:ofStyle a owl:ObjectProperty ; rdfs:label "has style" ; rdfs:domain :Picture ; rdfs:range :Style .
:teaches a owl:ObjectProperty ; rdfs:label "teaches" ; rdfs:domain :Artist ; rdfs:range :Style .
:favours a owl:ObjectProperty ; rdfs:label "favours" ; rdfs:domain :Artist ; rdfs:range :Style .
:price a owl:DatatypeProperty ; rdfs:label "price" ; rdfs:domain :Picture ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:upper a :Floor ; rdfs:label "Upper Floor" .
:north a :Room ; rdfs:label "North Room" ; :locatedIn :upper .
:south a :Room ; rdfs:label "South Room" ; :locatedIn :upper .
:spring a :Show ; rdfs:label "Spring Show" .
:cubist a :Style ; rdfs:label "cubist" . :gothic a :Style ; rdfs:label "Gothic" .
:ada a :Artist ; rdfs:label "Ada Fern" ; :sitsIn :north ; :teaches :cubist ; :favours :gothic .
:bo a :Artist ; rdfs:label "Bo Lind" .
:moon a :Picture ; rdfs:label "Blue Moon" ; :keptIn :north ; :shownAt :spring ; :ofStyle :cubist ; :paintedBy :ada ; :price 40 .
:rain a :Picture ; rdfs:label "Long Rain" ; :keptIn :south ; :ofStyle :gothic ; :paintedBy :bo ; :price 90 .
`;

const QUESTIONS: Expectations = {
  'where something is, are places': {
    'Where is Blue Moon?': 'North Room',
    'Where is Long Rain?': 'South Room',
    'On which floor is Blue Moon?': 'Upper Floor',
    'In which room is Long Rain?': 'South Room',
  },
  'what is at a place is no person': {
    'What is in the North Room?': 'Blue Moon',
    'Who is in the North Room?': 'Ada Fern',
  },
  'a name in lower case is an attribute by the one property that has it': {
    'Which pictures are cubist?': 'Blue Moon',
    'Which pictures are gothic?': 'Long Rain',
    'Which pictures are not cubist?': 'Long Rain',
    'How many cubist pictures are there?': '1: Blue Moon',
    'Which cubist pictures did Ada Fern paint?': 'Blue Moon',
    'Is Blue Moon cubist?': 'Yes.',
    'Are all pictures cubist?': 'No: not Long Rain.',
    'Which artists are cubist?': null,
    'Which pictures are Spring Show?': null,
  },
  'a clause is about the noun before it': {
    'What is the price of the picture that Ada Fern painted?': '40',
    'What is the price of the picture painted by Ada Fern?': '40',
    'In which room is the picture that Bo Lind painted?': 'South Room',
    'Where is the picture that Bo Lind painted kept?': 'South Room',
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
