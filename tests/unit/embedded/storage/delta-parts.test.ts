/** Deltas split into parts and merged again; changes of a list in any order. */
import * as fc from 'fast-check';
import { addPart, Delta, deltaOf, partsOf, UidDelta, type DeltaPart } from '../../../../src/embedded/storage';
import type { StoredFacet } from '../../../../src/embedded/storage';
import { cpuTime } from '../../../support/cpu-time';

const FACETS: StoredFacet[] = [{ key: 'since', value: { type: 'int', value: 2020 } }];

type Operation = readonly [uid: number, what: 'set' | 'facets' | 'remove' | 'clear'];

const operations = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom<Operation[1]>('set', 'set', 'set', 'facets', 'remove', 'clear'),
  ),
  { maxLength: 40 },
);

function change(delta: UidDelta, [uid, kind]: Operation): void {
  if (kind === 'clear') delta.clear();
  else if (kind === 'remove') delta.remove(uid);
  else delta.set(uid, kind === 'facets' ? FACETS : undefined);
}

/** Full contents of a delta. */
function described(delta: Delta): unknown {
  const lists = (map: ReadonlyMap<unknown, UidDelta>) =>
    [...map]
      .map(([key, { cleared, uids, facets }]) => [key, cleared, uids, facets ?? uids.map(() => [])])
      .sort(([a], [b]) => (a! < b! ? -1 : 1));
  return [...delta.predicates].map(([name, p]) => [
    name,
    lists(p.edges),
    lists(p.reverse),
    lists(p.count),
    lists(p.countReverse),
    [...p.index].map(([tokenizer, tokens]) => [tokenizer, lists(tokens)]),
    [...p.values].map(([uid, value]) => [uid, value.cleared, value.operations()]).sort(([a], [b]) => +a! - +b!),
  ]);
}

const joined = (parts: Iterable<DeltaPart>): Delta => {
  const delta = new Delta();
  // Cloned as when posted from another thread.
  for (const part of parts) addPart(delta, structuredClone(part));
  return delta;
};

describe('changes of a list', () => {
  it('equal those of a map, in any order', () => {
    fc.assert(
      fc.property(operations, fc.array(fc.integer({ min: 0, max: 39 }), { maxLength: 3 }), (list, looks) => {
        const delta = new UidDelta();
        const model = new Map<number, readonly StoredFacet[] | null>();
        let cleared = false;
        for (const [i, operation] of list.entries()) {
          change(delta, operation);
          const [uid, kind] = operation;
          if (kind === 'clear') {
            model.clear();
            cleared = true;
          } else model.set(uid, kind === 'remove' ? null : kind === 'facets' ? FACETS : []);
          // Reading in between must not change anything.
          if (looks.includes(i)) expect(delta.uids).toBeDefined();
          const deltaOperation = delta.of(uid);
          if (JSON.stringify(deltaOperation) !== JSON.stringify(model.get(uid)))
            throw new Error(`${uid}: ${JSON.stringify(deltaOperation)}`);
        }
        const sorted = [...model].sort(([a], [b]) => a - b);
        expect(delta.cleared).toBe(cleared);
        expect(delta.uids).toEqual(sorted.map(([uid]) => uid));
        expect(delta.facets ?? delta.uids.map(() => [])).toEqual(sorted.map(([, facets]) => facets));
      }),
    );
  });

  it('take linear time in descending order with reads in between', async () => {
    const delta = new UidDelta();
    const took = await cpuTime(() => {
      for (let uid = 300_000; uid > 0; uid--) {
        delta.set(uid);
        if (delta.of(uid + 1) === null) throw new Error('not removed');
      }
      expect(delta.uids).toHaveLength(300_000);
    });
    expect(took).toBeLessThan(5000);
  });
});

describe('parts of a delta', () => {
  it('together equal the whole', () => {
    const list = fc.tuple(fc.integer({ min: 1, max: 5 }), operations);
    fc.assert(
      fc.property(fc.array(list), fc.array(list), fc.array(list), (edges, counts, tokens) => {
        const delta = new Delta();
        const predicate = delta.predicate('p');
        for (const [key, changes] of edges) for (const one of changes) change(predicate.edge(key), one);
        for (const [key, changes] of counts)
          for (const one of changes) change(predicate.list('countReverse', key), one);
        for (const [key, changes] of tokens) for (const one of changes) change(predicate.token('term', `t${key}`), one);
        delta.predicate('written without effect');
        expect(described(joined(partsOf(delta)))).toEqual(described(delta));
      }),
    );
  });

  it('keep values, languages, facets and deletions', () => {
    const delta = new Delta();
    const { values } = delta.predicate('p');
    for (let uid = 1; uid <= 3000; uid++) {
      const value = delta.predicate('p').value(uid);
      if (uid % 3 === 0) value.clear();
      value.set('a', {
        value: { type: 'datetime', value: { seconds: uid, nanos: 1, offset: 2 } },
        lang: 'en',
        facets: FACETS,
      });
      if (uid % 2 === 0) value.set('b', { value: { type: 'int', value: 2n ** 60n }, lang: '', facets: [] });
      if (uid % 5 === 0) value.remove('c');
    }
    expect(values.size).toBe(3000);
    const parts = [...partsOf(delta)];
    expect(parts.length).toBeGreaterThan(2);
    expect(described(joined(parts))).toEqual(described(delta));
  });

  it('are small for lists of any length, and each is a delta by itself', () => {
    const delta = new Delta();
    const hub = delta.predicate('p').edge(1);
    hub.clear();
    for (let uid = 1; uid <= 50_000; uid++) hub.set(uid, uid % 1000 === 0 ? FACETS : undefined);
    for (let uid = 1; uid <= 20_000; uid++)
      delta
        .predicate('p')
        .list('reverse', 20_001 - uid)
        .set(1);
    const parts = [...partsOf(delta)];
    for (const part of parts) {
      if (part.kind === 'edges' || part.kind === 'reverse') expect(part.uids.uids.length).toBeLessThanOrEqual(4000);
      expect(described(deltaOf(part))).toEqual(described(joined([part])));
    }
    expect(parts.filter(({ kind }) => kind === 'edges').length).toBeGreaterThan(10);
    expect(described(joined(parts))).toEqual(described(delta));
  });
});
