/** Questions of two parts: what the second one is about. */
import { testAnswers, type Expectations } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/halves#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" ; owl:disjointWith :Pub , :Town , :Order , :Boat , :Paper , :Review , :Sale .
:Pub a owl:Class ; rdfs:label "pub" ; owl:disjointWith :Town , :Order , :Boat , :Paper .
:Town a owl:Class ; rdfs:label "town" ; owl:disjointWith :Order , :Boat , :Paper .
:Order a owl:Class ; rdfs:label "order" ; owl:disjointWith :Boat , :Paper .
:Boat a owl:Class ; rdfs:label "boat" ; owl:disjointWith :Paper , :Review , :Sale .
:Paper a owl:Class ; rdfs:label "paper" ; owl:disjointWith :Review .
:Review a owl:Class ; rdfs:label "review" .
:Sale a owl:Class ; rdfs:label "sale" .
:locatedIn a owl:ObjectProperty ; rdfs:label "located in" ; rdfs:domain :Pub ; rdfs:range :Town .
:opensAt a owl:DatatypeProperty ; rdfs:label "opens at" ; rdfs:domain :Pub ; rdfs:range xsd:string .
:seats a owl:DatatypeProperty ; rdfs:label "seats" ; rdfs:domain :Pub ; rdfs:range xsd:integer .
:population a owl:DatatypeProperty ; rdfs:label "population" ; rdfs:domain :Town ; rdfs:range xsd:integer .
:placedBy a owl:ObjectProperty ; rdfs:label "placed by" ; rdfs:domain :Order ; rdfs:range :Person .
:contains a owl:ObjectProperty ; rdfs:label "contains" ; rdfs:domain :Order ; rdfs:range :Boat .
:deliveryDate a owl:DatatypeProperty ; rdfs:label "delivery date" ; rdfs:domain :Order ; rdfs:range xsd:date .
:price a owl:DatatypeProperty ; rdfs:label "price" ; rdfs:domain :Boat ; rdfs:range xsd:integer .
:stock a owl:DatatypeProperty ; rdfs:label "number in stock" ; rdfs:domain :Boat ; rdfs:range xsd:integer .
:reviewOf a owl:ObjectProperty ; rdfs:label "review of" ; rdfs:domain :Review ; rdfs:range :Boat .
:reviewedBy a owl:ObjectProperty ; rdfs:label "reviewed by" ; rdfs:domain :Review ; rdfs:range :Person .
:appearedIn a owl:ObjectProperty ; rdfs:label "appeared in" ; rdfs:domain :Review ; rdfs:range :Paper .
:soldBoat a owl:ObjectProperty ; rdfs:label "sold boat" ; rdfs:domain :Sale ; rdfs:range :Boat .
:soldBy a owl:ObjectProperty ; rdfs:label "sold by" ; rdfs:domain :Sale ; rdfs:range :Person .
:saleDate a owl:DatatypeProperty ; rdfs:label "sale date" ; rdfs:domain :Sale ; rdfs:range xsd:date .
:weight a owl:DatatypeProperty ; rdfs:label "weight" ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:lunde a :Town ; rdfs:label "Lunde" ; :population 900 .
:vik a :Town ; rdfs:label "Vik" ; :population 400 .
:anchor a :Pub ; rdfs:label "Anchor" ; :locatedIn :lunde ; :opensAt "16:00" ; :seats 45 .
:crown a :Pub ; rdfs:label "Crown" ; :locatedIn :vik ; :opensAt "17:00" ; :seats 30 .
:bell a :Pub ; rdfs:label "Bell" ; :locatedIn :vik ; :opensAt "18:00" ; :seats 31 .
:ada a :Person ; rdfs:label "Ada Fern" .
:bo a :Person ; rdfs:label "Bo Lind" .
:gull a :Boat ; rdfs:label "Grey Gull" ; :price 500 ; :stock 2 ; :weight 70 .
:tern a :Boat ; rdfs:label "Blue Tern" ; :price 600 ; :stock 3 ; :weight 80 .
:o a :Order ; rdfs:label "Order 7" ; :placedBy :ada ; :contains :gull , :tern ; :deliveryDate "2025-05-22"^^xsd:date .
:post a :Paper ; rdfs:label "Calder Post" .
:r a :Review ; rdfs:label "Review 3" ; :reviewOf :gull ; :reviewedBy :bo ; :appearedIn :post .
:s a :Sale ; rdfs:label "Sale 4" ; :soldBoat :gull ; :soldBy :bo ; :saleDate "2024-01-02"^^xsd:date ; :weight 5 .
`;

const QUESTIONS: Expectations = {
  'it is the thing that the first part describes': {
    'When does the pub in Lunde open and how many seats does it have?': '16:00; 45',
    'How many seats does the pub in Lunde have and when does it open?': '45; 16:00',
    'What did Ada Fern order and when was it delivered?': 'Blue Tern, Grey Gull; 2025-05-22',
  },
  'it is, of the thing that is named and the answer, the one that the second part is about': {
    'Who placed Order 7 and when was it delivered?': 'Ada Fern; 2025-05-22',
    'What did Sale 4 sell and who sold it?': 'Grey Gull; Bo Lind',
    'Which boat was sold in Sale 4 and what does it cost?': 'Grey Gull; 500',
    'Which boat was sold in Sale 4 and what is its weight?': 'Grey Gull; not answered: what is its weight',
  },
  'it is one thing alone': {
    'When does the pub in Vik open and how many seats does it have?':
      '17:00, 18:00; not answered: how many seats does it have',
  },
  'it is what is named rather than an event that no word names': {
    'Who sold the Grey Gull, and what does it weigh?': 'Bo Lind; 70',
  },
  'a count is of what is named': {
    'What is the price of the Grey Gull and how many are in stock?': '500; 2',
    'What is the price of the Grey Gull and how many are red?': '500; not answered: how many are red',
    'What is the price of the Grey Gull and how many are there?': '500; not answered: how many are there',
  },
  'a noun with its preposition is of the act': {
    'Who reviewed the Grey Gull and in which paper?': 'Bo Lind; Calder Post',
    'Who reviewed the Blue Tern and in which paper?': null,
    'Who reviewed the Grey Gull and in which town?': 'Bo Lind; not answered: in which town',
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
