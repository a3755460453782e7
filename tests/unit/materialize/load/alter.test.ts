import { alterSchema } from '../../../../src/materialize/load/alter';

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `p${i}`);

async function requests(kind: 'embedded' | 'cluster', count: number): Promise<unknown[]> {
  const given: unknown[] = [];
  const alter = (text: unknown): Promise<void> => {
    given.push(text);
    return Promise.resolve();
  };
  const changed = names(count).map((name) => ({ name, before: '', after: `${name}: [uid] @reverse .` }));
  await alterSchema({ kind, alter }, { predicates: { added: [], changed }, text: 'all' }, undefined);
  return given;
}
const predicates = (given: unknown): string[] => String(given).match(/p\d+/g) ?? [];

it('a cluster gets a few changed predicates at a time, and the last ones with all new ones', async () => {
  const given = await requests('cluster', 20);
  expect(given.map((text) => predicates(text).length)).toEqual([8, 8, 0]);
  expect(given.slice(0, 2).flatMap(predicates)).toEqual(names(16));
  expect(given.at(-1)).toBe('all');
});

it.each([0, 8])('%d changed predicates are one request', async (count) => {
  expect(await requests('cluster', count)).toEqual(['all']);
});

it('the embedded engine gets all changes at once', async () => {
  expect(await requests('embedded', 20)).toEqual(['all']);
});
