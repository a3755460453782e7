import { backend, library } from '../../../support/graphql/library';
import { cpuTime } from '../../../support/cpu-time';

const messageOf = async (query: string, limits: object): Promise<string | undefined> =>
  (await library(limits).execute({ query }, backend())).errors?.[0]?.message;

describe('limits', () => {
  const deep = '{ queryAuthor { books { authors { name } } } }';

  it('count levels', async () => {
    expect(await messageOf(deep, { depth: 4 })).toBeUndefined();
    expect(await messageOf(deep, { depth: 3 })).toBe('the operation has 4 levels of selections; 3 are allowed');
  });

  it('count levels through fragments', async () => {
    const query =
      '{ queryAuthor { ...A } } fragment A on Author { books { ...B } } fragment B on Book { authors { name } }';
    expect(await messageOf(query, { depth: 3 })).toBe('the operation has 4 levels of selections; 3 are allowed');
  });

  it('count aliases', async () => {
    const query = '{ a: queryAuthor { n: name } b: queryAuthor { name } }';
    expect(await messageOf(query, { aliases: 3 })).toBeUndefined();
    expect(await messageOf(query, { aliases: 2 })).toBe('the operation has 3 aliases; 2 are allowed');
  });

  it('count fields of fragments at each spread, without expanding them', async () => {
    // 2^60 fields.
    const levels = Array.from({ length: 60 }, (_, i) => `fragment F${i} on Author { ...F${i + 1} ...F${i + 1} }`);
    const query = `{ queryAuthor { ...F0 } } ${levels.join(' ')} fragment F60 on Author { name }`;
    expect(await messageOf(query, {})).toMatch(/^the operation has \d+ fields; 10000 are allowed$/);
  });

  it('count tokens', async () => {
    expect(await messageOf(deep, { tokens: 5 })).toBe('the document has more than 5 tokens');
  });

  it('of validation errors and of comparisons have no position', async () => {
    const ask = async (fields: string) => library({}).execute({ query: `{ queryAuthor { ${fields} } }` }, backend());
    const { errors } = await ask('nothing '.repeat(100));
    expect(errors).toHaveLength(51);
    expect(errors![49]).toMatchObject({ message: expect.stringContaining('Cannot query field "nothing"') });
    expect(errors![50]).toEqual({ message: expect.stringContaining('Too many validation errors') });
    const took = await cpuTime(async () =>
      expect((await ask('name '.repeat(9_900))).errors).toEqual([
        { message: expect.stringMatching(/^a field is selected too often in one place/) },
      ]),
    );
    expect(took).toBeLessThan(5_000);
  });

  it('leave a cycle of fragments to validation', async () => {
    const query = '{ queryAuthor { ...A } } fragment A on Author { books { authors { ...A } } }';
    expect(await messageOf(query, {})).toBe('Cannot spread fragment "A" within itself.');
  });

  it.each([
    ['a chain', (i: number) => `...F${i + 1}`],
    ['a circle', (i: number) => `...F${(i + 1) % 5_000}`],
  ])('bound fragments that no operation spreads: %s', async (_, next) => {
    const fragments = Array.from({ length: 5_000 }, (__, i) => `fragment F${i} on Author { name ${next(i)} }`);
    const query = `{ queryAuthor { name } } ${fragments.join(' ')}`;
    expect(await messageOf(query, {})).toBe('fragments are spread in fragments more than 500 levels deep');
  });
});
