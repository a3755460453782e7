/** The tour in README.md, as a new user would take it: each command run by bash, each answer held against the one shown. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { describeIf } from '../support/conditional';
import { underGateway } from '../support/engines/under-gateway';
import { difference, readDocuments, readTour } from '../support/tour';

const root = path.join(__dirname, '../..');
const steps = readTour(readFileSync(path.join(root, 'README.md'), 'utf8'));
const tools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);

it('there is a tour', () => {
  expect(steps.length).toBeGreaterThanOrEqual(8);
});

underGateway(
  (stand) => {
    describeIf(tools, 'needs bash and curl')('the tour of the README', () => {
      it.each(steps)('line $line', async ({ command, answers }) => {
        const address = stand.url.replace(/^http:\/\//, '');
        const { stdout } = await promisify(execFile)(
          'bash',
          ['-e', '-c', command.replaceAll('localhost:8080', address)],
          {
            cwd: root,
          },
        );
        const came = readDocuments(stdout);
        expect(came).toHaveLength(answers.length);
        for (const [i, answer] of answers.entries()) expect(difference(answer, came[i])).toBeUndefined();
      });
    });
  },
  { OWLGATE_GRAPHQL: 'on' },
);
