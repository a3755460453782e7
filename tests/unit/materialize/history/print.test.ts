import { changelog, changesText, differenceLines } from '../../../../src/materialize/history/print';
import { outlineDifference } from '../../../../src/materialize/history/difference';
import { NO_OUTLINE } from '../../../../src/materialize/history/outline';

const CHANGES = {
  ...{ axiomsAdded: 0, axiomsRemoved: 0, classesAdded: 0 },
  ...{ classesRemoved: 0, propertiesAdded: 0, propertiesRemoved: 0 },
};
const before = {
  ...NO_OUTLINE,
  classes: { 'http://e/#A': 'A' },
  schema: 'p: string .\nq: int .\ntype A {\n  p\n  q\n}',
  axioms: ['Declaration(Class(<http://e/#A>))', 'FunctionalObjectProperty(<http://e/#p>)'],
  places: [1, 2, 0, 3, 4, 0],
};
const after = {
  ...NO_OUTLINE,
  documents: ['', 'zoo.ttl'],
  prefixes: { '': 'http://e/#' },
  properties: { 'http://e/#p': 'p' },
  schema: 'p: string @index(exact) .\nr: int .\ntype A {\n  p\n  r\n}',
  axioms: [
    'FunctionalObjectProperty(<http://e/#p>)',
    'AnnotationAssertion(<http://e/#x> <http://e/#A> "a\u202e<http://e/#y>")',
  ],
  places: [7, 1, 0, 8, 9, 1],
};
const diff = outlineDifference(before, after);

it('prints a line for each change', () => {
  expect(differenceLines(diff)).toEqual([
    '- Declaration(Class(:A))  1:2',
    '+ AnnotationAssertion(:x :A "a\\u202e<http://e/#y>")  zoo.ttl:8:9',
    '- class A',
    '+ property p',
    '- predicate q',
    '+ predicate r',
    '~ predicate p: string . → p: string @index(exact) .',
    '~ type A: +r, -q',
  ]);
});

it('prints a changelog in which texts of clients are no markup', () => {
  const entry = {
    ...{ version: 3, inForce: true, loadedAt: '2026-01-31T12:00:00.000Z', profile: 'strict' as const, checksum: '' },
    ...{ materialized: true, by: 'key <b>', from: ['a*b.ttl'], message: '# no heading\n<script>' },
    changes: { ...CHANGES, axiomsAdded: 1, axiomsRemoved: 2, classesRemoved: 1 },
  };
  const text = changelog([{ entry, diff: outlineDifference(before, before) }]);
  expect(text).toBe(
    [
      '# Changelog',
      '## Version 3 (2026-01-31), in force',
      '> \\# no heading\n> \\<script\\>',
      'key \\<b\\>, from a\\*b.ttl.',
      '1 axiom added, 2 removed; 1 class removed.',
    ].join('\n\n') + '\n',
  );
  expect(changelog([{ entry, diff }])).toContain('```diff\n- Declaration(Class(:A))  1:2\n');
});

it('says that nothing changed', () => {
  expect(changesText(CHANGES)).toBe('nothing changed');
});
