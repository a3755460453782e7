/** Answers of the reader to figures, truth values and what `only` is said of, with neighbours that have no answer. */
import { startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/agency#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" ; owl:disjointWith :Plane , :Paper , :Journal , :SportsClub , :FanClub , :Contractor , :Review , :Town , :Invoice .
:Plane a owl:Class ; rdfs:label "plane" . :JetPlane a owl:Class ; rdfs:subClassOf :Plane ; rdfs:label "jet plane" .
:Glider a owl:Class ; rdfs:subClassOf :Plane ; rdfs:label "glider" .
:Paper a owl:Class ; rdfs:label "paper" . :Journal a owl:Class ; rdfs:label "journal" .
:Invoice a owl:Class ; rdfs:label "invoice" .
:SportsClub a owl:Class ; rdfs:label "sports club" . :FanClub a owl:Class ; rdfs:label "fan club" ; owl:disjointWith :SportsClub .
:Contractor a owl:Class ; rdfs:label "contractor" . :PaintingFirm a owl:Class ; rdfs:subClassOf :Contractor ; rdfs:label "painting firm" .
:RoofingFirm a owl:Class ; rdfs:subClassOf :Contractor ; rdfs:label "roofer" .
:Review a owl:Class ; rdfs:label "review" . :Town a owl:Class ; rdfs:label "town" .
:flies a owl:ObjectProperty ; rdfs:label "flies" ; rdfs:domain :Person ; rdfs:range :Plane .
:range a owl:DatatypeProperty ; rdfs:label "range" ; rdfs:comment "In kilometres." ; rdfs:domain :Plane ; rdfs:range xsd:integer .
:wingArea a owl:DatatypeProperty ; rdfs:label "wing area" ; rdfs:comment "In square metres." ; rdfs:domain :Plane ; rdfs:range xsd:integer .
:price a owl:DatatypeProperty ; rdfs:label "price" ; rdfs:comment "In millions of euros." ; rdfs:domain :Plane ; rdfs:range xsd:decimal .
:delivered a owl:DatatypeProperty ; rdfs:label "delivered on" ; rdfs:domain :Plane ; rdfs:range xsd:date .
:deliveryTime a owl:DatatypeProperty ; rdfs:label "time of delivery" ; rdfs:domain :Plane ; rdfs:range xsd:string .
:citationCount a owl:DatatypeProperty ; rdfs:domain :Paper ; rdfs:range xsd:integer .
:enrolment a owl:DatatypeProperty ; rdfs:domain :SportsClub ; rdfs:range xsd:integer .
:targetEnrolment a owl:DatatypeProperty ; rdfs:domain :SportsClub ; rdfs:range xsd:integer .
:paid a owl:DatatypeProperty ; rdfs:label "paid" ; rdfs:domain :Invoice ; rdfs:range xsd:boolean .
:founded a owl:DatatypeProperty ; rdfs:label "founded in" ; rdfs:domain :SportsClub ; rdfs:range xsd:integer .
:hiredOn a owl:DatatypeProperty ; rdfs:label "hired on" ; rdfs:domain :Person ; rdfs:range xsd:date .
:bornIn a owl:ObjectProperty ; rdfs:label "born in" ; rdfs:domain :Person ; rdfs:range :Town .
:birthDate a owl:DatatypeProperty ; rdfs:label "date of birth" ; rdfs:domain :Person ; rdfs:range xsd:date .
:captainOf a owl:ObjectProperty ; rdfs:label "captain of" ; rdfs:domain :Person ; rdfs:range :SportsClub .
:basedIn a owl:ObjectProperty ; rdfs:label "based in" ; rdfs:domain :Contractor ; rdfs:range :Town .
:reviewOf a owl:ObjectProperty ; rdfs:label "review of" ; rdfs:domain :Review ; rdfs:range :Paper .
:reviewedBy a owl:ObjectProperty ; rdfs:label "reviewed by" ; rdfs:domain :Review ; rdfs:range :Person .
:appearedIn a owl:ObjectProperty ; rdfs:label "appeared in" ; rdfs:domain :Review ; rdfs:range :Journal .
:roomCount a owl:DatatypeProperty ; rdfs:label "number of rooms" ; rdfs:domain :SportsClub ; rdfs:range xsd:integer .
:LaundryRoom a owl:Class ; rdfs:label "laundry room" .
`;
const FACTS = `${PREFIXES}
:ann a :Person ; rdfs:label "Ann Roe" ; :flies :swift , :kite ; :hiredOn "2012-03-01"^^xsd:date ; :captainOf :rovers ; :bornIn :lyon ; :birthDate "1980-02-03"^^xsd:date .
:ben a :Person ; rdfs:label "Ben Lie" ; :flies :swift ; :hiredOn "2019-05-01"^^xsd:date .
:cleo a :Person ; rdfs:label "Cleo Marsh" ; :flies :kite .
:swift a :JetPlane ; rdfs:label "Swift" ; :range 9000 ; :price 24.5 ; :wingArea 90 ; :delivered "2020-01-02"^^xsd:date ; :deliveryTime "9:30" .
:kite a :Glider ; rdfs:label "Kite" ; :range 300 ; :price 0.2 ; :wingArea 12 ; :delivered "2020-02-03"^^xsd:date .
:dawn a :Paper ; rdfs:label "On Dawn" ; :citationCount 77 . :dusk a :Paper ; rdfs:label "On Dusk" ; :citationCount 12 .
:r1 a :Review ; rdfs:label "A Bright Start" ; :reviewOf :dawn ; :reviewedBy :cleo ; :appearedIn :post .
:post a :Journal ; rdfs:label "The Post" . :courier a :Journal ; rdfs:label "The Courier" .
:i1 a :Invoice ; rdfs:label "Invoice 11" ; :paid true . :i2 a :Invoice ; rdfs:label "Invoice 12" ; :paid false .
:rovers a :SportsClub ; rdfs:label "Rovers" ; :founded 1899 ; :enrolment 95 ; :targetEnrolment 120 ; :roomCount 4 .
:united a :SportsClub ; rdfs:label "United" ; :founded 1911 ; :roomCount 2 .
:friends a :FanClub ; rdfs:label "Friends" .
:lyon a :Town ; rdfs:label "Lyon" .
:brush a :PaintingFirm ; rdfs:label "Brush" ; :basedIn :lyon . :slate a :RoofingFirm ; rdfs:label "Slate" ; :basedIn :lyon .
`;

/** Questions by the forms that they have, with their answers; a remark behind an answer aside. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'a measure beside a verb of motion': {
    'How far can the Swift fly?': '9000 kilometres',
    'How far does the Kite go?': '300 kilometres',
    'How far is the Swift?': '9000 kilometres',
    'How far does Ann Roe fly?': null,
  },
  'scales and squares of units': {
    'What is the price of the Swift?': '24.5 million euros',
    'Which planes have a price of more than 20 million euros?': 'Swift',
    'Which planes have a price of more than 20 million?': 'Swift',
    'Which planes have a price of more than 20?': 'Swift',
    'Which planes have a price of less than 300000 euros?': 'Kite',
    'Which planes have a wing area of more than 80 square metres?': 'Swift',
    'Which planes have a wing area between 80 and 100 square metres?': 'Swift',
    'Which planes have a wing area of more than 80 metres?': null,
    'What is the most expensive plane?': 'Swift',
  },
  'days, not times of day': {
    'Which planes were delivered on 2 January 2020?': 'Swift',
    'Which planes from 2 January 2020 have a range of more than 1000?': 'Swift',
  },
  'how often, and how many people': {
    'How often has On Dawn been cited?': '77',
    'How many times has On Dusk been cited?': '12',
    'What is the most cited paper?': 'On Dawn',
    'What is the least cited paper?': 'On Dusk',
    'How many people has Rovers enrolled?': '95',
  },
  'truth values that a word denies': {
    'Which invoices are unpaid?': 'Invoice 12',
    'How many unpaid invoices are there?': '1: Invoice 12',
    'Is Invoice 12 unpaid?': 'Yes.',
    'Is Invoice 11 unpaid?': 'No.',
    'Which invoices are paid?': 'Invoice 11',
  },
  'only the members of a class': {
    'Who flies only gliders?': 'Cleo Marsh',
    'Who flies gliders only?': 'Cleo Marsh',
    'Who only flies jet planes?': 'Ben Lie',
    'Who flies only planes?': 'Ann Roe, Ben Lie, Cleo Marsh',
    'Who only flies the Kite?': 'Cleo Marsh',
    'Are only gliders flown by Ann Roe?': null,
    'Which planes are only flown by Ann Roe?': null,
  },
  'a word that ends several names': {
    'Which clubs were founded before 1900?': 'Rovers',
    'Which club has more than 3 rooms?': 'Rovers',
    'Which clubs have at least two rooms?': 'Rovers, United',
    'Which firms are based in Lyon?': null,
    'Which contractors are based in Lyon?': 'Brush, Slate',
  },
  'who, where and when': {
    'Where and when was Ann Roe born?': 'Lyon; 1980-02-03',
    'When and where was Ann Roe born?': '1980-02-03; Lyon',
    'Who reviewed On Dawn?': 'Cleo Marsh',
    'Who reviewed On Dusk?': null,
    'When did Ann Roe join the company?': '2012-03-01',
    'Who joined us before 2015?': 'Ann Roe',
    'Who is the captain of Rovers?': 'Ann Roe',
    'Who manages Rovers?': null,
  },
};

let testbed: ReaderTestbed;
beforeAll(async () => (testbed = await startReader(ONTOLOGY, FACTS)));
afterAll(() => testbed.close());

describe.each(Object.entries(FORMS))('%s', (_, questions) => {
  it.each(Object.entries(questions))('%s %s', async (question, answer) => {
    const told = await testbed.ask(question);
    expect(told?.replace(/ \([^()]*\)$/, '') ?? null).toBe(answer);
  });
});
