/** Journal of imports: notes of batches, and the number of records. */
import { connectEngine } from '../../../src/dgraph';
import { printMutation } from '../../../src/dql';
import { Journal, readRecord } from '../../../src/import/journal';
import type { ImportRecord } from '../../../src/import/record';
import { forEachEngine } from '../../support/engines';

forEachEngine((testbed) => {
  beforeAll(() => testbed.reset());

  it('knows the batches beyond the position of the record', async () => {
    const engine = connectEngine({ kind: 'cluster', urls: [testbed.url] });
    const open = async (): Promise<Journal> => {
      const journal = new Journal(engine, 'noted');
      await journal.open((await engine.schema()).schema);
      return journal;
    };
    const places = [1_000, 2_000, 3_000].map((statements) => ({ end: { source: 0, statements }, hash: 'a' }));
    const effects = async () => {
      const journal = await open();
      return places.map((place) => journal.effectOf(place)?.inferred);
    };
    const journal = await open();
    for (const [i, place] of places.entries()) {
      const set = journal.noteOf(place, { inferred: i, retracted: 0 });
      const body = printMutation({ mutations: [{ set, delete: [] }] });
      await engine.mutate(body, { contentType: 'application/rdf', commitNow: true });
    }
    expect(await effects()).toEqual([0, 1, 2]);
    expect((await open()).effectOf({ ...places[0]!, hash: 'b' })).toBeUndefined();
    await journal.write({ position: places[1]!.end, at: 1 } as ImportRecord);
    expect(await effects()).toEqual([undefined, undefined, 2]);
  });

  it('makes room for a new record, and keeps the others', async () => {
    const engine = connectEngine({ kind: 'cluster', urls: [testbed.url] });
    const store = async (id: string, maxRecords: number): Promise<void> => {
      const journal = new Journal(engine, id, maxRecords);
      await journal.open((await engine.schema()).schema);
      await journal.write({ position: { source: 0, statements: 0 }, at: 1 } as ImportRecord);
    };
    for (const id of ['a', 'b', 'c', 'd']) await store(id, 4);
    await store('b', 2);
    const kept = async () => {
      const records = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => readRecord(engine, id)));
      return records.map((record) => record !== undefined);
    };
    expect(await kept()).toEqual([true, true, true, true, false]);
    await store('e', 3);
    expect(await kept()).toEqual([false, false, true, true, true]);
  });

  it('begins many imports at once, while each makes room', async () => {
    const engine = connectEngine({ kind: 'cluster', urls: [testbed.url] });
    const { schema } = await engine.schema();
    const ids = Array.from({ length: 24 }, (_, i) => `at-once-${i}`);
    await Promise.all(
      ids.map(async (id) => {
        const journal = new Journal(engine, id, 3);
        await journal.open(schema);
        await journal.write({ position: { source: 0, statements: 0 }, at: 1 } as ImportRecord);
      }),
    );
    const records = await Promise.all(ids.map((id) => readRecord(engine, id)));
    expect(records.filter((record) => record === undefined)).toEqual([]);
  });
});
