/** The packages for npm and for Python: their contents, and one version of everything. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { dependencies, version } from '../../../package.json';
import { build } from '../../support/program/program';

const root = path.join(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

it('has one version', () => {
  const chart = parse(read('deploy/helm/owlgate/Chart.yaml')) as Record<string, string>;
  expect({
    python: /^version = "(.*)"$/m.exec(read('sdk/python/pyproject.toml'))?.[1],
    chart: chart['version'],
    program: chart['appVersion'],
    image: /image: owlgate:(\S+)/.exec(read('docker-compose.yml'))?.[1],
    lock: (JSON.parse(read('package-lock.json')) as { version: string }).version,
    changelog: /^## \[(.*?)\]/m.exec(read('CHANGELOG.md'))?.[1],
  }).toEqual({ python: version, chart: version, program: version, image: version, lock: version, changelog: version });
});

describe('npm pack', () => {
  let files: readonly string[];
  let size: number;
  beforeAll(() => {
    build();
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
    });
    const [packed] = JSON.parse(stdout) as [{ readonly size: number; readonly files: { readonly path: string }[] }];
    files = packed.files.map((file) => file.path);
    size = packed.size;
  });

  it('packs the program, its examples and its license, and nothing of its development', () => {
    const { main, types, bin, exports } = JSON.parse(read('package.json')) as {
      readonly [Key in 'main' | 'types']: string;
    } & { readonly bin: Record<string, string>; readonly exports: Record<string, Record<string, string> | string> };
    const entries = [
      main,
      types,
      ...Object.values(bin),
      ...Object.values(exports).flatMap((each) => (typeof each === 'string' ? each : Object.values(each))),
    ];
    for (const entry of entries) expect(files).toContain(path.normalize(entry));
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'ontologies/animals.ttl', 'dist/embedded/worker.js']),
    );
    const strangers = files.filter(
      (file) =>
        !/^(dist\/[\w./-]+\.(js|d\.ts)|dist\/retrieval\/language\/data\/[\w.]+\.json|dist\/ui\/(index\.html|licenses\.md|assets\/[\w.-]+\.(js|css|svg)(\.br|\.gz)?)|ontologies\/[\w./-]+|bin\/owlgate\.cjs|[A-Z]+(\.md)?|package\.json)$/.test(
          file,
        ),
    );
    expect(strangers).toEqual([]);
    expect(files.filter((file) => /(^|\/)(tests?|node_modules)\//.test(file))).toEqual([]);
    expect(size).toBeLessThan(4 * 2 ** 20);
    expect(statSync(path.join(root, 'bin/owlgate.cjs')).mode & 0o111).toBe(0o111);
  });

  it('needs no package that an installation would lack', () => {
    const known = new Set([...builtinModules, ...Object.keys(dependencies)]);
    const missing = files
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [...read(file).matchAll(/(?:require|import)\("([^."][^"]*)"\)/g)].map(([, name]) => name!))
      .map((name) => (name.startsWith('@') ? name.split('/', 2).join('/') : name.split('/', 1)[0]!))
      .filter((name) => !name.startsWith('node:') && !known.has(name));
    expect(missing).toEqual([]);
  });
});

it('has a workbench whose first view weighs at most 350 KiB, compressed', () => {
  const folder = path.join(root, 'dist/ui');
  const seen = new Map<string, number>();
  const weigh = (file: string): void => {
    if (seen.has(file)) return;
    const text = readFileSync(path.join(folder, file), 'utf8');
    seen.set(file, gzipSync(text).length);
    // Parts that are loaded when they are needed are imported by calls.
    const imports = file.endsWith('.html')
      ? text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)
      : text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g);
    for (const [, name] of imports) weigh(file.endsWith('.html') ? name! : path.join(path.dirname(file), name!));
  };
  weigh('index.html');
  expect([...seen.keys()].filter((file) => /\.(js|css)$/.test(file)).length).toBeGreaterThanOrEqual(2);
  expect([...seen.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(350 * 1024);
});

it('runs as owlgate', () => {
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'bin/owlgate.cjs'), '--version'], {
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe(version);
  expect(existsSync(path.join(root, 'dist/main.js'))).toBe(true);
});
