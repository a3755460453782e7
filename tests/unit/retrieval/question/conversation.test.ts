/** She and he in a conversation: of whom the graph, the questions and the answers say so; null where two may be meant. */
import { startReader, type ReaderTestbed } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <https://example.org/guild#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
<https://example.org/guild> a owl:Ontology .
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:Actress a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "actress"@en .
:Estate a owl:Class ; rdfs:label "estate"@en , "Gut"@de ; owl:disjointWith :Person .
:supervisedBy a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person ; rdfs:label "supervised by"@en , "betreut von"@de .
:mother a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person ; rdfs:label "mother"@en , "Mutter"@de .
:worksAt a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Estate ; rdfs:label "works at"@en , "arbeitet auf"@de .
:bornIn a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer ; rdfs:label "born in"@en , "geboren"@de .
:diedIn a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer ; rdfs:label "died in"@en , "gestorben"@de .
:size a owl:DatatypeProperty ; rdfs:domain :Estate ; rdfs:range xsd:integer ; rdfs:label "size"@en , "Größe"@de .
:gender a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string ; rdfs:label "gender"@en .
`;
/** Invented given names, of which no list tells anything. */
const FACTS = `${PREFIXES}
:xela a :Person ; rdfs:label "Xela Wex" ; :supervisedBy :ludd ; :bornIn 1881 ; :diedIn 1959 .
:ludd a :Person ; rdfs:label "Ludd Hall" ; :bornIn 1850 ; :diedIn 1921 .
:miv a :Person ; rdfs:label "Miv Prad" ; :mother :orthe ; :worksAt :fell ; :bornIn 1960 .
:orthe a :Person ; rdfs:label "Orthe Prad" ; :bornIn 1930 .
:zil a :Actress ; rdfs:label "Zil Marlo" ; :supervisedBy :quon ; :bornIn 1970 .
:quon a :Person ; rdfs:label "Quon Adar" ; :gender "male" ; :bornIn 1940 .
:jorn a :Person ; rdfs:label "Leopold Hauck" ; :supervisedBy :vesh ; :bornIn 1801 .
:vesh a :Person ; rdfs:label "Vesh Oll" ; :bornIn 1770 .
:fell a :Estate ; rdfs:label "Fell" ; :size 12 .
:dun a :Estate ; rdfs:label "Dun" ; :size 9 .
:ara a :Person ; rdfs:label "Ara Dun" ; :gender "male" ; :worksAt :dun ; :bornIn 1991 .
:boz a :Person ; rdfs:label "Boz Dun" ; :worksAt :dun ; :bornIn 1992 .
`;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

const CONVERSATIONS: readonly (readonly (readonly [string, string | null])[])[] = [
  // Pronouns of earlier questions tell the sex.
  [
    ['When was Xela Wex born?', '1881'],
    ['Who supervised her?', 'Ludd Hall'],
    ['When did he die?', '1921'],
    ['And when did she die?', '1959'],
    ['When was he born?', '1850'],
  ],
  // Two may be meant.
  [
    ['Who supervised Xela Wex?', 'Ludd Hall'],
    ['When did he die?', null],
    ['When did she die?', null],
  ],
  // A role, a class, a value, a given name.
  [
    ["Who is Miv Prad's mother?", 'Orthe Prad'],
    ['When was she born?', '1930'],
    ['Where does she work?', null],
  ],
  [
    ['Who supervised Zil Marlo?', 'Quon Adar'],
    ['When was she born?', '1970'],
    ['When was he born?', '1940'],
  ],
  [
    ['Who supervised Leopold Hauck?', 'Vesh Oll'],
    ['When was she born?', '1770'],
    ['When was he born?', '1801'],
  ],
  [
    ['When was Leopold Hauck born?', '1801'],
    ['When was she born?', null],
    ['Wann wurde sie geboren?', null],
  ],
  [
    ['Who works at Dun?', 'Ara Dun, Boz Dun'],
    ['When was she born?', null],
    ['When was he born?', null],
    ['Wann wurde sie geboren?', null],
    ['Who is his mother?', null],
  ],
  // Owners.
  [
    ['When was Miv Prad born?', '1960'],
    ['Who is his mother?', 'Orthe Prad'],
    ['When was she born?', '1930'],
    ['When was he born?', '1960'],
  ],
  // The standard of a comparison is no antecedent.
  [
    ['How large is Fell?', '12'],
    ['Is it larger than Dun?', 'Yes.'],
    ['Who works there?', 'Miv Prad'],
    ['How large is it?', '12'],
  ],
  [
    ['Wie groß ist Fell?', '12'],
    ['Ist es größer als Dun?', 'Ja.'],
    ['Wie groß ist es?', '12'],
  ],
  [['Who is his mother?', null]],
  [['Who supervised her?', null]],
];

it.each(CONVERSATIONS.map((turns) => [turns.map(([question]) => question).join(' '), turns] as const))(
  '%s',
  async (_, turns) => {
    expect(await reader.converse(turns.map(([question]) => question))).toEqual(turns.map(([, answer]) => answer));
  },
);
