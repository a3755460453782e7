/** The pages on security have the limits and names of the code, and name tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { ROLES } from '../../../src/http/auth/roles';
import { MAX_FIELDS, MAX_HEAD_BYTES } from '../../../src/http/middleware/head';
import { DEFAULT_CONCURRENCY } from '../../../src/util/concurrencyLimits';

const root = path.join(__dirname, '../../..');
const docs = path.join(root, 'docs');
const pages = [
  'security',
  'security/keys',
  'security/network',
  'security/data',
  'security/attacks',
  'security/changes',
];
const text = pages.map((page) => readFileSync(path.join(docs, `${page}.md`), 'utf8')).join('\n');
const section = (title: string): string => text.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!;

it('has the limits of concurrency with their defaults', () => {
  const rows = [...section('Limits').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
  expect(Object.fromEntries(rows.map(([, name, count]) => [name, Number(count)]))).toEqual(DEFAULT_CONCURRENCY);
});

it('has the limits of heads', () => {
  const addresses = section('Addresses of clients');
  expect(addresses).toContain(`at most ${MAX_FIELDS} header fields and a head of ${MAX_HEAD_BYTES / 1024} KiB`);
});

it('names the roles in their order, and gives each something to do', () => {
  const roles = section('Roles');
  expect(roles).toContain(
    `The roles are ${ROLES.map((role) => `\`${role}\``)
      .join(', ')
      .replace(/, (`\w+`)$/, ' and $1')}.`,
  );
  for (const role of ROLES) expect(roles).toMatch(new RegExp(`\\| ${role}[;. ]?.*\\|$`, 'm'));
});

it('has each section once', () => {
  const titles = [...text.matchAll(/^##+ (.+)$/gm)].map(([, title]) => title);
  expect(titles).toEqual([...new Set(titles)]);
});

it('names a test file for each attack', () => {
  const attacks = section('What was tried').split('\n- ').slice(1);
  expect(attacks.length).toBeGreaterThan(30);
  const files = attacks.map((attack) =>
    [...attack.matchAll(/`((?:unit|integration|properties|conformance|e2e|fuzz)\/[\w/-]+)`/g)].map(([, file]) => file!),
  );
  expect(attacks.filter((_, i) => files[i]!.length === 0)).toEqual([]);
  const missing = files.flat().filter((file) => !existsSync(path.join(root, 'tests', `${file}.test.ts`)));
  expect(missing).toEqual([]);
});
