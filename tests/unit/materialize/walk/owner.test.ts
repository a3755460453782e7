import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as os from 'node:os';
import { Owner } from '../../../../src/materialize/walk/owner';
import { describeIf } from '../../../support/conditional';
import { until } from '../../../support/until';

it('outlives itself, and an owner whose process has ended', () => {
  const owner = new Owner();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  expect(owner.outlives(owner.name)).toBe(true);
  expect(owner.outlives(`${os.hostname()}/${pid}/a`)).toBe(true);
});

it('does not outlive an owner that runs or may run', () => {
  const owner = new Owner();
  expect(owner.outlives(`${os.hostname()}/${process.ppid}/a`)).toBe(false);
  expect(owner.outlives(`another.host/1/a`)).toBe(false);
  expect(owner.outlives(undefined)).toBe(false);
  expect(owner.outlives('no owner')).toBe(false);
});

it('outlives an owner of this process once that one has ended', () => {
  const [owner, other] = [new Owner(), new Owner()];
  other.begin();
  expect(owner.outlives(other.name)).toBe(false);
  other.end();
  expect(owner.outlives(other.name)).toBe(true);
});

describeIf(existsSync('/proc/self/stat'), 'needs /proc')('with /proc', () => {
  it('outlives an owner whose process has ended, and whose parent does not ask for its status', async () => {
    const owner = new Owner();
    // The shell becomes a program that waits for no child.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const pid = await new Promise((resolve) => parent.stdout.once('data', (data) => resolve(String(data).trim())));
      const name = `${os.hostname()}/${String(pid)}/a`;
      expect(owner.outlives(name)).toBe(false);
      await until(() => owner.outlives(name));
      expect(() => process.kill(Number(pid), 0)).not.toThrow();
    } finally {
      parent.kill();
    }
  });

  it('outlives an owner whose process number belongs to another process by now', () => {
    const owner = new Owner();
    const [, , , start] = owner.name.split('/');
    expect(start).toMatch(/^\d+$/);
    expect(owner.outlives(`${os.hostname()}/${process.ppid}/a/1`)).toBe(true);
    expect(owner.outlives(`${os.hostname()}/${process.pid}/a/1`)).toBe(true);
  });
});
