/** Links between the project's documents lead to files and headings that exist, and the index leads to every page. */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { PAGES, readPage, root } from '../../support/pages';

/** Text of a page without its code blocks, in which `#` begins a comment. */
const proseOf = (page: string): string => readPage(page).replace(/^```.*?^```$/gms, '');

/** Anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replace(/ /g, '-'),
  );

/** Links of a page to other files and headings of the project: file from the root, and anchor. */
const linksOf = (page: string): { readonly link: string; readonly file: string; readonly anchor: string }[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = '', anchor = ''] = link.split('#');
      return { link, file: file === '' ? page : path.join(path.dirname(page), file), anchor };
    });

it.each(PAGES)('%s', (page) => {
  const broken = linksOf(page).filter(
    ({ file, anchor }) => !existsSync(path.join(root, file)) || (anchor !== '' && !anchorsOf(file).includes(anchor)),
  );
  expect(broken.map(({ link }) => link)).toEqual([]);
});

it('docs/README.md leads to every page', () => {
  const reached = new Set(['docs/README.md']);
  // A set also iterates over the pages that are added on the way.
  for (const page of reached) {
    for (const { file } of linksOf(page)) if (PAGES.includes(file)) reached.add(file);
  }
  expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
});
