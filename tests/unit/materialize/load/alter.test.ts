import type { SchemaDocument } from '../../../../src/dql/schema/ast';
import { parseSchema } from '../../../../src/dql';
import { alterSchema } from '../../../../src/materialize/load/alter';

const names = (count: number, start = 'p'): string[] => Array.from({ length: count }, (_, i) => `${start}${i}`);

async function requests(
  kind: 'embedded' | 'cluster',
  merged: SchemaDocument,
  { changed = [], added = [] }: { readonly changed?: readonly string[]; readonly added?: readonly string[] },
): Promise<string[]> {
  const texts: string[] = [];
  const alter = (text: unknown): Promise<void> => {
    texts.push(String(text));
    return Promise.resolve();
  };
  const changes = changed.map((name) => ({ name, before: '', after: '' }));
  const types = { added: merged.types.map(({ name }) => name), changed: [] };
  await alterSchema({ kind, alter }, { predicates: { added, changed: changes }, types, merged }, undefined);
  return texts;
}
const edges = (all: readonly string[]): SchemaDocument =>
  parseSchema(all.map((name) => `${name}: [uid] @reverse .`).join('\n'));
const predicates = (text: string): string[] => text.match(/[pn]\d+(?=:)/g) ?? [];

it('changes a few predicates of a cluster at a time, and the rest with all that is new', async () => {
  const [changed, added] = [names(20), names(3, 'n')];
  const alterations = await requests('cluster', edges([...changed, ...added]), { changed, added });
  expect(alterations.map((text) => predicates(text).length)).toEqual([8, 8, 7]);
  expect(alterations.flatMap(predicates)).toEqual([...changed, ...added]);
});

it.each([1, 8])('%d are one request', async (count) => {
  expect(await requests('cluster', edges(names(count)), { changed: names(count) })).toHaveLength(1);
});

it('the embedded engine takes all at once', async () => {
  expect(await requests('embedded', edges(names(20)), { changed: names(20) })).toHaveLength(1);
});

it('does not send what has not changed', async () => {
  expect(await requests('cluster', edges(names(5)), {})).toEqual([]);
});

it('sends a long schema in parts, the types last', async () => {
  const added = names(3000);
  const type = (name: string) => `type ${name} {\n${added.map((each) => `  ${each}`).join('\n')}\n}`;
  const text = [...added.map((name) => `${name}: [uid] .`), ...names(150, 'T').map(type)].join('\n');
  const alterations = await requests('cluster', parseSchema(text), { added });
  expect(Math.max(...alterations.map(({ length }) => length))).toBeLessThan(2 ** 20 + 100_000);
  expect(predicates(alterations[0]!)).toEqual(added);
  expect(alterations.join('').match(/type T\d+ /g)).toHaveLength(150);
});
