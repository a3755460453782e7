/** Records of deletes in parts: what is written is what another gateway reads. */
import fc from 'fast-check';
import type { Engine } from '../../../../../src/dgraph';
import type { Mutation } from '../../../../../src/dql/mutation/ast';
import { edgesOf, Journal, nodesOf, recordOf } from '../../../../../src/materialize/write/hubs/journal';
import type { PinnedList } from '../../../../../src/materialize/write/hubs/edge-lists';

/** An engine that has one record. */
function holding({ set }: Mutation): Journal {
  const value = (name: string): string => {
    const { object } = set.find(({ predicate }) => predicate === `owlgate.deletion.${name}`)!;
    return object.kind === 'literal' ? object.value : '';
  };
  const row = { edges: value('edges'), done: Number(value('done')) };
  const engine = { query: () => Promise.resolve({ data: { q: [row] } }) } as unknown as Engine;
  return new Journal(engine);
}

const uids = fc
  .uniqueArray(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), { maxLength: 50 })
  .map((numbers) => [...numbers].sort((a, b) => (a < b ? -1 : 1)).map((uid) => `0x${uid.toString(16)}`));
const lists: fc.Arbitrary<PinnedList[]> = fc.array(
  fc.record({
    node: fc.constantFrom('0x1', '0xffffffffffffffff'),
    predicate: fc.constantFrom('p', 'a name', 'größe'),
    isReverse: fc.boolean(),
    others: uids,
  }),
  { maxLength: 4 },
);

it('edges come back in their order, whatever their uids', async () => {
  await fc.assert(
    fc.asyncProperty(lists, async (edgeLists) => {
      const read = await holding(await recordOf('k', edgeLists)).read({ uid: '0x9', key: 'k' });
      expect(read).toEqual({ uid: '0x9', key: 'k', nodes: nodesOf(edgeLists), edges: edgesOf(edgeLists), done: 0 });
    }),
  );
});

it('a deleted record is not read', async () => {
  const engine = { query: () => Promise.resolve({ data: { q: [] } }) } as unknown as Engine;
  expect(await new Journal(engine).read({ uid: '0x9', key: 'k' })).toBeUndefined();
});

it('the predicates are declared if one is missing', async () => {
  const altered: unknown[] = [];
  const journalOver = (names: readonly string[]): Journal =>
    new Journal({
      schema: () => Promise.resolve({ schema: names.map((predicate) => ({ predicate, type: 'string' })) }),
      alter: (text: unknown) => Promise.resolve(void altered.push(text)),
    } as unknown as Engine);
  const names = ['key', 'edges', 'done'].map((name) => `owlgate.deletion.${name}`);
  await journalOver(names).declare();
  expect(altered).toEqual([]);
  await journalOver(names.slice(1)).declare();
  expect(altered).toEqual([expect.stringContaining('owlgate.deletion.key: string .')]);
});
