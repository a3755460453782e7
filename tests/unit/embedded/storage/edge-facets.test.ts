/** Facets of long lists of edges, which are decoded part by part and kept for the next edge. */
import { parseRdfMutation } from '../../../../src/dql/mutation/rdf';
import { Engine } from '../../../../src/embedded/engine';
import { FacetedLists } from '../../../../src/embedded/storage/edge-facets';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const hex = (uid: number) => `0x${uid.toString(16)}`;
const READ = { startTs: 0, readOnly: true, debug: false, format: 'json', timeoutMs: 0 } as const;
const isMarked = (s: number, o: number) => (s * 7 + o) % 3 > 0;

/** Returns the edges of an answer as `subject object`, with a plus sign for a facet. */
const edgesOf = (nodes: readonly Record<string, unknown>[], field: string, isReverse: boolean): string[] =>
  nodes.flatMap(({ uid, [field]: ends }) =>
    (ends as readonly Record<string, unknown>[]).map((end) => {
      const [s, o] = isReverse ? [end['uid'], uid] : [uid, end['uid']];
      return `${String(s)} ${String(o)}${end[`${field}|marked`] === true ? '+' : ''}`;
    }),
  );

it.each([
  ['many lists of a few parts', 30, 300],
  ['a list of many parts', 1, 5000],
])('are those that were written: %s', async (_, subjects, objects) => {
  const engine = await Engine.open(temporaryDirectory());
  await engine.alter('edge: [uid] @reverse .');
  const pairs = Array.from({ length: subjects * objects }, (_pair, i): [number, number] => [
    1 + (i % subjects),
    1000 + Math.floor(i / subjects),
  ]);
  const write = (facet: (s: number, o: number) => boolean) => {
    const lines = pairs.map(([s, o]) => `<${hex(s)}> <edge> <${hex(o)}>${facet(s, o) ? ' (marked=true)' : ''} .`);
    return engine.mutate(parseRdfMutation(`{ set {\n${lines.join('\n')}\n} }`), 0, true);
  };
  const expectRead = (facet: (s: number, o: number) => boolean) => {
    const expected = pairs.map(([s, o]) => `${hex(s)} ${hex(o)}${facet(s, o) ? '+' : ''}`).sort();
    for (const field of ['edge', '~edge']) {
      const query = `{ q(func: has(${field})) { uid ${field} @facets(marked) { uid } } }`;
      const { json } = engine.query({ ...READ, query });
      const { q } = JSON.parse(json) as { q: Record<string, unknown>[] };
      expect(edgesOf(q, field, field === '~edge').sort()).toEqual(expected);
    }
  };
  await write(isMarked);
  expectRead(isMarked);
  await write((s, o) => !isMarked(s, o));
  expectRead((s, o) => !isMarked(s, o));
  await engine.close();
});

it('are found among the newest records, and forgotten when there are too many', () => {
  const lists = new FacetedLists();
  const record = (from: number) => ({
    uids: Float64Array.of(from, from + 5),
    bytes: new Uint8Array(0),
    positions: new Uint32Array(2),
  });
  for (let i = 0; i < 20; i++) lists.add(1, 7, record(i * 10));
  expect(lists.find(1, 7, 193)?.uids[0]).toBe(190);
  expect(lists.find(1, 7, 197)).toBeUndefined();
  expect([lists.find(1, 7, 2), lists.find(2, 7, 193), lists.find(1, 8, 193)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (let uid = 0; uid < 3000; uid++) lists.add(2, uid, record(0));
  expect(lists.find(1, 7, 193)).toBeUndefined();
  expect(lists.find(2, 2999, 3)).toBeDefined();
});
