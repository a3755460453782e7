/** Report of a run: a table for people, JSON for programs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { format } from './pair.mjs';

/** @param {object} run result of `run.mjs` */
export function printRun({ machine, results }) {
  const { cpu, cores, memoryGiB, system, node, revision, loadBefore, loadAfter } = machine;
  console.log(`\n${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, revision ${revision}`);
  console.log(`load of the machine: ${format(loadBefore)} before, ${format(loadAfter)} after\n`);
  for (const { title, engine, pairs = [], figures = [], agreements = [] } of results) {
    console.log(engine ? `${title} (${engine})` : title);
    if (pairs.length > 0) console.log(`${pairTable(pairs)}\n`);
    if (agreements.length > 0) console.log(`${agreementTable(agreements)}\n`);
    if (figures.length > 0) console.log(`${figureTable(figures)}\n`);
  }
}

export function writeRun(run, file) {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  writeFileSync(file, `${JSON.stringify(run, undefined, 2)}\n`);
  console.log(`written to ${file}`);
}

/** Ratios are B/A. */
function pairTable(pairs) {
  return table([
    ['', 'A', 'B', 'A', 'B', 'unit', 'B/A', 'lowest', 'highest', 'rounds'],
    ...pairs.map(({ name, unit, a, b, ratio, rounds }) => [
      name,
      a.label,
      b.label,
      format(a.median),
      format(b.median),
      unit,
      format(ratio.median),
      format(ratio.min),
      format(ratio.max),
      String(rounds),
    ]),
  ]);
}

function figureTable(figures) {
  return table([
    ['', 'median', 'lowest', 'highest', 'unit'],
    ...figures.map(({ name, unit, median, min, max }) => [name, format(median), format(min), format(max), unit]),
  ]);
}

/** Shared facts of two closures, and facts of one alone. */
function agreementTable(agreements) {
  return table([
    ['facts', 'in both', 'only theirs', "only owlgate's"],
    ...agreements.map(({ peer, both, onlyTheirs, onlyOurs }) => [
      peer,
      String(both),
      String(onlyTheirs),
      String(onlyOurs),
    ]),
  ]);
}

/** @param {string[][]} rows the first has the headings */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [line(rows[0]), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.slice(1).map(line)].join('\n');
}
