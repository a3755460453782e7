/** Form of the documents: pages and lines of a length that can be read. */
import { PAGES, readPage } from '../../support/pages';

const MAX_LINES = 250;
const MAX_CHARACTERS = 120;

it.each(PAGES)('%s has at most 250 lines', (page) => {
  expect(readPage(page).trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
});

it.each(PAGES)('%s has no line of prose over 120 characters', (page) => {
  let isCode = false;
  const long = readPage(page)
    .split('\n')
    .flatMap((line, i) => {
      if (line.trimStart().startsWith('```')) isCode = !isCode;
      return !isCode && !line.startsWith('|') && line.length > MAX_CHARACTERS ? [`line ${i + 1}`] : [];
    });
  expect(long).toEqual([]);
});
