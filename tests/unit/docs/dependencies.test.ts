/** The lock file, the installation and the list of packages: no scripts of strangers, no addresses, nothing unnamed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

const root = path.join(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface LockedPackage {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly optional?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface ScriptRule {
  readonly runs: 'never' | 'without';
  readonly binary?: string;
  readonly reason: string;
}

const { '': project, ...locked } = (
  JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
).packages;
const packages = Object.entries(locked).map(([place, entry]) => ({
  name: place.replace(/^.*node_modules\//, ''),
  ...entry,
}));
const rules = JSON.parse(read('scripts/install-scripts.json')) as Readonly<Record<string, ScriptRule>>;

describe('package-lock.json', () => {
  it('records no download address', () => {
    expect(packages.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/https?:\/\/registry/);
  });

  it('has a digest of each package', () => {
    expect(packages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  });

  it('is of package.json', () => {
    const { dependencies } = JSON.parse(read('package.json')) as LockedPackage;
    expect(project!.dependencies).toEqual(dependencies);
  });
});

describe('install scripts', () => {
  it('are named in install-scripts.json, each with a reason, and no other package is', () => {
    const withScripts = new Set(packages.filter((each) => each.hasInstallScript).map(({ name }) => name));
    expect(Object.keys(rules).sort()).toEqual([...withScripts].sort());
    for (const { reason } of Object.values(rules)) expect(reason).toMatch(/^.{20,}$/);
  });

  it('run only where a prebuilt binary, which the package itself asks for, is missing', () => {
    for (const [name, { runs, binary }] of Object.entries(rules).filter(([, rule]) => rule.runs !== 'never')) {
      expect(runs).toBe('without');
      const pattern = new RegExp(`^${binary!.replace('{platform}', '\\w+').replace('{arch}', '\\w+')}$`);
      const offered = packages.filter((each) => each.optional && pattern.test(each.name)).map((each) => each.name);
      expect({ name, offered }).toEqual({
        name,
        offered: expect.arrayContaining([binary!.replace(/\{.*/, 'linux-x64')]),
      });
    }
  });

  it.each(['Dockerfile', 'scripts/bootstrap.mjs'])('%s installs without them', (file) => {
    const commands = read(file)
      .split(/\n|&&/)
      .filter((line) => /^(?!\s*(\/\/|#)).*(npm (ci|install|prune)\b|npm\('install')/.test(line));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).toContain('--ignore-scripts');
  });

  it('do not run with an installation by hand either', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    // npm then runs no script before or after another.
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const names = Object.keys(scripts);
    expect(names.filter((name) => names.some((other) => name === `pre${other}` || name === `post${other}`))).toEqual(
      [],
    );
  });
});

describe('the production tree', () => {
  const production = packages.filter(({ dev, devOptional }) => !dev && !devOptional);

  it('is what npm run sbom lists', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/sbom.mjs'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const { components } = JSON.parse(stdout) as { components: { name: string; version: string }[] };
    const listed = components.map(({ name, version }) => `${name}@${version}`);
    expect(new Set(listed)).toEqual(new Set(production.map(({ name, version }) => `${name}@${version}`)));
  });

  it('has no release that is known to be vulnerable where its dependents would still take one', () => {
    // Each was in the tree, or is what a dependent asks for: package, first release without the advisory.
    const fixed: Readonly<Record<string, readonly [number, number, number]>> = {
      jsonwebtoken: [9, 0, 0], // GHSA-8cf7-32gw-wr33, GHSA-hjrf-2m68-5959, GHSA-qwph-4952-7xr6
      jws: [4, 0, 1], // GHSA-869p-cjfg-cm3x
      'node-fetch': [2, 6, 7], // GHSA-r683-j2x4-v87g
      semver: [7, 5, 2], // GHSA-c2qf-rxjj-qqgw
    };
    for (const { name, version } of production.filter((each) => each.name in fixed)) {
      const numbers = version.split('.').map(Number);
      const [major, minor, patch] = fixed[name]!;
      const isFixed =
        numbers[0]! > major ||
        (numbers[0] === major && (numbers[1]! > minor || (numbers[1] === minor && numbers[2]! >= patch)));
      expect({ name, version, isFixed }).toEqual({ name, version, isFixed: true });
    }
  });
});
