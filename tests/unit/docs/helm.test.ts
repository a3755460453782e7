/** The Helm chart: its values, settings and version; with helm on the PATH, that it is linted and rendered. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { version } from '../../../package.json';
import { readConfig, SETTINGS } from '../../../src/config';
import { patternOf } from '../../../src/http/route';
import { ROUTES } from '../../../src/http/routes';
import { itIf } from '../../support/conditional';

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
  readonly spec: { readonly replicas?: number; readonly template?: { readonly spec: PodSpec } };
}
interface PodSpec {
  readonly containers: readonly { readonly env: readonly { readonly name: string; readonly value: string }[] }[];
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
