/** Reports of npm run eval about several worlds, and about two runs. */
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';

const program = pathToFileURL(path.join(__dirname, '../../../bench/retrieval/report.mjs')).href;

const judged = (asks: string, verdict: string, answer: string | null, kind = 'lookup'): object => ({
  module: 'owl',
  question: { asks, kind },
  verdict,
  answer,
  loops: 0,
  steps: 1,
  cost: 0,
  seconds: 0.01,
});
const worlds = [
  {
    world: 'one',
    heldOut: false,
    asked: [judged('a', 'right', 'A'), judged('b', 'wrong', 'B'), judged('c', 'none', null)],
  },
  { world: 'two', heldOut: true, asked: [judged('a', 'right', 'A'), judged('b', 'right', 'B')] },
];
const former = [
  { world: 'one', asked: [judged('a', 'right', 'A, B'), judged('b', 'right', 'C'), judged('c', 'none', null)] },
  { world: 'two', asked: [judged('a', 'wrong', 'secret'), judged('gone', 'right', 'B')] },
];

/** Bench programs are modules of their own kind: they run in a process of theirs. */
const [overview, differences] = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import * as report from ${JSON.stringify(program)}; import { readFileSync } from 'node:fs';
       const [worlds, former] = JSON.parse(readFileSync(0, 'utf8'));
       const rows = worlds.map((each) => ({ ...each, rows: report.summarise(each.asked) }));
       console.log(JSON.stringify([report.overview(rows), report.differences(former, worlds)]));`,
    ],
    { encoding: 'utf8', input: JSON.stringify([worlds, former]) },
  ),
) as [string, string];

it('puts worlds side by side', () => {
  const cells = overview.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells[0]).toEqual(['', 'exact / wrong', 'one', 'two', '']);
  expect(cells[2]).toEqual(['', 'owl', '0.33 / 0.33', '1.00 / 0.00', '']);
});

it('tells what another run answered otherwise, and nothing of a world that is held out but how many', () =>
  expect(differences.split('\n')).toEqual([
    'one: owl, b: right, now wrong',
    '4 questions that both runs asked: 3 answered in other words, 2 of them judged otherwise',
  ]));
