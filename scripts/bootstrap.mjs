// Runs before `npm start` and `npm test`: installs missing packages and builds if sources changed. Needs only Node.
//
//     node scripts/bootstrap.mjs [--no-build]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
/** Oldest release with which the packages of the build run. */
const MIN_NODE = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
  fail(`Node ${MIN_NODE.join('.')} or later is needed; this is ${process.versions.node}`);
}
if (!isInstalled()) install();
if (!process.argv.includes('--no-build')) {
  build();
  buildWorkbench();
}

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
  const inputs = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
  const sources = listSources(inputs, 'src', ['.ts']);
  const built = readStamp('main.js', '.sources.json');
  if (isSame(built, sources)) return;
  say('building');
  const isRemoved = (path) => !(path in sources);
  if (!built || Object.keys(built).some(isRemoved)) rmSync(at('dist'), { recursive: true, force: true });
  const tsc = at('node_modules', 'typescript', 'bin', 'tsc');
  // `npm run check` checks the types, with those of the tests; doing so here would double the time.
  run(tsc, '-p', 'tsconfig.build.json', '--noCheck');
  writeStamp('.sources.json', sources);
}

/** Bundles ui/src to dist/ui if a source changed. */
function buildWorkbench() {
  const inputs = ['ui/index.html', 'ui/tsconfig.json', 'ui/vite.config.mjs', 'package-lock.json'];
  const sources = listSources(inputs, 'ui/src', ['']);
  if (isSame(readStamp('ui/index.html', '.workbench.json'), sources)) return;
  say('building the workbench');
  run(at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', 'ui/vite.config.mjs');
  writeStamp('.workbench.json', sources);
}

function run(program, ...args) {
  const result = spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) fail('the build failed; see the messages above');
}

/** Returns the sources of a build by its stamp; undefined if its result is missing. */
function readStamp(result, file) {
  return existsSync(at('dist', result)) ? readJson(at('dist', file)) : undefined;
}

function writeStamp(file, sources) {
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(at('dist', file), JSON.stringify(sources));
}

function isSame(built, sources) {
  return built !== undefined && JSON.stringify(built) === JSON.stringify(sources);
}

/** Returns the inputs of a build, given files and those of a folder: path → size and time of change. */
function listSources(inputs, folder, extensions) {
  const stamp = (path) => {
    const stats = statSync(at(path));
    return stats.isFile() ? `${stats.size} ${stats.mtimeMs}` : undefined;
  };
  const sources = {};
  for (const path of inputs) sources[path] = stamp(path);
  for (const entry of readdirSync(at(folder), { recursive: true }).map(String).sort()) {
    const path = join(folder, entry);
    const value = extensions.some((extension) => entry.endsWith(extension)) ? stamp(path) : undefined;
    if (value !== undefined) sources[path] = value;
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
