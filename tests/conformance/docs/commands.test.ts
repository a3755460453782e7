/**
 * Commands of the documentation, run by bash in order, as a reader would; each output is compared with the one shown.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { describeIf } from '../../support/conditional';
import { underGateway } from '../../support/engines/under-gateway';
import { PAGES, readPage, root } from '../../support/pages';
import { build } from '../../support/program/program';
import { hasAllCases } from '../../support/runs';
import { difference, isShownText, readDocuments, readTour } from '../../support/tour';

const pages = PAGES.map((page) => ({ page, steps: readTour(readPage(page)) })).filter(({ steps }) => steps.length > 0);
const tools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const owlgate = `'${process.execPath}' '${path.join(root, 'dist/main.js')}'`;

beforeAll(build);

it('every how-to page has commands', () => {
  const howTo = PAGES.filter((page) => page.startsWith('docs/how-to/'));
  expect(howTo.filter((page) => !pages.some((other) => other.page === page))).toEqual([]);
});

it('the README has a tour', () => {
  expect(pages.find(({ page }) => page === 'README.md')!.steps.length).toBeGreaterThanOrEqual(7);
});

describe.each(pages)('$page', ({ page, steps }) => {
  underGateway(
    (testbed) => {
      // Pages write files, and read the examples of the project.
      let directory: string;
      beforeAll(() => {
        directory = mkdtempSync(path.join(tmpdir(), 'owlgate-document-'));
        symlinkSync(path.join(root, 'ontologies'), path.join(directory, 'ontologies'));
      });
      afterAll(() => rmSync(directory, { recursive: true, force: true }));

      describeIf(tools, 'needs bash and curl')('commands', () => {
        it.each(steps)('line $line', async ({ command, output }) => {
          const address = testbed.url.replace(/^http:\/\//, '');
          const text = command.replaceAll('localhost:8080', address).replaceAll('npx owlgate', owlgate);
          const env = { ...process.env, SERVICE_PLATFORM_URL: testbed.url, NO_COLOR: '1' };
          const { stdout } = await promisify(execFile)('bash', ['-e', '-c', text], { cwd: directory, env });
          if (output === undefined) return;
          if ('text' in output) {
            if (!isShownText(output.text, stdout)) expect(stdout).toBe(output.text);
            return;
          }
          const came = readDocuments(stdout);
          expect(came).toHaveLength(output.json.length);
          for (const [i, answer] of output.json.entries()) expect(difference(answer, came[i])).toBeUndefined();
        });
      });
    },
    { OWLGATE_GRAPHQL: 'on' },
    // How-to pages show owlgate's own part, which other conformance tests run on a real Dgraph.
    ({ name }) => name === 'embedded' || page === 'README.md' || (hasAllCases && !page.startsWith('docs/how-to/')),
  );
});
