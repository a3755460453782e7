import * as http from 'node:http';
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const register = path.join(__dirname, '../../support/embedded/register.cjs');
const entry = path.join(__dirname, '../../../src/embedded/worker.ts');

const start = (directory: string): Worker =>
  new Worker(`require(${JSON.stringify(register)}); require(${JSON.stringify(entry)});`, {
    eval: true,
    workerData: { directory },
  });
const message = (worker: Worker): Promise<any> => new Promise((resolve) => worker.once('message', resolve));
const exit = (worker: Worker): Promise<number> => new Promise((resolve) => worker.once('exit', resolve));

const statusOf = (socketPath: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = http.get({ socketPath, path: '/health' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
  });

describe('the engine in a worker thread', () => {
  it('serves, and ends cleanly on request', async () => {
    const directory = temporaryDirectory();
    const worker = start(directory);
    const { endpoint } = await message(worker);
    expect(endpoint).toEqual({ kind: 'socket', path: path.join(directory, 'engine.sock') });
    expect(await statusOf(endpoint.path)).toBe(200);
    const ended = exit(worker);
    worker.postMessage('close');
    expect(await ended).toBe(0);
    const again = start(directory);
    expect(await message(again)).toMatchObject({ endpoint });
    again.postMessage('close');
    await exit(again);
  });

  it('reports why it cannot start', async () => {
    const worker = start('/dev/null/nowhere');
    const ended = exit(worker);
    expect(await message(worker)).toEqual({
      error: expect.stringContaining('the data directory /dev/null/nowhere'),
      isSetting: true,
    });
    await ended;
  });
});
