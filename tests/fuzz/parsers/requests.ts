/**
 * Readers of what stands around a body: paths, addresses, headers, parameters, forms; keys, settings, command lines.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { COMMANDS, type CommandEntry } from '../../../src/cli/commands';
import { parseCommandLine, UsageError } from '../../../src/cli/command';
import { ConfigError, readConfig, SETTINGS } from '../../../src/config';
import { OwlgateError } from '../../../src/errors';
import { KeySyntaxError, parseKeys, printLine } from '../../../src/http/auth/keys';
import { ClientAddresses } from '../../../src/http/auth/client-address';
import { Hosts } from '../../../src/http/auth/hosts';
import { Origins } from '../../../src/http/auth/origins';
import { takeKey } from '../../../src/http/auth/presented-key';
import { Whitelist } from '../../../src/http/auth/whitelist';
import { readDocuments } from '../../../src/http/ontology-body';
import { Exchange, mediaType } from '../../../src/http/exchange';
import { engineHeaders, requireSingleHeaders } from '../../../src/http/headers';
import { DGRAPH_ENCODINGS, requireEncoding } from '../../../src/http/middleware/body';
import { readParameters } from '../../../src/http/parameters';
import { enginePath, neededRole } from '../../../src/http/route';
import { findRoute } from '../../../src/http/routes';
import { TrustedProxies } from '../../../src/util/trustedProxies';
import { isWebSocket } from '../../../src/util/webSockets';
import { mutateText, type Material } from '../generate/mutate';
import { ODD_NUMBERS, ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { caseAt } from '../requests';
import { requireEqual, type ParserTarget } from './target';

const message = (url: string, headers: Readonly<Record<string, string>> = {}, method = 'POST'): IncomingMessage =>
  Object.assign(Readable.from([]), {
    url,
    method,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage;

const PATHS = [
  '/query?a=b',
  '/%61lter',
  'http://h/admin/schema?x',
  '/ontology/../alter',
  '//mutate',
  '*',
  '/api/v1/databases/a%2fb/documents?first=1',
];
const PATH_MATERIAL: Material = {
  words: ['/', '//', '%2f', '%', '%00', '?', '&', '=', ';', '#', '..', ':', '\\', '+', 'http://', 'ÿ'],
};
const HEADERS = [
  'for=127.0.0.1;proto=http, for="[::1]:80"',
  '127.0.0.1, ::ffff:10.0.0.1',
  'Bearer owk_abc',
  'http://localhost:3000',
  'gzip;q=0.5, br',
  'text/html; charset="a;b"',
];
const HEADER_MATERIAL: Material = {
  words: [',', ';', '=', '"', '[', ']', '::1', '%lo', ':', '127.0.0.1', 'owk_', 'Bearer ', 'for=', '*', '@'],
};

const DIGEST = 'ab'.repeat(32);
const KEY_LINES = [
  `a:read:${DIGEST}\n# x\nb:write:${DIGEST.replace('a', 'c')}:10/hour`,
  `x@y:admin:${DIGEST}:1/second,`,
];
const KEY_MATERIAL: Material = {
  words: [':', ',', '\n', '#', 'read', 'admin', 'write', '/hour', '10', DIGEST, 'owk_x', ' '],
};

const settingLine = (random: Random): string =>
  random
    .list(1, 4, () => {
      const { name, default: fallback } = random.pick(SETTINGS);
      return `${name}=${random.pick([fallback, ...ODD_NUMBERS, ...ODD_TEXTS, 'http://a:1', 'http://u:p@h', 'on', 'a,b'])}`;
    })
    .join('\u001f');

async function optionsOf(entries: readonly CommandEntry[]): Promise<readonly object[]> {
  const all = await Promise.all(
    entries.map(async ({ specification, actions = [] }) => [
      (await specification()).options ?? {},
      ...(await optionsOf(actions)),
    ]),
  );
  return all.flat();
}
let commandOptions: Promise<readonly object[]> | undefined;

const words = (random: Random): string =>
  random
    .list(0, 5, () =>
      random.pick([
        '--url',
        '--file=x',
        '-f',
        '--',
        '-',
        '--api-key',
        '-gx',
        '--format',
        'json',
        '--no-',
        '--=',
        ...ODD_TEXTS,
        ...ODD_NUMBERS,
      ]),
    )
    .join('\u001f');

/** Runs readings that may each be refused. */
function each(...readings: readonly (() => unknown)[]): void {
  for (const reading of readings) {
    try {
      reading();
    } catch (error) {
      if (!(error instanceof OwlgateError)) throw error;
    }
  }
}

export const REQUEST_TARGETS: readonly ParserTarget[] = [
  {
    name: 'parser:path',
    make: (random) => mutateText(random, random.pick(PATHS), PATH_MATERIAL, () => random.pick(PATHS)),
    makeLarge: (_, size) => `/${'%61/'.repeat(size / 4)}?${'a=b&'.repeat(size / 4)}`,
    read: (text) => {
      each(() => {
        const exchange = new Exchange(message(text), {} as never, 'id');
        const { path, target } = exchange;
        const route = findRoute(path);
        each(
          () => {
            if (route.kind === 'dgraph') exchange.retarget(enginePath(route, path), route.parameters ?? {});
            neededRole(route, 'POST', exchange);
          },
          () => readParameters(target, { parameters: { a: {}, first: {} } as never }),
        );
      });
    },
    refusals: [],
  },
  {
    name: 'parser:headers',
    make: (random) =>
      mutateText(random, random.pick([...HEADERS, ...ODD_TEXTS]), HEADER_MATERIAL, () => random.pick(HEADERS)),
    makeLarge: (random, size) => `${random.pick(HEADERS)}, `.repeat(Math.ceil(size / 30)),
    read: (value) => {
      const names = [
        'x-forwarded-for',
        'forwarded',
        'authorization',
        'x-owlgate-key',
        'x-auth-token',
        'origin',
        'host',
      ];
      const headers = Object.fromEntries(
        [...names, 'content-encoding', 'content-type', 'upgrade', 'sec-websocket-protocol'].map((name) => [
          name,
          value,
        ]),
      );
      const request = message('/', headers);
      const hosts = new Hosts([], []);
      const origins = new Origins([], hosts);
      const direct = new ClientAddresses(TrustedProxies.NONE);
      const behindProxy = new ClientAddresses(TrustedProxies.parse(['127.0.0.1=Forwarded'])!);
      each(
        () => new Whitelist([], direct).require(request),
        () => new Whitelist([], behindProxy).require(request),
        () => origins.foreignPageOf(request),
        () => hosts.require(request),
        () => requireSingleHeaders(request),
        () => engineHeaders(request, 'id', names),
        () => requireEncoding(request, DGRAPH_ENCODINGS),
        () => mediaType(value),
        () => isWebSocket(message('/', { ...headers, upgrade: 'websocket' }), ['graphql-ws']),
        () => takeKey(request),
      );
    },
    refusals: [],
  },
  {
    name: 'parser:form',
    // The bodies of multipart requests, as the generator of POST /ontology makes them.
    make: (random) => {
      for (;;) {
        const [request] = caseAt(random.next(), 0, 'POST /ontology').requests;
        const type = request!.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
        if (type.startsWith('multipart/')) return `${type}\n${request!.body.toString('latin1')}`;
      }
    },
    read: async (text) => {
      const [type = '', ...body] = text.split('\n');
      const bytes = Buffer.from(body.join('\n'), 'latin1');
      const headers = { 'content-type': type, 'content-length': String(bytes.length) };
      const request = Object.assign(Readable.from([bytes]), { headers, method: 'POST', url: '/' });
      await readDocuments(request as unknown as IncomingMessage, 1_000_000);
    },
    refusals: [OwlgateError],
  },
  {
    name: 'parser:keys',
    make: (random) => mutateText(random, random.pick(KEY_LINES), KEY_MATERIAL, () => random.pick(KEY_LINES)),
    makeLarge: (_, size) => KEY_LINES[0]!.repeat(Math.ceil(size / 150)),
    read: (text) => {
      const printed = parseKeys(text).map(printLine).join('\n');
      requireEqual(printed, parseKeys(printed).map(printLine).join('\n'));
    },
    refusals: [KeySyntaxError],
  },
  {
    name: 'parser:settings',
    make: (random) => (random.chance(0.7) ? settingLine(random) : `argv\u001f${words(random)}`),
    read: (text) => {
      const lines = text.split('\u001f');
      if (lines[0] === 'argv') return readConfig(lines.slice(1), {});
      return readConfig(
        [],
        Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
      );
    },
    refusals: [ConfigError],
  },
  {
    name: 'parser:command-line',
    make: words,
    read: async (text) => {
      commandOptions ??= optionsOf(COMMANDS);
      for (const options of await commandOptions) {
        try {
          parseCommandLine(text.split('\u001f'), options as never);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
        }
      }
    },
    refusals: [],
  },
];
