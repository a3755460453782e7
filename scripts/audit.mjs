// Lists known advisories of the production dependencies: `npm run audit`.
//
// The registry is asked first. If it serves no advisories, or there is no network, the packages are compared with
// known-advisories.json: past advisories of packages in the tree, with the first release without them.
//
// Exit status: 0 no advisory, 1 advisories, 2 the registry serves no advisories, and the table has none.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const report = read(stdout);

if (report?.metadata?.vulnerabilities === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? stderr.trim().split('\n').at(-1);
  console.error(`The registry serves no advisories: ${reason}`);
  const { count, affected } = compareWithTable();
  for (const { name, version, fixed, advisories } of affected) {
    console.log(`${name} ${version}: ${advisories.join(', ')}; fixed in ${fixed}`);
  }
  console.log(`${affected.length} of ${count} production packages have an advisory of scripts/known-advisories.json`);
  console.error(
    'For all advisories, write the list of packages with `npm run --silent sbom > owlgate.cdx.json`, and scan it with',
  );
  console.error('a program that has its own database. docs/security.md, section "Dependencies", has the details.');
  process.exit(affected.length === 0 ? 2 : 1);
}

for (const { name, severity, range, via } of Object.values(report.vulnerabilities)) {
  const titles = via.map((each) => (typeof each === 'string' ? `through ${each}` : `${each.title} (${each.url})`));
  console.log(`${severity}: ${name} ${range}: ${titles.join('; ')}`);
}
const { total } = report.metadata.vulnerabilities;
console.log(`${total} known advisories in ${report.metadata.dependencies.prod} production packages`);
process.exit(total === 0 ? 0 : 1);

function compareWithTable() {
  const readJson = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const table = readJson('known-advisories.json');
  const packages = Object.entries(readJson('../package-lock.json').packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .map(([place, { version }]) => ({ name: place.replace(/^.*node_modules\//, ''), version }));
  const affected = packages.flatMap((each) => {
    const entry = Object.hasOwn(table, each.name) ? table[each.name] : undefined;
    return entry && isBefore(each.version, entry.fixed) ? [{ ...each, ...entry }] : [];
  });
  return { count: packages.length, affected };
}

/** Returns true if a release comes before another; their numbers count, not their labels. */
function isBefore(version, other) {
  const [a, b] = [version, other].map((each) => each.split('.').map((part) => Number.parseInt(part, 10)));
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && a[at] < b[at];
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
