// Prints the production dependencies as a CycloneDX document: `npm run --silent sbom > owlgate.cdx.json`.
//
// `npm sbom --omit=dev` omits packages that a development dependency needs as well (express, ws). So npm lists all
// packages, and package-lock.json tells which of them production needs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
  shell: process.platform === 'win32',
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const document = JSON.parse(stdout);
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const productionPackages = new Set(
  Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`),
);
// A release at two places is listed once, with the properties of the first place.
const isDevelopmentMark = ({ name }) => name === 'cdx:npm:package:development';
const components = document.components
  .filter(({ name, version }) => productionPackages.has(`${name}@${version}`))
  .map(({ properties = [], ...rest }) => ({
    ...rest,
    properties: properties.filter((each) => !isDevelopmentMark(each)),
  }));
const references = new Set([document.metadata.component, ...components].map((component) => component['bom-ref']));
const dependencies = document.dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => references.has(each)) }));
// npm uses the name of the folder as the name of the project.
const project = { ...document.metadata.component, name: document.metadata.component['bom-ref'].replace(/@[^@]*$/, '') };
const metadata = { ...document.metadata, component: project };
console.log(JSON.stringify({ ...document, metadata, components, dependencies }, undefined, 2));
