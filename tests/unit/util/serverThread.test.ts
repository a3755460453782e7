import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { endThreads, startServerThread } from '../../../src/util/serverThread';
import { recordingLogger, type LogLine } from '../../support/http/gateway';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-thread-'));
afterAll(() => fs.rmSync(directory, { recursive: true }));

let log: LogLine[];
beforeEach(() => (log = []));

function start(script: string, workerData: unknown = {}) {
  const entry = path.join(directory, `${Math.random()}.js`);
  fs.writeFileSync(entry, `const { parentPort: port, workerData } = require('node:worker_threads');\n${script}`);
  return startServerThread(entry, workerData, recordingLogger(log));
}

const SERVES =
  "port.on('message', (m) => m === 'close' && port.close()); port.postMessage({ endpoint: workerData.endpoint });";

describe('server in a thread', () => {
  it('serves, logs and ends on close', async () => {
    const endpoint = { kind: 'socket', path: '/x' };
    const thread = await start(
      `port.postMessage({ log: { level: 'warn', message: 'm', fields: { a: 1 } } }); ${SERVES}`,
      { endpoint },
    );
    expect(thread.endpoint).toEqual(endpoint);
    expect(log).toEqual([{ level: 'warn', message: 'm', fields: { a: 1 } }]);
    let died = false;
    void thread.died.then(() => (died = true));
    await thread.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(died).toBe(false);
  });

  it('ends with all threads, and this is no death', async () => {
    const threads = await Promise.all([1, 2].map(() => start(SERVES)));
    const starting = start('setInterval(() => {}, 1000);');
    let ends = 0;
    for (const end of [...threads.map(({ died }) => died), starting.catch(() => undefined)])
      void end.then(() => ends++);
    expect(await endThreads(1_000)).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect([ends, log]).toEqual([0, []]);
  });

  it('reports the reason for a failed start', async () => {
    await expect(start("port.postMessage({ error: 'no room' });")).rejects.toThrow('no room');
    await expect(start("throw new Error('early');")).rejects.toThrow('early');
    await expect(start('')).rejects.toThrow('the thread ended unexpectedly');
  });

  it('reports its death', async () => {
    const thrown = await start(`${SERVES} setTimeout(() => { throw new Error('late'); }, 20);`);
    expect(await thrown.died).toBe('late');
    expect(log.map(({ level }) => level)).toEqual(['error']);
    const exited = await start(`${SERVES} setTimeout(() => process.exit(3), 20);`);
    expect(await exited.died).toBe('the thread ended unexpectedly');
  });
});
