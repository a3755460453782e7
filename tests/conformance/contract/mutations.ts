/** Independent mutations: every form of the two formats, and upserts. Each has a subject of its own. */
import { json, query, rdf } from '../../support/engines/wire';
import { accepted, declined, refused, type ContractCase } from './case';

const NEW = '%new1%';
const named = (name: string, fields: string): ReturnType<typeof query> =>
  query(`{ q(func: eq(name, ${JSON.stringify(name)})) { ${fields} } }`);

export const SETS: readonly ContractCase[] = [
  {
    name: 'RDF, with a new node',
    request: rdf('{ set { _:x <name> "rdf new" . _:x <age> "5" . } }'.replaceAll(' . ', ' .\n')),
    answer: accepted({ x: NEW }),
    then: { query: named('rdf new', 'name age'), data: { q: [{ name: 'rdf new', age: 5 }] } },
  },
  {
    name: 'JSON, with a nested object',
    request: json({ set: [{ uid: '_:a', name: 'json outer', knows: [{ uid: '_:b', name: 'json inner' }] }] }),
    answer: accepted({ a: '%new1%', b: '%new2%' }),
    then: { query: named('json outer', 'knows { name }'), data: { q: [{ knows: [{ name: 'json inner' }] }] } },
  },
  {
    name: 'JSON, a single object instead of a list',
    request: json({ set: { uid: '_:a', name: 'json single' } }),
    answer: accepted({ a: NEW }),
  },
  {
    name: 'JSON types: numbers, booleans, lists, languages, places',
    request: json({
      set: {
        uid: '_:a',
        name: 'json types',
        'name@fr': 'types de json',
        age: 7,
        height: 1.5,
        alive: true,
        nick: ['one', 'two'],
        place: { type: 'Point', coordinates: [1, 2] },
      },
    }),
    answer: accepted({ a: NEW }),
    then: {
      query: named('json types', 'name@fr age height alive place'),
      data: {
        q: [
          {
            'name@fr': 'types de json',
            age: 7,
            height: 1.5,
            alive: true,
            place: { type: 'Point', coordinates: [1, 2] },
          },
        ],
      },
    },
  },
  {
    name: 'JSON facets, on an edge and on a value',
    request: json({
      set: { uid: '_:a', name: 'json facets', 'name|origin': 'register', knows: { uid: '%bo%', 'knows|since': 1999 } },
    }),
    answer: accepted({ a: NEW }),
    then: {
      query: named('json facets', 'name @facets knows @facets { name }'),
      data: {
        q: [{ name: 'json facets', 'name|origin': 'register', knows: [{ name: 'Bo', 'knows|since': 1999 }] }],
      },
    },
  },
  {
    name: 'an update of one value leaves the others',
    request: json({ set: { uid: '%dee%', age: 8 } }),
    answer: accepted(),
    then: { query: query('{ q(func: uid(%dee%)) { name age } }'), data: { q: [{ name: 'Dee Dee', age: 8 }] } },
  },
  {
    name: 'an edge to one node replaces the one before',
    request: rdf('{ set { <%r2%> <boss> <%cy%> . } }'),
    answer: accepted(),
    then: { query: query('{ q(func: uid(%r2%)) { boss { name } } }'), data: { q: [{ boss: { name: 'Cy' } }] } },
  },
  {
    name: 'writing an edge again without facets clears them',
    request: rdf('{ set { <%bo%> <knows> <%cy%> . } }'),
    answer: accepted(),
    then: {
      query: query('{ q(func: uid(%bo%)) { knows @facets { name } } }'),
      data: { q: [{ knows: [{ name: 'Cy' }] }] },
    },
  },
];

export const DELETES: readonly ContractCase[] = [
  {
    name: 'one value of a list',
    request: rdf('{ delete { <%ada%> <nick> "countess" . } }'),
    answer: accepted(),
    then: {
      query: query('{ q(func: uid(%ada%)) { nick } }'),
      data: { q: [{ nick: ['enchantress of number'] }] },
    },
  },
  {
    name: 'a value that is not the one stored: nothing',
    request: rdf('{ delete { <%ada%> <age> "99" . } }'),
    answer: accepted(),
    then: { query: query('{ q(func: uid(%ada%)) { age } }'), data: { q: [{ age: 36 }] } },
  },
  {
    name: 'a predicate, by null',
    request: json({ delete: { uid: '%ada%', height: null } }),
    answer: accepted(),
    then: { query: query('{ q(func: uid(%ada%)) { name height } }'), data: { q: [{ name: 'Ada' }] } },
  },
  {
    name: 'a predicate, by a star',
    request: rdf('{ delete { <%bo%> <height> * . } }'),
    answer: accepted(),
    then: { query: query('{ q(func: uid(%bo%)) { name height } }'), data: { q: [{ name: 'Bo' }] } },
  },
  {
    name: 'one edge of several',
    request: json({ delete: { uid: '%ada%', knows: { uid: '%bo%' } } }),
    answer: accepted(),
    then: { query: query('{ q(func: uid(%ada%)) { knows { name } } }'), data: { q: [{ knows: [{ name: 'Cy' }] }] } },
  },
  {
    name: 'a language’s value',
    request: rdf('{ delete { <%ada%> <name@de> * . } }'),
    answer: accepted(),
    then: { query: query('{ q(func: uid(%ada%)) { name name@de } }'), data: { q: [{ name: 'Ada' }] } },
  },
  {
    name: 'a node: what its type lists',
    request: json({ delete: { uid: '%r2%' } }),
    answer: accepted(),
    then: { query: query('{ q(func: uid(%r2%)) { name boss { name } dgraph.type } }'), data: { q: [] } },
  },
  {
    name: 'set and delete in one mutation',
    request: rdf('{ set { <%bo%> <email> "bo@example.org" . } delete { <%bo%> <nick> * . } }'),
    answer: accepted(),
    then: {
      query: query('{ q(func: uid(%bo%)) { email nick } }'),
      data: { q: [{ email: 'bo@example.org' }] },
    },
  },
];

const upserted = (uids: Readonly<Record<string, unknown>>, queries: unknown): unknown => ({
  data: { code: 'Success', message: 'Done', queries, uids },
});

export const UPSERTS: readonly ContractCase[] = [
  {
    name: 'makes what is not there',
    request: rdf(`upsert {
      query { q(func: eq(email, "cy@example.org")) { v as uid } }
      mutation @if(eq(len(v), 0)) { set {
        _:n <name> "Cyril" .
        _:n <email> "cy@example.org" .
      } }
    }`),
    answer: upserted({ n: NEW }, { q: [] }),
    then: { query: named('Cyril', 'email'), data: { q: [{ email: 'cy@example.org' }] } },
  },
  {
    name: 'and not again',
    request: rdf(`upsert {
      query { q(func: eq(email, "cy@example.org")) { v as uid } }
      mutation @if(eq(len(v), 0)) { set {
        _:n <name> "Cyril the second" .
      } }
    }`),
    answer: upserted({}, { q: [{ uid: '%new1%' }] }),
    then: { query: named('Cyril the second', 'uid'), data: { q: [] } },
  },
  {
    name: 'writes by variable, and answers with the query’s result',
    request: json({
      query: '{ q(func: eq(name, "Cyril")) { v as uid name } }',
      set: { uid: 'uid(v)', age: 50 },
    }),
    answer: upserted({}, { q: [{ uid: '%new1%', name: 'Cyril' }] }),
    then: { query: named('Cyril', 'age'), data: { q: [{ age: 50 }] } },
  },
  {
    name: 'computes with values',
    request: rdf(`upsert {
      query { q(func: eq(name, "Cyril")) { v as uid a as age b as math(a + 1) } }
      mutation { set {
        uid(v) <age> val(b) .
      } }
    }`),
    answer: upserted({}, { q: [{ uid: '%new1%', age: 50, 'val(b)': 51 }] }),
    then: { query: named('Cyril', 'age'), data: { q: [{ age: 51 }] } },
  },
  {
    name: 'a condition without a query, which nobody looks at',
    request: json({ cond: '@if(gt(len(v), 0)) and more', set: { uid: '_:c', name: 'unasked' } }),
    answer: accepted({ c: NEW }),
    then: { query: named('unasked', 'name'), data: { q: [{ name: 'unasked' }] } },
  },
  {
    name: 'a condition without a query, and a variable that none defines',
    request: json({ cond: '@if(gt(len(v), 0))', set: { uid: 'uid(v)', name: 'unasked too' } }),
    answer: refused(/variables \[v\] not defined/),
    then: { query: named('unasked too', 'name'), data: { q: [] } },
  },
  {
    name: 'several mutations, each under its condition',
    request: json({
      query: '{ q(func: eq(name, "Cyril")) { v as uid } w(func: eq(name, "nobody")) { n as uid } }',
      mutations: [
        { cond: '@if(gt(len(v), 0))', set: [{ uid: 'uid(v)', nick: ['first'] }] },
        { cond: '@if(gt(len(n), 0))', set: [{ uid: 'uid(v)', nick: ['second'] }] },
        { delete: [{ uid: 'uid(v)', age: null }] },
      ],
    }),
    answer: upserted({}, { q: [{ uid: '%new1%' }], w: [] }),
    then: { query: named('Cyril', 'nick age'), data: { q: [{ nick: ['first'] }] } },
  },
  {
    name: 'two variables multiply',
    request: rdf(`upsert {
      query {
        a(func: eq(name, ["Ada", "Bo"])) { a as uid }
        b(func: eq(name, "Dee Dee")) { b as uid }
      }
      mutation { set {
        uid(a) <knows> uid(b) .
      } }
    }`),
    answer: upserted({}, { a: [{ uid: '%ada%' }, { uid: '%bo%' }], b: [{ uid: '%dee%' }] }),
    then: { query: query('{ q(func: uid(%dee%)) { count(~knows) } }'), data: { q: [{ 'count(~knows)': 3 }] } },
  },
];

export const REFUSED_MUTATIONS: readonly ContractCase[] = [
  { name: 'RDF without its dot', request: rdf('{ set { _:x <name> "x" } }'), answer: refused(/.+/) },
  {
    name: 'JSON that is none',
    request: { ...json({}), body: '{"set": [' },
    // In Dgraph some refusals of this kind include `"data": null`, others do not.
    answer: expect.objectContaining(declined(/.+/) as object),
  },
  { name: 'an empty body', request: { ...rdf(''), body: '' }, answer: refused(/.+/) },
  {
    name: 'a value that the type does not take',
    request: rdf('{ set { _:x <age> "old" . } }'),
    answer: refused(/strconv|age|old/),
  },
  {
    name: 'an edge where a value belongs',
    request: rdf('{ set { _:x <age> _:y . } }'),
    answer: refused(/age/),
  },
  {
    name: 'a value where an edge belongs',
    request: rdf('{ set { _:x <knows> "Bo" . } }'),
    answer: refused(/knows/),
  },
  {
    name: 'a uid that is none',
    request: rdf('{ set { <nonsense> <name> "x" . } }'),
    answer: refused(/nonsense|uid/i),
  },
  {
    name: 'a content type that is none of Dgraph’s',
    request: { ...rdf('{ set { _:x <name> "x" . } }'), type: 'text/csv' },
    answer: declined(/Unsupported Content-Type/),
  },
];
