/** Write queue: order, and failures. */
import { Delta } from '../../../../../src/embedded/storage';
import {
  declaration,
  declare,
  openStore,
  removeTemporaryDirectories,
  temporaryDirectory,
  view,
} from '../../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const UNTAGGED = '\xff'.repeat(8);

function named(subject: number, name: string): Delta {
  const delta = new Delta();
  const facets = [{ key: `facet ${name}`, value: { type: 'bool', value: true } as const }];
  delta
    .predicate('name')
    .value(subject)
    .set(UNTAGGED, { value: { type: 'string', value: name }, lang: '', facets });
  return delta;
}

describe('the write queue', () => {
  it('runs work in order; each sees the work before it', async () => {
    const store = openStore();
    await store.write((batch) => declare(batch, declaration('name')));
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        store.write((batch) => {
          const before = [...batch.reader.subjects(batch.catalog.entry('name')!.spaces.data)].length;
          batch.apply(named(i + 1, `n${i}`));
          return before;
        }),
      ),
    );
    expect(results).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect([...view(store).subjects('name', false)]).toHaveLength(50);
    await store.close();
  });

  it('rejects work that throws, and commits the rest of the queue', async () => {
    const store = openStore();
    await store.write((batch) => declare(batch, declaration('name')));
    const results = await Promise.allSettled([
      store.write((batch) => batch.apply(named(1, 'one'))),
      store.write(() => {
        throw new Error('before any change');
      }),
      store.write((batch) => batch.apply(named(2, 'two'))),
      store.write((batch) => {
        batch.apply(named(3, 'three'));
        declare(batch, declaration('other'));
        throw new Error('after a change');
      }),
      store.write((batch) => batch.apply(named(4, 'four'))),
    ]);
    expect(results.map((r) => (r.status === 'rejected' ? (r.reason as Error).message : 'kept'))).toEqual([
      'kept',
      'before any change',
      'kept',
      'after a change',
      'kept',
    ]);
    expect([...view(store).subjects('name', false)]).toEqual([1, 2, 4]);
    expect(store.current.catalog.entry('other')).toBeUndefined();
    expect(view(store).values('name', 4)[0]!.facets[0]!.key).toBe('facet four');
    await store.close();
  });

  it('keeps facet keys and spaces consistent with the file when a write fails', async () => {
    const directory = temporaryDirectory();
    const store = openStore(directory);
    await store.write((batch) => declare(batch, declaration('name')));
    await store
      .write((batch) => {
        batch.apply(named(1, 'lost'));
        batch.newSpace();
        throw new Error('given up');
      })
      .catch(() => undefined);
    await store.write((batch) => batch.apply(named(2, 'kept')));
    const space = await store.write((batch) => declare(batch, declaration('later')).spaces.data);
    await store.close();
    const again = openStore(directory);
    expect(view(again).values('name', 2)[0]!.facets[0]!.key).toBe('facet kept');
    expect(again.current.catalog.entry('later')!.spaces.data).toBe(space);
    expect(await again.write((batch) => batch.newSpace())).toBe(space + 1);
    await again.close();
  });

  it('finishes queued work on close, and accepts no more', async () => {
    const directory = temporaryDirectory();
    const store = openStore(directory);
    await store.write((batch) => declare(batch, declaration('name')));
    const last = store.write((batch) => batch.apply(named(1, 'last')));
    await store.close();
    await last;
    await expect(store.write(() => 1)).rejects.toThrow('the store is closed');
    const again = openStore(directory);
    expect(view(again).values('name', 1)[0]!.value.value).toBe('last');
    await again.close();
  });
});
