/**
 * Scores of the modules without a model, measured by the benchmark program: modules that know the ontology score far
 * higher than one that does not, and answers over Dgraph equal those of the embedded engine.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { underGateway } from '../../support/engines/under-gateway';

const run = promisify(execFile);
const program = path.join(__dirname, '../../../bench/retrieval/run.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'owlgate-worlds-'));
const onEmbedded = path.join(folder, 'asked.json');
afterAll(() => rmSync(folder, { recursive: true }));

interface Row {
  readonly module: string;
  readonly kind: string;
  readonly questions: number;
  readonly right: number;
  readonly wrong: number;
  readonly failed: number;
}

function rowsIn(file: string): readonly Row[] {
  const { worlds } = JSON.parse(readFileSync(file, 'utf8')) as { readonly worlds: readonly { readonly rows: Row[] }[] };
  return worlds[0]!.rows;
}

/** Runs the benchmark about the garden in another process, while this one answers. */
async function evaluate(url: string, ...more: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [program, '--world', 'garden', '--url', url, ...more]);
  return stdout;
}

describe('the world of the garden', () => {
  underGateway((testbed) => {
    if (testbed.engine.name === 'dgraph') {
      it('module owl answers as on the embedded engine', async () => {
        const report = await evaluate(testbed.url, 'owl', '--against', onEmbedded);
        expect(report).toContain('36 questions that both runs asked: 0 answered in other words');
      });
      return;
    }
    let rows: readonly Row[] = [];
    const row = (module: string, kind: string): Row =>
      rows.find((each) => each.module === module && each.kind === kind)!;

    beforeAll(async () => {
      await evaluate(testbed.url, 'naive', 'owl', '--json', onEmbedded);
      // An agent is slow: one kind of the questions that need the ontology.
      const ofAgent = path.join(folder, 'agent.json');
      await evaluate(testbed.url, 'aragog', '--kind', 'hierarchy', '--loaded', '--json', ofAgent);
      rows = [...rowsIn(onEmbedded), ...rowsIn(ofAgent)];
    });

    it('every question gets an answer without an error', () =>
      expect([row('naive', 'all'), row('owl', 'all'), row('aragog', 'all')]).toMatchObject([
        { questions: 36, failed: 0 },
        { questions: 36, failed: 0 },
        { questions: 10, failed: 0 },
      ]));

    it.each(['owl', 'aragog'])('%s is right in the graph’s own words and rarely misleads', (module) => {
      expect(row(module, 'graph, its own words').right).toBeGreaterThanOrEqual(0.8);
      expect(row(module, 'all').wrong).toBeLessThanOrEqual(0.1);
    });

    it.each([
      ['owl', 'multi-hop'],
      ['owl', 'hierarchy'],
      ['owl', 'inverse'],
      ['aragog', 'hierarchy'],
    ])('%s exceeds naive by a wide margin: %s', (module, kind) =>
      expect(row(module, kind).right).toBeGreaterThanOrEqual(row('naive', kind).right + 0.3),
    );
  });
});
