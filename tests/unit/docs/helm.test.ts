/** The Helm chart: its values, settings and version; with helm on the PATH, that it is linted and rendered. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { parse, parseAllDocuments } from 'yaml';
import { version } from '../../../package.json';
import { readConfig, SETTINGS } from '../../../src/config';
import { patternOf } from '../../../src/http/route';
import { ROUTES } from '../../../src/http/routes';
import { itIf } from '../../support/conditional';
import { runs } from '../../support/runs';

const chart = path.join(__dirname, '../../../deploy/helm/owlgate');
const read = (file: string): string => readFileSync(path.join(chart, file), 'utf8');
const templates = readdirSync(path.join(chart, 'templates')).map((file) => read(`templates/${file}`));
const values = parse(read('values.yaml')) as Record<string, unknown>;

it('has the version of the program', () => {
  expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

it('uses values that values.yaml has, and all of them', () => {
  const used = new Set(
    templates.flatMap((text) => [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, name]) => name!)),
  );
  const valueAt = (name: string): unknown =>
    name
      .split('.')
      .slice(1)
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
  expect([...used].filter((name) => valueAt(name) === undefined)).toEqual([]);
  const first = new Set([...used].map((name) => name.split('.')[1]));
  expect(Object.keys(values).filter((name) => !first.has(name))).toEqual([]);
});

it('sets variables that are settings, and probes routes that there are', () => {
  const deployment = read('templates/deployment.yaml');
  const names = [...deployment.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name]) => name!);
  const settings = new Set(SETTINGS.flatMap(({ name }) => [name, `${name}_FILE`]));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !settings.has(name))).toEqual([]);
  const paths = templates.flatMap((text) => [...text.matchAll(/path: (\/\w+)[, \n]/g)].map(([, at]) => at!));
  expect(new Set(paths)).toEqual(new Set(['/livez', '/readyz', '/metrics']));
  const patterns = ROUTES.map(patternOf);
  for (const at of paths) expect(patterns).toContain(at);
});

const helm = spawnSync('helm', ['version', '--short']).status === 0;
const run = (...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync('helm', [...args], { cwd: chart, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
const ALL = [
  'dgraph.url=http://a:8080,dgraph.user=groot,autoscaling.enabled=true,serviceMonitor.enabled=true,hosts=graph.example',
  'apiKeys.secretName=k,tls.secretName=t,grpcTls.secretName=g,secret.name=s,secret.keys={DGRAPH_PASSWORD},settings.OWLGATE_POLL_MS=100',
].join(',');

interface Resource {
  readonly kind: string;
  readonly metadata: Named;
  readonly spec: { readonly replicas?: number; readonly template?: { readonly spec: PodSpec } };
}
interface Named {
  readonly name: string;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly scheme: string };
}
interface PodSpec {
  readonly volumes: readonly Named[];
  readonly containers: readonly {
    readonly env: readonly (Named & { readonly value: string })[];
    readonly volumeMounts: readonly (Named & { readonly mountPath: string })[];
    readonly startupProbe: Probe;
    readonly livenessProbe: Probe;
    readonly readinessProbe: Probe;
  }[];
}
const render = (set: string): readonly Resource[] =>
  parseAllDocuments(run('template', 'release', '.', '--set', set)).map((document) => document.toJS() as Resource);

itIf(helm, 'needs a helm program')('is linted', () => {
  run('lint', '--strict', '.', '--set', 'dgraph.url=http://a:8080');
  run('lint', '--strict', '.', '--set', ALL);
});

itIf(helm, 'needs a helm program')('makes a deployment whose environment the gateway accepts', () => {
  const kinds = ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
  const plain = render('dgraph.url=http://a:8080');
  expect(plain.map(({ kind }) => kind).sort()).toEqual(kinds);
  expect(plain.find(({ kind }) => kind === 'Deployment')!.spec.replicas).toBe(2);
  const full = render(ALL);
  expect(full.map(({ kind }) => kind).sort()).toEqual([...kinds, 'HorizontalPodAutoscaler', 'ServiceMonitor'].sort());
  const { spec } = full.find(({ kind }) => kind === 'Deployment')!;
  // The autoscaler decides.
  expect(spec.replicas).toBeUndefined();
  const { env } = spec.template!.spec.containers[0]!;
  const environment = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  expect(environment['DGRAPH_PASSWORD_FILE']).toBe('/run/secrets/settings/DGRAPH_PASSWORD');
  const { DGRAPH_PASSWORD_FILE: _, ...others } = environment;
  expect(readConfig([], { ...others, DGRAPH_PASSWORD: 'p' })).toMatchObject({
    kind: 'run',
    warnings: [],
    config: { apiKeys: '/run/secrets/api-keys/keys', hosts: expect.arrayContaining(['release', 'graph.example']) },
  });
});

itIf(helm, 'needs a helm program')('asks for the address of the alphas', () => {
  expect(() => run('template', 'release', '.')).toThrow('dgraph.url: the address of the alphas is required');
  expect(() => run('template', 'release', '.', '--set', 'dgraph.url=alpha')).toThrow(/does not match/i);
});

/** Values that an operator sets, each with what others it needs. */
const CHOICES: readonly string[] = [
  ...[
    'tls.secretName=t',
    'grpcTls.secretName=g',
    'apiKeys.secretName=k',
    'dgraph.user=groot,secret.name=s,secret.keys={DGRAPH_PASSWORD}',
  ],
  ...['autoscaling.enabled=true', 'autoscaling.enabled=true,autoscaling.requestsPerSecond=100', 'replicas=5'],
  ...[
    'serviceMonitor.enabled=true',
    'networkPolicy.enabled=false',
    'hosts=a.example\\,b.example',
    'dgraph.grpc=a:9080',
  ],
  ...['settings.OWLGATE_POLL_MS=100', 'settings.LOG_LEVEL=debug', 'image.tag=sha256:ab'],
  ...['whitelist=10.0.0.0/8', 'metricsFrom=10.0.0.0/8', 'service.type=LoadBalancer', 'podAnnotations.a=b'],
];

itIf(helm, 'needs a helm program')('renders every combination of values', () => {
  fc.assert(
    fc.property(fc.subarray([...CHOICES]), (choices) => {
      const resources = render(['dgraph.url=http://a:8080', ...choices].join(','));
      for (const { kind, metadata } of resources)
        expect({ kind, name: metadata.name }).toEqual({ kind, name: 'release' });
      const { containers, volumes } = resources.find(({ kind }) => kind === 'Deployment')!.spec.template!.spec;
      const [{ env, volumeMounts, startupProbe, livenessProbe, readinessProbe }] = containers as [
        PodSpec['containers'][0],
      ];
      expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
      const environment = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      expect(Object.keys(environment)).toHaveLength(env.length);
      const files = Object.entries(environment).filter(([, value]) => value.startsWith('/run/secrets/'));
      for (const [, file] of files) {
        expect(volumeMounts.some(({ mountPath }) => file.startsWith(`${mountPath}/`))).toBe(true);
      }
      const { DGRAPH_PASSWORD_FILE, ...others } = environment;
      const password = DGRAPH_PASSWORD_FILE === undefined ? {} : { DGRAPH_PASSWORD: 'p' };
      expect(readConfig([], { ...others, ...password })).toMatchObject({ kind: 'run', warnings: [] });
      const scheme = choices.includes('tls.secretName=t') ? 'HTTPS' : 'HTTP';
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) expect(httpGet.scheme).toBe(scheme);
    }),
    { numRuns: runs(40) },
  );
});
