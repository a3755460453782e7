/** Graph with a value of every type, a small university, and queries on both. */

export const SCHEMA = `
name: string @index(exact, term, trigram) @lang .
age: int @index(int) .
big: int .
score: float @index(float) .
ok: bool @index(bool) .
born: datetime @index(year) .
place: geo @index(geo) .
secret: password .
money: bigfloat @index(bigfloat) .
vector: float32vector @index(hnsw(metric: "euclidean")) .
tags: [string] @index(exact) @count .
numbers: [int] .
moments: [datetime] .
note: default .
knows: [uid] @reverse @count .
boss: uid @reverse .
takes: [uid] @reverse @count .
teaches: [uid] @reverse .
<http://example.org/p>: string @index(hash) @upsert .
type Person {
  name
  age
  knows
  <~boss>
}
type Course {
  name
}
`;

const STUDENTS = 40;
const COURSES = 12;

/** Values of every type, facets of every type on edges and values, and texts that need escapes. */
const VALUES = String.raw`
_:ann <dgraph.type> "Person" .
_:ann <name> "Ann \"the\" first\nof\tthem \\ <&> é 🦉" (since=2001, share=1.5, sure=true, at=2006-01-02T15:04:05Z, by="me, (you)", whole=3.0) .
_:ann <name> "Änne"@de (by="wer") .
_:ann <name> "Anne"@fr .
_:bo <name> "seul"@fr .
_:bo <dgraph.type> "Person" .
_:ann <age> "42"^^<xs:int> (c=1) .
_:bo <age> "-7" .
_:ann <big> "9007199254740995" .
_:ann <score> "0.1" .
_:bo <score> "-1e300" .
_:ann <ok> "true" .
_:bo <ok> "false" .
_:ann <born> "1999-12-31T23:59:59.123456789+02:00" .
_:bo <born> "2001" .
_:ann <place> "{'type':'Point','coordinates':[-122.4220186,37.772318]}"^^<geo:geojson> .
_:bo <place> "{'type':'Polygon','coordinates':[[[0,0],[2,0],[2,2],[0,2],[0,0]]]}"^^<geo:geojson> .
_:ann <secret> "correct horse" .
_:ann <money> "12345678901234567890.123456789" .
_:bo <money> "-0.5" .
_:ann <vector> "[1.5, 2, -0.1]" .
_:bo <vector> "[1, 2, 3]" .
_:ann <tags> "x" (weight=3) .
_:ann <tags> "y" .
_:ann <tags> "a" (weight=4, why="because") .
_:ann <numbers> "3" .
_:ann <numbers> "9007199254740997" (n=9007199254740999) .
_:ann <moments> "2001-01-01T00:00:00Z" .
_:ann <moments> "2002-02-02T02:02:02Z" .
_:ann <note> "plain" .
_:ann <knows> _:bo (since=2010-01-01T00:00:00Z, close=0.25) .
_:ann <knows> _:cy .
_:bo <knows> _:cy (close=2) .
_:ann <boss> _:bo (x=1) .
_:cy <name> "Cy" .
_:cy <http://example.org/p> "an IRI" .
`;

/** Courses, their students and teachers: a small university. */
function university(): string {
  const lines: string[] = [];
  for (let c = 0; c < COURSES; c++) {
    lines.push(`_:c${c} <dgraph.type> "Course" .`, `_:c${c} <name> "Course ${c}" .`);
    lines.push(`_:t${c % 4} <teaches> _:c${c} .`);
  }
  for (let t = 0; t < 4; t++) lines.push(`_:t${t} <dgraph.type> "Person" .`, `_:t${t} <name> "Teacher ${t}" .`);
  for (let s = 0; s < STUDENTS; s++) {
    lines.push(
      `_:s${s} <dgraph.type> "Person" .`,
      `_:s${s} <name> "Student ${s}" .`,
      `_:s${s} <age> "${20 + (s % 9)}" .`,
    );
    for (const c of new Set([s % COURSES, (s * 5 + 1) % COURSES]))
      lines.push(`_:s${s} <takes> _:c${c} (mark=${s % 5}) .`);
    if (s > 0) lines.push(`_:s${s} <knows> _:s${s >> 1} (close=0.${1 + (s % 9)}) .`);
  }
  return lines.join('\n');
}

export const DATA = `{ set {\n${VALUES}\n${university()}\n} }`;

/**
 * Queries whose answers are equal on every engine: where engines may order nodes differently, the query gives the
 * order.
 */
export const QUESTIONS: readonly string[] = [
  '{ q(func: eq(name, "Cy")) { uid name <http://example.org/p> ~knows { uid } } }',
  '{ q(func: has(name@.)) { uid name@* } }',
  '{ q(func: has(name)) { uid name @facets } }',
  '{ q(func: has(name@de)) { uid name@de @facets name@fr @facets name@fr:de:. } }',
  '{ q(func: has(age)) { uid age @facets big score ok born money note } }',
  '{ q(func: has(place)) { uid place vector } }',
  '{ q(func: has(tags)) { uid tags @facets numbers @facets moments } }',
  '{ q(func: has(knows)) { uid knows @facets { uid } boss @facets { uid } } }',
  '{ q(func: has(dgraph.type)) { uid dgraph.type } }',
  '{ q(func: ge(age, 20), orderasc: age, orderasc: name, first: 10, offset: 3) { uid name age } }',
  '{ q(func: le(score, 0.1), orderdesc: score) { uid score } }',
  '{ q(func: eq(ok, false)) { uid ok } }',
  '{ q(func: ge(born, "2000")) { uid born } }',
  '{ q(func: near(place, [-122.42, 37.77], 1000)) { uid } }',
  '{ q(func: within(place, [[[-1, -1], [3, -1], [3, 3], [-1, 3], [-1, -1]]])) { uid } }',
  '{ q(func: has(money), orderasc: money) { uid money } }',
  '{ q(func: similar_to(vector, 1, "[1.5, 2, 0]")) { uid } }',
  '{ q(func: has(secret)) { uid right: checkpwd(secret, "correct horse") wrong: checkpwd(secret, "battery staple") } }',
  '{ q(func: anyofterms(name, "Teacher 3"), orderasc: name) { name teaches (orderasc: name) { name ~takes ' +
    '(orderasc: name) @facets(gt(mark, 2)) { name } } } }',
  '{ q(func: regexp(name, /^Student 1\\d$/), orderasc: name) { name count(takes) count(knows) count(~knows) } }',
  '{ q(func: type(Person)) @filter(eq(count(takes), 2)) { count(uid) } }',
  '{ q(func: type(Course)) { uid name takers: count(~takes) } }',
  '{ var(func: type(Person)) { a as age } q() { min(val(a)) max(val(a)) sum(val(a)) } }',
  '{ q(func: type(Person), orderasc: name) @cascade { name takes @facets(eq(mark, 4)) (orderasc: name) { name } } }',
  '{ q(func: eq(name, "Student 37")) @recurse(depth: 6) { name knows } }',
  '{ q(func: eq(tags, "a")) { expand(_all_) { uid } } }',
  '{ q(func: eq(<http://example.org/p>, "an IRI")) { uid } }',
  'schema {}',
];
