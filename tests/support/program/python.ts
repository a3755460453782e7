/** Python environments with packages for tests, reused by later runs. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

const root = path.join(__dirname, '../../..');
export const sdk = path.join(root, 'sdk/python');
const CANDIDATES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
const PROBE = 'import sys, venv, ensurepip; print(sys.version_info >= (3, 11), sys.version.split()[0])';

/** Python interpreter, or the reason for its absence. */
export type PythonSearch = { readonly python: string; readonly version: string } | { readonly missing: string };

/** Returns OWLGATE_PYTHON, or the first Python on the PATH that is 3.11 or later and can create environments. */
export function findPython(): PythonSearch {
  const chosen = process.env['OWLGATE_PYTHON'];
  for (const python of chosen === undefined ? CANDIDATES : [chosen]) {
    const { stdout, status } = spawnSync(python, ['-c', PROBE], { encoding: 'utf8' });
    if (status === 0 && stdout.startsWith('True ')) return { python, version: stdout.slice(5).trim() };
  }
  return { missing: 'needs Python 3.11 or later with venv and pip' };
}

/**
 * Creates an environment with the requirements of a file, in node_modules/.cache; recreates it for another Python or
 * other requirements.
 *
 * @param requirements file for pip; by default that of the SDK's tests
 * @returns the folder of the environment; or the reason why its packages are unavailable: without a package registry
 *   the other tests still run
 */
export function environment(
  python: PythonSearch,
  requirements = path.join(sdk, 'requirements-test.txt'),
): string | { readonly missing: string } {
  if ('missing' in python) return python;
  const key = createHash('sha256')
    .update(`${python.version}\n${python.python}\n${fs.readFileSync(requirements, 'utf8')}`)
    .digest('hex')
    .slice(0, 12);
  const folder = path.join(root, 'node_modules/.cache/python', key);
  const ready = path.join(folder, '.ready');
  if (fs.existsSync(ready)) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  const failure = run(python.python, ['-m', 'venv', folder]);
  if (failure !== undefined) return { missing: `python -m venv: ${failure}` };
  const installed = run(binary(folder, 'python'), [
    ...['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', '--retries', '1'],
    ...['-r', requirements],
  ]);
  if (installed !== undefined) return { missing: `its packages cannot be installed: ${installed}` };
  fs.writeFileSync(ready, '');
  return folder;
}

/** Returns the path of a program in an environment. */
export function binary(folder: string, name: string): string {
  return process.platform === 'win32' ? path.join(folder, 'Scripts', `${name}.exe`) : path.join(folder, 'bin', name);
}

/** Runs a program. @returns undefined on success, otherwise its last line of output */
function run(command: string, argv: readonly string[]): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(command, argv, { encoding: 'utf8' });
  if (status === 0) return undefined;
  return error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1)!;
}
