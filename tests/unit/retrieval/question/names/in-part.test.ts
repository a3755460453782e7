/** Names that a question tells in part: surnames, names without their year; and what is the name of another. */
import { testAnswers, type Expectations } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/stage#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" ; owl:disjointWith :Play , :Production , :Hall .
:Play a owl:Class ; rdfs:label "play" ; owl:disjointWith :Production , :Hall .
:Production a owl:Class ; rdfs:label "production" ; owl:disjointWith :Hall .
:Hall a owl:Class ; rdfs:label "hall" .
:wrote a owl:ObjectProperty ; rdfs:label "wrote" ; rdfs:domain :Person ; rdfs:range :Play .
:directed a owl:ObjectProperty ; rdfs:label "directed" ; rdfs:domain :Person ; rdfs:range :Production .
:cooksFor a owl:ObjectProperty ; rdfs:label "cooks for" ; rdfs:domain :Person ; rdfs:range :Person .
:performances a owl:DatatypeProperty ; rdfs:label "performances" ; rdfs:domain :Production ; rdfs:range xsd:integer .
:wage a owl:DatatypeProperty ; rdfs:label "wage" ; rdfs:domain :Person ; rdfs:range xsd:integer .
:seats a owl:DatatypeProperty ; rdfs:label "seats" ; rdfs:domain :Hall ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:ada a :Person ; rdfs:label "Ada Finch" ; :wage 30 ; :wrote :tide ; :directed :tide2019 .
:bo a :Person ; rdfs:label "Bo Holm" ; :wage 20 ; :directed :lamp2001 .
:cy a :Person ; rdfs:label "Cy Holm" ; :directed :lamp2020 ; :cooksFor :dee .
:sol a :Person ; rdfs:label "Prof. Ingrid Maria Solheim" ; :cooksFor :dee ; :wage 35 .
:dee a :Person ; rdfs:label "Dee Baker" ; :wrote :lamp ; :wage 40 .
:tide a :Play ; rdfs:label "Low Tide" . :lamp a :Play ; rdfs:label "The Lamp" .
:tide2019 a :Production ; rdfs:label "Low Tide (2019)" ; :performances 12 .
:lamp2001 a :Production ; rdfs:label "The Lamp (2001)" ; :performances 30 .
:lamp2020 a :Production ; rdfs:label "The Lamp (2020)" ; :performances 7 .
:corn a :Hall ; rdfs:label "Corn Hall" ; :seats 85 . :mill a :Hall ; rdfs:label "Mill Hall" ; :seats 260 .
`;

const QUESTIONS: Expectations = {
  'a part that one node alone has': {
    'What did Finch write?': 'Low Tide',
    'What is Finch’s wage?': '30',
    'Is Finch’s wage higher than Baker’s?': 'No: Ada Finch 30.',
    'Who earns more than Finch?': 'Dee Baker, Prof. Ingrid Maria Solheim',
    'Who is Finch?': 'person',
    'How many seats does the Corn have?': '85',
  },
  'of several, those that fit': {
    'What did Holm write?': null,
    'Who cooks for Baker?': 'Cy Holm, Prof. Ingrid Maria Solheim',
  },
  'of several that fit, none': {
    'What did Holm direct?': null,
    'Whose wage is lower than Holm’s?': null,
    'Who directed The Lamp?': null,
  },
  'a name that goes on, where the thing that is called so does not fit': {
    'Who wrote Low Tide?': 'Ada Finch',
    'Who directed Low Tide?': 'Ada Finch',
    'How many performances did Low Tide have?': '12',
    'Did Low Tide have more performances than The Lamp (2020)?': 'Yes.',
    'Did Low Tide have more performances than The Lamp?': null,
  },
  'without a title or a name between': {
    'What is the wage of Ingrid Solheim?': '35',
    'What is the wage of Prof. Solheim?': '35',
    'What is Maria’s wage?': '35',
    'What is the wage of Prof. Maria Solheim?': '35',
    'What is the wage of Dr. Solheim?': null,
    'What is the wage of Prof. Anna Solheim?': null,
    'What is the wage of Solheim Ingrid?': null,
  },
  'beside another word with a capital, it is another name': {
    'What did Maria Finch write?': null,
    'What did Finch Baker write?': null,
    'What did Ada Holm direct?': null,
    'Where is Finch Street?': null,
    'Who wrote Low Tide Rising?': null,
  },
  'without a capital it is a word': {
    'What did finch write?': null,
  },
  'what a verb says is a number of people': {
    'How many people can sit in the Mill Hall?': '260',
    'How many people fit into the Corn Hall?': '85',
    'How many people does the Mill Hall hold?': '260',
    'How many people can sit in Low Tide?': null,
  },
  'all that there is': {
    'How many halls does the theatre have?': '2: Corn Hall, Mill Hall',
    'Which is the largest hall in the theatre?': 'Mill Hall',
    'How many plays are there in the database?': '2: Low Tide, The Lamp',
    'Who owns the theatre?': null,
    'Who wrote the theatre?': null,
    'Is Corn Hall the theatre?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
