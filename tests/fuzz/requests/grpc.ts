/** Calls to the gRPC port: messages of every method, whole and damaged; and bytes that are nearly HTTP/2. */
import { create, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { gzipSync } from 'node:zlib';
import * as messages from '../../../src/grpc/protocol/dgraph_pb';
import { dqlQuery, rdfMutation, schemaText } from '../formats/dql';
import { jsonText, randomObject } from '../formats/json';
import { generate } from '../generate/format';
import { mutateBytes } from '../generate/mutate';
import { ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { wellFormed } from '../../../src/util/text';
import { EDGES, PREDICATES, VALUES } from '../world';
import type { FuzzRequest } from '../wire/request';
import { connection, framed } from '../wire/http2-frames';
import { scene } from '../wire/http2-scenes';
import type { Generator } from './generator';

type Init<Schema extends Parameters<typeof create>[0]> = MessageInitShape<Schema>;

const NAMES = [...PREDICATES, ...EDGES, ...VALUES, 'graph.type', 'uid', '_STAR_ALL', 'owlgate.x', ''];
const bytes = (text: string): Buffer => Buffer.from(text);
const some = (random: Random): string => wellFormed(random.pick(ODD_TEXTS));
const timestamp = (random: Random): bigint =>
  random.weighted([
    [12, 0n],
    [1, 1n],
    [1, 2n ** 53n + 1n],
    [1, 2n ** 64n - 1n],
  ]);

/** Statements of a block of RDF, without the block. */
const statements = (random: Random): string =>
  /\{\s*(?:set|delete)\s*\{([^]*)\}\s*\}/.exec(generate(random, rdfMutation))?.[1] ?? '_:a <name> "x" .';

const VALUE_CASES: readonly ((random: Random) => Init<typeof messages.ValueSchema>)[] = [
  (random) => ({ val: { case: 'defaultVal', value: some(random) } }),
  (random) => ({ val: { case: 'strVal', value: random.pick(['x', '_STAR_ALL', some(random)]) } }),
  (random) => ({ val: { case: 'bytesVal', value: random.bytes(random.below(20)) } }),
  (random) => ({ val: { case: 'intVal', value: random.pick([0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)]) } }),
  (random) => ({ val: { case: 'boolVal', value: random.chance(0.5) } }),
  (random) => ({ val: { case: 'doubleVal', value: random.pick([0, -0, NaN, Infinity, 1e308, 5e-324]) } }),
  (random) => ({ val: { case: 'geoVal', value: random.bytes(random.pick([0, 1, 5, 21, 60])) } }),
  (random) => ({ val: { case: 'datetimeVal', value: random.bytes(random.pick([0, 1, 15, 16, 40])) } }),
  (random) => ({ val: { case: 'passwordVal', value: some(random) } }),
  (random) => ({ val: { case: 'uidVal', value: timestamp(random) } }),
  (random) => ({ val: { case: 'bigfloatVal', value: random.bytes(random.below(30)) } }),
  (random) => ({ val: { case: 'vfloat32Val', value: random.bytes(random.pick([0, 3, 4, 16])) } }),
  () => ({ val: { case: undefined } }),
];

const statement = (random: Random): Init<typeof messages.NQuadSchema> => ({
  subject: random.pick(['_:a', '0x1', '0x5', 'uid(v)', '_STAR_ALL', '', 'https://example.org/n', some(random)]),
  predicate: random.chance(0.9) ? random.pick(NAMES) : some(random),
  objectId: random.pick(['', '', '0x1', '_:b', 'val(v)', '_STAR_ALL', some(random)]),
  ...(random.chance(0.8) && { objectValue: random.pick(VALUE_CASES)(random) }),
  lang: random.pick(['', '', 'en', '*', some(random)]),
  facets: random.list(0, 2, () => ({
    key: random.pick(['since', 'owl.inferred', '', some(random)]),
    value: random.bytes(random.pick([0, 1, 4, 8, 15])),
    valType: random.below(7),
  })),
});

const mutation = (random: Random): Init<typeof messages.MutationSchema> => ({
  ...(random.chance(0.3) && { setJson: bytes(jsonText(random, randomObject(random, NAMES), NAMES)) }),
  ...(random.chance(0.1) && { deleteJson: bytes(jsonText(random, randomObject(random, NAMES), NAMES)) }),
  ...(random.chance(0.4) && { setNquads: bytes(statements(random)) }),
  ...(random.chance(0.1) && { delNquads: bytes(statements(random)) }),
  ...(random.chance(0.3) && { set: random.list(0, 3, () => statement(random)) }),
  ...(random.chance(0.2) && { del: random.list(0, 3, () => statement(random)) }),
  cond: random.pick(['', '', '', '@if(eq(len(v), 0))', some(random)]),
  commitNow: random.chance(0.5),
});

const variables = (random: Random): Record<string, string> =>
  random.chance(0.2) ? { $a: 'Alice', $b: some(random), [some(random)]: 'x' } : {};

const request = (random: Random): Init<typeof messages.RequestSchema> => ({
  startTs: timestamp(random),
  query: random.chance(0.7) ? generate(random, dqlQuery) : '',
  vars: variables(random),
  readOnly: random.chance(0.2),
  bestEffort: random.chance(0.1),
  mutations: random.list(0, 2, () => mutation(random)),
  commitNow: random.chance(0.6),
  respFormat: random.below(4),
  hash: random.pick(['', '', some(random)]),
});

/** Messages by method, with the weight of the method. */
const METHODS: readonly (readonly [number, string, (random: Random) => Uint8Array])[] = [
  [12, 'Query', (random) => toBinary(messages.RequestSchema, create(messages.RequestSchema, request(random)))],
  [
    4,
    'RunDQL',
    (random) => {
      const dqlQuery_ = generate(random, random.chance(0.6) ? dqlQuery : rdfMutation);
      const init = { dqlQuery: dqlQuery_, vars: variables(random), readOnly: random.chance(0.2) };
      return toBinary(messages.RunDQLRequestSchema, create(messages.RunDQLRequestSchema, init));
    },
  ],
  [
    2,
    'Alter',
    (random) => {
      const drop = { dropAttr: random.pick(['fuzzed', 'nick', 'owlgate.ontology', 'dgraph.type', some(random)]) };
      const byKind = { dropOp: random.pick([0, 3, 4, 9]), dropValue: random.pick(['fuzzed', 'Fuzzed', some(random)]) };
      const init = random.pick([{ schema: generate(random, schemaText) }, drop, byKind]);
      return toBinary(messages.OperationSchema, create(messages.OperationSchema, init));
    },
  ],
  [
    2,
    'CommitOrAbort',
    (random) => {
      const texts = (): string[] => random.list(0, 3, () => some(random));
      const init = { startTs: timestamp(random), aborted: random.chance(0.5), keys: texts(), preds: texts() };
      return toBinary(messages.TxnContextSchema, create(messages.TxnContextSchema, init));
    },
  ],
  [
    1,
    'Login',
    (random) => {
      const init = { userid: some(random), password: some(random), refreshToken: random.pick(['', some(random)]) };
      return toBinary(messages.LoginRequestSchema, create(messages.LoginRequestSchema, init));
    },
  ],
  [1, 'CheckVersion', () => new Uint8Array()],
  [
    1,
    'AllocateIDs',
    (random) => {
      // A large lease would take the uids from the cases that follow.
      const init = { howMany: BigInt(random.pick([0, 1, 1_000])), leaseType: random.pick([1, 1, 7]) };
      return toBinary(messages.AllocateIDsRequestSchema, create(messages.AllocateIDsRequestSchema, init));
    },
  ],
  [1, 'ListNamespaces', () => new Uint8Array()],
  [1, 'UpdateExtSnapshotStreamingState', (random) => random.bytes(random.below(6))],
  [1, 'StreamExtSnapshot', (random) => random.bytes(random.below(20))],
];

const OTHER_PATHS = [
  '/grpc.health.v1.Health/Check',
  '/grpc.health.v1.Health/Watch',
  '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
  '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
  '/api.Dgraph/Nothing',
  '/api.Dgraph/',
  '/',
  '/query',
  '//api.Dgraph/Query',
];

/** Characters of a metadata value that a client of HTTP/2 sends. */
const metadataText = (random: Random): string =>
  random
    .pick(ODD_TEXTS)
    .replace(/[^\x20-\x7e]/g, '')
    .trim();

const HEADERS: readonly ((random: Random) => readonly [string, string])[] = [
  (random) => ['content-type', random.pick(['application/grpc+proto', 'application/grpc+json', 'text/plain', ''])],
  (random) => ['grpc-encoding', random.pick(['gzip', 'deflate', 'identity', 'br', metadataText(random)])],
  (random) => ['grpc-timeout', random.pick(['1m', '0n', '99999999H', 'x', '-1S', '1000000000000S'])],
  (random) => ['authorization', random.pick(['Bearer owk_x', 'owk_x', 'Basic OjpA', metadataText(random)])],
  (random) => ['accessjwt', random.pick(['abc', 'eyJhbGciOiJub25lIn0.e30.', metadataText(random)])],
  (random) => ['auth-token', metadataText(random)],
  (random) => ['x-forwarded-for', random.pick(['8.8.8.8', '127.0.0.1', ', ,', metadataText(random)])],
  (random) => ['traceparent', random.pick(['00-0-0-00', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`])],
  (random) => ['x-data-bin', random.pick(['AAAA', '!!', metadataText(random)])],
  (random) => ['x-long', 'v'.repeat(random.pick([10, 9_000, 70_000]))],
];

function call(random: Random): readonly FuzzRequest[] {
  const [, name, make] = random.weighted(METHODS.map((method) => [method[0], method] as const));
  const plain = make(random);
  const message = random.chance(0.75) ? Buffer.from(plain) : mutateBytes(random, Buffer.from(plain));
  const body = random.weighted<() => Buffer>([
    [14, () => framed(message)],
    [1, () => framed(gzipSync(message), 1)],
    // A megabyte of nothing.
    [1, () => framed(gzipSync(Buffer.alloc(1_000_000)), 1)],
    [1, () => framed(message, random.below(256))],
    [1, () => framed(message, 0, random.pick([0, 1, message.length + 1, 0xffffffff]))],
    [1, () => Buffer.concat([framed(message), framed(message)])],
    [1, () => mutateBytes(random, framed(message))],
    [1, () => Buffer.alloc(0)],
  ])();
  const target = random.chance(0.9) ? `/${messages.Dgraph.typeName}/${name}` : random.pick(OTHER_PATHS);
  const odd = random.chance(0.3) ? random.list(1, 3, () => random.pick(HEADERS)(random)) : [];
  const headers = [
    ...(odd.some(([header]) => header === 'grpc-timeout') ? [] : [['grpc-timeout', '2S'] as const]),
    ...odd,
  ];
  return [{ method: 'POST', target, headers, body, isGrpc: true }];
}

function frames(random: Random): readonly FuzzRequest[] {
  const target = `/${messages.Dgraph.typeName}/${random.pick(METHODS)[1]}`;
  const whole = connection(random, target, framed(random.bytes(random.below(30))));
  const raw = random.chance(0.3) ? whole : mutateBytes(random, whole);
  return [{ method: 'RAW', target, headers: [], body: Buffer.alloc(0), raw, isGrpc: true }];
}

/** Connections of many calls, whose frames are odd, cut and in any order. */
function connections(random: Random): readonly FuzzRequest[] {
  const isOurs = random.chance(0.8);
  const method = (): (typeof METHODS)[number] => random.weighted(METHODS.map((each) => [each[0], each] as const));
  let last = method();
  const target = (): string => {
    last = method();
    const isOther = !isOurs && random.chance(0.5);
    return isOther ? random.pick(OTHER_PATHS) : `/${messages.Dgraph.typeName}/${last[1]}`;
  };
  const parts = scene(random, target, () => Buffer.from(last[2](random)));
  const raw = Buffer.concat(parts);
  return [
    { method: 'RAW', target: isOurs ? target() : '/', headers: [], body: Buffer.alloc(0), raw, parts, isGrpc: true },
  ];
}

export const GRPC_GENERATORS: readonly Generator[] = [
  { route: 'grpc:call', weight: 60, kind: 'work', make: call },
  { route: 'grpc:connections', weight: 15, kind: 'quick', make: connections },
  { route: 'grpc:frames', weight: 15, kind: 'quick', make: frames },
];
