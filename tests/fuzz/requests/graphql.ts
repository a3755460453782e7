/** Requests to /graphql: documents by POST and GET, persisted ones, and subscriptions over a WebSocket. */
import { createHash } from 'node:crypto';
import { graphqlDocument } from '../formats/graphql';
import { jsonText, randomJson, randomObject } from '../formats/json';
import { generate, valid } from '../generate/format';
import { ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { frame, oddFrame } from '../wire/frames';
import { queryString, type FuzzRequest } from '../wire/request';
import { build } from './build';
import type { Generator } from './generator';

const MEMBERS = [
  'query',
  'variables',
  'operationName',
  'extensions',
  'QUERY',
  'variableſ',
  'persistedQuery',
  'sha256Hash',
];

function members(random: Random, document: string): Readonly<Record<string, unknown>> {
  return {
    query: document,
    ...(random.chance(0.5) && { variables: variablesOf(random) }),
    ...(random.chance(0.15) && { operationName: random.pick<unknown>(['Q', 'M', '', null, 5, ...ODD_TEXTS]) }),
    ...(random.chance(0.2) && { extensions: persisted(random, document) }),
  };
}

const variablesOf = (random: Random): unknown =>
  random.chance(0.5) ? { v: 'Rex', n: 2 } : randomObject(random, ['v', 'n', 'input', 'filter']);

function persisted(random: Random, document: string): unknown {
  if (random.chance(0.2)) return randomJson(random, MEMBERS);
  const digest = createHash('sha256').update(document).digest('hex');
  return { persistedQuery: { version: 1, sha256Hash: random.pick([digest, digest.toUpperCase(), 'x', 5]) } };
}

function request(random: Random): FuzzRequest {
  const document = generate(random, graphqlDocument);
  const accept = random.chance(0.2) ? [['Accept', 'application/graphql-response+json'] as const] : [];
  return random.weighted<() => FuzzRequest>([
    [
      8,
      () => {
        const body = jsonText(random, members(random, document), MEMBERS);
        return build(random, { method: 'POST', target: '/graphql', type: 'application/json', body, headers: accept });
      },
    ],
    [1, () => build(random, { method: 'POST', target: '/graphql', type: 'application/graphql', body: document })],
    [
      2,
      () => {
        const pairs = Object.entries(members(random, document)).map(
          ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        );
        return build(random, { method: 'GET', target: `/graphql${queryString(random, pairs)}`, headers: accept });
      },
    ],
  ])();
}

/** The hash of a document alone, after the document was kept under it. */
function byHash(random: Random): readonly FuzzRequest[] {
  const query = valid(random, graphqlDocument);
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const post = (body: object): FuzzRequest =>
    build(random, { method: 'POST', target: '/graphql', type: 'application/json', body: JSON.stringify(body) });
  return [post({ extensions }), post({ query, extensions }), post({ extensions })];
}

const HANDSHAKE = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
] as const;

function message(random: Random, protocol: string): unknown {
  const start = protocol === 'graphql-ws' ? 'start' : 'subscribe';
  const document = random.chance(0.6)
    ? 'subscription { queryHound { id title } }'
    : generate(random, graphqlDocument).slice(0, 4_000);
  return random.weighted<() => unknown>([
    [
      4,
      () => ({
        type: 'connection_init',
        payload: random.chance(0.7) ? {} : randomJson(random, ['X-Auth', 'authorization']),
      }),
    ],
    [6, () => ({ id: random.pick(['1', '2', '', 1]), type: start, payload: members(random, document) })],
    [2, () => ({ id: random.pick(['1', '2', '3']), type: random.pick(['complete', 'stop', 'connection_terminate']) })],
    [2, () => ({ type: random.pick(['ping', 'pong', 'ka', 'x', '__proto__']), payload: randomJson(random, ['a']) })],
    [1, () => randomJson(random, ['type', 'id', 'payload'])],
  ])();
}

function subscription(random: Random): readonly FuzzRequest[] {
  const protocol = random.pick(['graphql-transport-ws', 'graphql-ws']);
  const first = frame(Buffer.from('{"type":"connection_init"}'));
  const frames = random.list(0, 6, () => {
    const payload = Buffer.from(jsonText(random, message(random, protocol), ['type', 'id', 'payload']));
    return random.chance(0.9) ? frame(payload) : oddFrame(random, payload);
  });
  const requestedProtocol = random.chance(0.95) ? protocol : random.pick(['', 'x', `${protocol}, x`, 'x,,y']);
  const headers = [...HANDSHAKE, ['Sec-WebSocket-Protocol', requestedProtocol] as const].filter(() =>
    random.chance(0.98),
  );
  const target = random.chance(0.95) ? '/graphql' : random.pick(['/graphql?x', '/query', '/mcp', '/', '/graphql/']);
  return [
    {
      method: 'GET',
      target,
      headers,
      body: Buffer.alloc(0),
      frames: random.chance(0.9) ? [first, ...frames, frame(Buffer.from([3, 232]), 8)] : frames,
    },
  ];
}

export const GRAPHQL_GENERATORS: readonly Generator[] = [
  {
    route: '/graphql',
    weight: 110,
    kind: 'work',
    make: (random) => (random.chance(0.93) ? [request(random)] : byHash(random)),
  },
  { route: 'subscription', weight: 15, kind: 'quick', make: subscription },
];
