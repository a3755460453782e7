/** docs/owl2-rl.md reports the results of these tests. `npm run report:owl2-rl` writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itIf } from '../support/conditional';
import { hasCases, WHY_SKIPPED } from '../support/w3c/cases';
import { report } from '../support/w3c/report';

const file = join(__dirname, '../../docs/owl2-rl.md');

itIf(hasCases, WHY_SKIPPED)('docs/owl2-rl.md matches the test results', () => {
  const text = report();
  if (process.env['OWLGATE_WRITE_REPORT']) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
