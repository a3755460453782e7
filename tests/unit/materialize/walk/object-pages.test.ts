/** Pages of the objects of edges: windows, limits, slices, and the parts of a page after a conflict. */
import type { ObjectPage } from '../../../../src/materialize/walk/pages';
import { leadToFewer, ObjectPages, readWindow } from '../../../../src/materialize/walk/object-pages';
import { schemaOf } from '../../../support/materialize/small';

const need = { p: 'p', isReverse: true };
const schema = schemaOf('p: [uid] @reverse');

/** Objects with their subjects, by uid. */
type Edges = Readonly<Record<string, readonly string[]>>;

const pagesOver = (edges: Edges, position = '0x0'): { pages: ObjectPages; windows: string[] } => {
  const windows: string[] = [];
  const read = ({ first, after }: { first: number; after: string }) => {
    windows.push(after);
    const uids = Object.keys(edges).filter((uid) => uid > after);
    const objects = uids.slice(0, first).map((uid) => ({ uid, edges: edges[uid]!.length }));
    const last = uids.length < first ? undefined : uids[first - 1];
    return Promise.resolve({ objects: objects.filter((object) => object.edges > 0), last });
  };
  return { pages: new ObjectPages(need, read, { position }), windows };
};

/** Returns the nodes of a page as an engine would answer. */
const answer = (edges: Edges, { objects, slice }: ObjectPage) => {
  const nodes = objects.map(({ uid }) => uid);
  if (!slice) return { nodes, last: nodes.at(-1)!, isEnd: false };
  const subjects = edges[nodes[0]!]!.filter((uid) => uid > slice.after).slice(0, slice.first);
  return { nodes, last: subjects.at(-1) ?? slice.after, isEnd: subjects.length < slice.first };
};

const textOf = ({ objects, slice }: ObjectPage): string =>
  `${objects.map(({ uid }) => uid).join(' ')}${slice ? ` ${slice.first} after ${slice.after}` : ''}`;

/** Passes all pages. @returns their texts, each with the position after it */
async function pass(pages: ObjectPages, edges: Edges, size: number): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const page = await pages.next(size);
    if (!page) return texts;
    pages.pass(page, answer(edges, page));
    texts.push(`${textOf(page)}, ${pages.position}`);
  }
}

const subjects = (count: number): string[] => Array.from({ length: count }, (_, i) => `0x${(0xa0 + i).toString(16)}`);

test('pages are limited by nodes and by edges', async () => {
  const edges = { '0x1': subjects(3), '0x2': subjects(3), '0x3': subjects(1), '0x4': [], '0x5': subjects(1) };
  const { pages, windows } = pagesOver(edges);
  expect(await pass(pages, edges, 3)).toEqual(['0x1 0x2, 0x2', '0x3, 0x3', '0x5, 0x5']);
  expect(windows).toEqual(['0x0', '0x3']);
});

test('a node with more edges is read in slices, and passed with the last one', async () => {
  const edges = { '0x1': subjects(1), '0x2': subjects(9), '0x3': subjects(1) };
  const { pages } = pagesOver(edges);
  expect(await pass(pages, edges, 2)).toEqual([
    '0x1, 0x1',
    '0x2 4 after 0x0, 0x1',
    '0x2 4 after 0xa3, 0x1',
    '0x2 4 after 0xa7, 0x2',
    '0x3, 0x3',
  ]);
});

test('a slice that ends with the list is followed by an empty one', async () => {
  const edges = { '0x2': subjects(8) };
  const { pages } = pagesOver(edges);
  expect(await pass(pages, edges, 2)).toEqual([
    '0x2 4 after 0x0, 0x0',
    '0x2 4 after 0xa3, 0x0',
    '0x2 4 after 0xa7, 0x2',
  ]);
});

test('windows without edges are passed over, and a resumed walk begins after its position', async () => {
  const edges = { '0x1': subjects(1), '0x2': [], '0x3': [], '0x4': subjects(1) };
  const { pages, windows } = pagesOver(edges, '0x1');
  expect(await pass(pages, edges, 1)).toEqual(['0x4, 0x4']);
  expect(windows).toEqual(['0x1', '0x2', '0x3', '0x4']);
});

test('the next page stays the same until it is passed, and becomes smaller with the size', async () => {
  const edges = { '0x1': subjects(4), '0x2': subjects(4) };
  const { pages } = pagesOver(edges);
  const sizes = [4, 4, 2, 1];
  const texts: string[] = [];
  for (const size of sizes) texts.push(textOf((await pages.next(size))!));
  expect(texts).toEqual(['0x1 0x2', '0x1 0x2', '0x1', '0x1 2 after 0x0']);
});

test('parts of a page cover its nodes, those of a slice its subjects', async () => {
  const edges = { '0x1': subjects(3), '0x2': subjects(2), '0x3': subjects(9) };
  const { pages } = pagesOver(edges);
  const page = (await pages.next(3))!;
  const parts = pages.within(page, answer(edges, page));
  expect(textOf(page)).toBe('0x1 0x2');
  expect((await pass(parts, edges, 1)).map((text) => text.split(',')[0])).toEqual([
    '0x1 2 after 0x0',
    '0x1 2 after 0xa1',
    '0x2',
  ]);
  pages.pass(page, answer(edges, page));
  const slice = (await pages.next(2))!;
  const again = pages.within(slice, answer(edges, slice));
  expect(textOf(slice)).toBe('0x3 4 after 0x0');
  expect((await pass(again, edges, 1)).map((text) => text.split(',')[0])).toEqual([
    '0x3 2 after 0x0',
    '0x3 2 after 0xa1',
  ]);
});

test('a window has the nodes with edges, and ends after fewer than requested', async () => {
  const texts: string[] = [];
  const read = (text: string) => {
    texts.push(text);
    return Promise.resolve({
      window: [
        { uid: '0x1', edges: 2 },
        { uid: '0x2', edges: 0 },
      ],
    });
  };
  const objects = [{ uid: '0x1', edges: 2 }];
  expect(await readWindow(need, { first: 2, after: '0x0' }, schema, read)).toEqual({ objects, last: '0x2' });
  expect(await readWindow(need, { first: 3, after: '0x0' }, schema, read)).toEqual({ objects, last: undefined });
  expect(texts[0]).toBe('window(func: has(~p), first: 2, after: 0x0) { uid edges: count(~p) }');
});

test.each([
  [[4, 6], [1, 1, 2], true],
  [[2, 2], [1, 1], true],
  [[1, 2], [1, 1], false],
])('edges to nodes with %p and from nodes with %p lead to fewer: %p', async (objects, sources, expected) => {
  const nodes = (counts: readonly number[]) => counts.map((edges, i) => ({ uid: `0x${i + 1}`, edges }));
  const read = () => Promise.resolve({ objects: nodes(objects), subjects: nodes(sources) });
  expect(await leadToFewer(need, schema, read)).toBe(expected);
});
