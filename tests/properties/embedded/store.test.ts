/** The store against a model in plain maps: random histories, read through snapshots, overlays, and after reopening. */
import * as fc from 'fast-check';
import {
  Delta,
  placeOf,
  type Store,
  type StoredFacet,
  type StoredValue,
  type StoreView,
} from '../../../src/embedded/storage';
import {
  commit,
  declaration,
  declare,
  openStore,
  inTemporaryDirectory,
  removeTemporaryDirectories,
  view,
} from '../../support/embedded/store';

afterAll(removeTemporaryDirectories);

type Op =
  | { kind: 'edge'; s: number; o: number; facet: boolean }
  | { kind: 'edges'; s: number; from: number; n: number; step: number }
  | { kind: 'unedge'; s: number; o: number }
  | { kind: 'clear'; s: number }
  | { kind: 'value'; s: number; text: string; lang: string; facet: boolean }
  | { kind: 'unvalue'; s: number; text: string; lang: string }
  | { kind: 'clearValues'; s: number }
  | { kind: 'token'; token: string; from: number; n: number }
  | { kind: 'untoken'; token: string; uid: number };

const subject = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1_000_000, 2 ** 33 + 5, 2 ** 52));
const object = fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(2 ** 31, 2 ** 40 + 1, 2 ** 53 - 2 ** 41));
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer({ min: 0, max: 60 }).map((n) => `value ${n}`),
  fc.integer({ min: 0, max: 5 }).map((n) => `${n}`.repeat(400)),
);
const token = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'ba', 'c\0', 'c'),
  // Longer than a key holds: equal in the first 1,000 bytes, different after them.
  fc.constantFrom('x', 'y', 'z').map((end) => 'l'.repeat(1000) + end),
  fc.constant('l'.repeat(1000)),
  fc.constant('l'.repeat(999) + 'm'),
);
const operation: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constant('edge' as const), s: subject, o: object, facet: fc.boolean() }),
  fc.record({
    kind: fc.constant('edges' as const),
    s: subject,
    from: object,
    n: fc.integer({ min: 1, max: 1500 }),
    step: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ kind: fc.constant('unedge' as const), s: subject, o: object }),
  fc.record({ kind: fc.constant('clear' as const), s: subject }),
  fc.record({
    kind: fc.constant('value' as const),
    s: subject,
    text,
    lang: fc.constantFrom('', '', '', 'en', 'de'),
    facet: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('unvalue' as const), s: subject, text, lang: fc.constantFrom('', 'en') }),
  fc.record({ kind: fc.constant('clearValues' as const), s: subject }),
  fc.record({ kind: fc.constant('token' as const), token, from: object, n: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ kind: fc.constant('untoken' as const), token, uid: object }),
);

const facets: readonly StoredFacet[] = [
  { key: 'close', value: { type: 'bool', value: true } },
  { key: 'since', value: { type: 'datetime', value: { seconds: 1_136_073_600, nanos: 0, offset: 0 } } },
];

class Model {
  edges = new Map<number, Map<number, readonly StoredFacet[]>>();
  values = new Map<number, Map<string, StoredValue>>();
  tokens = new Map<string, Set<number>>();

  apply(op: Op, delta: Delta): void {
    const edges = (s: number) => this.edges.get(s) ?? this.edges.set(s, new Map()).get(s)!;
    const values = (s: number) => this.values.get(s) ?? this.values.set(s, new Map()).get(s)!;
    switch (op.kind) {
      case 'edge':
        edges(op.s).set(op.o, op.facet ? facets : []);
        delta
          .predicate('friend')
          .edge(op.s)
          .set(op.o, op.facet ? facets : []);
        break;
      case 'edges':
        for (let i = 0; i < op.n; i++) {
          edges(op.s).set(op.from + i * op.step, []);
          delta
            .predicate('friend')
            .edge(op.s)
            .set(op.from + i * op.step);
        }
        break;
      case 'unedge':
        edges(op.s).delete(op.o);
        delta.predicate('friend').edge(op.s).remove(op.o);
        break;
      case 'clear':
        edges(op.s).clear();
        delta.predicate('friend').edge(op.s).clear();
        break;
      case 'value': {
        const stored: StoredValue = {
          value: { type: 'string', value: op.text },
          lang: op.lang,
          facets: op.facet ? facets : [],
        };
        const at = placeOf(stored.value, op.lang, true);
        values(op.s).set(at, stored);
        delta.predicate('nick').value(op.s).set(at, stored);
        break;
      }
      case 'unvalue': {
        const at = placeOf({ type: 'string', value: op.text }, op.lang, true);
        values(op.s).delete(at);
        delta.predicate('nick').value(op.s).remove(at);
        break;
      }
      case 'clearValues':
        values(op.s).clear();
        delta.predicate('nick').value(op.s).clear();
        break;
      case 'token': {
        const uids = this.tokens.get(op.token) ?? this.tokens.set(op.token, new Set()).get(op.token)!;
        for (let i = 0; i < op.n; i++) {
          uids.add(op.from + i);
          delta
            .predicate('nick')
            .token('exact', op.token)
            .set(op.from + i);
        }
        break;
      }
      case 'untoken':
        this.tokens.get(op.token)?.delete(op.uid);
        delta.predicate('nick').token('exact', op.token).remove(op.uid);
        break;
    }
  }

  check(view: StoreView): void {
    const subjects = [...this.edges].filter(([, list]) => list.size > 0).map(([s]) => s);
    expect([...view.subjects('friend', false)]).toEqual(subjects.sort((a, b) => a - b));
    const after = subjects[Math.floor(subjects.length / 2)] ?? 0;
    expect([...view.subjects('friend', false, after)]).toEqual(subjects.filter((s) => s > after));
    for (const [s, list] of this.edges) {
      const expected = [...list.keys()].sort((a, b) => a - b);
      expect([...view.uids('friend', s, false)]).toEqual(expected);
      expect(view.uidCount('friend', s, false)).toBe(expected.length);
      for (const o of [expected[0], expected[expected.length >> 1], expected.at(-1)]) {
        if (o === undefined) continue;
        expect(view.edgeFacets('friend', s, o, false)).toEqual(list.get(o));
        expect(view.hasEdge('friend', s, o)).toBe(true);
      }
      expect(view.hasEdge('friend', s, 4001.5)).toBe(false);
    }
    for (const [s, list] of this.values) {
      const expected = [...list].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
      expect(view.values('nick', s)).toEqual(expected);
    }
    const tokens = [...this.tokens].filter(([, uids]) => uids.size > 0).map(([t]) => t);
    tokens.sort();
    for (const [t, uids] of this.tokens) {
      expect([...view.indexed('nick', 'exact', Buffer.from(t, 'latin1'))]).toEqual([...uids].sort((a, b) => a - b));
    }
    const range = (from?: string, to?: string, descending?: boolean) =>
      [
        ...view.indexRange('nick', 'exact', {
          ...(from !== undefined && { from: Buffer.from(from, 'latin1') }),
          ...(to !== undefined && { to: Buffer.from(to, 'latin1') }),
          ...(descending && { descending }),
        }),
      ].map((e) => e.token.toString('latin1'));
    expect(range()).toEqual(tokens);
    expect(range(undefined, undefined, true)).toEqual([...tokens].reverse());
    const long = 'l'.repeat(1000) + 'y';
    expect(range('b', long)).toEqual(tokens.filter((t) => t >= 'b' && t <= long));
    expect(range('b', long, true)).toEqual(tokens.filter((t) => t >= 'b' && t <= long).reverse());
    expect(range(long, undefined, true)).toEqual(tokens.filter((t) => t >= long).reverse());
  }
}

async function prepare(store: Store): Promise<void> {
  await store.write((batch) => {
    declare(batch, declaration('friend', { type: 'uid', list: true }));
    declare(batch, declaration('nick', { list: true, index: [{ tokenizer: 'exact' }] }));
  });
}

describe('the store', () => {
  it('holds the written data through commits, overlays and reopening', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
        (history) =>
          inTemporaryDirectory(async (directory) => {
            let store = openStore(directory);
            try {
              await prepare(store);
              const model = new Model();
              for (const [i, operations] of history.entries()) {
                const delta = new Delta();
                for (const op of operations) model.apply(op, delta);
                model.check(view(store, delta));
                await commit(store, delta);
                model.check(view(store));
                if (i === 1) {
                  await store.close();
                  store = openStore(directory);
                  model.check(view(store));
                }
              }
            } finally {
              await store.close();
            }
          }),
      ),
      { numRuns: 12 },
    );
  });

  it('keeps long lists correct while they grow and shrink at both ends and in between', async () => {
    const range = fc.record({
      from: fc.integer({ min: 1, max: 4000 }),
      n: fc.integer({ min: 1, max: 2500 }),
      step: fc.integer({ min: 1, max: 3 }),
      remove: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(range, { minLength: 3, maxLength: 15 }), (ranges) =>
        inTemporaryDirectory(async (directory) => {
          const store = openStore(directory);
          await prepare(store);
          const model = new Set<number>();
          for (const { from, n, step, remove } of ranges) {
            const delta = new Delta();
            for (let i = 0; i < n; i++) {
              const uid = from + i * step;
              const [edge, token] = [delta.predicate('friend').edge(1), delta.predicate('nick').token('exact', 'a')];
              if (remove) {
                edge.remove(uid);
                token.remove(uid);
                model.delete(uid);
              } else {
                edge.set(uid);
                token.set(uid);
                model.add(uid);
              }
            }
            await commit(store, delta);
            const expected = [...model].sort((a, b) => a - b);
            expect([...view(store).uids('friend', 1, false)]).toEqual(expected);
            expect(view(store).uidCount('friend', 1, false)).toBe(expected.length);
            expect([...view(store).indexed('nick', 'exact', Buffer.from('a'))]).toEqual(expected);
          }
          await store.close();
        }),
      ),
      { numRuns: 12 },
    );
  });

  it('keeps a snapshot unchanged by later commits', async () => {
    const store = openStore();
    await prepare(store);
    const first = new Delta();
    for (let o = 1; o <= 2000; o++) first.predicate('friend').edge(7).set(o);
    await commit(store, first);
    const held = store.current.acquire();
    const before = view(store);
    const second = new Delta();
    second.predicate('friend').edge(7).clear();
    second.predicate('friend').edge(7).set(9, facets);
    await commit(store, second);
    expect(before.uidCount('friend', 7, false)).toBe(2000);
    expect(before.uids('friend', 7, false)).toHaveLength(2000);
    expect(before.edgeFacets('friend', 7, 9, false)).toEqual([]);
    expect([...view(store).uids('friend', 7, false)]).toEqual([9]);
    expect(view(store).edgeFacets('friend', 7, 9, false)).toEqual(facets);
    held.release();
    await store.close();
  });
});
