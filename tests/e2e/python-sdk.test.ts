/**
 * The Python SDK: its packages are built, installed and checked, and its own tests are run, those against a gateway
 * too. Each test function of Python is a test here. Where there is no Python they are skipped, and say so.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { describeIf } from '../support/conditional';
import { build, cleanUp, temporaryDirectory } from '../support/program/program';
import { binary, environment, findPython, sdk } from '../support/program/python';

jest.setTimeout(300_000);
afterAll(cleanUp);

const venv = environment(findPython());
const folder = typeof venv === 'string' ? venv : '';
const reason = typeof venv === 'string' ? '' : venv.missing;

/** The names of a file's test functions. */
function testsOf(file: string): string[] {
  const text = fs.readFileSync(path.join(sdk, 'tests', file), 'utf8');
  return [...text.matchAll(/^(?:async )?def (test_\w+)/gm)].map(([, name]) => name!);
}

const files = fs
  .readdirSync(path.join(sdk, 'tests'))
  .filter((name) => /^test_\w+\.py$/.test(name))
  .sort();

/** Environment of Python: caches stay outside the project's folder. */
function python(name: string, argv: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(binary(folder, name), argv, {
    cwd: sdk,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: '', PIP_DISABLE_PIP_VERSION_CHECK: '1' },
  });
  return { status, output: `${stdout}${stderr}` };
}

interface Case {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly text: string;
}

/** Test function (file and name) → its cases, of pytest's report in the form of JUnit. */
function readReport(file: string): Map<string, Case[]> {
  const cases = new Map<string, Case[]>();
  const pattern = /<testcase classname="([^"]*)" name="([^"[]*)[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs;
  for (const [, module, name, text = ''] of fs.readFileSync(file, 'utf8').matchAll(pattern)) {
    const key = `${module!.split('.').at(-1)}.py ${name}`;
    const outcome = /<(failure|error)/.test(text) ? 'failed' : text.includes('<skipped') ? 'skipped' : 'passed';
    cases.set(key, [...(cases.get(key) ?? []), { outcome, text }]);
  }
  return cases;
}

describeIf(reason === '', reason)('the Python SDK', () => {
  let packages: string;
  let report: Map<string, Case[]>;
  let output: string;

  beforeAll(() => {
    build();
    packages = temporaryDirectory();
    const built = python('python', ['-m', 'build', '--no-isolation', '--outdir', packages, '.']);
    if (built.status !== 0) throw new Error(built.output);
    const wheel = fs.readdirSync(packages).find((name) => name.endsWith('.whl'))!;
    const installed = python('python', [
      ...['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--force-reinstall'],
      path.join(packages, wheel),
    ]);
    if (installed.status !== 0) throw new Error(installed.output);
    const junit = path.join(packages, 'report.xml');
    ({ output } = python('python', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `--junitxml=${junit}`]));
    if (!fs.existsSync(junit)) throw new Error(output);
    report = readReport(junit);
  });

  it('builds a wheel with types and a source distribution', () => {
    expect(fs.readdirSync(packages).filter((name) => name !== 'report.xml')).toEqual([
      expect.stringMatching(/^service_core-[\d.]+-py3-none-any\.whl$/),
      expect.stringMatching(/^service_core-[\d.]+\.tar\.gz$/),
    ]);
    const listed = python('python', ['-c', 'import service_core, os; print(os.listdir(service_core.__path__[0]))']);
    expect(listed.output).toContain("'py.typed'");
    // It is the wheel that is tested, and not the sources.
    expect(python('python', ['-c', 'import service_core.sdk as s; print(s.__file__)']).output).toContain(
      'site-packages',
    );
  });

  it('installs its command', () => {
    const { status, output: help } = python('service', ['retrieve', '--help']);
    expect(help).toContain('SERVICE_API_KEY');
    expect(status).toBe(0);
  });

  it('is typed throughout (mypy --strict)', () => {
    expect(python('mypy', ['--cache-dir', path.join(folder, '.mypy')]).output).toMatch(/^Success/);
  });

  it('passes lint and format (ruff)', () => {
    expect(python('ruff', ['check', '--no-cache', '.']).output).toMatch(/All checks passed/);
    expect(python('ruff', ['format', '--no-cache', '--check', '.']).output).toMatch(/already formatted/);
  });

  describe.each(files)('%s', (file) => {
    it.each(testsOf(file))('%s', (name) => {
      const cases = report.get(`${file} ${name}`);
      if (!cases) throw new Error(`pytest did not run it:\n${output.slice(-2000)}`);
      const unfinished = cases.filter(({ outcome }) => outcome !== 'passed');
      if (unfinished.length > 0)
        throw new Error(unfinished.map(({ outcome, text }) => `${outcome}: ${text}`).join('\n'));
    });
  });
});
