/** Questions near others that are read: each has its own answer or none, and never that of its neighbour. */
import { answersTo, startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `@prefix : <https://example.org/yard#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:Guard a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "guard"@en , "Wärter"@de .
:Crane a owl:Class ; rdfs:label "crane"@en , "Kran"@de .
:Ship a owl:Class ; rdfs:label "ship"@en , "Schiff"@de .
:Part a owl:Class ; rdfs:label "part"@en , "Teil"@de .
:Place a owl:Class ; rdfs:label "place"@en , "Ort"@de .
:Mission a owl:Class ; rdfs:label "mission"@en , "Einsatz"@de .
:Inspection a owl:Class ; rdfs:label "inspection"@en , "Prüfung"@de .
:Chapter a owl:Class ; rdfs:label "chapter"@en , "Kapitel"@de .
:Recipe a owl:Class ; rdfs:label "recipe"@en , "Rezept"@de .
[] a owl:AllDisjointClasses ;
  owl:members ( :Person :Crane :Ship :Part :Place :Mission :Inspection :Chapter :Recipe ) .
:operates a owl:ObjectProperty ; rdfs:label "operates"@en , "bedient"@de ; rdfs:domain :Person ; rdfs:range :Crane .
:guards a owl:ObjectProperty ; rdfs:label "guards"@en , "bewacht"@de ; rdfs:domain :Guard ; rdfs:range :Crane .
:partOf a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of"@en , "Teil von"@de ; rdfs:range :Ship .
:locatedIn a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "located in"@en , "liegt in"@de ;
  rdfs:domain :Place ; rdfs:range :Place .
:rescuedIn a owl:ObjectProperty ; rdfs:label "rescued in"@en , "gerettet in"@de ; rdfs:domain :Person ;
  rdfs:range :Mission .
:tookPlaceIn a owl:ObjectProperty ; rdfs:label "took place in"@en , "fand statt in"@de ; rdfs:domain :Mission ;
  rdfs:range :Place .
:inspects a owl:ObjectProperty ; rdfs:label "inspects"@en , "prüft"@de ; rdfs:domain :Inspection ; rdfs:range :Ship .
:inspectedBy a owl:ObjectProperty ; rdfs:label "inspected by"@en , "geprüft von"@de ; rdfs:domain :Inspection ;
  rdfs:range :Person .
:isInChapter a owl:ObjectProperty ; rdfs:label "is in chapter"@en , "steht in Kapitel"@de ; rdfs:domain :Recipe ;
  rdfs:range :Chapter .
:builtAt a owl:ObjectProperty ; rdfs:label "built at"@en , "gebaut in"@de ; rdfs:domain :Ship ; rdfs:range :Place .
:alarm a owl:DatatypeProperty ; rdfs:label "date of alarm"@en , "Alarmdatum"@de ; rdfs:domain :Mission ;
  rdfs:range xsd:date .
:inspectedOn a owl:DatatypeProperty ; rdfs:label "inspection date"@en , "Prüfdatum"@de ; rdfs:domain :Inspection ;
  rdfs:range xsd:date .
:passed a owl:DatatypeProperty ; rdfs:label "passed"@en , "bestanden"@de ; rdfs:domain :Inspection ;
  rdfs:range xsd:boolean .
:capacity a owl:DatatypeProperty ; rdfs:label "lifting capacity"@en , "Hubkapazität"@de ; rdfs:domain :Crane ;
  rdfs:comment "In tonnes."@en ; rdfs:range xsd:decimal .
:length a owl:DatatypeProperty ; rdfs:label "length"@en , "Länge"@de ; rdfs:comment "In metres."@en ;
  rdfs:domain :Ship ; rdfs:range xsd:decimal .
:born a owl:DatatypeProperty ; rdfs:label "born on"@en , "geboren am"@de ; rdfs:domain :Person ; rdfs:range xsd:date .
:delivered a owl:DatatypeProperty ; rdfs:label "delivery date"@en , "Lieferdatum"@de ; rdfs:domain :Ship ;
  rdfs:range xsd:date .
:discovered a owl:DatatypeProperty ; rdfs:label "discovery date"@en , "Entdeckungsdatum"@de ; rdfs:domain :Part ;
  rdfs:range xsd:date .
`;
const FACTS = `${PREFIXES}
:valley a :Place ; rdfs:label "Norland" .
:town a :Place ; rdfs:label "Skarholm" ; :locatedIn :valley .
:ship a :Ship ; rdfs:label "Aurora" ; :length 120 ; :builtAt :town ; :delivered "2021-05-01"^^xsd:date .
:other a :Ship ; rdfs:label "Bruno" ; :length 80 ; :builtAt :town ; :delivered "2022-05-01"^^xsd:date .
:ramp a :Part ; rdfs:label "Bow Ramp" ; :partOf :ship ; :discovered "2020-01-01"^^xsd:date .
:rudder a :Part ; rdfs:label "Rudder" ; :partOf :ship ; :discovered "2021-01-01"^^xsd:date .
:jack a :Crane ; rdfs:label "Little Jack" ; :capacity 45 .
:bert a :Crane ; rdfs:label "Big Bert" ; :capacity 320 .
:ada a :Person ; rdfs:label "Ada" ; :operates :jack ; :born "1990-04-02"^^xsd:date ; :rescuedIn :m1 .
:ben a :Person ; rdfs:label "Ben" ; :operates :jack , :bert ; :born "1960-04-02"^^xsd:date .
:cleo a :Guard ; rdfs:label "Cleo" ; :guards :jack , :bert ; :born "1970-04-02"^^xsd:date .
:m1 a :Mission ; rdfs:label "Mission 1" ; :alarm "2023-01-01"^^xsd:date ; :tookPlaceIn :valley .
:i1 a :Inspection ; rdfs:label "Inspection 1" ; :inspects :ship ; :inspectedBy :ada ; :passed true ;
  :inspectedOn "2022-02-02"^^xsd:date .
:i2 a :Inspection ; rdfs:label "Inspection 2" ; :inspects :other ; :inspectedBy :ben ; :passed false ;
  :inspectedOn "2023-02-02"^^xsd:date .
:soup a :Recipe ; rdfs:label "Ribollita" ; :isInChapter :pot .
:pot a :Chapter ; rdfs:label "From the Pot" .
`;

/** Questions by what may be said of them besides nothing. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  // No containment the other way round.
  Yes: [
    ...['Is Skarholm in Norland?', 'Ist Skarholm in Norland?', 'Is the Bow Ramp in the Aurora?'],
    ...['Is the Rudder in the Aurora?', 'Is Skarholm located in Norland?', 'Liegt Skarholm in Norland?'],
    ...['Can Little Jack lift 30 tonnes?', 'Can Little Jack lift 45 tonnes?', 'Can Big Bert lift 46 tonnes?'],
    ...['Was Inspection 1 passed?', 'Does every crane have a guard?', 'Hat jeder Kran einen Wärter?'],
    ...['Has every crane a guard?', 'Hat ein Kran einen Wärter?', 'Hat jedes Schiff einen Ort?'],
  ],
  No: ['Can Little Jack lift 46 tonnes?', 'Can Big Bert lift 321 tonnes?', 'Was Inspection 2 passed?'],
  nothing: [
    ...[
      'Is Norland in Skarholm?',
      'Ist Norland in Skarholm?',
      'Is Norland at Skarholm?',
      'Is Norland within Skarholm?',
    ],
    ...['Is the Aurora in the Bow Ramp?', 'Is the Aurora in the Rudder?', 'Ist die Aurora im Rudder?'],
    // A number of years is no year.
    ...['Who is younger than 40?', 'Who is older than 40?', 'Wer ist jünger als 40?', 'Wer ist älter als 40?'],
    ...['Which persons are younger than 30?', 'Welche Personen sind jünger als 30?', 'Which ships are younger than 5?'],
    ...['Is Ada younger than 40?', 'Ist Ada älter als 30?', 'Which guards are older than 25?'],
    // Some are not all.
    ...['Who operates everything?', 'Who guards all ships?', 'Who inspected everything?'],
    ...[
      'Who operates all cranes?',
      'Who operates every crane?',
      'Who operates both cranes?',
      'Who operates each crane?',
    ],
    ...[
      'Wer bedient alle Kräne?',
      'Wer bedient jeden Kran?',
      'Wer bedient beide Kräne?',
      'Wer bedient sämtliche Kräne?',
    ],
    ...['Wer hat alle Kräne bedient?', 'Wer hat jedes Schiff geprüft?', 'Von wem wurden alle Schiffe geprüft?'],
    // A year is no truth value, and that of what all are is not that of what is said of them.
    ...[
      'Was every inspection in 2022 passed?',
      'Were all inspections in 2023 passed?',
      'Are all inspections in 2022 passed?',
    ],
    ...['Were all ships from 2021 delivered?', 'Were all ships of 2021 delivered?', 'Are all ships in 2021 delivered?'],
    ...['Sind alle Schiffe von 2021 geliefert?', 'Wurden alle Schiffe aus 2021 geliefert?'],
    // Events are no places.
    ...['Where is Ada?', 'In which place is Ada?', 'Where was Ada rescued?', 'Wo wurde Ada gerettet?'],
    // A find is not as old as its discovery.
    ...['Which part is the oldest?', 'Welches Teil ist am ältesten?', 'Welches ist das jüngste Teil?'],
    // Durations are no lengths.
    ...[
      'How long was the Aurora in Skarholm?',
      'How long was the Bruno in Norland?',
      'How long is the Aurora in Norland?',
    ],
    ...["What's in Ribollita?", 'What is in Ribollita?'],
  ],
  'From the Pot': ['In which chapter is Ribollita?', 'Which chapter is Ribollita in?'],
  Ribollita: ['What is in From the Pot?', 'Which recipes are in From the Pot?'],
  Aurora: ['What did Ada inspect?', 'Which ship did Ada inspect?', 'What has Ada inspected?'],
  Bruno: ['What did Ben inspect?', 'What was inspected by Ben?'],
  '120 metres': ['How long is the Aurora?'],
  Ada: ['Who is the youngest person?', 'Wer ist die jüngste Person?'],
  Ben: [
    'Who is the oldest person?',
    'Who operates both Little Jack and Big Bert?',
    'Who operates Little Jack and Big Bert?',
  ],
  'Inspection 1': ['Which inspection was the earliest?'],
};

let reader: ReaderTestbed;
beforeAll(async () => (reader = await startReader(ONTOLOGY, FACTS)));
afterAll(() => reader.close());

describe.each(Object.entries(EXPECTED))('%s', (expected, questions) => {
  it('is all that is said', async () => {
    const answers = await answersTo(reader, questions);
    const said = expected === 'Yes' ? /^(?:Yes|Ja)\b/ : expected === 'No' ? /^(?:No|Nein)\b/ : undefined;
    const wrong = Object.entries(answers).filter(
      ([, answer]) => answer !== null && (said ? !said.test(answer) : answer !== expected),
    );
    expect(Object.fromEntries(wrong)).toEqual({});
    if (expected !== 'nothing') expect(Object.values(answers).filter((answer) => answer !== null)).not.toEqual([]);
  });
});
