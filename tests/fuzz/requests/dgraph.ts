/** Requests to Dgraph's routes: queries, mutations, transactions, schema, administration. */
import { dqlQuery, rdfMutation, schemaText } from '../formats/dql';
import { graphqlDocument, sdl } from '../formats/graphql';
import { jsonText, randomJson, randomObject } from '../formats/json';
import { RDF_FORMATS } from '../formats/rdf';
import { generate, valid } from '../generate/format';
import type { Random } from '../generate/random';
import { CLASSES, EDGES, NS, PREDICATES, VALUES } from '../world';
import type { FuzzRequest } from '../wire/request';
import { build } from './build';
import type { Generator } from './generator';
import { parameters } from './parameters';

const JSON_TYPE = 'application/json';
/** Longer ones are asked for by clients that mean them; here they would only wait. */
const TIMEOUTS = ['1s', '2s', '500ms'];

const NAMES = [
  ...PREDICATES,
  ...EDGES,
  ...VALUES,
  'uid',
  'graph.type',
  'dgraph.type',
  'name@en',
  'friend|since',
  'owlgate.x',
  '__proto__',
];

function query(random: Random, path: string): FuzzRequest {
  const target =
    path +
    parameters(
      random,
      {
        timeout: TIMEOUTS,
        debug: ['true', 'false'],
        ro: ['true'],
        be: ['true'],
        respFormat: ['json', 'rdf'],
        startTs: ['0', '1'],
      },
      ['timeout'],
    );
  const text = generate(random, dqlQuery);
  if (random.chance(0.7)) return build(random, { method: 'POST', target, type: 'application/dql', body: text });
  const variables = random.chance(0.7) ? { $a: 'Alice', $b: '3' } : randomJson(random, ['$a', '$b', 'a']);
  const body = jsonText(random, { query: text, variables }, ['query', 'variables', '$a']);
  return build(random, { method: 'POST', target, type: JSON_TYPE, body });
}

/** An object of a JSON mutation. */
function node(random: Random, depth = 2): unknown {
  if (random.chance(0.1)) return randomJson(random, NAMES);
  const object: Record<string, unknown> = {};
  if (random.chance(0.5)) object['uid'] = random.pick(['_:a', '_:b', '0x1', '0x5', `${NS}rex`, 'uid(v)', '0x0', 7]);
  if (random.chance(0.6))
    object['graph.type'] = random.pick<unknown>([...CLASSES, ['Hound', 'Feline'], 'Nobody', null]);
  for (const name of random.list(0, 3, () => random.pick(NAMES))) {
    object[name] = random.pick([
      () =>
        random.pick<unknown>([
          'x',
          4,
          true,
          1.5,
          '2001-01-01',
          null,
          ['a', 'b'],
          { type: 'Point', coordinates: [1, 2] },
        ]),
      () => (depth > 0 ? node(random, depth - 1) : 'x'),
      () => (depth > 0 ? random.list(0, 3, () => node(random, depth - 1)) : []),
      () => randomJson(random, NAMES, 2),
    ])();
  }
  return object;
}

function jsonMutation(random: Random): unknown {
  const nodes = (): unknown => random.list(0, 3, () => node(random));
  return random.weighted<() => unknown>([
    [5, () => ({ set: nodes() })],
    [2, () => ({ delete: nodes() })],
    [2, () => ({ set: nodes(), delete: nodes() })],
    [2, () => ({ query: '{ q(func: eq(name, "Alice")) { v as uid } }', cond: '@if(gt(len(v), 0))', set: nodes() })],
    [
      1,
      () => ({
        query: valid(random, dqlQuery),
        mutations: random.list(0, 3, () => ({ set: nodes(), cond: '@if(eq(len(v), 0))' })),
      }),
    ],
    [1, () => randomObject(random, ['set', 'delete', 'query', 'cond', 'mutations', 'setNquads', ...NAMES])],
  ])();
}

const MUTATE_PARAMETERS = { commitNow: ['true', 'false'], dryRun: ['true'], startTs: ['0'], hash: ['x'] };

function mutation(random: Random, path: string): FuzzRequest {
  const target = path + parameters(random, MUTATE_PARAMETERS, ['commitNow']);
  const [type, body] = random.weighted<() => readonly [string, string]>([
    [5, () => [JSON_TYPE, jsonText(random, jsonMutation(random), [...NAMES, 'set', 'delete', 'uid(v)'])]],
    [5, () => ['application/rdf', generate(random, rdfMutation)]],
    [1, () => ['text/turtle', generate(random, RDF_FORMATS['text/turtle'])]],
    [1, () => ['application/n-triples', generate(random, RDF_FORMATS['application/n-triples'])]],
  ])();
  return build(random, { method: 'POST', target, type, body });
}

/** A transaction from its first write to its end, each step of which may be wrong. */
function transaction(random: Random): readonly FuzzRequest[] {
  const json = (target: string, body: unknown): FuzzRequest => {
    return build(random, { method: 'POST', target, type: JSON_TYPE, body: JSON.stringify(body) });
  };
  const [first, second] = [`@{startTs}`, random.chance(0.9) ? '@{startTs}' : random.pick(['0', '-1', '99999999999'])];
  return [
    json('/mutate', { set: [node(random)] }),
    build(random, {
      method: 'POST',
      target: `/query?startTs=${first}&hash=@{hash}&timeout=2s`,
      type: 'application/dql',
      body: '{ q(func: has(title)) { uid title } }',
    }),
    json(`/mutate?startTs=${second}&hash=@{hash}`, jsonMutation(random)),
    random.chance(0.2)
      ? json(`/commit?startTs=${first}&abort=true`, [])
      : json(
          `/commit?startTs=${second}&hash=@{hash}`,
          random.pick<unknown>([
            [],
            { keys: [], preds: [] },
            ['x'],
            { keys: 5 },
            null,
            randomJson(random, ['keys', 'preds']),
          ]),
        ),
  ];
}

function alter(random: Random): FuzzRequest {
  const target = `/alter${parameters(random, { runInBackground: ['true', 'false'] })}`;
  const operation = (): unknown =>
    random.weighted<() => unknown>([
      [4, () => ({ drop_attr: random.pick(['fuzzed', 'nick', 'motto', 'owlgate.ontology', 'dgraph.type', '']) })],
      [
        2,
        () => ({
          drop_op: random.pick(['TYPE', 'NONE', 'X', 4, null]),
          drop_value: random.pick(['Fuzzed', 'Hound', 5]),
        }),
      ],
      [1, () => ({ drop_op: 'DATA' })],
      [1, () => ({ schema: valid(random, schemaText) })],
      [1, () => randomObject(random, ['drop_attr', 'drop_op', 'schema', 'dropAttr', 'run_in_background'])],
    ])();
  const body = random.chance(0.7)
    ? generate(random, schemaText)
    : jsonText(random, operation(), ['drop_attr', 'drop_op', 'DATA', 'ATTR', 'TYPE', 'schema']);
  return build(random, {
    method: 'POST',
    target,
    type: random.pick(['text/plain', JSON_TYPE, 'application/dql']),
    body,
  });
}

/** Requests that /admin of both engines answers. Mutations that stop a cluster are none of them. */
const ADMIN = [
  '{ health { instance status } }',
  '{ state { groups { id members { id } } cid } }',
  '{ getGQLSchema { id schema generatedSchema } }',
  'mutation { updateGQLSchema(input: { set: { schema: "type Fuzzed { a: String }" } }) { gqlSchema { schema } } }',
  'query { __schema { types { name } } }',
];

function admin(random: Random): FuzzRequest {
  const format = { ...graphqlDocument, name: 'admin', seeds: () => ADMIN, grammar: undefined };
  const text = random.chance(0.8)
    ? generate(random, {
        name: format.name,
        seeds: format.seeds,
        words: graphqlDocument.words,
        nests: graphqlDocument.nests ?? [],
      })
    : `mutation($s: String!) { updateGQLSchema(input: { set: { schema: $s } }) { gqlSchema { id } } }`;
  const variables = random.chance(0.5) ? { s: generate(random, sdl) } : randomJson(random, ['s', 'input']);
  const [type, body] = random.chance(0.8)
    ? [JSON_TYPE, jsonText(random, { query: text, variables }, ['query', 'variables'])]
    : ['application/graphql', text];
  return build(random, { method: 'POST', target: '/admin', type, body });
}

const one =
  (make: (random: Random) => FuzzRequest) =>
  (random: Random): readonly FuzzRequest[] => [make(random)];
const simple = (method: string, target: string, accepted: Readonly<Record<string, readonly string[]>> = {}) =>
  one((random) => build(random, { method, target: target + parameters(random, accepted) }));

export const DGRAPH_GENERATORS: readonly Generator[] = [
  { route: '/query', weight: 140, kind: 'work', make: one((random) => query(random, '/query')) },
  { route: '/query/', weight: 3, kind: 'work', make: one((random) => query(random, '/query/')) },
  { route: '/mutate', weight: 160, kind: 'work', make: one((random) => mutation(random, '/mutate')) },
  { route: '/mutate/', weight: 3, kind: 'work', make: one((random) => mutation(random, '/mutate/')) },
  { route: '/commit', weight: 25, kind: 'work', make: transaction },
  { route: '/alter', weight: 20, kind: 'load', make: one(alter) },
  {
    route: '/login',
    weight: 4,
    kind: 'quick',
    make: one((random) =>
      build(random, {
        method: 'POST',
        target: '/login',
        type: JSON_TYPE,
        body: jsonText(random, randomObject(random, ['userid', 'password', 'namespace', 'refreshToken'])),
      }),
    ),
  },
  { route: '/health', weight: 6, kind: 'quick', make: simple('GET', '/health', { all: [''], live: [''] }) },
  { route: '/state', weight: 3, kind: 'quick', make: simple('GET', '/state') },
  {
    route: '/assign',
    weight: 1,
    kind: 'quick',
    make: simple('GET', '/assign', { what: ['uids', 'timestamps', ''], num: ['1', '100', '0', '-1', '4294967296'] }),
  },
  { route: '/ui/keywords', weight: 2, kind: 'quick', make: simple('GET', '/ui/keywords') },
  { route: '/mcp-ro', weight: 1, kind: 'quick', make: simple('GET', '/mcp-ro') },
  { route: '/mcp', weight: 1, kind: 'quick', make: simple('GET', '/mcp') },
  { route: '/debug', weight: 1, kind: 'quick', make: simple('GET', '/debug/vars') },
  { route: '/admin/config/cache_mb', weight: 1, kind: 'quick', make: simple('GET', '/admin/config/cache_mb') },
  // Ends an engine, or what it answers, for good: only what no engine carries out.
  { route: '/admin/shutdown', weight: 1, kind: 'quick', make: simple('PUT', '/admin/shutdown') },
  { route: '/admin/draining', weight: 1, kind: 'quick', make: simple('GET', '/admin/draining') },
  { route: '/debug/prometheus_metrics', weight: 2, kind: 'quick', make: simple('GET', '/debug/prometheus_metrics') },
  { route: '/admin', weight: 12, kind: 'load', make: one(admin) },
  {
    route: '/admin/schema',
    weight: 6,
    kind: 'load',
    make: one((random) =>
      build(random, {
        method: random.pick(['POST', 'POST', 'GET']),
        target: '/admin/schema',
        type: 'text/plain',
        body: generate(random, sdl),
      }),
    ),
  },
  {
    route: '/admin/schema/validate',
    weight: 6,
    kind: 'work',
    make: one((random) =>
      build(random, {
        method: 'POST',
        target: '/admin/schema/validate',
        type: 'text/plain',
        body: generate(random, sdl),
      }),
    ),
  },
  { route: '/probe/graphql', weight: 2, kind: 'quick', make: simple('GET', '/probe/graphql') },
  { route: '/', weight: 3, kind: 'quick', make: simple('GET', '/', { a: ['b'] }) },
];
