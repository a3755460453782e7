/** docker-compose.yml and the Dockerfile, as far as they can be held to something without Docker. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '../../../src/config';
import { version } from '../../../package.json';
import { itIf } from '../../support/conditional';
import { hasOpenssl, TestAuthority } from '../../support/http/certificates';

const root = path.join(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Service {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly command?: string | readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

/** `${NAME:-default}` as Compose reads it where NAME is not set. */
const interpolated = read('docker-compose.yml').replace(/\$\{\w+:-([^}]*)\}/g, '$1');
const compose = parse(interpolated, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const { zero, alpha, gateway, ratel } = compose.services as Record<'zero' | 'alpha' | 'gateway' | 'ratel', Service>;

/** Instructions of a Dockerfile, continued lines joined. */
const instructions = read('Dockerfile')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ name: line.slice(0, line.indexOf(' ')), text: line.slice(line.indexOf(' ') + 1) }));
const finalStage = instructions.slice(instructions.map(({ name }) => name).lastIndexOf('FROM'));

describe('docker-compose.yml', () => {
  const composeProgram = [
    ['docker-compose', 'config', '--quiet'],
    ['docker', 'compose', 'config', '--quiet'],
  ].find(([program, ...rest]) => spawnSync(program!, [...rest.slice(0, -2), 'version']).status === 0);

  itIf(composeProgram, 'needs docker-compose or docker compose')('is accepted by Compose itself', () => {
    const [program, ...rest] = composeProgram!;
    const { status, stderr } = spawnSync(program!, rest, { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });

  it('runs zero, alpha, gateway and Ratel in fixed versions', () => {
    const unprofiled = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined);
    expect(unprofiled.map(([name]) => name)).toEqual(['zero', 'alpha', 'gateway', 'ratel']);
    expect(zero.image).toBe('dgraph/dgraph:v25.4.0');
    expect(alpha.image).toBe(zero.image);
    expect(ratel.image).toMatch(/^dgraph\/ratel:v\d+\.\d+\.\d+$/);
    expect(gateway.image).toBe(`owlgate:${version}`);
  });

  it('publishes what people open alone, on loopback', () => {
    const ports = Object.entries(compose.services).flatMap(([name, service]) =>
      (service.ports ?? []).map((port) => `${name} ${port}`),
    );
    expect(ports).toEqual([
      'gateway 127.0.0.1:8080:8080',
      'gateway 127.0.0.1:9080:9080',
      'ratel 127.0.0.1:8000:8000',
      'prometheus 127.0.0.1:9090:9090',
      'grafana 127.0.0.1:3000:3000',
    ]);
  });

  it('starts each once what it stands on is healthy', () => {
    const waits = Object.entries(compose.services).flatMap(([name, service]) =>
      Object.entries(service.depends_on ?? {}).map(([on, { condition }]) => `${name} after ${on}: ${condition}`),
    );
    expect(waits).toEqual([
      'alpha after zero: service_healthy',
      'gateway after alpha: service_healthy',
      'ratel after gateway: service_healthy',
      'prometheus after gateway: service_healthy',
      'grafana after prometheus: service_started',
    ]);
    expect(zero.healthcheck?.test.join(' ')).toContain('http://localhost:6080/health');
    expect(alpha.healthcheck?.test.join(' ')).toContain('http://localhost:8080/health');
    expect(finalStage.map(({ name }) => name)).toContain('HEALTHCHECK');
  });

  it('keeps what zero and alpha write, each in a volume of its own', () => {
    const used = [zero, alpha].flatMap((service) => service.volumes ?? []);
    expect(used).toEqual(['zero:/dgraph', 'alpha:/dgraph']);
    expect(Object.keys(compose.volumes)).toEqual(['zero', 'alpha', 'prometheus', 'grafana']);
  });

  it('has a profile for monitoring in fixed versions, with the files that it mounts', () => {
    const monitoring = Object.values(compose.services).filter(({ profiles }) => profiles?.includes('monitoring'));
    expect(monitoring.map(({ image }) => image.replace(/:v?\d+\.\d+\.\d+$/, ''))).toEqual([
      'prom/prometheus',
      'grafana/grafana',
    ]);
    const mounted = monitoring.flatMap(({ volumes = [] }) => volumes.filter((volume) => volume.startsWith('./')));
    expect(mounted.length).toBeGreaterThan(3);
    for (const volume of mounted) expect(existsSync(path.join(root, volume.split(':')[0]!))).toBe(true);
  });

  it('configures the gateway with settings that it has and accepts', () => {
    const environment = Object.fromEntries(
      Object.entries(gateway.environment ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const names = new Set(SETTINGS.map(({ name }) => name));
    expect(Object.keys(environment).filter((name) => !names.has(name))).toEqual([]);
    expect(readConfig([], environment)).toMatchObject({
      kind: 'run',
      warnings: [],
      config: { dgraphUrls: ['http://alpha:8080'], host: '0.0.0.0', port: 8080 },
    });
  });

  it('lets alpha be administered from private addresses, which the gateway has, and from no other', () => {
    expect(alpha.command).toContain('--security "whitelist=10.0.0.0/8,172.16.0.0/12,192.168.0.0/16"');
  });

  const dgraph = spawnSync('dgraph', ['version']).status === 0;
  itIf(dgraph, 'needs a dgraph program').each(['zero', 'alpha'] as const)('uses flags that dgraph %s has', (name) => {
    const help = spawnSync('dgraph', [name, '--help'], { encoding: 'utf8' });
    const helpText = help.stdout + help.stderr;
    const flags = String(compose.services[name]!.command).match(/--[a-z]+/g)!;
    expect(flags.length).toBeGreaterThan(1);
    for (const flag of flags) expect(helpText).toContain(`${flag} string`);
  });
});

describe('the Dockerfile', () => {
  it('copies only what is there and what .dockerignore lets through', () => {
    const through = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = instructions
      .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from='))
      .flatMap(({ text }) => text.split(' ').slice(0, -1));
    expect([...copied].sort()).toEqual([...through].sort());
    expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('builds in one stage and ships another, with the same Node', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ text }) => text.split(' ')[0]);
    expect(bases).toHaveLength(2);
    expect(new Set(bases).size).toBe(1);
  });

  it('runs as another user than root', () => {
    const order = finalStage.map(({ name }) => name);
    expect(finalStage.find(({ name }) => name === 'USER')?.text).toBe('node');
    expect(order.indexOf('USER')).toBeLessThan(order.indexOf('CMD'));
  });

  it('sets what the gateway reads', () => {
    const env = finalStage.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(' '));
    const names = new Set(['NODE_ENV', ...SETTINGS.map(({ name }) => name)]);
    expect(env.map((pair) => pair.split('=')[0]!).filter((name) => !names.has(name))).toEqual([]);
  });

  it('starts what the package says is its program', () => {
    expect(finalStage.at(-1)).toEqual({ name: 'CMD', text: '["node", "dist/main.js"]' });
    expect(existsSync(path.join(root, 'src/main.ts'))).toBe(true);
  });

  /** Runs the health check of the image. @returns its exit status */
  const checkHealth = (env: Record<string, string>): Promise<number | null> => {
    const { text } = finalStage.find(({ name }) => name === 'HEALTHCHECK')!;
    const [program, ...args] = JSON.parse(text.slice(text.indexOf('['))) as [string, ...string[]];
    const check = spawn(program, args, { cwd: root, env: { ...process.env, ...env } });
    return new Promise((resolve) => check.on('close', resolve));
  };
  const portOf = async (server: Server): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return String((server.address() as AddressInfo).port);
  };

  it.each([
    { answer: 200, healthy: true },
    { answer: 503, healthy: false },
    { answer: undefined, healthy: false },
  ])('its health check, on an answer of $answer: healthy $healthy', async ({ answer, healthy }) => {
    const server = createServer((_, response) => response.writeHead(answer ?? 500).end());
    const PORT = await portOf(server);
    if (answer === undefined) await new Promise((resolve) => server.close(resolve));
    const status = await checkHealth({ PORT });
    server.close();
    expect(status === 0).toBe(healthy);
  });

  itIf(hasOpenssl, 'needs openssl')('its health check over TLS, with and without client certificates', async () => {
    const authority = new TestAuthority();
    const { certificate, key } = authority.issue('gateway');
    const [cert, ca] = [readFileSync(certificate), readFileSync(authority.file)];
    for (const requestCert of [false, true]) {
      const options = { cert, key: readFileSync(key), ca, requestCert, rejectUnauthorized: requestCert };
      const server = createTlsServer(options, (_, response) => response.writeHead(200).end());
      const env = { PORT: await portOf(server), OWLGATE_TLS_CERT: certificate };
      expect({ requestCert, status: await checkHealth(env) }).toEqual({ requestCert, status: 0 });
      await new Promise((resolve) => server.close(resolve));
      expect(await checkHealth(env)).not.toBe(0);
    }
    rmSync(authority.folder, { recursive: true });
  });
});
