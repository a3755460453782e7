/**
 * The engines that conformance tests run on: the embedded one always, a real Dgraph where there is one (DGRAPH_URL, a
 * `dgraph` program, Docker; global-setup.ts).
 *
 *     forEachEngine((engine) => {
 *       beforeAll(() => engine.reset());
 *       it('answers', async () => expect(await ask(engine.url, query('schema {}'))).toEqual(…));
 *     });
 */
import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { startOnPort, type EngineOnPort } from '../embedded/on-port';
import { dropAll } from './wire';

export interface EngineUnderTest {
  readonly name: 'embedded' | 'dgraph';
  /** Known once the tests run. */
  readonly url: string;
  /** drop_all. */
  reset(): Promise<void>;
}

/** A group of tests for every engine at hand. */
export function forEachEngine(body: (engine: EngineUnderTest) => void): void {
  describe('on the embedded engine', () => {
    body(embedded());
  });
  const url = realDgraph();
  if (url === undefined) return;
  describe('on a real Dgraph', () => {
    body({ name: 'dgraph', url, reset: () => dropAll(url) });
  });
}

/** The address of the real Dgraph that the files of this worker have to themselves; undefined where there is none. */
export function realDgraph(): string | undefined {
  const all = process.env['OWLGATE_TEST_DGRAPH'];
  if (all === undefined) throw new Error('tests/support/engines/global-setup.ts has not run');
  const urls = all.split(',');
  return urls[(Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % urls.length] || undefined;
}

/** An embedded engine of its own for the tests around, on an empty directory that goes with it. */
export function embedded(): EngineUnderTest {
  // Made when the tests run: where all are filtered out, nobody would remove it.
  let directory: string | undefined;
  let server: EngineOnPort | undefined;
  beforeAll(async () => {
    directory = mkdtempSync(path.join(os.tmpdir(), 'owlgate-embedded-'));
    server = await startOnPort({ directory });
  });
  afterAll(async () => {
    await server?.close();
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  });
  return {
    name: 'embedded',
    get url() {
      if (!server) throw new Error('the engine is started in beforeAll');
      return server.url;
    },
    reset: () => dropAll(server!.url),
  };
}
