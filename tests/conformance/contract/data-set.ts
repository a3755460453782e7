/** Small graph for the query cases. */

export const SCHEMA = `
  name: string @index(exact, term, trigram) @lang .
  age: int @index(int) .
  height: float @index(float) .
  born: datetime @index(year) .
  alive: bool @index(bool) .
  email: string @index(hash) @upsert .
  nick: [string] @index(term) .
  bio: string @index(fulltext) .
  place: geo @index(geo) .
  secret: password .
  knows: [uid] @reverse @count .
  boss: uid @reverse .
  type Person {
    name
    age
    knows
    boss
  }
  type Robot {
    name
    boss
  }
`;

/** Ada knows Bo and Cy, Bo knows Cy, Cy knows Dee; Cy is the boss of Ada and Bo, and R2 a robot of Bo's. */
export const DATA = `{ set {
  _:ada <dgraph.type> "Person" .
  _:ada <name> "Ada" .
  _:ada <name> "Ada die Erste"@de .
  _:ada <age> "36" .
  _:ada <height> "1.65" .
  _:ada <born> "1815-12-10T00:00:00Z" .
  _:ada <alive> "false" .
  _:ada <email> "ada@example.org" .
  _:ada <nick> "countess" .
  _:ada <nick> "enchantress of number" .
  _:ada <bio> "She wrote the first programs for a machine that was never built." .
  _:ada <place> "{'type':'Point','coordinates':[-0.12,51.5]}"^^<geo:geojson> .
  _:ada <secret> "analytical" .
  _:ada <knows> _:bo (since=2001, close=true) .
  _:ada <knows> _:cy (since=2005) .
  _:ada <boss> _:cy .

  _:bo <dgraph.type> "Person" .
  _:bo <name> "Bo" .
  _:bo <age> "41" .
  _:bo <height> "1.8" .
  _:bo <born> "1990-01-01T00:00:00Z" .
  _:bo <alive> "true" .
  _:bo <nick> "the runner" .
  _:bo <bio> "Running machines is his trade." .
  _:bo <place> "{'type':'Point','coordinates':[13.4,52.5]}"^^<geo:geojson> .
  _:bo <knows> _:cy (since=2010) .
  _:bo <boss> _:cy .

  _:cy <dgraph.type> "Person" .
  _:cy <name> "Cy" .
  _:cy <age> "36" .
  _:cy <alive> "true" .
  _:cy <knows> _:dee .

  _:dee <dgraph.type> "Person" .
  _:dee <name> "Dee Dee" .
  _:dee <age> "7" .

  _:r2 <dgraph.type> "Robot" .
  _:r2 <name> "R2" .
  _:r2 <boss> _:bo .
} }`;
