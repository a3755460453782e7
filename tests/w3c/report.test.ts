/** The pages on OWL 2 RL hold the results of these tests. `npm run report:owl2-rl` writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itIf } from '../support/conditional';
import { hasCases, WHY_SKIPPED } from '../support/w3c/cases';
import { report } from '../support/w3c/report';

const docs = join(__dirname, '../../docs');

itIf(hasCases, WHY_SKIPPED)('docs/owl2-rl.md and docs/owl2-rl-cases.md contain the results of the tests', () => {
  const { rules, cases } = report();
  for (const [file, text] of [
    [join(docs, 'owl2-rl.md'), rules],
    [join(docs, 'owl2-rl-cases.md'), cases],
  ] as const) {
    if (process.env['OWLGATE_WRITE_REPORT']) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});
