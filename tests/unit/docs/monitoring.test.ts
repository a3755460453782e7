/** Dashboard, alert rules and the page on monitoring name metrics that exist, with labels that they have. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse } from 'yaml';
import { Metrics } from '../../../src/telemetry';
import { SETTINGS } from '../../../src/settings';
import { itIf } from '../../support/conditional';

const root = path.join(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const PAGE = read('docs/how-to/monitoring.md');

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}
const dashboard = JSON.parse(read('deploy/grafana/owlgate.json')) as Dashboard;
const rules = (parse(read('deploy/prometheus/owlgate.rules.yml')) as Rules).groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
];

/** Name → type of all metrics of a gateway. */
let types: ReadonlyMap<string, string>;
beforeAll(async () => {
  const engines = new Map([['embedded', true]]);
  const state = { engines, ontologyVersion: 1, isComplete: true, materialization: undefined, queues: {} };
  const text = await new Metrics('').scrape(state);
  types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
});

const SERIES = /\b(?:owlgate|nodejs|process)_\w+/g;

it.each(expressions)('%s: %s names metrics that exist', (_, expr) => {
  const names = expr.match(SERIES) ?? [];
  for (const name of names) {
    const base = name.replace(/_(bucket|sum|count)$/, '');
    expect({ name, type: types.get(name) ?? types.get(base) }).not.toMatchObject({ type: undefined });
    if (name.endsWith('_bucket')) expect(types.get(base)).toBe('histogram');
    if (/\b(rate|increase)\(/.test(expr) && types.get(name) === 'gauge') expect(expr).not.toContain(`rate(${name}`);
  }
  expect(names.length + Number(expr.startsWith('up'))).toBeGreaterThan(0);
  expect([...expr.matchAll(/[()]/g)].reduce((depth, [c]) => depth + (c === '(' ? 1 : -1), 0)).toBe(0);
});

it('the dashboard shows every metric of the gateway, and the page describes it', () => {
  const own = [...types.keys()].filter((name) => name.startsWith('owlgate_'));
  const shown = JSON.stringify(dashboard);
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
  expect(own.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
  const described = [...PAGE.matchAll(/`(owlgate_\w+)`/g)].map(([, name]) => name!);
  expect(described.filter((name) => !types.has(name))).toEqual([]);
});

it('the page names settings that exist', () => {
  const settings = new Set(SETTINGS.map(({ name }) => name));
  expect([...PAGE.matchAll(/OWLGATE_\w+/g)].map(([name]) => name).filter((name) => !settings.has(name))).toEqual([]);
});

it('each alert has a time, a severity and a summary', () => {
  expect(rules.length).toBeGreaterThan(5);
  for (const rule of rules) {
    expect(rule).toMatchObject({
      for: expect.stringMatching(/^\d+m$/),
      labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
      annotations: { summary: expect.any(String) },
    });
  }
});

const promtool = spawnSync('promtool', ['--version']).status === 0;
const RULES_TEST = 'deploy/prometheus/owlgate.rules.test.yml';

it('each alert is tested, with series under which it fires and others', () => {
  for (const { alert } of rules) expect(read(RULES_TEST).split(`alertname: ${alert}`)).toHaveLength(3);
});

itIf(promtool, 'needs a promtool program')('alerts fire as their tests say', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', RULES_TEST], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
});
