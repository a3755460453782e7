/** docs/security.md has the limits and names that the code has. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { ROLES } from '../../../src/http/auth/roles';
import { MAX_FIELDS, MAX_HEAD_BYTES } from '../../../src/http/middleware/head';
import { DEFAULT_CONCURRENCY } from '../../../src/util/concurrencyLimits';

const text = readFileSync(path.join(__dirname, '../../../docs/security.md'), 'utf8');
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

it('keeps its lines short, tables aside', () => {
  for (const title of ['Addresses of clients', 'Web pages', 'Limits', 'Changes that existing clients see']) {
    const long = section(title)
      .split('\n')
      .filter((line) => line.length > 120 && !line.startsWith('|'));
    expect(long).toEqual([]);
  }
});
