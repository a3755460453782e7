// Lists known advisories of the production dependencies: `npm run audit`.
//
// Exit status: 0 no advisory, 1 advisories, 2 the registry serves no advisories.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const report = read(stdout);

if (report?.metadata?.vulnerabilities === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? stderr.trim().split('\n').at(-1);
  console.error(`The registry serves no advisories: ${reason}`);
  console.error(
    'Write the list of packages with `npm run --silent sbom > owlgate.cdx.json`, and scan it with a program that has',
  );
  console.error('its own database. docs/security.md, section "Dependencies", has the details.');
  process.exit(2);
}

for (const { name, severity, range, via } of Object.values(report.vulnerabilities)) {
  const titles = via.map((each) => (typeof each === 'string' ? `through ${each}` : `${each.title} (${each.url})`));
  console.log(`${severity}: ${name} ${range}: ${titles.join('; ')}`);
}
const { total } = report.metadata.vulnerabilities;
console.log(`${total} known advisories in ${report.metadata.dependencies.prod} production packages`);
process.exit(total === 0 ? 0 : 1);

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
