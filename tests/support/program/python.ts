/** A Python with the SDK installed in it, as it is built, in an environment that later runs use again. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

const root = path.join(__dirname, '../../..');
export const sdk = path.join(root, 'sdk/python');
const CANDIDATES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
const PROBE = 'import sys, venv, ensurepip; print(sys.version_info >= (3, 11), sys.version.split()[0])';

/** A Python, or why there is none. */
export type Found = { readonly python: string; readonly version: string } | { readonly missing: string };

/** OWLGATE_PYTHON, or the first on the PATH that is 3.11 or later and can make environments. */
export function findPython(): Found {
  const wanted = process.env['OWLGATE_PYTHON'];
  for (const python of wanted === undefined ? CANDIDATES : [wanted]) {
    const { stdout, status } = spawnSync(python, ['-c', PROBE], { encoding: 'utf8' });
    if (status === 0 && stdout.startsWith('True ')) return { python, version: stdout.slice(5).trim() };
  }
  return { missing: 'needs Python 3.11 or later with venv and pip' };
}

/**
 * An environment with what the tests need, in node_modules/.cache; made anew where the Python or the requirements are
 * others.
 *
 * @returns the environment's folder; or why its packages could not be had: a machine without a package registry can
 *   still test everything else
 */
export function environment(found: Found): string | { readonly missing: string } {
  if ('missing' in found) return found;
  const requirements = path.join(sdk, 'requirements-test.txt');
  const key = createHash('sha256')
    .update(`${found.version}\n${found.python}\n${fs.readFileSync(requirements, 'utf8')}`)
    .digest('hex')
    .slice(0, 12);
  const folder = path.join(root, 'node_modules/.cache/python-sdk', key);
  const ready = path.join(folder, '.ready');
  if (fs.existsSync(ready)) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  const made = run(found.python, ['-m', 'venv', folder]);
  if (made !== undefined) return { missing: `python -m venv: ${made}` };
  const installed = run(binary(folder, 'python'), [
    ...['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', '--retries', '1'],
    ...['-r', requirements],
  ]);
  if (installed !== undefined) return { missing: `its packages cannot be installed: ${installed}` };
  fs.writeFileSync(ready, '');
  return folder;
}

/** A program of an environment. */
export function binary(folder: string, name: string): string {
  return process.platform === 'win32' ? path.join(folder, 'Scripts', `${name}.exe`) : path.join(folder, 'bin', name);
}

/** Undefined where it ends well, else the last line that it printed. */
function run(command: string, argv: readonly string[]): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(command, argv, { encoding: 'utf8' });
  if (status === 0) return undefined;
  return error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1)!;
}
