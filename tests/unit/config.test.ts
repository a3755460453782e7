import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { ConfigError, helpText, readConfig, SETTINGS, type Config } from '../../src/config';
import { addressList } from '../../src/util/addressList';
import { DEFAULT_CONCURRENCY } from '../../src/util/concurrencyLimits';

function config(argv: string[] = [], env: Record<string, string> = {}): Config {
  const invocation = readConfig(argv, env);
  if (invocation.kind !== 'run') throw new Error('it prints something');
  return invocation.config;
}

function problem(argv: string[], env: Record<string, string> = {}): string {
  try {
    readConfig(argv, env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('secrets in files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'owlgate-secrets-'));
  const fileWith = (text: string): string => {
    const file = path.join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };
  afterAll(() => rmSync(folder, { recursive: true }));
  const cluster = { DGRAPH_URL: 'http://a:8080', DGRAPH_USER: 'groot' };

  it('are read without their last line break', () => {
    const env = { ...cluster, DGRAPH_PASSWORD_FILE: fileWith('a, b\n') };
    expect(config([], env).dgraphLogin).toMatchObject({ password: 'a, b' });
    expect(readConfig([], env)).toMatchObject({ warnings: [] });
    const keys = { OWLGATE_REGISTRY_KEY_FILE: fileWith('the-first-key-is-longer,the-other-key-as-well\n') };
    expect(config([], keys).registryKeys).toHaveLength(2);
  });

  it('stay files where the setting takes a path', () => {
    expect(config([], { OWLGATE_API_KEYS_FILE: '/run/keys' }).apiKeys).toBe('/run/keys');
  });

  it('are refused beside the value, without a file, and empty', () => {
    const both = { ...cluster, DGRAPH_PASSWORD: 'hidden', DGRAPH_PASSWORD_FILE: fileWith('hidden') };
    expect(problem([], both)).toBe('DGRAPH_PASSWORD_FILE: DGRAPH_PASSWORD is set, too; set one of them');
    expect(problem([], { ...cluster, DGRAPH_PASSWORD_FILE: '/no/such' })).toBe(
      'DGRAPH_PASSWORD_FILE: /no/such: no such file or directory',
    );
    expect(problem([], { ...cluster, DGRAPH_PASSWORD_FILE: fileWith(' \n') })).toMatch(/is empty$/);
    const wrong = problem([], { OWLGATE_REGISTRY_KEY_FILE: fileWith('short') });
    expect(wrong).toMatch(/^OWLGATE_REGISTRY_KEY_FILE: the value is not accepted/);
  });

  it('are of secret settings alone', () => {
    expect(readConfig([], { OWLGATE_POLL_MS_FILE: '/x' })).toMatchObject({ warnings: [expect.any(String)] });
  });
});

describe('workers', () => {
  it('are for clusters', () => {
    expect(config().workers).toBe(1);
    expect(config([], { DGRAPH_URL: 'http://a:8080', OWLGATE_WORKERS: '4' }).workers).toBe(4);
    expect(problem([], { OWLGATE_WORKERS: '2' })).toBe(
      'OWLGATE_WORKERS: the embedded engine is served by one process, not 2; set DGRAPH_URL to use a cluster',
    );
    expect(problem(['--workers=65'], { DGRAPH_URL: 'http://a:8080' })).toMatch(/^--workers: "65" is not accepted/);
  });
});

describe('TLS', () => {
  const both = { OWLGATE_TLS_CERT: 'a.pem', OWLGATE_TLS_KEY: 'a.key' };
  const files = { certificate: 'a.pem', key: 'a.key', clientAuthorities: undefined };

  it('is of both ports, unless the port of gRPC has its own or none', () => {
    expect(config()).toMatchObject({ httpTls: undefined, grpcTls: undefined });
    expect(config([], both)).toMatchObject({ httpTls: files, grpcTls: files });
    const own = { OWLGATE_GRPC_CERT: 'b.pem', OWLGATE_GRPC_KEY: 'b.key', OWLGATE_GRPC_CLIENT_CA: 'ca.pem' };
    const ownFiles = { certificate: 'b.pem', key: 'b.key', clientAuthorities: 'ca.pem' };
    expect(config([], { ...both, ...own })).toMatchObject({ httpTls: files, grpcTls: ownFiles });
    expect(config([], own)).toMatchObject({ httpTls: undefined, grpcTls: ownFiles });
    expect(config([], { ...both, OWLGATE_GRPC_CERT: 'off' })).toMatchObject({ httpTls: files, grpcTls: undefined });
  });

  it.each(['OWLGATE_TLS', 'OWLGATE_GRPC'])('of %s needs a certificate and its key', (prefix) => {
    expect(problem([], { [`${prefix}_CERT`]: 'a' })).toBe(`${prefix}_CERT needs ${prefix}_KEY`);
    expect(problem([], { [`${prefix}_KEY`]: 'a' })).toBe(`${prefix}_KEY needs ${prefix}_CERT`);
    expect(problem([], { [`${prefix}_CLIENT_CA`]: 'a' })).toMatch(/_CLIENT_CA needs .*_CERT and .*_KEY$/);
  });
});

describe('readConfig', () => {
  it('has defaults for everything', () => {
    expect(config()).toEqual({
      port: 8080,
      workers: 1,
      host: '127.0.0.1',
      equality: 'off',
      apiKeys: undefined,
      origins: [],
      registryKeys: [],
      hosts: [],
      trustedProxies: [],
      bodyBudget: 536_870_912,
      concurrency: DEFAULT_CONCURRENCY,
      graphql: 'on',
      documentLimits: { seconds: 60, memoryMb: 1024 },
      graphqlLimits: { depth: 50, aliases: 1000, complexity: 10000 },
      dgraphUrls: [],
      scrapers: [],
      logsAccess: true,
      slowRequests: undefined,
      otlpUrl: undefined,
      dgraphGrpc: [],
      secretFiles: [],
      grpcPort: 9080,
      dgraphLogin: undefined,
      dataDirectory: './data',
      logLevel: 'info',
      logFormat: 'text',
      maxBodyBytes: 268_435_456,
      pollMs: 250,
      idempotencyHours: 24,
      maxGroup: 64,
      silenceMs: 15_000,
      waitSeconds: 60,
      whitelist: [],
      imports: undefined,
      maxNewPredicates: 2000,
      importsFetch: [],
      modelLinks: true,
      embeddingFolder: '',
      rerankingFolder: '',
      databases: undefined,
    });
  });

  it('reads the environment, and flags before it', () => {
    const env = {
      PORT: '9090',
      HOST: '0.0.0.0',
      DGRAPH_URL: 'http://a:8080, https://user:pw@b/base ,',
      GRPC_PORT: 'off',
      DGRAPH_USER: 'groot',
      OWLGATE_API_KEYS: 'keys.txt',
      OWLGATE_REGISTRY_KEY: `the-first-key-is-longer, ${'k'.repeat(16)}`,
      OWLGATE_ORIGINS: 'https://a.example, http://b:8000',
      DGRAPH_PASSWORD: 'a, b',
      DGRAPH_NAMESPACE: '3',
      OWLGATE_DATA: '/var/lib/owlgate',
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
      OWLGATE_MAX_BODY: '4096',
      OWLGATE_BODY_BUDGET: '8192',
      OWLGATE_CONCURRENCY: 'read=64,address=128',
      OWLGATE_TRUSTED_PROXIES: '10.0.0.5, 192.168.0.0/16=Forwarded',
      OWLGATE_HOSTS: 'Graph.example, graph',
      OWLGATE_POLL_MS: '100',
      OWLGATE_WAIT: '0',
      OWLGATE_WHITELIST: '10.0.0.0/8,192.168.1.7,10.0.0.1:10.0.0.9,fd00::/8',
      OWLGATE_IMPORTS: '/etc/ontologies',
      OWLGATE_IMPORTS_FETCH: 'www.w3.org, *.example.org:8443',
      OWL_EQUALITY: 'sameAs',
      OWLGATE_GRAPHQL: 'off',
      OWLGATE_GRAPHQL_DEPTH: '20',
      OWLGATE_GRAPHQL_ALIASES: '0',
      OWLGATE_GRAPHQL_COMPLEXITY: '500',
      OWLGATE_IDEMPOTENCY_HOURS: '12',
      OWLGATE_WRITE_GROUP: '16',
    };
    expect(config([], env)).toEqual({
      port: 9090,
      workers: 1,
      apiKeys: 'keys.txt',
      origins: ['https://a.example', 'http://b:8000'],
      registryKeys: ['the-first-key-is-longer', 'k'.repeat(16)],
      hosts: ['graph.example', 'graph'],
      trustedProxies: ['10.0.0.5', '192.168.0.0/16=Forwarded'],
      bodyBudget: 8192,
      concurrency: { ...DEFAULT_CONCURRENCY, read: 64, address: 128 },
      equality: 'sameAs',
      graphql: 'off',
      documentLimits: { seconds: 60, memoryMb: 1024 },
      graphqlLimits: { depth: 20, aliases: 0, complexity: 500 },
      host: '0.0.0.0',
      dgraphUrls: ['http://a:8080', 'https://user:pw@b/base'],
      dgraphGrpc: ['a:9080'],
      secretFiles: [],
      grpcPort: undefined,
      dgraphLogin: { userid: 'groot', password: 'a, b', namespace: 3 },
      dataDirectory: '/var/lib/owlgate',
      logLevel: 'debug',
      logFormat: 'json',
      maxBodyBytes: 4096,
      pollMs: 100,
      idempotencyHours: 12,
      maxGroup: 16,
      silenceMs: 15_000,
      waitSeconds: 0,
      scrapers: [],
      logsAccess: true,
      slowRequests: undefined,
      otlpUrl: undefined,
      whitelist: ['10.0.0.0/8', '192.168.1.7', '10.0.0.1:10.0.0.9', 'fd00::/8'],
      imports: '/etc/ontologies',
      maxNewPredicates: 2000,
      importsFetch: ['www.w3.org', '*.example.org:8443'],
      modelLinks: true,
      embeddingFolder: '',
      rerankingFolder: '',
      databases: undefined,
    });
    expect(config(['--port=1', '--host', 'localhost', '--wait', '3'], env)).toMatchObject({
      port: 1,
      host: 'localhost',
      silenceMs: 15_000,
      waitSeconds: 3,
      logLevel: 'debug',
    });
  });

  it('takes an empty value for none', () => {
    expect(config(['--data='], { PORT: '', DGRAPH_URL: ' ', OWLGATE_DATA: '/x' })).toMatchObject({
      port: 8080,
      dgraphUrls: [],
      dataDirectory: './data',
    });
  });

  it('logs JSON in production', () => {
    expect(config([], { NODE_ENV: 'production' }).logFormat).toBe('json');
    expect(config([], { NODE_ENV: 'production', LOG_FORMAT: 'text' }).logFormat).toBe('text');
  });

  it.each([
    [{ PORT: 'http' }, 'PORT: "http" is not accepted; expected an integer from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT: "65536" is not accepted; expected an integer from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT: "80.5" is not accepted; expected an integer from 0 to 65535'],
    [{ HOST: 'a b' }, 'HOST: "a b" is not accepted; expected a host name or an IP address'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: "loud" is not accepted; expected debug, info, warn or error'],
    [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT: "xml" is not accepted; expected json or text'],
    [
      { OWLGATE_MAX_BODY: '10' },
      'OWLGATE_MAX_BODY: "10" is not accepted; expected a number of bytes from 1024 to 1073741824',
    ],
    [{ OWLGATE_WAIT: '-1' }, 'OWLGATE_WAIT: "-1" is not accepted; expected an integer from 0 to 86400'],
    [
      { OWLGATE_IMPORTS_FETCH: 'true' },
      'OWLGATE_IMPORTS_FETCH: "true" is not accepted; expected a comma-separated list of hosts ' +
        '(www.w3.org, *.example.org:8443, 10.1.2.3, intranet.example=10.0.0.0/8, or * for every public host)',
    ],
    [{ OWLGATE_POLL_MS: '1' }, 'OWLGATE_POLL_MS: "1" is not accepted; expected an integer from 50 to 600000'],
  ])('refuses %j', (env, message) => expect(problem([], env as never)).toBe(message));

  it('makes room for two bodies of the largest size, and for half a gigabyte at least', () => {
    expect(config([], { OWLGATE_MAX_BODY: '4096' }).bodyBudget).toBe(512 * 2 ** 20);
    expect(config([], { OWLGATE_MAX_BODY: String(2 ** 30) }).bodyBudget).toBe(2 ** 31);
    expect(problem([], { OWLGATE_MAX_BODY: '4096', OWLGATE_BODY_BUDGET: '8191' })).toBe(
      'OWLGATE_BODY_BUDGET: 8191 is less than twice OWLGATE_MAX_BODY (4096): a compressed body of that size ' +
        'would not fit',
    );
  });

  it.each([
    ['OWLGATE_TRUSTED_PROXIES', 'proxy.example'],
    ['OWLGATE_TRUSTED_PROXIES', '10.0.0.5=a b'],
    ['OWLGATE_HOSTS', 'graph.example:8080'],
    ['OWLGATE_HOSTS', 'https://graph.example'],
    ['OWLGATE_HOSTS', '*'],
    ['OWLGATE_HOSTS', '10.0.0.5'],
    ['OWLGATE_CONCURRENCY', 'reads=1'],
    ['OWLGATE_CONCURRENCY', 'read=0'],
    ['OWLGATE_BODY_BUDGET', '512 MiB'],
  ])('refuses %s=%s', (name, value) => expect(problem([], { [name]: value })).toContain(`${name}: `));

  it.each(['10.0.0.0/33', '10.0.0', 'localhost', '10.0.0.9:10.0.0.1', '::1/129', '10.0.0.0/8/8', '/8', 'a:b', '1:2:3'])(
    'refuses the whitelist %s',
    (value) => expect(problem([], { OWLGATE_WHITELIST: `127.0.0.1,${value}` })).toContain('OWLGATE_WHITELIST: '),
  );

  it.each(['localhost:8080', 'ftp://a', 'http://', 'a', 'http://user:secret@a:8080?x=1', 'http://a,b'])(
    'refuses the cluster %s without repeating it',
    (value) =>
      expect(problem([], { DGRAPH_URL: value })).toBe(
        'DGRAPH_URL: the value is not accepted; expected a comma-separated list of addresses such as ' +
          'http://localhost:8080',
      ),
  );

  it.each([
    ',',
    'short',
    `${'k'.repeat(16)},`,
    `${'k'.repeat(16)},short`,
    'with spaces in the key',
    'ä'.repeat(20),
    'k'.repeat(1025),
  ])('refuses registry keys that are not accepted without repeating them, case %#', (value) =>
    expect(problem([], { OWLGATE_REGISTRY_KEY: value })).toBe(
      'OWLGATE_REGISTRY_KEY: the value is not accepted; expected a comma-separated list of keys, each of 16 to 1024 ' +
        'visible ASCII characters',
    ),
  );

  it.each([
    [['--prot', '1'], 'unknown argument "--prot"; --help lists all options'],
    [['serve'], 'unknown argument "serve"; --help lists all options'],
    [['--port'], '--port needs a value: --port=…'],
    [['--port', '--host', 'x'], '--port needs a value: --port=…'],
    [['--port=1', '--port', '2'], '--port is given twice'],
    [['--port', 'x'], '--port: "x" is not accepted; expected an integer from 0 to 65535'],
  ])('refuses %j', (argv, message) => expect(problem(argv)).toBe(message));

  it.each([
    [{ DGRAPH_URL: 'http://localhost:8080' }, 'localhost:8080'],
    [{ DGRAPH_URL: 'http://127.0.0.1:8080', HOST: '0.0.0.0' }, '127.0.0.1:8080'],
    [{ DGRAPH_URL: 'http://[::1]', PORT: '80', HOST: 'localhost' }, '[::1]:80'],
    [{ DGRAPH_URL: 'http://gate:8080', HOST: 'gate' }, 'gate:8080'],
  ])('refuses a cluster that is the gateway itself: %j', (env, place) => {
    expect(problem([], env as never)).toBe(
      `DGRAPH_URL: ${place} is this gateway's own address; set PORT to another port`,
    );
  });

  it('takes another host on the same port, and the same host on another', () => {
    expect(config([], { DGRAPH_URL: 'http://alpha:8080' }).dgraphUrls).toHaveLength(1);
    expect(config([], { DGRAPH_URL: 'http://localhost:8081' }).dgraphUrls).toHaveLength(1);
  });

  it('names variables that look like settings and are none', () => {
    const invocation = readConfig([], { OWLGATE_WHITELST: '10.0.0.0/8', PATH: '/bin' });
    expect(invocation).toMatchObject({
      warnings: ['OWLGATE_WHITELST in the environment is not a setting; --help lists all settings'],
    });
  });

  it('asks for help and version', () => {
    expect(readConfig(['--help'], {})).toEqual({ kind: 'help' });
    expect(readConfig(['-h'], { PORT: 'bad' })).toEqual({ kind: 'help' });
    expect(readConfig(['--version'], {})).toEqual({ kind: 'version' });
  });
});

describe('helpText', () => {
  it('lists every setting with its flag, meaning and default', () => {
    const lines = helpText().split('\n');
    for (const { name, flag, meaning, default: fallback } of SETTINGS) {
      const line = lines.find((candidate) => candidate.trim().startsWith(`${name} `))!;
      expect(line).toContain(flag);
      expect(line).toContain(meaning);
      if (fallback !== '') expect(line).toContain(`(default: ${fallback})`);
    }
  });

  it('has defaults that are what readConfig takes', () => {
    const env = Object.fromEntries(
      SETTINGS.filter(({ name }) => name !== 'LOG_FORMAT').map(({ name, default: fallback }) => [name, fallback]),
    );
    expect(config([], env)).toEqual(config());
  });
});

describe('addressList', () => {
  it('is empty for no entries, and undefined for one that cannot be read', () => {
    expect(addressList([])!.check('127.0.0.1')).toBe(false);
    expect(addressList(['nowhere'])).toBeUndefined();
  });
});

describe('a login', () => {
  const DGRAPH_URL = 'http://a:8080';
  it.each([
    [{ DGRAPH_URL, DGRAPH_USER: 'u' }, /DGRAPH_USER needs DGRAPH_PASSWORD/],
    [{ DGRAPH_URL, DGRAPH_PASSWORD: 'hidden' }, /DGRAPH_PASSWORD needs DGRAPH_USER/],
    [{ DGRAPH_USER: 'u', DGRAPH_PASSWORD: 'hidden' }, /the embedded engine has no users/],
    [{ DGRAPH_URL, DGRAPH_USER: 'u', DGRAPH_PASSWORD: 'hidden', DGRAPH_NAMESPACE: '-1' }, /DGRAPH_NAMESPACE: "-1"/],
  ])('is whole, and of a cluster', (env, message) => {
    expect(problem([], env)).toMatch(message);
    expect(problem([], env)).not.toContain('hidden');
  });
});

describe('models in folders', () => {
  it('are the paths that are set', () => {
    const env = { OWLGATE_EMBEDDING_MODEL_PATH: '/models/a', OWLGATE_RERANKING_MODEL_PATH: '/models/b' };
    expect(config([], env)).toMatchObject({ embeddingFolder: '/models/a', rerankingFolder: '/models/b' });
    expect(config(['--embedding-model-path', 'c'])).toMatchObject({ embeddingFolder: 'c', rerankingFolder: '' });
  });

  it('exclude an embedding model at an endpoint', () => {
    const env = { OWLGATE_EMBEDDING_MODEL: 'm', OWLGATE_EMBEDDING_URL: 'http://localhost:1/v1' };
    expect(problem([], { ...env, OWLGATE_EMBEDDING_MODEL_PATH: '/models/a' })).toBe(
      'OWLGATE_EMBEDDING_MODEL and OWLGATE_EMBEDDING_MODEL_PATH exclude each other',
    );
  });
});
