/** Requests to documents, questions in words, conversations and the Model Context Protocol. */
import { TOOLS } from '../../../src/retrieval/mcp/tools';
import { MODULES } from '../../../src/retrieval/types';
import { dqlQuery, rdfMutation } from '../formats/dql';
import { html, markdown, pdf, plainText, question } from '../formats/documents';
import { bySchema, jsonText, randomJson, randomObject, type Schema } from '../formats/json';
import { RDF_FORMATS } from '../formats/rdf';
import { generate } from '../generate/format';
import { ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { CLASSES, NS } from '../world';
import { asTarget, type FuzzRequest } from '../wire/request';
import { build } from './build';
import type { Generator } from './generator';
import { parameters } from './parameters';

const JSON_TYPE = 'application/json';
const SOURCES = ['a.txt', 'b.md', 'https://example.org/c', 'd'];

const databasePath = (random: Random): string =>
  `/api/v1/databases/${random.chance(0.95) ? 'default' : asTarget(encodeURIComponent(Buffer.from(random.pick(ODD_TEXTS)).toString()))}`;

const post = (random: Random, target: string, value: unknown, words: readonly string[] = []): FuzzRequest =>
  build(random, { method: 'POST', target, type: JSON_TYPE, body: jsonText(random, value, words) });

function documents(random: Random): FuzzRequest {
  const target = `${databasePath(random)}/documents`;
  const progress = random.chance(0.15)
    ? [['Accept', random.pick(['application/x-ndjson', 'text/event-stream'])] as const]
    : [];
  if (random.chance(0.4)) {
    const list = random.list(0, 3, () => ({
      source: random.pick(SOURCES),
      text: generate(random, random.pick([plainText, markdown, html])).slice(0, 20_000),
      ...(random.chance(0.5) && {
        media_type: random.pick(['text/plain', 'text/markdown', 'text/html', 'application/pdf', 'x']),
      }),
      ...(random.chance(0.3) && { title: random.pick(ODD_TEXTS) }),
      ...(random.chance(0.3) && { metadata: randomObject(random, ['a', '__proto__', 'uid']) }),
    }));
    const body = jsonText(random, { documents: list }, ['documents', 'source', 'text', 'title', 'metadata']);
    return build(random, { method: 'POST', target, type: JSON_TYPE, body, headers: progress });
  }
  const [type, body] = random.weighted<() => readonly [string, Buffer | string]>([
    [3, () => ['text/plain', generate(random, plainText).slice(0, 50_000)]],
    [3, () => ['text/markdown', generate(random, markdown).slice(0, 50_000)]],
    [3, () => ['text/html', generate(random, html).slice(0, 50_000)]],
    [1, () => ['application/pdf', pdf(random)]],
    [1, () => [`text/plain; charset=${random.pick(['utf-16', 'shift_jis', 'x', 'utf-8"'])}`, random.bytes(200)]],
  ])();
  const known = { source: SOURCES, title: ['T'], metadata: ['{"a":1}', '[]', '{'] };
  return build(random, {
    method: 'POST',
    target: target + parameters(random, known, ['source']),
    type,
    body,
    headers: progress,
  });
}

const asked = (random: Random): unknown => ({
  question: generate(random, question).slice(0, 10_050),
  ...(random.chance(0.5) && { module: random.pick([...MODULES, 'x']) }),
  ...(random.chance(0.3) && { trace: random.pick(['summary', 'full', 'x']) }),
});

const QUESTION_WORDS = ['question', 'module', 'trace', 'naive', 'owl', 'full'];
const CONVERSATIONS = ['c1', 'c2', 'c3', 'a.b:c@d-e', 'x'.repeat(129)];
const conversationPath = (random: Random): string =>
  `${databasePath(random)}/chat/conversations/${random.chance(0.95) ? random.pick(CONVERSATIONS) : asTarget(random.pick(['%00', 'a%2Fb', 'é', '..', '%']))}`;

/** Material for arguments of tools, by the name of the property. */
const argumentText =
  (random: Random) =>
  (name: string): string => {
    switch (name) {
      case 'query':
        return generate(random, dqlQuery).slice(0, 5_000);
      case 'set':
      case 'delete':
        return generate(random, rdfMutation).slice(0, 5_000);
      case 'document':
        return generate(random, RDF_FORMATS['text/turtle']).slice(0, 20_000);
      case 'media_type':
        return random.pick(Object.keys(RDF_FORMATS));
      case 'question':
        return generate(random, question).slice(0, 2_000);
      case 'subject':
      case 'object':
        return random.pick(['0x1', `${NS}rex`, 'Being', 'Rex', '"x"@en']);
      case 'database':
        return 'default';
      default:
        return random.pick([...CLASSES, 'tends', 'graph.type', 'title']);
    }
  };

const RESOURCES = [
  'owlgate://default/ontology',
  'owlgate://default/schema',
  'owlgate://default/classes',
  'owlgate://default/classes/Hound',
  'owlgate://x/schema',
  'owlgate://default/classes/%',
  'file:///etc/passwd',
];

function rpc(random: Random): unknown {
  const call = (method: string, params?: unknown): unknown => ({
    jsonrpc: '2.0',
    id: random.pick<unknown>([1, 'a', 0, -1, 1.5]),
    method,
    ...(params !== undefined && { params }),
  });
  return random.weighted<() => unknown>([
    [
      2,
      () =>
        call('initialize', {
          protocolVersion: random.pick(['2025-06-18', '2026-07-28', '2024-11-05', 'x']),
          capabilities: {},
          clientInfo: { name: 'f', version: '1' },
        }),
    ],
    [1, () => call('tools/list', {})],
    [
      16,
      () => {
        const tool = random.pick(TOOLS);
        return call('tools/call', {
          name: tool.name,
          arguments: bySchema(random, tool.inputSchema as Schema, argumentText(random)),
          ...(random.chance(0.2) && { _meta: { progressToken: random.pick<unknown>([1, 'p', {}]) } }),
        });
      },
    ],
    [1, () => call('tools/call', { name: random.pick(ODD_TEXTS), arguments: {} })],
    [3, () => call('resources/read', { uri: random.pick(RESOURCES) })],
    [
      1,
      () =>
        call(
          random.pick([
            'resources/list',
            'resources/templates/list',
            'ping',
            'prompts/list',
            'x',
            'subscriptions/listen',
          ]),
          randomObject(random, ['uri', 'cursor', '_meta']),
        ),
    ],
    [
      1,
      () => ({
        jsonrpc: '2.0',
        method: random.pick(['notifications/initialized', 'notifications/cancelled']),
        params: randomObject(random, ['requestId', 'reason']),
      }),
    ],
    [1, () => randomJson(random, ['jsonrpc', 'id', 'method', 'params', 'result', 'error'])],
  ])();
}

function mcp(random: Random): FuzzRequest {
  const headers = [
    [
      'Accept',
      random.chance(0.95) ? 'application/json, text/event-stream' : random.pick(['application/json', '*/*', 'x']),
    ],
    ...(random.chance(0.3)
      ? [['MCP-Protocol-Version', random.pick(['2025-06-18', '2026-07-28', '2025-03-26', 'x'])]]
      : []),
  ] as [string, string][];
  const body = jsonText(random, rpc(random), ['jsonrpc', 'method', 'params', 'id', 'name', 'arguments', 'tools/call']);
  return build(random, { method: 'POST', target: '/mcp', type: JSON_TYPE, body, headers });
}

const DATABASE = '/api/v1/databases/:id';
const CHAT = `${DATABASE}/chat/conversations`;
const EVENTS = ['0123456789abcdef:0', '0123456789abcdef:5', 'x'];

export const QUESTION_GENERATORS: readonly Generator[] = [
  { route: 'POST /mcp', weight: 50, kind: 'load', make: (random) => [mcp(random)] },
  { route: `POST ${DATABASE}/documents`, weight: 20, kind: 'load', make: (random) => [documents(random)] },
  {
    route: `GET ${DATABASE}/documents`,
    weight: 6,
    kind: 'quick',
    make: (random) => [
      build(random, {
        method: 'GET',
        target: `${databasePath(random)}/documents${parameters(random, { source: SOURCES, first: ['1', '1000'], after: ['0x1', '0', '5'] })}`,
      }),
    ],
  },
  {
    route: `DELETE ${DATABASE}/documents`,
    weight: 4,
    kind: 'work',
    make: (random) => [
      build(random, {
        method: 'DELETE',
        target: `${databasePath(random)}/documents${parameters(random, { source: SOURCES }, ['source'])}`,
      }),
    ],
  },
  {
    route: `POST ${DATABASE}/documents/relink`,
    weight: 1,
    kind: 'load',
    make: (random) => [
      build(random, { method: 'POST', target: `${databasePath(random)}/documents/relink${parameters(random, {})}` }),
    ],
  },
  {
    route: `POST ${DATABASE}/retrieve`,
    weight: 25,
    kind: 'work',
    make: (random) => [post(random, `${databasePath(random)}/retrieve`, asked(random), QUESTION_WORDS)],
  },
  {
    route: `GET ${CHAT}`,
    weight: 3,
    kind: 'quick',
    make: (random) => [
      build(random, {
        method: 'GET',
        target: `${databasePath(random)}/chat/conversations${parameters(random, { first: ['1'], offset: ['0', '3'], owner: ['a'] })}`,
      }),
    ],
  },
  {
    route: `DELETE ${CHAT}/:conversation`,
    weight: 3,
    kind: 'work',
    make: (random) => [build(random, { method: 'DELETE', target: conversationPath(random) })],
  },
  {
    route: `GET ${CHAT}/:conversation/messages`,
    weight: 3,
    kind: 'quick',
    make: (random) => [
      build(random, {
        method: 'GET',
        target: `${conversationPath(random)}/messages${parameters(random, { owner: ['a'] })}`,
      }),
    ],
  },
  {
    route: `POST ${CHAT}/:conversation/messages`,
    weight: 12,
    kind: 'load',
    make: (random) => [post(random, `${conversationPath(random)}/messages`, asked(random), QUESTION_WORDS)],
  },
  {
    route: `GET ${CHAT}/:conversation/messages/:message/events`,
    weight: 4,
    kind: 'load',
    make: (random) => [
      build(random, {
        method: 'GET',
        target: `${conversationPath(random)}/messages/${random.pick(['0123456789abcdef', '@{message}', 'x', '%'])}/events`,
        headers: random.chance(0.4) ? [['Last-Event-ID', random.pick(EVENTS)]] : [],
      }),
    ],
  },
];
