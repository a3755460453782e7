/** Headings of PDFs: by size, weight and outline. */
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { chunkText, DEFAULT_CHUNKS } from '../../../../src/retrieval/documents/chunks';
import { readContent } from '../../../../src/retrieval/documents/read';
import { styledPdf, type Styled } from '../../../support/retrieval/pdf';

const { signal } = new AbortController();
const read = (...parameters: Parameters<typeof styledPdf>) =>
  readContent(styledPdf(...parameters), 'application/pdf', signal);
const headings = async (...parameters: Parameters<typeof styledPdf>): Promise<string[]> =>
  (await read(...parameters)).headings.map(({ text }) => text);
const body = (word: string, count = 6): Styled[] =>
  Array.from({ length: count }, (_, i): Styled => [`The ${word} of line ${i} goes on about the harbour and the light`]);

it('finds lines that are larger than the running text, or bold', async () => {
  const pages = [[['Lights', 20], ...body('tower'), ['1.1 Oil lamps', 10, 'F2'], ...body('lamp')] as Styled[]];
  const { text, headings: found } = await read(pages);
  expect(found.map((heading) => heading.text)).toEqual(['Lights', '1.1 Oil lamps']);
  for (const { text: heading, start } of found) expect(text.slice(start).startsWith(`${heading}\n\n`)).toBe(true);
});

it('finds bold lines on the oldest Node that is supported', () => {
  const support = path.join(__dirname, '../../../support');
  const modules = ['retrieval/node20.cjs', 'embedded/register.cjs'].flatMap((name) => ['-r', path.join(support, name)]);
  const input = styledPdf([[...body('tower'), ['Oil lamps', 10, 'F2'], ...body('lamp')]]);
  const command = [...modules, path.join(support, 'retrieval/pdf-headings.ts')];
  const { stdout, stderr } = spawnSync(process.execPath, command, { input, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['["Oil lamps"]', '']);
});

it('gives each passage the heading above it, over the end of a page', async () => {
  const pages = [
    [['Towers', 16], ...body('tower')] as Styled[],
    [...body('wall'), ['Lamps', 16], ...body('lamp')] as Styled[],
  ];
  const chunks = await chunkText(await read(pages), DEFAULT_CHUNKS, signal);
  for (const { text, heading } of chunks) expect(heading).toBe(text.includes('lamp') ? 'Lamps' : 'Towers');
  expect(chunks.some(({ text }) => text.includes('wall'))).toBe(true);
});

it('joins the lines of one heading', async () => {
  expect(await headings([[['A heading that is long', 16], ['and has two lines', 16], ...body('x')]])).toEqual([
    'A heading that is long and has two lines',
  ]);
});

it.each([
  [['The fleet', 'Ships of the north'], 2],
  [['A history of', 'Ashby'], 1],
  [['The harbour of Ashby and its many', 'Lights'], 1],
  [['Fleet', 'and lights'], 1],
  [['Fleet:', 'Ships'], 1],
  [['Fleet', 'Ships', 'Lights'], 3],
])('reads %j as %d heading(s), by words and room', async (lines, count) => {
  const found = await headings([[...lines.map((line): Styled => [line, 16]), ...body('x')]]);
  expect(found).toHaveLength(count);
  expect(found.join(' ')).toBe(lines.join(' '));
});

it.each<[string, Styled[][]]>([
  ['plain text', [body('a', 20)]],
  ['text that is bold throughout', [body('a', 20).map(([text]): Styled => [text, 10, 'F2'])]],
  ['a bold sentence', [[...body('a'), ['Mind the rocks.', 10, 'F2'], ...body('b')]]],
  ['numbers in large type', [[...body('a'), ['1 874', 20], ...body('b')]]],
  ['running heads', Array.from({ length: 5 }, (_, i) => [[`Harbour log ${i + 1}`, 14] as Styled, ...body('a')])],
])('finds none in %s', async (_, pages) => {
  expect(await headings(pages)).toEqual([]);
});

it('finds what the outline names on its page, numbered or not', async () => {
  const pages = [[['2.1 Fog horns'], ...body('horn')] as Styled[], [['Fog horns'], ...body('fog')] as Styled[]];
  expect(await headings(pages, [['Fog horns', 0]])).toEqual(['2.1 Fog horns']);
  expect(
    await headings(pages, [
      ['Fog Horns', 0],
      ['FOG HORNS', 1],
      ['Absent', 1],
    ]),
  ).toEqual(['2.1 Fog horns', 'Fog horns']);
});

it('finds each heading of any size above the text, with its place', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          size: fc.integer({ min: 12, max: 30 }),
          isBold: fc.boolean(),
          lines: fc.integer({ min: 2, max: 5 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      async (sections) => {
        const page = sections.flatMap(({ size, isBold, lines }, i): Styled[] => [
          [`Part ${'abcde'[i]!}`, size, isBold ? 'F2' : 'F1'],
          ...body('x', lines),
        ]);
        const { text, headings: found } = await read([page]);
        expect(found.map((heading) => heading.text)).toEqual(sections.map((_, i) => `Part ${'abcde'[i]!}`));
        for (const { text: heading, start } of found) expect(text.slice(start, start + heading.length)).toBe(heading);
      },
    ),
    { numRuns: 10 },
  );
});
