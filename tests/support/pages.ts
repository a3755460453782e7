/** Pages of the project's documentation. */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

export const root = path.join(__dirname, '../..');

/** Paths of all Markdown pages from the root, except the texts of the questions in bench/retrieval/worlds. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  'bench/data/README.md',
  'bench/retrieval/README.md',
  'sdk/python/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .sort(),
];

export const readPage = (page: string): string => readFileSync(path.join(root, page), 'utf8');
