/** Long writes: readers see the state before, later writers wait, and a failure leaves no trace. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Delta, type Store } from '../../../../../src/embedded/storage';
import {
  declaration,
  declare,
  openStore,
  removeTemporaryDirectories,
  temporaryDirectory,
  view,
} from '../../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const PLACE = '\xff'.repeat(8);
const SUBJECTS = 2000;

function named(subject: number, name = `n${subject}`, facet = 'since'): Delta {
  const delta = new Delta();
  const facets = [{ key: facet, value: { type: 'bool', value: true } as const }];
  delta
    .predicate('name')
    .value(subject)
    .set(PLACE, { value: { type: 'string', value: name }, lang: '', facets });
  return delta;
}

const subjectsOf = (store: Store): number[] => [...view(store).subjects('name', false)];

async function opened(directory = temporaryDirectory()): Promise<Store> {
  const store = openStore(directory);
  await store.write((batch) => declare(batch, declaration('name')));
  await store.write((batch) => batch.apply(named(1, 'before')));
  return store;
}

/** Writes every subject in a separate slice. */
const writeAll = (store: Store, between: (written: number) => void = () => {}, failAt = Infinity): Promise<number> =>
  store.writeInSlices(async (batch, slice) => {
    for (let subject = 1; subject <= SUBJECTS; subject++) {
      if (subject === failAt) throw new Error('half way');
      slice(() => batch.apply(named(subject, `n${subject}`, `facet ${subject % 7}`)));
      between(subject);
      if (subject % 50 === 0) await nextTurn();
    }
    return SUBJECTS;
  });

it('a sliced write shows all its changes at once at its end', async () => {
  const directory = temporaryDirectory();
  const store = await opened(directory);
  const held = store.current.acquire();
  let isOver = false;
  let looks = 0;
  const looking = (async () => {
    while (!isOver) {
      const before = isOver;
      expect([1, SUBJECTS]).toContain(subjectsOf(store).length);
      expect(['before', 'n1']).toContain(view(store).values('name', 1)[0]!.value.value);
      if (!before) looks++;
      await nextTurn();
    }
  })();
  // Also in the middle: reads see no part of the write.
  const written = await writeAll(store, (n) => {
    if (n % 400 === 0) expect(subjectsOf(store)).toEqual([1]);
  });
  isOver = true;
  await looking;
  expect(written).toBe(SUBJECTS);
  expect(looks).toBeGreaterThan(10);
  expect(subjectsOf(store)).toHaveLength(SUBJECTS);
  expect([...held.reader.subjects(held.catalog.entry('name')!.spaces.data)]).toEqual([1]);
  held.release();
  await store.close();
  const again = openStore(directory);
  expect(subjectsOf(again)).toHaveLength(SUBJECTS);
  expect(view(again).values('name', 8)[0]!.facets[0]!.key).toBe('facet 1');
  await again.close();
});

it('sliced writes keep the order of the queue', async () => {
  const store = await opened();
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  await Promise.all([
    store.write((batch) => batch.apply(named(1, 'small before'))).then(note('before')),
    writeAll(store).then(note('long')),
    store
      .write((batch) => {
        expect([...batch.reader.subjects(batch.catalog.entry('name')!.spaces.data)]).toHaveLength(SUBJECTS);
        batch.apply(named(1, 'small after'));
      })
      .then(note('after')),
    writeAll(store).then(note('long again')),
  ]);
  expect(order).toEqual(['before', 'long', 'after', 'long again']);
  await store.close();
});

it.each([
  ['before its first change', 1],
  ['half way', SUBJECTS / 2],
])('a sliced write that fails %s leaves nothing', async (_, failAt) => {
  const directory = temporaryDirectory();
  const store = await opened(directory);
  const after = store.write.bind(store);
  const failing = writeAll(store, undefined, failAt);
  const next = after((batch) => batch.apply(named(2, 'after')));
  await expect(failing).rejects.toThrow('half way');
  await next;
  expect(subjectsOf(store)).toEqual([1, 2]);
  expect(view(store).values('name', 1)[0]!.value.value).toBe('before');
  await store.close();
  const again = openStore(directory);
  expect(subjectsOf(again)).toEqual([1, 2]);
  await again.close();
});

it('timestamps are assigned during a sliced write', async () => {
  const directory = temporaryDirectory();
  const store = await opened(directory);
  let last = 0;
  await writeAll(store, (n) => {
    if (n % 100 !== 0) return;
    for (let i = 0; i < 200_000; i++) last = store.nextTimestamp();
    expect(subjectsOf(store)).toEqual([1]);
  });
  await store.write((batch) => batch.apply(named(3, 'after')));
  await store.close();
  const again = openStore(directory);
  expect(again.nextTimestamp()).toBeGreaterThan(last);
  expect(view(again).values('name', 3)[0]!.value.value).toBe('after');
  await again.close();
});
