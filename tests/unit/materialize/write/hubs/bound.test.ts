/** The bound of what one transaction deletes at one node. */
import type { NQuad } from '../../../../../src/dql/mutation/ast';
import { MAX_EDGES_PER_TRANSACTION, refuseTooLarge } from '../../../../../src/materialize/write/hubs/bound';
import { schemaOf } from '../../../../support/materialize/small';

const schema = schemaOf('link: [uid] @reverse @count\nforward: [uid] @count\nplain: [uid] @reverse');

const edges = (count: number, predicate: string, isReverse = false): NQuad[] =>
  Array.from({ length: count }, (_, i): NQuad => {
    const other = { kind: 'uid', uid: `0x${(i + 16).toString(16)}` } as const;
    const hub = { kind: 'uid', uid: '0x1' } as const;
    return { subject: isReverse ? other : hub, predicate, object: isReverse ? hub : other };
  });
const refusing =
  (deletes: readonly NQuad[], deletedCount = deletes.length) =>
  () =>
    refuseTooLarge(
      { stated: { set: [], delete: deletes }, added: { identities: [], set: [], delete: [] } },
      deletedCount,
      schema,
    );

it.each([
  ['from a node', 'link', false],
  ['to a node', 'link', true],
  ['of a predicate without reverse edges', 'forward', false],
])('edges %s', (_, predicate, isReverse) => {
  expect(refusing(edges(MAX_EDGES_PER_TRANSACTION, predicate, isReverse))).not.toThrow();
  expect(refusing(edges(MAX_EDGES_PER_TRANSACTION + 1, predicate, isReverse))).toThrow(
    expect.objectContaining({
      code: 'DeleteTooLarge',
      message: expect.stringContaining(`${predicate} at the node 0x1`),
    }),
  );
});

it.each([
  ['no count index', edges(MAX_EDGES_PER_TRANSACTION + 1, 'plain'), MAX_EDGES_PER_TRANSACTION + 1],
  ['edges of many nodes', edges(MAX_EDGES_PER_TRANSACTION + 1, 'forward', true), MAX_EDGES_PER_TRANSACTION + 1],
  ['consequences of a few statements', edges(MAX_EDGES_PER_TRANSACTION + 1, 'link'), 1],
])('%s has no limit', (_, deletes, deletedCount) => {
  expect(refusing(deletes, deletedCount)).not.toThrow();
});
