import { spawnSync } from 'node:child_process';
import * as os from 'node:os';
import { Owner } from '../../../../src/materialize/walk/owner';

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
