/** Sizes of predicates: bytes that are stored, indexes included, measured again after a while only. */
import { parseRdfMutation } from '../../../../src/dql/mutation/rdf';
import { Engine } from '../../../../src/embedded/engine';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

const WAIT_MS = 60_000;
let directory: string;
let engine: Engine;
beforeEach(async () => {
  directory = temporaryDirectory();
  engine = await Engine.open(directory);
});
afterEach(() => engine.close());
afterAll(removeTemporaryDirectories);

const set = (...lines: string[]) => engine.mutate(parseRdfMutation(`{ set {\n${lines.join('\n')}\n} }`), 0, true);
const reopened = async (): Promise<ReadonlyMap<string, number>> => {
  await engine.close();
  engine = await Engine.open(directory);
  return engine.sizes(WAIT_MS);
};

it('are those of the values, whatever their number', async () => {
  await engine.alter('long: string .\nmany: string .\nnothing: string .\nedge: [uid] @reverse .');
  await set(`<0x1> <long> "${'x'.repeat(100_000)}" .`);
  await set(...Array.from({ length: 2_000 }, (_, i) => `<0x${(i + 1).toString(16)}> <many> "${'y'.repeat(100)}" .`));
  await set(...Array.from({ length: 1_000 }, (_, i) => `<0x1> <edge> <0x${(i + 10).toString(16)}> .`));
  const sizes = await engine.sizes(WAIT_MS);
  expect(sizes.get('nothing')).toBe(0);
  expect(sizes.get('long')! / 100_000).toBeCloseTo(1, 1);
  expect(sizes.get('many')!).toBeGreaterThan(200_000);
  expect(sizes.get('many')!).toBeLessThan(300_000);
  expect(sizes.get('edge')!).toBeGreaterThan(1_000);
});

it('grow with an index, and vanish with the predicate', async () => {
  await engine.alter('name: string .');
  await set(...Array.from({ length: 1_000 }, (_, i) => `<0x${(i + 1).toString(16)}> <name> "name ${i}" .`));
  const plain = (await engine.sizes(WAIT_MS)).get('name')!;
  await engine.alter('name: string @index(exact, trigram) .');
  expect((await reopened()).get('name')!).toBeGreaterThan(2 * plain);
  await engine.alter('name: string .');
  // Measured a moment ago.
  expect((await engine.sizes(WAIT_MS)).get('name')!).toBeGreaterThan(2 * plain);
  expect((await reopened()).get('name')!).toBe(plain);
});

it('are measured no longer after the engine has closed', async () => {
  await set(...Array.from({ length: 5_000 }, (_, i) => `<0x${(i + 1).toString(16)}> <name> "name ${i}" .`));
  const measuring = engine.sizes(WAIT_MS);
  await engine.close();
  await expect(measuring).resolves.toBeDefined();
  engine = await Engine.open(directory);
});
