/**
 * Stars in the place of deletes by name: only of counted lists that the write empties, and to which it adds nothing.
 */
import type { NQuad } from '../../../../src/dql/mutation/ast';
import { withStars } from '../../../../src/materialize/write/emptied-lists';
import { contextOf, schemaOf, workingSetOf } from '../../../support/materialize/small';

const schema = schemaOf('link: [uid] @reverse @count\nplain: [uid] @reverse\none: uid @reverse @count');
const { plan } = contextOf(':link a owl:ObjectProperty .', schema);

const EDGES = 2_500;
const node = (i: number): string => `0x${(0x1000 + i).toString(16)}`;
const edge = (o: string, predicate = 'link', s = '0x1'): NQuad => ({
  subject: { kind: 'uid', uid: s },
  predicate,
  object: { kind: 'uid', uid: o },
});
const edges = (count: number, predicate?: string, s?: string): NQuad[] =>
  Array.from({ length: count }, (_, i) => edge(node(i), predicate, s));

interface Case {
  readonly stated?: readonly NQuad[];
  readonly added?: readonly NQuad[];
  readonly set?: readonly NQuad[];
  /** Edges in the store; default: EDGES. */
  readonly stored?: number;
  readonly predicate?: string;
}

/** The deletes of both parts, as `s p o`; undefined where they stay as they are. */
async function starred({ stated = [], added = [], set = [], stored = EDGES, predicate = 'link' }: Case) {
  const facts = Array.from({ length: EDGES }, (_, i) => `0x1 ${predicate} ${node(i)}`).join('\n');
  const transaction = { read: () => Promise.resolve({ l0: [{ c: stored }] }) };
  const parts = { stated: { set, delete: stated }, added: { identities: [], set: [], delete: added } };
  const result = await withStars(parts, { workingSet: workingSetOf(plan, schema, facts), schema, transaction });
  const text = ({ subject, predicate: p, object }: NQuad): string =>
    [subject, object].map((term) => (term.kind === 'uid' ? term.uid : term.kind)).join(` ${p} `);
  return result && { stated: result.stated.delete.map(text), added: result.added.delete.map(text) };
}

it('an emptied list is deleted by one star', async () => {
  const all = edges(EDGES);
  expect(await starred({ stated: all })).toEqual({ stated: ['0x1 link star'], added: [] });
  expect(await starred({ added: all })).toEqual({ stated: [], added: ['0x1 link star'] });
  const [stated, added] = [all.slice(0, 10), all.slice(10)];
  expect(await starred({ stated, added })).toEqual({ stated: ['0x1 link star'], added: [] });
});

it('other deletes stay unchanged', async () => {
  const others = edges(3, 'link', '0x2');
  expect(await starred({ stated: [...others, ...edges(EDGES)] })).toEqual({
    stated: [...[0, 1, 2].map((i) => `0x2 link ${node(i)}`), '0x1 link star'],
    added: [],
  });
});

it.each<[string, Case]>([
  ['an edge that stays', { stated: edges(EDGES - 1) }],
  ['an edge that the workingSet does not have', { stated: edges(EDGES), stored: EDGES + 1 }],
  ['an edge of the client that is not stored, and one that stays', { stated: [...edges(EDGES - 1), edge('0x9')] }],
  ['an edge that is set', { stated: edges(EDGES), set: [edge('0x9')] }],
  ['few edges', { stated: edges(100), stored: 100 }],
  ['a predicate without a count index', { stated: edges(EDGES, 'plain'), predicate: 'plain' }],
])('%s keeps the names', async (_, deletion) => {
  expect(await starred(deletion)).toBeUndefined();
});
