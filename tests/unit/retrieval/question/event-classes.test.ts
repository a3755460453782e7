/** Events by the words of those who take part in them; days, times of the day, and numbers that are told. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/inn#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Guest a owl:Class ; rdfs:subClassOf :Person .
:Cook a owl:Class ; rdfs:subClassOf :Person ; owl:disjointWith :Guest .
:Room a owl:Class ; owl:disjointWith :Person , :Order , :Booking , :Dish , :Club .
:Dish a owl:Class ; owl:disjointWith :Person , :Order , :Booking , :Club .
:Club a owl:Class ; owl:disjointWith :Person , :Order , :Booking .
:Order a owl:Class ; rdfs:label "order" ; owl:disjointWith :Person , :Booking .
:Booking a owl:Class ; rdfs:label "booking" ; owl:disjointWith :Person .
:placedBy a owl:ObjectProperty ; rdfs:label "placed by" ; rdfs:domain :Order ; rdfs:range :Guest .
:contains a owl:ObjectProperty ; rdfs:label "contains" ; rdfs:domain :Order ; rdfs:range :Dish .
:orderDate a owl:DatatypeProperty ; rdfs:label "order date" ; rdfs:domain :Order ; rdfs:range xsd:date .
:deliveryDate a owl:DatatypeProperty ; rdfs:label "delivery date" ; rdfs:domain :Order ; rdfs:range xsd:date .
:bookedBy a owl:ObjectProperty ; rdfs:label "booked by" ; rdfs:domain :Booking ; rdfs:range :Guest .
:bookedRoom a owl:ObjectProperty ; rdfs:label "booked room" ; rdfs:domain :Booking ; rdfs:range :Room .
:checkIn a owl:DatatypeProperty ; rdfs:label "check-in date" ; rdfs:domain :Booking ; rdfs:range xsd:date .
:checkOut a owl:DatatypeProperty ; rdfs:label "check-out date" ; rdfs:domain :Booking ; rdfs:range xsd:date .
:memberOf a owl:ObjectProperty ; rdfs:label "member of" ; rdfs:domain :Guest ; rdfs:range :Club .
:numberOfGuests a owl:DatatypeProperty ; rdfs:label "number of guests" ; rdfs:domain :Club ; rdfs:range xsd:integer .
:opens a owl:DatatypeProperty ; rdfs:label "opening time" ; rdfs:domain :Club ; rdfs:range xsd:string .
:rate a owl:DatatypeProperty ; rdfs:label "price per night" ; rdfs:comment "In euros." ; rdfs:domain :Room ; rdfs:range xsd:decimal .
:price a owl:DatatypeProperty ; rdfs:label "price" ; rdfs:comment "In euros." ; rdfs:domain :Dish ; rdfs:range xsd:decimal .
:stars a owl:DatatypeProperty ; rdfs:label "guest rating" ; rdfs:domain :Dish ; rdfs:range xsd:decimal .
:hiredOn a owl:DatatypeProperty ; rdfs:label "hired on" ; rdfs:domain :Cook ; rdfs:range xsd:date .
:guestSince a owl:DatatypeProperty ; rdfs:label "guest since" ; rdfs:domain :Guest ; rdfs:range xsd:date .
`;
const FACTS = `${PREFIXES}
:chess a :Club ; rdfs:label "Chess Club" ; :numberOfGuests 30 ; :opens "09:30" .
:swim a :Club ; rdfs:label "Swim Club" ; :numberOfGuests 12 ; :opens "07:00" .
:attic a :Room ; rdfs:label "Attic Room" ; :rate 60.0 . :hall a :Room ; rdfs:label "Hall Room" ; :rate 90.0 .
:soup a :Dish ; rdfs:label "Pea Soup" ; :price 5.0 ; :stars 3.5 . :pie a :Dish ; rdfs:label "Plum Pie" ; :price 8.0 ; :stars 4.5 .
:ada a :Guest ; rdfs:label "Ada Fern" ; :memberOf :chess ; :guestSince "2019-03-01"^^xsd:date .
:bo a :Guest ; rdfs:label "Bo Lind" ; :memberOf :chess , :swim ; :guestSince "2021-03-01"^^xsd:date .
:cy a :Cook ; rdfs:label "Cy Marsh" ; :hiredOn "2015-04-01"^^xsd:date . :di a :Cook ; rdfs:label "Di Vane" ; :hiredOn "2018-04-01"^^xsd:date .
:o1 a :Order ; rdfs:label "Order 1" ; :placedBy :ada ; :contains :soup ; :orderDate "2025-06-02"^^xsd:date ; :deliveryDate "2025-06-05"^^xsd:date .
:o2 a :Order ; rdfs:label "Order 2" ; :placedBy :ada ; :contains :pie ; :orderDate "2025-07-02"^^xsd:date ; :deliveryDate "2025-07-03"^^xsd:date .
:b1 a :Booking ; rdfs:label "Booking 1" ; :bookedBy :bo ; :bookedRoom :attic ; :checkIn "2025-08-01"^^xsd:date ; :checkOut "2025-08-04"^^xsd:date .
`;

const QUESTIONS: Expectations = {
  'a verb of what an event is called': {
    'What has Ada Fern bought?': 'Pea Soup, Plum Pie',
    'What did Ada Fern order?': 'Pea Soup, Plum Pie',
    'Who ordered the Plum Pie?': 'Ada Fern',
    'Which guests have never bought anything?': 'Bo Lind',
    'Which room is Bo Lind staying in?': 'Attic Room',
    'What is in Order 1?': 'Pea Soup',
  },
  'days of events by verbs': {
    'When was Order 1 delivered?': '2025-06-05',
    'Which orders were placed on 2 June 2025?': 'Order 1',
    'When does Bo Lind check in?': '2025-08-01',
    'When does Booking 1 end?': '2025-08-04',
    'How many orders were delivered in July?': '1: Order 2',
    'Show me all orders from June 2025': 'Order 1',
    'When did Ada Fern get her order?': null,
  },
  'since when somebody is there': {
    'When did Cy Marsh start working here?': '2015-04-01',
    'Since when has Ada Fern been a guest?': '2019-03-01',
    'Who has been a guest the longest?': 'Ada Fern',
    'Which cook has been with us the longest?': 'Cy Marsh',
  },
  'a number that is told, rather than those who are known': {
    'How many guests does the Chess Club have?': '30',
    'What is the number of guests of the Swim Club?': '12',
    'Which club has the most guests?': 'Chess Club',
    'Which clubs have more than 20 guests?': 'Chess Club',
    'Who is in the Chess Club?': 'Ada Fern, Bo Lind',
  },
  'times of the day, and figures by their nouns': {
    'Which clubs open before 8:00?': 'Swim Club',
    'Which clubs open after 9 am?': 'Chess Club',
    'How much does the Attic Room cost?': '60 euros',
    'Which rooms cost less than 80 euros?': 'Attic Room',
    'Which dish has the best guest rating?': 'Plum Pie',
    'Which is the best dish?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
