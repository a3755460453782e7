/** Unit tests mirror `src/`, and in `ui/` `ui/src/`: each is at the path of the file or folder that it tests. */
import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { root } from '../../support/pages';

/** Folders of tests that compare documents or all source files with each other. */
const EXCEPTIONS = ['docs', 'sources'];

const SUFFIX = '.test.ts';
const UNIT = path.join(root, 'tests/unit');
const sourceOf = (name: string): string =>
  name.split(path.sep)[0] === 'ui' ? path.join(root, 'ui/src', name.slice(3)) : path.join(root, 'src', name);
const isSource = (name: string): boolean => existsSync(`${sourceOf(name)}.ts`);
const isFolder = (name: string): boolean => existsSync(sourceOf(name));

/** Paths of all files below tests/unit. */
const names = (readdirSync(UNIT, { recursive: true }) as string[])
  .filter((file) => path.extname(file) !== '')
  .filter((file) => !EXCEPTIONS.includes(file.split(path.sep)[0]!));

it('every file of tests/unit is a test', () => {
  expect(names.filter((file) => !file.endsWith(SUFFIX))).toEqual([]);
});

it('every unit test has the path of a source file or folder, or is an aspect in a folder of that name', () => {
  const tests = names.map((file) => file.slice(0, -SUFFIX.length));
  const strays = tests.filter((name) => !isSource(name) && !isFolder(name) && !isSource(path.dirname(name)));
  expect(tests.length).toBeGreaterThan(100);
  expect(strays).toEqual([]);
});
