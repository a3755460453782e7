import { TermIndex, type ClassTerm } from '../../../../ui/src/logic/terms';
import { keyOf, opening, parentKey, rowsOf } from '../../../../ui/src/logic/tree';

const term = (iri: string, directSuperClasses: string[], more: Partial<ClassTerm> = {}): ClassTerm => ({
  iri,
  fullIri: `urn:${iri}`,
  labels: {},
  directSuperClasses,
  ...more,
});

const CLASSES = [
  term('Animal', [], { labels: { en: 'animal', de: 'Tier', '': 'beast' } }),
  term('Dog', ['Mammal', 'Pet', 'Hound'], { equivalentClasses: ['Hound'], labels: { ar: 'كلب', de: 'Hündin' } }),
  term('Hound', ['Mammal', 'Dog'], { equivalentClasses: ['Dog'] }),
  term('Mammal', ['Animal']),
  term('Pet', ['Animal']),
];
const index = new TermIndex(1, { classes: CLASSES, properties: [] }, 'de');

it('a label is in the language of the reader, else without one, else English, else any, else the name', () => {
  expect(['Animal', 'Dog', 'Mammal', 'none'].map((name) => index.labelOf(name))).toEqual([
    'Tier',
    'Hündin',
    'Mammal',
    'none',
  ]);
  expect(new TermIndex(1, { classes: CLASSES, properties: [] }, 'fr').labelOf('Animal')).toBe('beast');
});

it.each([
  ['TIER', ['Animal']],
  ['hund', ['Dog']],
  ['كلب', ['Dog']],
  ['m', ['Mammal', 'Animal']],
  ['  ', []],
  ['(', []],
])('a search for %j finds %j', (text, names) => {
  expect(index.search(text, 10).map((hit) => hit.term.iri)).toEqual(names);
});

it('the tree has a class below each of its superclasses, and no circles', () => {
  expect(rowsOf(index, new Set()).map(({ name }) => name)).toEqual(['Animal']);
  const open = new Set([keyOf(['Animal']), keyOf(['Animal', 'Mammal']), keyOf(['Animal', 'Pet'])]);
  const rows = rowsOf(index, open);
  expect(rows.map(({ name, level }) => [name, level])).toEqual([
    ['Animal', 1],
    ['Mammal', 2],
    ['Hound', 3],
    ['Dog', 3],
    ['Pet', 2],
    ['Dog', 3],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  expect(parentKey(rows[2]!.key)).toBe(rows[1]!.key);
  expect(opening(index, 'Dog')).toEqual([keyOf(['Animal']), keyOf(['Animal', 'Mammal'])]);
});

it('20,000 classes are indexed, searched and listed in the time of a frame or a few', () => {
  const classes = Array.from({ length: 20_000 }, (_, i) =>
    term(`C${i}`, i === 0 ? [] : [`C${i >> 2}`], { labels: { en: `thing ${i}`, de: `Ding ${i}` } }),
  );
  const large = new TermIndex(1, { classes: classes.slice(1), properties: [] }, 'en');
  const began = process.cpuUsage();
  expect(large.search('thing 19999', 10).map((hit) => hit.term.iri)).toEqual(['C19999']);
  expect(rowsOf(large, new Set(large.roots)).length).toBeGreaterThan(large.roots.length);
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000);
});
