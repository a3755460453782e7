/** End of a thread: at once for the request that waits; for the thread after its modules are loaded and it has stopped. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { PoolThread } from '../../../../src/embedded/side-pool/handle';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

/** Starts a thread that loads for 300 ms, writes `loaded`, and then runs `next`. */
function start(next: string): { thread: PoolThread; loaded: string } {
  const directory = temporaryDirectory();
  const [entry, loaded] = ['entry.cjs', 'loaded'].map((file) => path.join(directory, file)) as [string, string];
  const load = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);';
  const write = `require('node:fs').writeFileSync(${JSON.stringify(loaded)}, '');`;
  fs.writeFileSync(entry, `${load} ${write} ${next}`);
  return { thread: new PoolThread(entry, directory, 64), loaded };
}

it.each([
  ['reports that it is ready', "require('node:worker_threads').parentPort.postMessage({ kind: 'ready' });"],
  ['cannot open its store', "throw new Error('no store');"],
])('a thread is terminated only once its modules are loaded: one that %s', async (_, next) => {
  const { thread, loaded } = start(next);
  const ended = thread.end(new Error('the client has left'));
  await expect(thread.ready).rejects.toThrow('the client has left');
  expect(fs.existsSync(loaded)).toBe(false);
  await ended;
  expect(fs.existsSync(loaded)).toBe(true);
});

it('a thread is terminated once it has stopped, and sees that it has to', async () => {
  const { thread, loaded } = start(`
    const { parentPort, workerData } = require('node:worker_threads');
    parentPort.on('message', ({ kind }) => {
      if (kind === 'end') while (Atomics.load(workerData.stop, 0) === 0);
      if (kind !== 'stop') return;
      require('node:fs').writeFileSync(require('node:path').join(workerData.directory, 'sign'), '');
      parentPort.postMessage({ kind: 'stopped' });
    });
    parentPort.postMessage({ kind: 'ready' });
  `);
  await thread.ready;
  thread.finish();
  await thread.end();
  await thread.terminated;
  expect(fs.existsSync(path.join(path.dirname(loaded), 'sign'))).toBe(true);
});

it('a thread that never looks is terminated all the same', async () => {
  const { thread } = start(`
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => { for (;;); });
    parentPort.postMessage({ kind: 'ready' });
  `);
  await thread.ready;
  thread.finish();
  await thread.end();
  await thread.terminated;
  expect(thread.isOver).toBe(true);
});
