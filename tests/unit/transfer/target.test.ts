/** Examination of a load's target: its own nodes, however many, and whether it has data. */
import type { Engine } from '../../../src/dgraph';
import { examineTarget } from '../../../src/transfer/target';

const OWN = 25_000;

/** Engine with many nodes of its own, and some nodes of users. */
function engineWith(users: readonly { readonly uid: number; readonly type: string }[]) {
  const registryUids = Array.from({ length: OWN }, (_, i) => i + 1);
  const uidsOf = (root: string): number[] => {
    if (root === 'has(<dgraph.graphql.p_query>)') return registryUids;
    if (root.startsWith('eq(')) return registryUids.slice(-1);
    return users.map(({ uid }) => uid);
  };
  const engine = {
    send: () => Promise.resolve({ status: 404, headers: {}, body: Buffer.from('') }),
    schema: () =>
      Promise.resolve({
        schema: [
          { predicate: 'dgraph.type', type: 'string' },
          { predicate: 'dgraph.graphql.p_query', type: 'string' },
        ],
        types: [{ name: 'dgraph.graphql.persisted_query', fields: [] }],
      }),
    query: (text: string) => {
      const [, root, first, after = '0'] = /func: (.+?), first: (\d+)(?:, after: (\w+))?\)/.exec(text)!;
      const page = uidsOf(root!).filter((uid) => uid > Number(after));
      const q = page.slice(0, Number(first)).map((uid) => ({ uid: `0x${uid.toString(16)}` }));
      return Promise.resolve({ data: { q }, extensions: {}, body: Buffer.from('') });
    },
  };
  return engine as unknown as Engine;
}

it("finds all of the engine's own nodes", async () => {
  const { usedUids, isEmpty } = await examineTarget(engineWith([]));
  expect([usedUids.size, usedUids.has(OWN), isEmpty]).toEqual([OWN, true, true]);
});

it('finds a node that has nothing but a type of a user', async () => {
  expect((await examineTarget(engineWith([{ uid: OWN + 1, type: 'P' }]))).isEmpty).toBe(false);
});
