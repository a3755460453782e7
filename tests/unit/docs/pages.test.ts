/** Form of the documents: pages and lines of a length that can be read. */
import { PAGES, readPage } from '../../support/pages';

const MAX_LINES = 250;
const MAX_CHARACTERS = 120;

type LineKind = 'code' | 'table' | 'prose';

/** Lines of a page over the maximum length, of one kind. */
function longLines(page: string, kind: LineKind): readonly string[] {
  let isCode = false;
  return readPage(page)
    .split('\n')
    .flatMap((line, i) => {
      if (line.trimStart().startsWith('```')) isCode = !isCode;
      const kindOfLine = isCode ? 'code' : line.startsWith('|') ? 'table' : 'prose';
      return kindOfLine === kind && line.length > MAX_CHARACTERS ? [`line ${i + 1}`] : [];
    });
}

it.each(PAGES)('%s has at most 250 lines', (page) => {
  expect(readPage(page).trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
});

it.each(PAGES)('%s has no line of prose over 120 characters', (page) => {
  expect(longLines(page, 'prose')).toEqual([]);
});

it.each(PAGES)('%s has no table row over 120 characters', (page) => {
  expect(longLines(page, 'table')).toEqual([]);
});

it.each(PAGES)('%s has no line of code over 120 characters', (page) => {
  expect(longLines(page, 'code')).toEqual([]);
});
