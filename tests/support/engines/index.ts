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
  /** Available once the tests run. */
  readonly url: string;
  /** Drops all data (`drop_all`). */
  reset(): Promise<void>;
}

/** Defines a group of tests for every available engine. */
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

/** Returns the address of the real Dgraph reserved for this worker; undefined if there is none. */
export function realDgraph(): string | undefined {
  const all = process.env['OWLGATE_TEST_DGRAPH'];
  if (all === undefined) throw new Error('tests/support/engines/global-setup.ts has not run');
  const urls = all.split(',');
  return urls[(Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % urls.length] || undefined;
}

/** Starts an embedded engine for the enclosing tests, on a temporary directory. */
export function embedded(): EngineUnderTest {
  // Created when the tests run: if all are filtered out, nothing would remove it.
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
