/**
 * @custom: the engine and the gateway each call the services of a schema for the fields that they carry out. Both must
 *   send the same requests and give the same answers.
 */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, serveByEngine } from '../../support/engines/ontology';
import { ask, json, type Answer } from '../../support/engines/wire';
import { startService, type Received, type Reply, type Service } from '../../support/http/service';

const EX = 'http://example.org/books#';
const ONTOLOGY = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Book a owl:Class .
:Novel a owl:Class ; rdfs:subClassOf :Book .
:code a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Book ; rdfs:range xsd:string .
:shelf a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Book ; rdfs:range xsd:integer .
:tag a owl:DatatypeProperty ; rdfs:domain :Book ; rdfs:range xsd:string .
:next a owl:ObjectProperty ; rdfs:domain :Book ; rdfs:range :Book .
`;

const extensionFor = (url: string): string => `
extend type Book {
  score: Int @custom(http: { url: "${url}/score?of=$iri", method: GET })
  needed: Int! @custom(http: { url: "${url}/score?of=$iri", method: GET })
  info: Info @custom(http: { url: "${url}/batch", method: POST, mode: BATCH,
    body: "{ key: $iri, code: $code, at: { shelf: $shelf }, tags: $tag, fixed: [1, 2.5, true, null, \\"x\\"] }" })
  short: Info @custom(http: { url: "${url}/short", method: POST, mode: BATCH, body: "{ key: $iri }" })
  author: Info @custom(http: { url: "${url}/graphql", method: POST, skipIntrospection: true,
    graphql: "query($code: String, $iri: String!) { author(code: $code, iri: $iri) }" })
  authors: Info @custom(http: { url: "${url}/graphql", method: POST, mode: BATCH, skipIntrospection: true,
    graphql: "query($of: [Of]) { authors(of: $of) }", body: "{ iri: $iri, code: $code }" })
}
extend type Novel { plot: String @custom(http: { url: "${url}/plot?of=$iri", method: GET }) }
type Info @remote {
  title: String!
  pages: Int
  more(n: Int, kind: Kind): Info
  length: String @remoteResponse(name: "pages")
}
enum Kind { LONG SHORT }
input Range { from: Int to: [Int] }
type Query {
  one(id: ID!, q: String): Info @custom(http: { url: "${url}/one/$id?q=$q&fixed=a", method: GET,
    secretHeaders: ["X-Key:KEY"], forwardHeaders: ["X-Who:X-User"] })
  many(a: String, b: [Int], c: Range, d: Boolean): [Info] @custom(http: { url: "${url}/many?a=$a&b=$b&c=$c&d=$d", method: GET })
  written(a: String, c: Range): Info @custom(http: { url: "${url}/echo", method: PUT, body: "{ a: $a, c: [$c] }" })
  failing: Info @custom(http: { url: "${url}/failing", method: GET })
  silent: Int @custom(http: { url: "${url}/500", method: GET })
  plain: Int @custom(http: { url: "${url}/plain", method: GET })
  moved: Info @custom(http: { url: "${url}/moved", method: GET, secretHeaders: ["X-Key:KEY"] })
  away: Info @custom(http: { url: "${url}/away", method: GET, secretHeaders: ["X-Key:KEY"] })
  gone: Info @custom(http: { url: "http://127.0.0.1:9/", method: GET })
  remote(id: ID!): Info @custom(http: { url: "${url}/graphql", method: POST, skipIntrospection: true,
    graphql: "query($id: ID!) { remote(id: $id) }" })
  trouble: Info @custom(http: { url: "${url}/graphql", method: POST, skipIntrospection: true, graphql: "query { trouble }" })
  codes(like: String): [Book] @custom(dql: "query q($like: string) { codes(func: eq(code, $like)) { code shelf } }")
}
type Mutation {
  send(text: String!): Info @custom(http: { url: "${url}/echo", method: POST, body: "{ text: $text }" })
  fail: Info @custom(http: { url: "${url}/failing", method: POST })
}
# Dgraph.Secret KEY "a secret"
`;

const nameOf = (iri: string | null): string => iri?.split('#')[1] ?? '?';

/** Answers of the service. */
function answerOf({ method, target, body }: Received): Reply {
  const { pathname, searchParams } = new URL(target, 'http://service');
  const of = nameOf(searchParams.get('of'));
  switch (pathname) {
    case '/score':
      return { body: of === 'b' ? null : of === 'c' ? { not: 'a number' } : of.charCodeAt(0) };
    case '/plot':
      return { body: JSON.stringify(`plot of ${of}`) };
    case '/batch':
      return { body: JSON.parse(body).map(({ key, code }: Answer) => ({ title: `${nameOf(key)}-${code}`, pages: 3 })) };
    case '/short':
      return { body: [] };
    case '/many':
      return { body: [...searchParams].map(([title, text]) => ({ title: `${title}=${text}` })) };
    case '/echo':
      return { body: { title: `${method} ${body}` } };
    case '/failing':
      return { status: 404, body: { errors: [{ message: 'there is none', extensions: { code: 7 } }] } };
    case '/500':
      return { status: 500, body: {} };
    case '/plain':
      return { body: 'no JSON' };
    case '/moved':
      return { status: 302, headers: { location: '/echo' }, body: '' };
    case '/away':
      return { status: 307, headers: { location: target.replace(/.*/, 'http://localhost:9/x') }, body: '' };
    case '/graphql':
      return { body: graphqlOf(JSON.parse(body)) };
    default:
      return { body: { title: decodeURIComponent(pathname), pages: 1 } };
  }
}

function graphqlOf({ query, variables }: Answer): unknown {
  const selected = query.replace(/\s+/g, ' ').replace(/^.*?\{ \w+(\([^)]*\))? ?/, '');
  if (query.includes('authors('))
    return { data: { authors: variables.of.map(({ code }: Answer) => ({ title: code })) } };
  if (query.includes('author(')) return { data: { author: { title: variables.code, more: { title: selected } } } };
  if (query.includes('remote(')) return { data: { remote: { title: variables.id, more: { title: selected } } } };
  return { data: { trouble: null }, errors: [{ message: 'remote trouble', path: ['trouble', 0] }] };
}

const iri = (name: string): string => `${EX}${name}`;
const DATA = [
  { uid: '_:a', iri: iri('a'), 'dgraph.type': ['Book', 'Novel'], code: 'A/1', shelf: 3, next: [{ uid: '_:b' }] },
  { uid: '_:b', iri: iri('b'), 'dgraph.type': ['Book'], code: 'B', next: [{ uid: '_:c' }, { uid: '_:a' }] },
  { uid: '_:c', iri: iri('c'), 'dgraph.type': ['Book'], tag: 'x' },
];

const EXPECTED_SCALAR = /^An object type was returned, but GraphQL was expecting a scalar/;
const MISSING = (field: string, type: string) =>
  `Non-nullable field '${field}' (type ${type}) was not present in result from Dgraph.  GraphQL error ` +
  'propagation triggered.';
const EVALUATION = (field: string, type: string) =>
  new RegExp(`^Evaluation of custom field failed because .* for field: ${field} within type: ${type}\\.$`);

interface Case {
  readonly text: string;
  readonly variables?: object;
  readonly data: unknown;
  /** Messages of errors, sorted. */
  readonly errors?: readonly (string | RegExp)[];
  /** Requests, sorted. */
  readonly requests: readonly string[];
}

const score = (name: string) => `GET /score?of=${encodeURIComponent(iri(name))}`;

const QUERIES: readonly Case[] = [
  {
    text: '{ queryBook(order: { asc: iri }) { s: score next { iri } } }',
    data: {
      queryBook: [
        { s: 97, next: [{ iri: iri('b') }] },
        { s: null, next: expect.any(Array) },
        { s: null, next: [] },
      ],
    },
    errors: [EXPECTED_SCALAR],
    requests: ['a', 'b', 'c'].map(score),
  },
  {
    // A node that occurs several times is requested once per place of the document.
    text: '{ queryBook(filter: { code: { eq: "B" } }) { next(filter: { has: code }) { score next { code score } } } }',
    data: { queryBook: [{ next: [{ score: 97, next: [{ code: 'B', score: null }] }] }] },
    requests: [score('a'), score('b')],
  },
  {
    text: '{ queryBook(filter: { code: { eq: "B" } }) { needed } }',
    data: { queryBook: [null] },
    errors: [MISSING('needed', 'Int!'), MISSING('needed', 'Int!')],
    requests: [score('b')],
  },
  {
    text: '{ queryBook(order: { asc: iri }) { info { title pages length kind: __typename } } }',
    data: {
      queryBook: ['a-A/1', 'b-B', 'c-undefined'].map((title) => ({
        info: { title, pages: 3, length: '3', kind: 'Info' },
      })),
    },
    requests: [
      `POST /batch ${JSON.stringify([
        { key: iri('a'), code: 'A/1', at: { shelf: 3 }, fixed: [1, 2.5, true, null, 'x'] },
        { key: iri('b'), code: 'B', at: {}, fixed: [1, 2.5, true, null, 'x'] },
        { key: iri('c'), at: {}, tags: 'x', fixed: [1, 2.5, true, null, 'x'] },
      ])}`,
    ],
  },
  {
    text: '{ queryBook { short { title } } }',
    data: { queryBook: [{ short: null }, { short: null }, { short: null }] },
    errors: [
      'Evaluation of custom field failed because expected result of external request to be of size 3, got: 0 ' +
        'for field: short within type: Book.',
    ],
    requests: [expect.stringContaining('POST /short')],
  },
  {
    text: `{ getBook(iri: "${iri('a')}") { author { title m: more(n: 2, kind: LONG) { title } } authors { title } } }`,
    data: {
      getBook: {
        author: { title: 'A/1', m: { title: '{ title more(n: 2, kind: LONG){ title } }}' } },
        authors: { title: 'A/1' },
      },
    },
    requests: [expect.stringMatching(/"code":"A\/1"/), expect.stringMatching(/"of":\[\{/)],
  },
  {
    text: 'query($i: ID!) { it: one(id: $i, q: "x & y") { title pages } }',
    variables: { i: 'a b/ü?' },
    data: { it: { title: '/one/a b/ü?', pages: 1 } },
    requests: ['GET /one/a%20b%2F%C3%BC%3F?fixed=a&q=x+%26+y +a secret +me'],
  },
  {
    text: '{ many(a: "x", b: [1, 2], c: { from: 3, to: [4, 5] }, d: true) { title } }',
    data: { many: ['a=x', 'b=1', 'b=2', 'c[from]=3', 'c[to]=4', 'c[to]=5', 'd=true'].map((title) => ({ title })) },
    requests: ['GET /many?a=x&b=1&b=2&c%5Bfrom%5D=3&c%5Bto%5D=4&c%5Bto%5D=5&d=true'],
  },
  {
    text: 'query($a: String) { many(a: $a) { title } }',
    variables: { a: null },
    data: { many: [{ title: 'a=' }] },
    requests: ['GET /many?a='],
  },
  { text: '{ many { title } }', data: { many: [] }, requests: ['GET /many'] },
  {
    text: '{ written(a: "1", c: { to: [2] }) { title } other: written { title } }',
    data: { written: { title: 'PUT {"a":"1","c":[{"to":[2]}]}' }, other: { title: 'PUT {"c":[null]}' } },
    requests: ['PUT /echo {"a":"1","c":[{"to":[2]}]}', 'PUT /echo {"c":[null]}'],
  },
  {
    text: '{ failing { title } plain moved { title } }',
    data: { failing: null, plain: null, moved: { title: 'GET ' } },
    errors: [EVALUATION('plain', 'Query'), 'there is none'],
    requests: ['GET /echo +a secret', 'GET /failing', 'GET /moved +a secret', 'GET /plain'],
  },
  { text: '{ gone { title } }', data: { gone: null }, errors: [EVALUATION('gone', 'Query')], requests: [] },
  {
    text: '{ remote(id: "5") { title ...More } } fragment More on Info { more(kind: SHORT) { title } pages }',
    data: { remote: { title: '5', more: { title: '{ title more(kind: SHORT){ title } pages }}' }, pages: null } },
    requests: [expect.stringMatching(/"id":"5"/)],
  },
  {
    text: '{ trouble { title } }',
    data: { trouble: null },
    errors: ['remote trouble'],
    requests: [expect.stringMatching(/^POST/)],
  },
  { text: '{ codes(like: "B") { code shelf } }', data: { codes: [{ code: 'B', shelf: null }] }, requests: [] },
];

/** Requests that the gateway carries out: questions by class, and mutations. */
const CARRIED_OUT: readonly Case[] = [
  {
    text: '{ queryBook(order: { asc: iri }) { iri ... on Novel { plot } } }',
    data: { queryBook: [{ iri: iri('a'), plot: 'plot of a' }, { iri: iri('b') }, { iri: iri('c') }] },
    requests: [`GET /plot?of=${encodeURIComponent(iri('a'))}`],
  },
  {
    text: '{ queryBook(order: { asc: iri }) { __typename info { title } } one(id: "x") { title } }',
    data: {
      queryBook: [
        { __typename: 'Novel', info: { title: 'a-A/1' } },
        { __typename: 'Book', info: { title: 'b-B' } },
        { __typename: 'Book', info: { title: 'c-undefined' } },
      ],
      one: { title: '/one/x' },
    },
    requests: ['GET /one/x?fixed=a +a secret +me', expect.stringContaining('POST /batch [')],
  },
];

const MUTATIONS: readonly Case[] = [
  {
    text: 'mutation { send(text: "1") { title } fail { title } two: send(text: "2") { title } }',
    data: { send: { title: 'POST {"text":"1"}' }, fail: null },
    errors: ['Mutation two was not executed because of a previous error.', 'there is none'],
    requests: ['POST /echo {"text":"1"}', 'POST /failing'],
  },
  {
    text:
      `mutation { addBook(input: [{ iri: "${iri('n')}", code: "N" }]) { numUids book { info { title } score } ` +
      '} send(text: "3") { title } }',
    data: {
      addBook: { numUids: 1, book: [{ info: { title: 'n-N' }, score: 110 }] },
      send: { title: 'POST {"text":"3"}' },
    },
    requests: [score('n'), expect.stringContaining('POST /batch'), 'POST /echo {"text":"3"}'],
  },
  {
    text: `mutation { deleteBook(filter: { code: { eq: "N" } }) { msg book { score } } }`,
    data: { deleteBook: { msg: 'Deleted', book: [{ score: 110 }] } },
    requests: [score('n')],
  },
];

forEachEngine((engine) => {
  let gateway: Gateway;
  let service: Service;
  beforeAll(async () => {
    service = await startService(answerOf);
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    const loaded = await loadOntology(gateway.url, ONTOLOGY);
    const headers = { 'content-type': 'application/graphql' };
    const body = extensionFor(service.url);
    const posted = await fetch(`${gateway.url}/ontology/graphql`, { method: 'POST', body, headers });
    expect(await posted.json()).toMatchObject({ status: 'success', merged: true, warnings: [] });
    await serveByEngine(engine.url, gateway.url, loaded);
    await ask(engine.url, json({ set: DATA }));
  });
  afterAll(async () => {
    await gateway.close();
    await service.close();
  });

  /** Prints JSON with sorted members, as Go does. */
  const sorted = (text: string): string => {
    const order = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(order);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([key, each]) => [key, order(each)]),
      );
    };
    return text.startsWith('{') || text.startsWith('[') ? JSON.stringify(order(JSON.parse(text))) : text;
  };
  const shown = ({ method, target, headers, body }: Received): string => {
    const extra = [headers['x-key'], headers['x-who']].filter((each) => each).map((each) => ` +${String(each)}`);
    return `${method} ${target}${body === '' ? '' : ` ${sorted(body)}`}${extra.join('')}`;
  };
  const graphql = async (url: string, { text, variables }: Case): Promise<Answer> => {
    service.forget();
    const headers = { 'content-type': 'application/json', 'x-user': 'me' };
    const body = JSON.stringify({ query: text, variables });
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    const { data, errors = [] } = (await response.json()) as Answer;
    return {
      data,
      errors: errors.map((each: Answer) => each.message).sort(),
      requests: service.received.map(shown).sort(),
    };
  };
  const expected = ({ data, errors = [], requests }: Case): Answer => ({
    data,
    errors: errors.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
    requests: requests.map((each) =>
      typeof each === 'string' ? each.replace(/ ([[{].*[\]}])$/, (_, body: string) => ` ${sorted(body)}`) : each,
    ),
  });

  it.each(QUERIES)('$text', async (each) => {
    expect(await graphql(engine.url, each)).toEqual(expected(each));
    // The same request, carried out by the gateway.
    const text = each.text.replace(
      /^(query\([^)]*\) )?\{/,
      (head) => `${head} byClass: queryBook(first: 1, order: { asc: iri }) { __typename } `,
    );
    const { data, ...others } = await graphql(gateway.url, { ...each, text });
    const { byClass, ...rest } = data;
    expect({ data: rest, ...others }).toEqual(expected(each));
    expect(byClass).toEqual([{ __typename: 'Novel' }]);
  });

  it.each(CARRIED_OUT)('the gateway calls the service: $text', async (each) => {
    expect(await graphql(gateway.url, each)).toEqual(expected(each));
  });

  it.each(MUTATIONS)('$text', async (each) => {
    expect(await graphql(gateway.url, each)).toEqual(expected(each));
  });

  it('an error status without a body is reported, and secrets are not sent to other hosts', async () => {
    const text = '{ queryBook { __typename } silent away { title } }';
    const { data, errors, requests } = await graphql(gateway.url, { text, data: {}, requests: [] });
    expect(data).toMatchObject({ silent: null, away: null });
    expect(errors).toEqual([
      expect.stringMatching(EVALUATION('away', 'Query')),
      'Evaluation of custom field failed because external request returned an error: unexpected error with: ' +
        '500 for field: silent within type: Query.',
    ]);
    expect(requests).toEqual(['GET /500', 'GET /away +a secret']);
  });
});
