/** Small world of painters, their works and rooms: ontology, facts and documents. */

const NS = 'https://example.org/studio#';
export const STUDIO = `
@prefix : <${NS}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/studio> a owl:Ontology .
:Work a owl:Class ; rdfs:label "work" .
:Painting a owl:Class ; rdfs:subClassOf :Work ; rdfs:label "painting" .
:OilPainting a owl:Class ; rdfs:subClassOf :Painting ; rdfs:label "oil painting" .
:Sculpture a owl:Class ; rdfs:subClassOf :Work ; owl:disjointWith :Painting ; rdfs:label "sculpture" .
:Person a owl:Class ; rdfs:label "person" .
:Painter a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "painter" .
:Room a owl:Class ; rdfs:label "room" .
[] a owl:AllDisjointClasses ; owl:members ( :Work :Person :Room ) .
:madeBy a owl:ObjectProperty ; rdfs:domain :Work ; rdfs:range :Person ; owl:inverseOf :made ; rdfs:label "made by" .
:made a owl:ObjectProperty ; rdfs:label "made" .
:taughtBy a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person ; rdfs:label "taught by" .
:hangsIn a owl:ObjectProperty ; rdfs:domain :Work ; rdfs:range :Room ; rdfs:label "hangs in" .
:name a owl:DatatypeProperty ; rdfs:range xsd:string .
:year a owl:DatatypeProperty ; rdfs:range xsd:integer ; rdfs:label "year" .
`;
export const FACTS = `{ set {
  _:roof <graph.type> "OilPainting" .
  _:roof <name> "Roof in Rain" .
  _:roof <year> "1911" .
  _:roof <madeBy> _:otto .
  _:roof <hangsIn> _:hall .
  _:torso <graph.type> "Sculpture" .
  _:torso <name> "Grey Torso" .
  _:torso <madeBy> _:otto .
  _:torso <hangsIn> _:hall .
  _:otto <graph.type> "Painter" .
  _:otto <name> "Otto Maier" .
  _:otto <taughtBy> _:lena .
  _:lena <name> "Lena Hof" .
  _:hall <graph.type> "Room" .
  _:hall <name> "Long Hall" .
  _:mercury1 <graph.type> "Painting" .
  _:mercury1 <name> "Mercury" .
  _:mercury2 <graph.type> "Person" .
  _:mercury2 <name> "Mercury" .
  _:mercury2 <taughtBy> _:otto .
} }`;
export const DOCUMENTS = [
  {
    source: 'roof',
    text: 'Roof in Rain was finished by Otto Maier in a wet spring. It smells of linseed to this day.',
  },
  { source: 'otto', text: 'Otto Maier was taught by Lena Hof. Of her geese he spoke with respect.' },
  { source: 'lena', text: 'Lena Hof kept eleven geese behind the school at Passau.' },
  { source: 'hall', text: 'The Long Hall has no windows. Grey Torso stands at its far end.' },
];
