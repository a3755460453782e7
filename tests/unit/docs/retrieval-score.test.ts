/** Scores that bench/retrieval gives to answers. */
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';

const program = pathToFileURL(path.join(__dirname, '../../../bench/retrieval/score.mjs')).href;
const names = {
  vessel: ['Aurora', 'Queen Maud', 'Bruno'],
  person: ['Ida Holm', 'Otto Fenn'],
  organization: ['Varnes Line', 'Meridian Shipping Group'],
  place: ['Varnes', 'the Skerries', 'Orrin'],
  verdict: ['yes', 'no'],
};

type Judged = 'right' | 'wrong' | 'none';
type Case = readonly [
  name: string,
  answer: string[],
  of: string | undefined,
  given: string | null,
  verdict: Judged,
  asks?: string,
];

const cases: readonly Case[] = [
  ['a name', ['Ida Holm'], 'person', 'Ida Holm', 'right'],
  ['a name in a sentence', ['Ida Holm'], 'person', 'It is commanded by IDA  HOLM, since 1883.', 'right'],
  ['no answer', ['Ida Holm'], 'person', null, 'none'],
  ['an empty answer', ['Ida Holm'], 'person', ' … ', 'none'],
  ['another name', ['Ida Holm'], 'person', 'Otto Fenn', 'wrong'],
  ['another name beside it', ['Ida Holm'], 'person', 'Ida Holm and Otto Fenn', 'wrong'],
  ['a name of another kind beside it', ['Ida Holm'], 'person', 'Ida Holm, of the Varnes Line', 'right'],
  [
    'a name that the question has',
    ['Ida Holm'],
    'person',
    "Ida Holm is Otto Fenn's",
    'right',
    "Who is Otto Fenn's teacher?",
  ],
  ['a part of a name', ['Ida Holm'], 'person', 'Ida', 'wrong'],
  ['a name within a word', ['tar'], undefined, 'target', 'wrong'],
  ['all of several', ['Aurora', 'Bruno'], 'vessel', 'The Bruno and the Aurora', 'right'],
  ['one of several', ['Aurora', 'Bruno'], 'vessel', 'The Bruno', 'wrong'],
  ['one too many', ['Aurora', 'Bruno'], 'vessel', 'Aurora, Bruno, Queen Maud', 'wrong'],
  ['a name within a longer one', ['the Skerries'], 'place', 'Skerries, where the Varnes Line sails', 'right'],
  ['a shorter spelling', ['Meridian Shipping Group|Meridian'], 'organization', 'Meridian', 'right'],
  ['accents and hyphens', ['forty-four|44'], undefined, 'Fórty four metres', 'right'],
  ['a long extract with it', ['Ida Holm'], 'person', `Ida Holm ${'and so on '.repeat(30)}`, 'wrong'],
  ['yes', ['yes'], 'verdict', 'Yes, it is.', 'right'],
  ['no for yes', ['yes'], 'verdict', 'No. Others would say yes.', 'wrong'],
  ['null where nothing is known', [], undefined, null, 'right'],
  ['none where nothing is known', [], undefined, 'None.', 'right'],
  ['that there is none, in words', [], undefined, 'No: no vessel of the kind.', 'right'],
  ['that there is none, and a name', [], undefined, 'No, but the Bruno is.', 'wrong'],
  [
    'that there is none, of what was asked',
    [],
    undefined,
    'No: the Bruno has none.',
    'right',
    'Does the Bruno have sails?',
  ],
  ['a sentence that begins like it', [], undefined, 'No one was hurt.', 'wrong'],
  ['no, in the words of a document', ['no|not in the domes'], 'verdict', 'On a lead, but not in the domes.', 'right'],
  ['no, in other words', ['no|not in the domes'], 'verdict', 'On a lead, there is no fee.', 'wrong'],
  ['yes, and the words of no', ['no|not in the domes'], 'verdict', 'Yes, but not in the domes.', 'wrong'],
  ['something where nothing is known', [], undefined, 'Ida Holm', 'wrong'],
];

/** Bench programs are modules of their own kind: they run in a process of theirs. */
function run(script: string, input: unknown): unknown {
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `import * as score from ${JSON.stringify(program)}; ${script}`],
    { encoding: 'utf8', input: JSON.stringify(input) },
  );
  return JSON.parse(output);
}
const READ = `import { readFileSync } from 'node:fs'; const input = JSON.parse(readFileSync(0, 'utf8'));`;

describe('an answer', () => {
  const verdicts = run(
    `${READ} console.log(JSON.stringify(input.cases.map(([, answer, of, given, , asks = '']) =>
       score.judge({ answer, of, asks }, given, input.names))));`,
    { cases: cases.map(([name, answer, of, ...rest]) => [name, answer, of ?? '', ...rest]), names },
  ) as Judged[];
  it.each(cases.map(([name, , , answer, verdict], index) => [name, answer, verdict, index] as const))(
    '%s (%j) is %s',
    (_, __, verdict, index) => expect(verdicts[index]).toBe(verdict),
  );
});

it('recall is of the supporting documents among the first five passages', () => {
  const sources = (text: string): object[] => text.split('').map((source) => ({ source }));
  const cases = [
    [['a', 'b'], sources('ab')],
    [['a', 'b'], sources('xaaab')],
    [['a', 'b'], sources('xaaaab')],
    [['a'], []],
    [[], sources('a')],
  ];
  const recalls = run(
    `${READ} console.log(JSON.stringify(input.map(([from, passages]) => score.recall({ from }, passages) ?? 'none')));`,
    cases,
  );
  expect(recalls).toEqual([1, 1, 0.5, 0, 'none']);
});
