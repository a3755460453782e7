/** Answers of the engine that nobody reads: they are broken off while they take too much memory, and others wait. */
import * as http from 'node:http';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';
import { startOnPort, type EngineOnPort } from '../../../support/embedded/on-port';

const MIB = 2 ** 20;
const VALUES = 12;

let engine: EngineOnPort;
beforeAll(async () => {
  const unreadLimits = { bytes: 40 * MIB, stallMs: 500, minBytes: 64 * 2 ** 10, checkMs: 10 };
  engine = await startOnPort({ directory: temporaryDirectory(), unreadLimits });
  const set = Array.from({ length: VALUES }, () => ({ text: 'x'.repeat(MIB) }));
  const answer = await post('/mutate?commitNow=true', 'application/json', JSON.stringify({ set }));
  expect(await answer.text()).not.toContain('errors');
});
afterAll(async () => {
  await engine.close();
  removeTemporaryDirectories();
});

const post = (path: string, type: string, body: string) =>
  fetch(engine.url + path, { method: 'POST', headers: { 'Content-Type': type }, body });
const QUERY = '{ q(func: has(text)) { text } }';

it('answers as long as clients read', async () => {
  for (let i = 0; i < 8; i++) {
    const answer = await post('/query', 'application/dql', QUERY);
    expect((await answer.text()).length).toBeGreaterThan(VALUES * MIB);
  }
});

it('breaks off the answers of clients that do not read, and answers others then', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, openUnread));
  expect((await post('/query', 'application/dql', '{ q(func: has(none)) { uid } }')).status).toBe(200);
  const lengths = await Promise.all(answers.map(lengthOf));
  const whole = lengths.filter((length) => length > VALUES * MIB).length;
  expect(whole).toBeGreaterThan(0);
  expect(whole).toBeLessThan(answers.length);
});

/** Returns an answer whose body has not been read. */
function openUnread(): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/dql' };
    const request = http.request(`${engine.url}/query`, { method: 'POST', headers, agent: false });
    request.on('error', reject).on('response', (response) => resolve(response.pause()));
    request.end(QUERY);
  });
}

/** Returns the number of bytes that arrive of an answer. */
function lengthOf(answer: http.IncomingMessage): Promise<number> {
  return new Promise((resolve) => {
    let bytes = 0;
    answer.on('data', (data: Buffer) => (bytes += data.length)).on('error', () => undefined);
    answer.once('close', () => resolve(bytes)).resume();
  });
}
