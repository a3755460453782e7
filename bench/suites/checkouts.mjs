/** Checkouts of clients with their own test suites: the command that runs one, and its report. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PORTS } from './targets.mjs';

/** @typedef {Map<string, {outcome: 'passed' | 'failed' | 'skipped', text: string}>} Outcomes by the name of a test */

const GRPC = `localhost:${PORTS.grpc}`;
/** Addresses, for suites that read one from their environment. */
const ADDRESSES = { TEST_SERVER_ADDR: GRPC, DGRAPH_SERVER_ADDR: GRPC };
const QUIET = { PYTHONDONTWRITEBYTECODE: '1', npm_config_update_notifier: 'false' };

const kinds = [
  {
    mark: 'pyproject.toml',
    command: (directory, report) => [
      python(directory),
      ...['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `--junitxml=${report}`],
    ],
    read: (report) => readJunit(readFileSync(report, 'utf8')),
  },
  {
    mark: 'go.mod',
    command: () => ['go', 'test', '-count=1', '-json', './...'],
    read: (_report, output) => readGo(output),
  },
  {
    mark: 'package.json',
    command: (_directory, report) => [
      'npx',
      'jest',
      '--runInBand',
      '--coverage=false',
      '--json',
      `--outputFile=${report}`,
    ],
    read: (report) => readJest(JSON.parse(readFileSync(report, 'utf8'))),
  },
  // A pom beside a build of Gradle comes first.
  { mark: 'pom.xml', command: () => ['mvn', '-B', '-q', 'test'], read: readFolder('target/surefire-reports') },
  { mark: 'gradlew', command: () => ['./gradlew', 'test'], read: readFolder('build/test-results/test') },
];

/**
 * Runs the suite of a checkout.
 *
 * @param {string} directory
 * @param {string} scratch folder for reports
 * @returns {Promise<Outcomes>}
 * @throws Error with the end of its output if it has no report
 */
export async function runSuite(directory, scratch) {
  const { command, read, mark } = kindOf(directory);
  const report = path.join(scratch, `${path.basename(directory)}.report`);
  mkdirSync(scratch, { recursive: true });
  rmSync(report, { force: true });
  const since = Date.now();
  const [program, ...argv] = command(directory, report);
  const child = spawn(program, argv, {
    cwd: directory,
    env: { ...process.env, ...ADDRESSES, ...QUIET },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  await once(child, 'close');
  try {
    const outcomes = read(report, output, directory, since);
    if (outcomes.size > 0) return outcomes;
  } catch (error) {
    output += error.message;
  }
  throw new Error(`the suite of ${directory} (${mark}) has no results:\n${output.slice(-2_000)}`);
}

/** @throws Error if it is no checkout of a known kind */
export function kindOf(directory) {
  const kind = kinds.find(({ mark }) => existsSync(path.join(directory, mark)));
  if (kind) return kind;
  throw new Error(`${directory}: no suite here; one is known by ${kinds.map(({ mark }) => mark).join(', ')}`);
}

/** The environment of the checkout, or the Python of the tests. */
function python(directory) {
  const own = path.join(directory, '.venv', 'bin', 'python');
  return existsSync(own) ? own : (process.env.OWLGATE_PYTHON ?? 'python3');
}

function readJunit(text) {
  const outcomes = new Map();
  for (const [, attributes, inner = ''] of text.matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)) {
    const value = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    const failed = /<(?:failure|error)\b[^>]*>([^<]*)/.exec(inner);
    const outcome = failed ? 'failed' : inner.includes('<skipped') ? 'skipped' : 'passed';
    outcomes.set(`${value('classname')} ${value('name')}`, { outcome, text: failed?.[1] ?? '' });
  }
  return outcomes;
}

/** Reports of one run are newer than its start. */
function readFolder(folder) {
  return (_report, _output, directory, since) => {
    const outcomes = new Map();
    for (const name of readdirSync(path.join(directory, folder))) {
      const file = path.join(directory, folder, name);
      if (!/^TEST-.*\.xml$/.test(name) || statSync(file).mtimeMs < since) continue;
      for (const [test, outcome] of readJunit(readFileSync(file, 'utf8'))) outcomes.set(test, outcome);
    }
    return outcomes;
  };
}

const GO_OUTCOMES = { pass: 'passed', fail: 'failed', skip: 'skipped' };

function readGo(output) {
  const outcomes = new Map();
  const texts = new Map();
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue;
    const { Action, Test, Output = '' } = JSON.parse(line);
    if (Test === undefined) continue;
    texts.set(Test, (texts.get(Test) ?? '') + Output);
    if (Object.hasOwn(GO_OUTCOMES, Action)) {
      const outcome = GO_OUTCOMES[Action];
      outcomes.set(Test, { outcome, text: outcome === 'failed' ? texts.get(Test) : '' });
    }
  }
  return outcomes;
}

const JEST_OUTCOMES = { passed: 'passed', failed: 'failed', pending: 'skipped', todo: 'skipped' };

function readJest({ testResults }) {
  const outcomes = new Map();
  for (const { assertionResults, name, message } of testResults) {
    if (assertionResults.length === 0) outcomes.set(path.basename(name), { outcome: 'failed', text: message });
    for (const { fullName, status, failureMessages } of assertionResults) {
      const outcome = JEST_OUTCOMES[status] ?? 'failed';
      outcomes.set(`${path.basename(name)} ${fullName}`, { outcome, text: failureMessages.join('\n') });
    }
  }
  return outcomes;
}
