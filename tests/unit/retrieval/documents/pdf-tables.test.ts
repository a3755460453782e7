/** Tables of PDFs are read row by row with their heads, however their cells are drawn; what only looks like one is not. */
import * as fc from 'fast-check';
import { readContent } from '../../../../src/retrieval/documents/read';
import { placedPdf, type Placed } from '../../../support/retrieval/pdf';
import { runs } from '../../../support/runs';

const { signal } = new AbortController();
const read = async (...pages: readonly (readonly Placed[])[]): Promise<string[]> => {
  const { text, rows = [] } = await readContent(placedPdf(...pages), 'application/pdf', signal);
  const lines = text.split('\n').filter((line) => line !== '');
  // Each row is a block that passages do not divide.
  const blocks = rows.map((start) => text.slice(start).split('\n\n')[0]);
  expect(blocks).toEqual(lines.filter((line) => blocks.includes(line)));
  expect(blocks).toEqual(expect.arrayContaining(lines.filter((line) => line.includes('; '))));
  return lines;
};

const TOP = 700;
const WIDTH = 110;
const SENTENCE = 'The harbour of Ashby has a small fleet that carries goods and people between the islands all year.';

interface Layout {
  /** Distance of rows. */
  readonly row: number;
  readonly isBold?: boolean;
  /** `bottom`: lines of a cell are above the others of its row, and drawn after them. */
  readonly wraps?: 'top' | 'bottom';
  readonly top?: number;
}

/** Draws a table; `|` divides the lines of a cell. */
function drawn(
  rows: readonly (readonly string[])[],
  { row: distance, isBold, wraps = 'top', top = TOP }: Layout,
): Placed[] {
  let y = top;
  return rows.flatMap((row, i) => {
    const height = Math.max(...row.map((cell) => cell.split('|').length)) - 1;
    const from = y;
    y -= distance + 12 * height;
    return row.flatMap((cell, column) => {
      if (cell === '') return [];
      const lines = cell.split('|');
      const start = wraps === 'top' ? from : from - 12 * (height + 1 - lines.length);
      return lines.map((line, at): Placed => [
        72 + WIDTH * column,
        start - 12 * at,
        line,
        isBold === true && i === 0 ? 'F2' : 'F1',
      ]);
    });
  });
}

/** Rows as they are read. */
const shown = ([heads = [], ...rows]: readonly (readonly string[])[]): string[] =>
  rows.map((row) =>
    row.flatMap((cell, i) => (cell === '' ? [] : [`${heads[i]!}: ${cell.replace(/\|/g, ' ')}`])).join('; '),
  );

const FLEET = [
  ['Ship', 'Built', 'Yard'],
  ['Anna', '1901', 'Kiel'],
  ['Berta', '1907', 'Bremen'],
  ['Carla', '1911', 'Hamburg'],
];

it('reads a table between paragraphs', async () => {
  const page: Placed[] = [
    [72, TOP + 30, SENTENCE],
    ...drawn(FLEET, { row: 18 }),
    [72, TOP - 100, SENTENCE],
    [72, TOP - 112, 'It ends.'],
  ];
  expect(await read(page)).toEqual([SENTENCE, ...shown(FLEET), SENTENCE, 'It ends.']);
});

const word = fc.constantFrom('Kiel', 'Bremen', 'Ashby', 'north', 'steamer', 'in dock', 'Olsen');
const year = fc.integer({ min: 1800, max: 1999 }).map(String);
const wrapped = fc.constantFrom('sunk', 'rebuilt twice', 'lies in the|old basin', 'carries salt|and timber|to Kiel');
const tables = fc
  .record({
    rows: fc.integer({ min: 2, max: 9 }),
    // The second column has years, others words, lines, or nothing at all.
    others: fc.array(fc.constantFrom(word, wrapped, fc.oneof(word, fc.constant(''))), { maxLength: 2 }),
    layout: fc.record({
      row: fc.constantFrom(18, 24),
      isBold: fc.boolean(),
      wraps: fc.constantFrom('top' as const, 'bottom' as const),
    }),
  })
  .chain(({ rows, others, layout }) =>
    fc.array(fc.tuple(year, ...others), { minLength: rows, maxLength: rows }).map((cells) => ({
      layout,
      table: [
        ['Ship', 'Built', 'Place', 'Remarks'].slice(0, others.length + 2),
        ...cells.map((row, i) => [`Ship no ${String.fromCharCode(65 + i)}`, ...row]),
      ],
    })),
  )
  // A column without values has no place on the page.
  .filter(({ table }) => table[0]!.every((_, i) => table.slice(1).some((row) => row[i] !== '')));

it('reads tables of every form', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async ({ table, layout }) => {
      expect(await read(drawn(table, layout))).toEqual(shown(table));
    }),
    { numRuns: runs(60) },
  );
});

it('reads tight rows, of which a line without a first cell continues the row above', async () => {
  const table = [FLEET[0]!, ['Anna', '1901', 'Kiel, in the|old yard'], ...FLEET.slice(2)];
  expect(await read(drawn(table, { row: 12 }))).toEqual(shown(table));
});

it('knows heads of words by their weight; without, rows have none', async () => {
  const table = [
    ['Ship', 'Captain'],
    ['Anna', 'Olsen'],
    ['Berta', 'Holm'],
  ];
  expect(await read(drawn(table, { row: 18, isBold: true }))).toEqual(shown(table));
  expect(await read(drawn(table, { row: 18 }))).toEqual(['Ship; Captain', 'Anna; Olsen', 'Berta; Holm']);
});

it('a list of properties has no heads', async () => {
  const list = [
    ['Name', 'Anna'],
    ['Built', '1901'],
    ['Length', '40 m'],
    ['Crew', '12'],
  ];
  expect(await read(drawn(list, { row: 18 }))).toEqual(list.map((row) => row.join('; ')));
});

it('a corner may be empty, and a row of one text stays one', async () => {
  const table = [
    ['', 'Built', 'Yard'],
    ['Anna', '1901', 'Kiel'],
    ['Great ships', '', ''],
    ['Berta', '1907', 'Bremen'],
  ];
  expect(await read(drawn(table, { row: 18 }))).toEqual([
    'Anna; Built: 1901; Yard: Kiel',
    'Great ships',
    'Berta; Built: 1907; Yard: Bremen',
  ]);
});

it('a table goes on over the page with its heads, and another one does not', async () => {
  const more = [
    ['Dora', '1923', 'Rostock'],
    ['Ella', '1930', 'Emden'],
    ['Frida', '1931', 'Kiel'],
  ];
  const pages = [drawn(FLEET, { row: 18 }), drawn(more, { row: 18 })];
  expect(await read(...pages)).toEqual(shown([...FLEET, ...more]));
  const narrow = more.map((row) => row.slice(0, 2));
  expect((await read(pages[0]!, drawn(narrow, { row: 18 }))).slice(3)).toEqual(narrow.map((row) => row.join('; ')));
});

it.each<[string, Placed[]]>([
  [
    'a list with numbers',
    ['1.', '2.', '3.', '4.'].flatMap((number, i): Placed[] => [
      [72, TOP - 14 * i, number],
      [100, TOP - 14 * i, `The light of the tower ${i}`],
    ]),
  ],
  ['two rows', drawn(FLEET.slice(0, 2), { row: 18 })],
  [
    'lines of a letter far from one another',
    [0, 1, 2, 3].flatMap((i): Placed[] => [
      [72, TOP - 80 * i, 'Ashby'],
      [400, TOP - 80 * i, '1 May'],
    ]),
  ],
])('leaves %s as text', async (_, page) => {
  const { rows = [] } = await readContent(placedPdf(page), 'application/pdf', signal);
  expect(rows).toEqual([]);
});
