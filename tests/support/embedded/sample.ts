/** Small graph of people, films and places for tests of queries. */
import { MemoryStore } from './memory-view';

export const SCHEMA = `
name: string @index(exact, term, trigram, fulltext) @lang @count .
nick: [string] @index(exact) @count .
born: datetime @index(year) .
age: int @index(int) .
height: float @index(float) .
alive: bool @index(bool) .
wealth: bigfloat @index(bigfloat) .
email: string @index(hash) .
note: string .
motto: string @index(fulltext) .
secret: password .
knows: [uid] @reverse @count .
spouse: uid @reverse .
acted_in: [uid] @reverse @count .
directed: [uid] @reverse .
released: datetime @index(day) .
rating: float .
place: geo @index(geo) .
taste: float32vector @index(hnsw(metric: "euclidean")) .

type Person {
  name
  nick
  born
  age
  height
  alive
  knows
  spouse
  acted_in
}

type Film {
  name
  released
  rating
  <~acted_in>
}
`;

export const RDF = `
<0x1> <dgraph.type> "Person" .
<0x1> <name> "Ada" .
<0x1> <name> "Ada Lovelace"@en .
<0x1> <name> "Ada von Lovelace"@de .
<0x1> <nick> "Countess" .
<0x1> <nick> "Enchantress" (since=1843) .
<0x1> <born> "1815-12-10" .
<0x1> <age> "36" .
<0x1> <height> "1.65" .
<0x1> <alive> "false" .
<0x1> <wealth> "123456789012345678901234567890.5" .
<0x1> <email> "ada@example.org" .
<0x1> <motto> "The engines are weaving algebraic patterns" .
<0x1> <secret> "analytical" .
<0x1> <knows> <0x2> (since=1833-06-05, close=true) .
<0x1> <knows> <0x3> (since=1834-01-01, close=false, weight=0.5) .
<0x1> <knows> <0x4> (weight=2.5) .
<0x1> <acted_in> <0x21> (role="Herself") .
<0x1> <taste> "[1.0, 0.0, 0.5]" .

<0x2> <dgraph.type> "Person" .
<0x2> <name> "Charles" .
<0x2> <name> "Charles Babbage"@en .
<0x2> <born> "1791-12-26T08:30:00+01:00" .
<0x2> <age> "79" .
<0x2> <height> "1.8" .
<0x2> <alive> "false" .
<0x2> <wealth> "1e10" .
<0x2> <email> "charles@example.org" .
<0x2> <motto> "Errors using inadequate data are much less than those using no data at all" .
<0x2> <knows> <0x1> (since=1833-06-05, close=true) .
<0x2> <knows> <0x3> (weight=1) .
<0x2> <taste> "[0.0, 1.0, 0.5]" .

<0x3> <dgraph.type> "Person" .
<0x3> <name> "Mary" .
<0x3> <name> "Mary Somerville"@en .
<0x3> <nick> "Queen of Science" .
<0x3> <born> "1780-12-26" .
<0x3> <age> "91" .
<0x3> <alive> "true" .
<0x3> <motto> "Patterns of the engine" .
<0x3> <knows> <0x5> (weight=0.1) .
<0x3> <spouse> <0x4> .
<0x3> <acted_in> <0x21> .
<0x3> <acted_in> <0x22> (role="Guide") .

<0x4> <dgraph.type> "Person" .
<0x4> <name> "William" .
<0x4> <age> "36" .
<0x4> <height> "1.72" .
<0x4> <knows> <0x5> (weight=3) .
<0x4> <knows> <0x3> .

<0x5> <dgraph.type> "Person" .
<0x5> <name> "Émilie"@fr .
<0x5> <name> "Emily & <Co>" .
<0x5> <note> "tab\\there, quote\\" and \\u2028" .
<0x5> <age> "42" .
<0x5> <height> "1e6" .
<0x5> <directed> <0x22> .

<0x6> <name> "Ada" .
<0x6> <age> "9007199254740993" .

<0x21> <dgraph.type> "Film" .
<0x21> <name> "Difference"@en .
<0x21> <name> "Differenz"@de .
<0x21> <released> "1999-03-04T10:00:00Z" .
<0x21> <rating> "7.25" .
<0x21> <place> "{'type':'Point','coordinates':[-0.1276,51.5072]}"^^<geo:geojson> .

<0x22> <dgraph.type> "Film" .
<0x22> <name> "On the Connexion" .
<0x22> <released> "2001-01-01" .
<0x22> <rating> "-0.00001" .
<0x22> <place> "{'type':'Polygon','coordinates':[[[2.2,48.8],[2.5,48.8],[2.5,48.9],[2.2,48.9],[2.2,48.8]]]}"^^<geo:geojson> .
`;

let store: MemoryStore | undefined;

/** Returns the graph, created once; tests only read it. */
export function sampleStore(): MemoryStore {
  return (store ??= new MemoryStore(SCHEMA, RDF));
}
