/** Work of the command: routes, then parsers; or one case; or bytes that are given. */
import type { Options } from '../options';
import { PARSER_TARGETS } from '../parsers/targets';
import { runParsers } from '../parsers/run';
import { caseAt, GENERATORS } from '../requests';
import { prime } from '../subject/prime';
import { Subject } from '../subject/program';
import type { FuzzCase } from '../wire/request';
import { runCase } from './case';
import { COMMAND_LINE, runCommandLines } from './command-line';
import { describeFailure, Failures } from './failures';
import { printThreads, runHttp, type HttpReport } from './http';
import { minimizeCase } from './minimize-case';

/** One command line for so many requests: each is a process. */
const COMMAND_LINE_SHARE = 500;

const say = (text: string): void => console.log(text);

export const generatorNames = (): string[] => [
  ...GENERATORS.map(({ route }) => route),
  ...PARSER_TARGETS.map(({ name }) => name),
  COMMAND_LINE,
];

/** @returns whether nothing failed @throws Error for a name that no generator has */
export async function runAll(options: Options): Promise<boolean> {
  const { only, seed, at, requests, from, send } = options;
  say(`seed ${seed}`);
  if (only !== undefined && !['routes', 'parsers', ...generatorNames()].includes(only)) {
    throw new Error(`--only ${only}: no generator has that name; --list shows all`);
  }
  if (send.length > 0) return runSent(options);
  const isParser = only === 'parsers' || only?.startsWith('parser:');
  let isFine = true;
  if (only === undefined || only === COMMAND_LINE) {
    const count = at === undefined ? Math.ceil(requests / COMMAND_LINE_SHARE) : 1;
    const failures = await runCommandLines(seed, at ?? from, count);
    for (const { index, text } of failures) {
      say(`\n${COMMAND_LINE}: ${text}\n  npm run fuzz -- --seed ${seed} --only ${COMMAND_LINE} --at ${index}`);
    }
    say(`command lines: ${count}, ${failures.length} failures`);
    isFine = failures.length === 0;
  }
  if (!isParser && only !== COMMAND_LINE) {
    const route = only === 'routes' ? undefined : only;
    if (at !== undefined) isFine = (await runOne(caseAt(seed, at, route), options)) && isFine;
    else isFine = (await runRoutes(options, route)) && isFine;
  }
  if (isParser || only === undefined) {
    const inputs = at === undefined ? { from, count: requests } : { from: at, count: 1 };
    const targets = PARSER_TARGETS.filter(({ name }) => !isParser || only === 'parsers' || name === only);
    const report = await runParsers({ seed, targets, ...inputs, minimize: options.minimize, say });
    for (const failure of report.failures) say(`\n${failure}`);
    say(
      `parsers: ${report.inputs} inputs, ${report.failures.length} kinds of failure, ${Math.round(report.seconds)} s`,
    );
    isFine &&= report.failures.length === 0;
  }
  return isFine;
}

async function runRoutes(options: Options, only: string | undefined): Promise<boolean> {
  const { requests, seed, engine, from, parallel, patience, heaps, snapshots } = options;
  const report = await runHttp({
    requests,
    seed,
    engine,
    from,
    parallel,
    patience,
    say,
    ...(only !== undefined && { only }),
    ...(heaps !== undefined && { heapEvery: heaps }),
    ...(snapshots !== undefined && { snapshots }),
  });
  printReport(report, engine);
  if (options.minimize) await minimizeAll(report.failures, options);
  return report.failures.all.length === 0;
}

function printReport(report: HttpReport, engine: string): void {
  const { failures, cases, routes, heaps, warnings, healthMs, seconds } = report;
  for (const failure of failures.all) say(`\n${describeFailure(failure, engine)}`);
  say('\nroute: cases, slowest in ms, statuses');
  for (const [route, row] of [...routes].sort(([, a], [, b]) => b.cases - a.cases)) {
    const statuses = [...row.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, { count, first }]) => `${status}: ${count}${status >= 500 ? ` (at ${first})` : ''}`);
    say(`  ${route}: ${row.cases}, ${Math.round(row.slowestMs)}, ${statuses.join(', ')}`);
  }
  say(`  slowest /health beside them: ${Math.round(healthMs)} ms`);
  for (const [message, count] of warnings) say(`  logged as a warning ${count} time(s): ${message}`);
  for (const { after, threads } of heaps) {
    say(`  heap after ${after} cases, in MiB: ${printThreads(threads)}`);
  }
  say(`routes on ${engine}: ${cases} cases, ${failures.all.length} kinds of failure, ${Math.round(seconds)} s`);
}

/** A case on a program of its own. */
async function runOne(each: FuzzCase, options: Options): Promise<boolean> {
  const failures = new Failures();
  await withProgram(options, async (subject) => {
    const target = { ...subject.ports, engine: options.engine, patience: options.patience };
    const { complaints, statuses, ms } = await runCase(each, target);
    say(`${each.route}: statuses ${statuses.join(', ')}; ${Math.round(ms)} ms`);
    for (const complaint of complaints) failures.add(each, complaint);
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const { text } of subject.grievances) failures.add(each, { kind: 'log', text });
    if (subject.ended !== undefined) failures.add(each, { kind: 'end', text: subject.ended });
  });
  for (const failure of failures.all) say(`\n${describeFailure(failure, options.engine)}`);
  if (options.minimize) await minimizeAll(failures, options);
  return failures.all.length === 0;
}

function runSent(options: Options): Promise<boolean> {
  const requests = options.send.map((text) => ({
    method: 'RAW',
    target: '',
    headers: [],
    body: Buffer.alloc(0),
    raw: Buffer.from(text, 'base64'),
  }));
  return runOne({ route: 'raw', seed: options.seed, index: 0, requests }, { ...options, minimize: false });
}

async function minimizeAll(failures: Failures, options: Options): Promise<void> {
  for (const failure of failures.all) {
    if (failure.complaint.bytes === undefined) continue;
    await withProgram(options, async (subject) => {
      say(`\nmaking the request to ${failure.route} smaller`);
      say(await minimizeCase(failure, subject, options));
    });
  }
}

async function withProgram(options: Options, work: (subject: Subject) => Promise<void>): Promise<void> {
  const subject = await Subject.start(options.engine);
  try {
    await prime(subject);
    await work(subject);
  } finally {
    await subject.stop();
  }
}
