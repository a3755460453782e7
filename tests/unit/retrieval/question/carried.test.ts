import { startReader, testAnswers, type ReaderTestbed } from '../../../support/retrieval/reader';

const ONTOLOGY = `@prefix : <http://example.org/depot#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person a owl:Class ; rdfs:label "person" ; owl:disjointWith :Thing .
:Guest a owl:Class ; rdfs:label "guest" ; rdfs:subClassOf :Person .
:Painter a owl:Class ; rdfs:label "painter" ; rdfs:subClassOf :Person .
:Restorer a owl:Class ; rdfs:label "restorer" ; rdfs:subClassOf :Person .
:Thing a owl:Class ; rdfs:label "thing" .
:Employee a owl:Class ; rdfs:label "employee" ; rdfs:subClassOf :Person .
${[
  'Bill',
  'Purchase',
  'Club',
  'Donor',
  'Donation',
  'Instrument',
  'Brand',
  'Firm',
  'Invoice',
  'Party',
  'Picture',
  'Hall',
  'Fair',
  'Museum',
]
  .map((name) => `:${name} a owl:Class ; rdfs:label "${name.toLowerCase()}" ; rdfs:subClassOf :Thing .`)
  .join('\n')}
${[
  ['givenBy', 'given by', 'Donation', 'Donor'],
  ['givenTo', 'given to', 'Donation', 'Club'],
  ['madeBy', 'made by', 'Instrument', 'Brand'],
  ['suppliedBy', 'supplied by', 'Instrument', 'Firm'],
  ['sentBy', 'sent by', 'Invoice', 'Firm'],
  ['submittedBy', 'submitted by', 'Invoice', 'Firm'],
  ['invitedTo', 'invited to', 'Guest', 'Party'],
  ['paintedBy', 'painted by', 'Picture', 'Painter'],
  ['restoredBy', 'restored by', 'Picture', 'Restorer'],
  ['lentTo', 'lent to', 'Picture', 'Museum'],
  ['refusedBy', 'refused by', 'Donation', 'Museum'],
  ['displayedIn', 'displayed in', 'Picture', 'Hall'],
  ['soldAt', 'sold at', 'Instrument', 'Fair'],
  ['locatedIn', 'located in', 'Hall', 'Hall'],
  ['placedBy', 'placed by', 'Purchase', 'Employee'],
  ['billedTo', 'billed to', 'Bill', 'Club'],
]
  .map(
    ([name, label, domain, range]) =>
      `:${name} a owl:ObjectProperty ; rdfs:label "${label}" ; rdfs:domain :${domain} ; rdfs:range :${range} .`,
  )
  .join('\n')}
:orderDate a owl:DatatypeProperty ; rdfs:label "invoice date" ; rdfs:domain :Invoice ; rdfs:range xsd:date .
:billDate a owl:DatatypeProperty ; rdfs:label "bill date" ; rdfs:domain :Bill ; rdfs:range xsd:date .
:purchaseDate a owl:DatatypeProperty ; rdfs:label "purchase date" ; rdfs:domain :Purchase ; rdfs:range xsd:date .`;

const FACTS = `@prefix : <http://example.org/depot#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:rowers a :Club ; rdfs:label "Oar Circle" . :bakery a :Donor ; rdfs:label "Morley Bakery" .
:d1 a :Donation ; rdfs:label "Donation 31" ; :givenBy :bakery ; :givenTo :rowers .
:d2 a :Donation ; rdfs:label "Donation 32" ; :givenTo :rowers ; :refusedBy :city .
:lark a :Brand ; rdfs:label "Larkwell" . :tolm a :Firm ; rdfs:label "Tolm Imports" .
:lute a :Instrument ; rdfs:label "Silver Lute" ; :madeBy :lark ; :suppliedBy :tolm ; :soldAt :spring .
:harp a :Instrument ; rdfs:label "Oak Harp" ; :madeBy :lark .
:spring a :Fair ; rdfs:label "Spring Fair" .
:i1 a :Invoice ; rdfs:label "Invoice 71" ; :sentBy :tolm ; :orderDate "2025-05-04"^^xsd:date .
:i2 a :Invoice ; rdfs:label "Invoice 72" ; :submittedBy :tolm ; :orderDate "2025-06-11"^^xsd:date .
:b1 a :Bill ; rdfs:label "Bill 81" ; :billedTo :rowers ; :billDate "2025-05-05"^^xsd:date .
:eli a :Employee ; rdfs:label "Eli Moss" .
:u1 a :Purchase ; rdfs:label "Purchase 91" ; :placedBy :eli ; :purchaseDate "2025-05-05"^^xsd:date .
:ball a :Party ; rdfs:label "Winter Ball" . :g1 a :Guest ; rdfs:label "Tess Orr" ; :invitedTo :ball .
:ines a :Painter ; rdfs:label "Ines Varga" . :otto a :Restorer ; rdfs:label "Otto Brill" .
:city a :Museum ; rdfs:label "Havel Museum" . :long a :Hall ; rdfs:label "Long Hall".
:p1 a :Picture ; rdfs:label "Blue Boat" ; :paintedBy :ines ; :restoredBy :otto ; :displayedIn :long .
:p2 a :Picture ; rdfs:label "Red Barn" ; :paintedBy :ines ; :lentTo :city .`;

describe('light verbs', () =>
  testAnswers(ONTOLOGY, FACTS, {
    'say a property of transfer by their preposition': {
      'Which donations went to the Oar Circle?': 'Donation 31, Donation 32',
      'Which donations came from Morley Bakery?': 'Donation 31',
      'Which instruments do we get from Tolm Imports?': 'Silver Lute',
      'Which pictures went to the Havel Museum?': 'Red Barn',
      'Which club did Donation 31 go to?': 'Oar Circle',
      'How many donations went to the Oar Circle?': '2: Donation 31, Donation 32',
      'How many invoices did we get in May 2025?': '1: Invoice 71',
      'How many bills came in in May 2025?': null,
      'How many purchases came in in May 2025?': null,
      'How many purchases were placed in May 2025?': '1: Purchase 91',
    },
    'with nothing but what is asked': {
      'What do you have from Larkwell?': 'Oak Harp, Silver Lute',
      'What do you have by Ines Varga?': 'Blue Boat, Red Barn',
      'What do we buy from Tolm Imports?': 'Silver Lute',
      'Where do we get the Silver Lute from?': 'Tolm Imports',
      'Who was Donation 31 from?': 'Morley Bakery',
    },
    'say where something is': {
      'What hangs in the Long Hall?': 'Blue Boat',
      'Which pictures appear in the Long Hall?': 'Blue Boat',
    },
    'say nothing where two properties may be meant': {
      'Which invoices came from Tolm Imports?': null,
      'What came from Tolm Imports?': null,
    },
    'say nothing of a property that has another meaning': {
      'Which guests came to the Winter Ball?': null,
      'Which donations came from the Havel Museum?': null,
      'Which donations went to the Havel Museum?': null,
      'What do you have by Otto Brill?': null,
      'What do we buy from Larkwell?': null,
      'What do we buy from Morley Bakery?': null,
      'Which instruments went to the Spring Fair?': null,
      'Which invoices went out in May 2025?': null,
      'Who hangs in the Long Hall?': null,
      'What hangs in the Old Quarter?': null,
      'What is by Morley Bakery?': null,
      'What do you have by Tolm Imports?': null,
      'What do you have by Morley Bakery?': null,
    },
    'say nothing from the other side': {
      'Which donations went to Morley Bakery?': null,
      'Which donations came from the Oar Circle?': null,
      'Which pictures came from the Havel Museum?': null,
      'Which pictures went to Ines Varga?': null,
      'Which donor did Donation 31 go to?': null,
      'Which club did Donation 31 come from?': null,
    },
  }));

describe('other verbs', () => {
  let reader: ReaderTestbed;
  beforeAll(async () => {
    reader = await startReader(ONTOLOGY, FACTS);
  });
  afterAll(() => reader.close());

  const VERBS = ['hated', 'returned', 'stolen', 'mocked', 'repaired', 'taxed'];
  const ENDS = ['to the Oar Circle', 'from Morley Bakery', 'from Tolm Imports', 'by Larkwell', 'to the Havel Museum'];
  it.each(VERBS)('keep their meaning: %s', async (verb) => {
    for (const noun of ['donations', 'instruments', 'pictures'])
      for (const end of ENDS) {
        expect(await reader.ask(`Which ${noun} were ${verb} ${end}?`)).toBeNull();
        expect(await reader.ask(`Which ${noun} have we ${verb} ${end}?`)).toBeNull();
      }
  });
});
