/** The lock file, the installation and the list of packages: no scripts of strangers, no addresses, nothing unnamed. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

  describe('npm run audit without a registry', () => {
    /** Runs the script in a copy of the project's lists, with another release of a package. */
    const audit = (changed: Readonly<Record<string, string>> = {}) => {
      const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-audit-'));
      try {
        mkdirSync(path.join(directory, 'scripts'));
        for (const file of ['scripts/audit.mjs', 'scripts/known-advisories.json', 'package.json']) {
          copyFileSync(path.join(root, file), path.join(directory, file));
        }
        const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
        for (const [name, version] of Object.entries(changed)) lock.packages[`node_modules/${name}`]!.version = version;
        writeFileSync(path.join(directory, 'package-lock.json'), JSON.stringify(lock));
        const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' };
        return spawnSync(process.execPath, ['scripts/audit.mjs'], { cwd: directory, env, encoding: 'utf8' });
      } finally {
        rmSync(directory, { recursive: true });
      }
    };

    it('finds no release with an advisory that the project knows, and says what it could not ask', () => {
      const { status, stdout, stderr } = audit();
      expect(stdout).toBe(
        `0 of ${production.length} production packages have an advisory of scripts/known-advisories.json\n`,
      );
      expect(stderr).toContain('The registry serves no advisories');
      expect(status).toBe(2);
    });

    it('names the releases that have one', () => {
      const { status, stdout } = audit({ '@grpc/grpc-js': '1.10.8', ws: '8.17.1', protobufjs: '6.99.9' });
      expect(stdout.split('\n').slice(0, -1)).toEqual([
        '@grpc/grpc-js 1.10.8: GHSA-7v5v-9h63-cj86; fixed in 1.10.9',
        'protobufjs 6.99.9: GHSA-h755-8qp9-cq85; fixed in 7.2.5',
        `2 of ${production.length} production packages have an advisory of scripts/known-advisories.json`,
      ]);
      expect(status).toBe(1);
    });
  });
});
