/** What questions gave, as figures by module and kind, and as a table. */
import { quantile } from '../harness/stats.mjs';

/**
 * @typedef {object} Asked
 * @property {string} module
 * @property {import('./world.mjs').Question} question
 * @property {'right' | 'wrong' | 'none' | 'failed'} verdict
 * @property {number} [recall] undefined where there is nothing to find
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
    const varied = own.filter(({ question }) => question.wording === 'varied');
    return [...groups, ['all', own], ['all, varied wording', varied]]
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

/** The rows as a table of Markdown. */
export function table(rows) {
  const cells = [COLUMNS.map(([head]) => head), ...rows.map((row) => COLUMNS.map(([, read]) => read(row)))];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  const isText = (column) => column < 2;
  const print = (line) =>
    `| ${line.map((cell, column) => (isText(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (isText(column) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head, ...rest] = cells.map(print);
  return [head, rule, ...rest].join('\n');
}
