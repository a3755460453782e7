/** Figures of a run by module and kind of question, and their tables. */
import { quantile } from '../harness/stats.mjs';

/**
 * @typedef {object} Asked
 * @property {string} module
 * @property {import('./world.mjs').Question} question
 * @property {'right' | 'wrong' | 'none' | 'failed'} verdict
 * @property {number} [recall] undefined if no document supports the answer
 * @property {number} loops
 * @property {number} steps
 * @property {number} cost
 * @property {number} seconds
 *
 * @param {Asked[]} asked
 * @returns {object[]} a row for each module and kind, and one for each module over all
 */
export function summarise(asked) {
  const modules = [...new Set(asked.map(({ module }) => module))];
  return modules.flatMap((module) => {
    const own = asked.filter((each) => each.module === module);
    const kinds = [...new Set(own.map(({ question }) => question.kind))];
    const groups = kinds.map((kind) => [kind, own.filter(({ question }) => question.kind === kind)]);
    const isVaried = ({ question }) => question.wording === 'varied';
    const ofTexts = own.filter(({ question }) => question.in === 'text');
    const ofGraph = own.filter(({ question }) => question.in === 'graph' || question.in === 'inferred');
    return [
      ...groups,
      ['all', own],
      ['all, varied wording', own.filter(isVaried)],
      ['only texts have it', ofTexts],
      ['graph, its own words', ofGraph.filter((each) => !isVaried(each))],
      ['graph, other words', ofGraph.filter(isVaried)],
    ]
      .filter(([, some]) => some.length > 0)
      .map(([kind, some]) => ({ module, kind, ...figures(some) }));
  });
}

function figures(some) {
  const share = (verdict) => some.filter((each) => each.verdict === verdict).length / some.length;
  const recalls = some.map(({ recall }) => recall).filter((value) => value !== undefined);
  return {
    questions: some.length,
    recall: recalls.length === 0 ? null : mean(recalls),
    right: share('right'),
    wrong: share('wrong'),
    none: share('none'),
    failed: share('failed'),
    loops: mean(some.map(({ loops }) => loops)),
    steps: mean(some.map(({ steps }) => steps)),
    cost: some.reduce((sum, { cost }) => sum + cost, 0),
    seconds: mean(some.map(({ seconds }) => seconds)),
    seconds95: quantile(
      some.map(({ seconds }) => seconds),
      0.95,
    ),
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const COLUMNS = [
  ['module', ({ module }) => module],
  ['kind', ({ kind }) => kind],
  ['n', ({ questions }) => String(questions)],
  ['recall@5', ({ recall }) => (recall === null ? '' : recall.toFixed(2))],
  ['exact', ({ right }) => right.toFixed(2)],
  ['wrong', ({ wrong }) => wrong.toFixed(2)],
  ['none', ({ none, failed }) => none.toFixed(2) + (failed > 0 ? ` (${failed.toFixed(2)} failed)` : '')],
  ['loops', ({ loops }) => loops.toFixed(1)],
  ['steps', ({ steps }) => steps.toFixed(1)],
  ['cost $', ({ cost }) => cost.toFixed(4)],
  ['s', ({ seconds }) => seconds.toFixed(3)],
  ['p95 s', ({ seconds95 }) => seconds95.toFixed(3)],
];

/** Markdown table of the rows. */
export function table(rows) {
  return markdown(
    COLUMNS.map(([head]) => head),
    rows.map((row) => COLUMNS.map(([, read]) => read(row))),
    2,
  );
}

/**
 * Table of the worlds side by side: each module's share of right answers, and of wrong ones after a slash.
 *
 * @param {{world: string, rows: object[]}[]} worlds with the rows of `summarise`
 */
export function overview(worlds) {
  const modules = [...new Set(worlds.flatMap(({ rows }) => rows.map(({ module }) => module)))];
  const cell = (rows, module) => {
    const whole = rows.find((row) => row.module === module && row.kind === 'all');
    return `${whole.right.toFixed(2)} / ${whole.wrong.toFixed(2)}`;
  };
  return markdown(
    ['exact / wrong', ...worlds.map(({ world }) => world)],
    modules.map((module) => [module, ...worlds.map(({ rows }) => cell(rows, module))]),
    1,
  );
}

/** @param {number} texts number of text columns, from the left */
function markdown(head, rows, texts) {
  const cells = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  const isText = (column) => column < texts;
  const print = (line) =>
    `| ${line.map((cell, column) => (isText(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (isText(column) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [first, ...rest] = cells.map(print);
  return [first, rule, ...rest].join('\n');
}

/**
 * Differences between two runs, question by question; for a world that is held out, only their number.
 *
 * @param {{world: string, asked: Asked[]}[]} former
 * @param {{world: string, heldOut: boolean, asked: Asked[]}[]} latter
 */
export function differences(former, latter) {
  const key = ({ module, question }) => `${module}, ${question.asks}`;
  let compared = 0;
  let otherwise = 0;
  let verdicts = 0;
  const lines = [];
  for (const { world, heldOut, asked } of latter) {
    const before = new Map(former.find((each) => each.world === world)?.asked.map((each) => [key(each), each]));
    for (const each of asked) {
      const then = before.get(key(each));
      if (then === undefined) continue;
      compared++;
      if ((then.answer ?? null) === (each.answer ?? null)) continue;
      otherwise++;
      if (then.verdict === each.verdict) continue;
      verdicts++;
      if (!heldOut) lines.push(`${world}: ${key(each)}: ${then.verdict}, now ${each.verdict}`);
    }
  }
  const sum =
    `${compared} questions that both runs asked: ${otherwise} answered in other words, ${verdicts} of them ` +
    'judged otherwise';
  return [...lines, sum].join('\n');
}
