/**
 * README.md and docs/inference.md agree with the code. Their commands are run in
 * tests/conformance/docs/commands.test.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse } from 'yaml';
import { readOntology } from '../../../src/ontology';
import { compile } from '../../../src/reasoner';
import { scripts } from '../../../package.json';

const root = path.join(__dirname, '../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

it('the two commands are there', () => {
  expect(readme).toMatch(/^npm start /m);
  expect(readme).toMatch(/^npm test /m);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
});

it('the version of Dgraph is the one that compose starts', () => {
  const { services } = parse(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: { alpha: { image: string } };
  };
  const [, version] = services.alpha.image.split(':');
  expect(readme).toContain(`Dgraph zero and alpha (${version!})`);
});

/** The rules of an ontology, where two names are two things and where they are not. */
function rulesOf(file: string, equality: boolean) {
  const { reduced } = readOntology(readFileSync(file, 'utf8'));
  return compile(reduced.axioms, {
    type: 'dgraph.type',
    class: (iri) => iri,
    property: (iri) => iri,
    range: (_, range) => ({ key: JSON.stringify(range), holds: () => true }),
    equality,
    signature: reduced,
  });
}

describe('docs/inference.md', () => {
  const folder = path.join(root, 'ontologies');
  // Between them they have every axiom (ontologies.test.ts).
  const compilations = readdirSync(folder)
    .filter((file) => file.endsWith('.ttl') && !file.includes('.data.'))
    .flatMap((file) => [false, true].map((equality) => rulesOf(path.join(folder, file), equality)));
  const tables = readFileSync(path.join(root, 'docs/inference.md'), 'utf8');

  it('names every rule that there is, and no other', () => {
    const rules = new Set(
      compilations.flatMap(({ plan }) =>
        plan.rules.flatMap(({ name }) => name.split('+').filter((part) => part !== 'assertion')),
      ),
    );
    const named = [...tables.matchAll(/\b(?:prp|cls|cax|eq)-\w+(?:-[so]\b)?/g)].map(([name]) => name);
    expect([...new Set(named)].sort()).toEqual([...rules].sort());
  });

  it('names everything that is left out, in the words of the warning, and nothing else', () => {
    const reasons = new Set(compilations.flatMap(({ leftOut }) => leftOut.map(({ reason }) => reason)));
    const listedReasons = [...tables.split("the warning's words")[1]!.matchAll(/^\| .+ \| (.+) \|$/gm)]
      .flatMap(([, words]) => words!.split(';'))
      .map((words) => words.trim());
    expect(listedReasons.sort()).toEqual([...reasons].sort());
  });
});
