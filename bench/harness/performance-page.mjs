/** Page of performance: the pairs of a run of the benchmarks as tables and charts. */
import { format } from './pair.mjs';

const WIDTH = 860;
const ROW = 26;
const TOP = 34;
/** Columns of a chart: names, bars, figures. */
const [BARS, FIGURES] = [380, 720];
/** Speeds at the ends of the bars' scale, which is logarithmic. */
const SCALE = { least: 1 / 16, most: 16 };
const TICKS = [0.1, 0.25, 0.5, 1, 2, 4, 10];

/**
 * @param {object} run result of run.mjs
 * @returns {{text: string, charts: Map<string, string>}} page in Markdown, and its charts in SVG by file name
 */
export function pageOf({ startedAt, options, machine, results }) {
  const charts = new Map();
  const sections = results.flatMap(({ benchmark, title, engine, pairs = [] }) => {
    if (pairs.length === 0) return [];
    const name = `performance-${benchmark}${engine ? (/dgraph/i.test(engine) ? '-dgraph' : '-embedded') : ''}.svg`;
    const heading = engine ? `${capital(title)}: ${engine}` : capital(title);
    const rows = pairs.map(rowOf);
    charts.set(name, chartOf(heading, rows));
    return [`## ${heading}\n\n![Speeds of the second sides](images/${name})\n\n${tableOf(rows)}`];
  });
  const text = `# Performance

\`npm run performance\` measures and writes this page; [bench/README.md](../bench/README.md) describes the method and each
pairs. Two sides are measured in turn in one run. **Speed** is that of the second side against the first, from the same
round: the median, with the lowest and the highest. Above 1, the second side is faster. µs are processor time.

| | |
|---|---|
| machine | ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB; engine, gateway and clients share them |
| load | ${format(machine.loadBefore)} before, ${format(machine.loadAfter)} after |
| system | ${machine.system}, Node ${machine.node.replace(/^v/, '')} |
| revision | ${machine.revision}, ${startedAt.slice(0, 10)} |
| benchmarks | ${[...new Set(results.map(({ benchmark }) => benchmark))].join(', ')} |
| samples | ${options.rounds} rounds at most, ${options.seconds} s each where clients ask without a pause |

${sections.join('\n\n')}
`;
  return { text, charts };
}

/** Speed of side B: rates compare as they are, times the other way round. */
function rowOf({ name, unit, a, b, ratio, rounds }) {
  const isRate = unit.endsWith('/s');
  const speed = isRate ? ratio : { median: 1 / ratio.median, min: 1 / ratio.max, max: 1 / ratio.min };
  return { name, unit, a, b, speed, rounds };
}

function tableOf(rows) {
  const cells = rows.map(({ name, unit, a, b, speed }) => [
    name,
    `${a.label}: ${format(a.median)}`,
    `${b.label}: ${format(b.median)}`,
    unit.replace(' of processor time', ''),
    `${format(speed.median)} (${format(speed.min)} to ${format(speed.max)})`,
  ]);
  const line = (row) => `| ${row.join(' | ')} |`;
  return ['| | first side | second side | unit | speed |', '|---|---|---|---|---|', ...cells.map(line)].join('\n');
}

/** @returns {string} bars from 1 to each speed on a logarithmic scale, with a line from the lowest to the highest */
function chartOf(heading, rows) {
  const height = TOP + rows.length * ROW + 8;
  const ticks = TICKS.map(
    (value) =>
      `<line class="${value === 1 ? 'one' : 'tick'}" x1="${x(value)}" y1="24" x2="${x(value)}" y2="${height - 8}"/>` +
      `<text class="small" x="${x(value)}" y="16" text-anchor="middle">${value}</text>`,
  );
  const bars = rows.map(({ name, speed }, index) => {
    const middle = TOP + index * ROW + ROW / 2;
    const [from, to] = [Math.min(x(1), x(speed.median)), Math.max(x(1), x(speed.median))];
    return [
      `<text x="${BARS - 12}" y="${middle + 4}" text-anchor="end">${escaped(shortened(name))}</text>`,
      `<rect class="${speed.median >= 1 ? 'faster' : 'slower'}" x="${from}" y="${middle - 7}" ` +
        `width="${Math.max(1, round(to - from))}" height="14"/>`,
      `<line class="range" x1="${x(speed.min)}" y1="${middle}" x2="${x(speed.max)}" y2="${middle}"/>`,
      `<text x="${FIGURES + 12}" y="${middle + 4}">${format(speed.median)}</text>`,
    ].join('\n  ');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
  <title id="title">${escaped(heading)}: speed of the second side against the first</title>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .small { font-size: 11px; fill: #59636e; }
    .ground { fill: #ffffff; }
    .tick { stroke: #d1d9e0; }
    .one { stroke: #59636e; stroke-width: 1.5; }
    .faster { fill: #1a7f37; }
    .slower { fill: #bc4c00; }
    .range { stroke: #1f2328; stroke-width: 1.5; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .small { fill: #9198a1; }
      .ground { fill: #0d1117; }
      .tick { stroke: #3d444d; }
      .one { stroke: #9198a1; }
      .faster { fill: #3fb950; }
      .slower { fill: #db6d28; }
      .range { stroke: #f0f6fc; }
    }
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}"/>
  ${ticks.join('\n  ')}
  ${bars.join('\n  ')}
</svg>
`;
}

function x(speed) {
  const within = Math.min(SCALE.most, Math.max(SCALE.least, speed));
  const share = Math.log(within / SCALE.least) / Math.log(SCALE.most / SCALE.least);
  return round(BARS + share * (FIGURES - BARS));
}

const MAX_NAME = 54;
const round = (value) => Math.round(value * 10) / 10;
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const shortened = (name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name);
const escaped = (text) => text.replace(/[&<>]/g, (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[each]);
