// Runs before `npm start` and `npm test`: installs missing packages and builds if sources changed. Needs only Node.
//
//     node scripts/bootstrap.mjs [--no-build]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const MIN_NODE = 20;

if (Number(process.versions.node.split('.')[0]) < MIN_NODE) {
  fail(`Node ${MIN_NODE} or later is needed; this is ${process.versions.node}`);
}
if (!isInstalled()) install();
if (!process.argv.includes('--no-build')) build();

/** Returns true if node_modules matches package-lock.json; packages for other platforms may be missing. */
function isInstalled() {
  const locked = readJson(at('package-lock.json'))?.packages;
  const installed = readJson(at('node_modules', '.package-lock.json'))?.packages;
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, { version, integrity, optional, link }]) => {
    if (path === '' || link) return true;
    const entry = installed[path];
    if (!entry) return optional === true;
    return entry.version === version && entry.integrity === integrity;
  });
}

function install() {
  say('installing dependencies');
  // Like `npm ci`, this follows the lock file and does not change it. But it keeps installed packages, and a registry
  // may lack binary packages of other platforms. The build needs the development dependencies, whatever NODE_ENV says.
  npm('install', '--ignore-scripts', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
  const needed = neededScripts();
  if (needed.length === 0) return;
  say(`running the install scripts of ${needed.join(', ')}`);
  npm('rebuild', '--ignore-scripts=false', '--foreground-scripts', ...needed);
}

/** Returns the packages of install-scripts.json whose install script must run on this platform; no others run. */
function neededScripts() {
  const isInstalledPackage = (name) => existsSync(at('node_modules', ...name.split('/'), 'package.json'));
  const binaryOf = (pattern) => pattern.replace('{platform}', process.platform).replace('{arch}', process.arch);
  return Object.entries(readJson(at('scripts', 'install-scripts.json')))
    .filter(
      ([name, { runs, binary }]) =>
        runs === 'without' && isInstalledPackage(name) && !isInstalledPackage(binaryOf(binary)),
    )
    .map(([name]) => name);
}

function npm(...args) {
  // Under npm the program's path is in the environment; a bare `npm` may be a script that only a shell can start.
  const cli = process.env.npm_execpath;
  const result = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (result.status !== 0) fail(`npm ${args[0]} failed; see the messages above`);
}

/** Compiles src to dist if a source changed. Deletes dist first if a source was removed. */
function build() {
  const stampFile = at('dist', '.sources.json');
  const sources = listSources();
  const built = existsSync(at('dist', 'main.js')) ? readJson(stampFile) : undefined;
  if (built && JSON.stringify(built) === JSON.stringify(sources)) return;
  say('building');
  const isRemoved = (path) => !(path in sources);
  if (!built || Object.keys(built).some(isRemoved)) rmSync(at('dist'), { recursive: true, force: true });
  const tsc = at('node_modules', 'typescript', 'bin', 'tsc');
  // `npm run check` checks the types, with those of the tests; doing so here would double the time.
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--noCheck'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) fail('the build failed; see the messages above');
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(sources));
}

/** Returns the inputs of the build: path → size and time of change. */
function listSources() {
  const stamp = (path) => {
    const { size, mtimeMs } = statSync(at(path));
    return `${size} ${mtimeMs}`;
  };
  const sources = {};
  for (const path of ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json']) sources[path] = stamp(path);
  for (const entry of readdirSync(at('src'), { recursive: true }).map(String).sort()) {
    if (entry.endsWith('.ts')) sources[join('src', entry)] = stamp(join('src', entry));
  }
  return sources;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function say(text) {
  process.stderr.write(`owlgate: ${text} …\n`);
}

function fail(text) {
  process.stderr.write(`owlgate: ${text}\n`);
  process.exit(1);
}
