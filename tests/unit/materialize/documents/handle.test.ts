/** Document processes whose clients leave. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const support = path.join(__dirname, '../../../support');

it('a task that is abandoned while its input is sent ends, with its reason and nothing else', () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'owlgate-handle-'));
  const entry = path.join(directory, 'entry.cjs');
  writeFileSync(
    entry,
    `let parts = 0;
     process.on('message', () => ++parts === 1 && process.send({ kind: 'log', level: 'info', message: '', fields: {} }));
     process.send({ kind: 'ready' });`,
  );
  const modules = ['embedded/register.cjs', 'materialize/abandoned-tasks.ts'].map((name) => path.join(support, name));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', ...modules, entry], { encoding: 'utf8' });
  rmSync(directory, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.trim().split('\n')).toEqual(Array<string>(6).fill('the client left'));
});
