/**
 * Requests to the Model Context Protocol's server: each tool with arguments by its own schema, and the rest of the
 * protocol.
 */
import { TOOLS } from '../../../src/retrieval/mcp/tools';
import { question } from '../formats/documents';
import { dqlQuery, rdfMutation } from '../formats/dql';
import { bySchema, jsonText, randomJson, randomObject } from '../formats/json';
import { RDF_FORMATS } from '../formats/rdf';
import { generate } from '../generate/format';
import { ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { CLASSES, NS } from '../world';
import type { FuzzRequest } from '../wire/request';
import { build } from './build';
import type { Generator } from './generator';

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

interface Message {
  readonly method?: string;
  readonly params?: object;
}

function message(random: Random): Message {
  const call = (method: string, params: object): Message =>
    ({
      jsonrpc: '2.0',
      id: random.pick<unknown>([1, 'a', 0, -1, 1.5]),
      method,
      params,
    }) as Message;
  return random.weighted<() => Message>([
    [2, () => call('initialize', initialization(random))],
    [1, () => call('tools/list', {})],
    [
      16,
      () => {
        const { name, inputSchema } = random.pick(TOOLS);
        const token = random.chance(0.2) && { _meta: { progressToken: random.pick<unknown>([1, 'p', {}]) } };
        return call('tools/call', {
          name,
          arguments: bySchema(random, inputSchema, argumentText(random)),
          ...token,
        });
      },
    ],
    [1, () => call('tools/call', { name: random.pick(ODD_TEXTS), arguments: {} })],
    [3, () => call('resources/read', { uri: random.pick(RESOURCES) })],
    [1, () => call(random.pick(METHODS), randomObject(random, ['uri', 'cursor', '_meta']))],
    [
      1,
      () => ({
        jsonrpc: '2.0',
        method: random.pick(NOTIFICATIONS),
        params: randomObject(random, ['requestId', 'reason']),
      }),
    ],
    [1, () => randomJson(random, ['jsonrpc', 'id', 'method', 'params', 'result', 'error']) as Message],
  ])();
}

const METHODS = ['resources/list', 'resources/templates/list', 'ping', 'prompts/list', 'x', 'subscriptions/listen'];
const NOTIFICATIONS = ['notifications/initialized', 'notifications/cancelled'];

const initialization = (random: Random): object => ({
  protocolVersion: random.pick(['2025-06-18', '2026-07-28', '2024-11-05', 'x']),
  capabilities: {},
  clientInfo: { name: 'f', version: '1' },
});

/** The version without a handshake: each request says what it speaks. */
const STATELESS = '2026-07-28';
const STATELESS_META = {
  'io.modelcontextprotocol/protocolVersion': STATELESS,
  'io.modelcontextprotocol/clientInfo': { name: 'f', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function mcp(random: Random): FuzzRequest {
  const original = message(random);
  const accept = random.chance(0.97)
    ? 'application/json, text/event-stream'
    : random.pick(['application/json', '*/*', 'x']);
  const headers: (readonly [string, string])[] = [['Accept', accept]];
  let body: unknown = original;
  if (random.chance(0.4)) {
    const { method, params = {} } = Object(original) as Message;
    const { name } = Object(params) as { name?: unknown };
    headers.push(['MCP-Protocol-Version', STATELESS]);
    if (typeof method === 'string') headers.push(['Mcp-Method', headerValue(method)]);
    if (typeof name === 'string') headers.push(['Mcp-Name', headerValue(name)]);
    body = { ...original, params: { ...params, _meta: STATELESS_META } };
  } else if (random.chance(0.2)) headers.push(['MCP-Protocol-Version', random.pick(['2025-06-18', '2025-03-26', 'x'])]);
  const words = ['jsonrpc', 'method', 'params', 'id', 'name', 'arguments', 'tools/call'];
  return build(random, {
    method: 'POST',
    target: '/mcp',
    type: 'application/json',
    body: jsonText(random, body, words, 0.75),
    headers,
  });
}

const headerValue = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');

export const MCP_GENERATORS: readonly Generator[] = [
  { route: 'POST /mcp', weight: 50, kind: 'load', make: (random) => [mcp(random)] },
];
