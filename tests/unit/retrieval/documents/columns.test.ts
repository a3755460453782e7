/** Pages of PDFs in columns, in whatever order they were drawn; and pages that only look like it. */
import { readContent } from '../../../../src/retrieval/documents/read';
import { placedPdf, type Placed } from '../../../support/retrieval/pdf';

const { signal } = new AbortController();
const read = async (...texts: readonly Placed[]): Promise<string[]> =>
  (await readContent(placedPdf(texts), 'application/pdf', signal)).text.split('\n');
const LEADING = 12;
const TOP = 700;

/** Lines of running text, of nearly the same length. */
const lines = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${word} ${i} goes on about the harbour and the`);
/** Line by line, across all columns. */
const across = (columns: readonly (readonly string[])[], xs: readonly number[], shift = 0): Placed[] =>
  Array.from({ length: Math.max(...columns.map((column) => column.length)) }, (_, i) =>
    columns.flatMap((column, at): Placed[] =>
      column[i] === undefined ? [] : [[xs[at]!, TOP - LEADING * i - shift * at, column[i]]],
    ),
  ).flat();

it('reads columns in order that were drawn line by line', async () => {
  const [left, right] = [lines('left', 8), lines('right', 8)];
  expect(await read(...across([left, right], [72, 320]))).toEqual([...left, ...right]);
  // Lines that are not quite beside one another, too.
  expect(await read(...across([left, right], [72, 320], 3))).toEqual([...left, ...right]);
  const three = ['one', 'two', 'three'].map((word) => lines(word, 6).map((line) => line.slice(0, 28)));
  expect(await read(...across(three, [40, 220, 400]))).toEqual(three.flat().map((line) => line.trim()));
});

it('separates text across columns, ended paragraphs, and columns of different lengths', async () => {
  const left = [...lines('left', 3), 'ends.', ...lines('then', 4)];
  const right = [...lines('right', 4), 'It is over.'];
  const title = 'A title that goes from the left over the gap and far into the right column of this page';
  const foot = 'And a line below both that is just as long as the title is, or a little longer than that';
  const page: Placed[] = [[72, TOP + 30, title], ...across([left, right], [72, 320]), [72, 500, foot]];
  expect(await read(...page)).toEqual([title, ...left, ...right, foot]);
});

it('joins words that are hyphenated at the end of a line in a column', async () => {
  const left = ['The old light was seen from the har-', 'bour of Skar and from all of the', ...lines('left', 3)];
  const text = (await read(...across([left, lines('right', 5)], [72, 320]))).join('\n');
  expect(text).toContain('The old light was seen from the harbour of Skar');
});

it('keeps the order of columns that were drawn one by one', async () => {
  const [left, right] = [lines('left', 6), lines('right', 6)];
  const drawn = [left, right].flatMap((column, at) =>
    column.map((line, i): Placed => [[72, 320][at]!, TOP - LEADING * i, line]),
  );
  expect(await read(...drawn)).toEqual([...left, ...right]);
});

it.each<[string, readonly (readonly string[])[], readonly number[]]>([
  ['a table with a long column', [['Ashby', 'Bex', 'Cray', 'Dale', 'Elm'], lines('It was opened when', 5)], [72, 200]],
  [
    'a list with tabs',
    [
      ['Master of the harbour', 'Keeper', 'Pilot of the great boat', 'Cook', 'Boy'],
      ['Ada Holm', 'Jo Bligh', 'Ed Vail', 'Al', 'Bo'],
    ],
    [72, 300],
  ],
  ['a table of contents', [lines('Chapter', 6), ['1', '12', '30', '41', '58', '77']], [72, 500]],
])('keeps %s in rows', async (_, columns, xs) => {
  const rows = columns[0]!.map((first, i) => `${first}; ${columns[1]![i]}`);
  expect((await read(...across(columns, xs))).filter((line) => line !== '')).toEqual(rows);
});

it('keeps one column with occasional wide gaps', async () => {
  const text = lines('line', 8);
  const page = text.flatMap((line, i): Placed[] => {
    const y = TOP - LEADING * i;
    return i % 3 === 0
      ? [
          [72, y, line.slice(0, 12).trim()],
          [160 + 20 * i, y, line.slice(12).trim()],
        ]
      : [[72, y, `${line} ${line}`]];
  });
  expect(await read(...page)).toEqual(
    text.map((line, i) => (i % 3 === 0 ? line.replace(/^(.{12}) ?/, (head) => `${head.trim()} `) : `${line} ${line}`)),
  );
});
