import { historyForm, isVersionHistory, recordable } from '../../../../src/materialize/in-force/version-history';

it('keeps an account within its limits, without hidden characters', () => {
  const account = {
    by: 'key a\u202eb\u0000',
    from: Array.from({ length: 30 }, (_, i) => `${i}\n`),
    message: ' a\r\nb\u0007 ',
  };
  const kept = recordable(account);
  expect(kept).toMatchObject({ by: 'key ab', message: 'a\nb' });
  expect(kept.from).toHaveLength(20);
  expect(recordable({ by: 'x'.repeat(400), from: [], message: '😀'.repeat(1001) })).toEqual({
    by: 'x'.repeat(300),
    from: [],
    message: '😀'.repeat(1000),
  });
  expect(recordable({ by: 'x', from: [], message: `${'y'.repeat(1999)}😀` }).message).toBe('y'.repeat(1999));
  expect(recordable({ by: 'x', from: [], message: '  ' })).toEqual({ by: 'x', from: [] });
});

const changes = {
  ...{ axiomsAdded: 1, axiomsRemoved: 2, classesAdded: 3 },
  ...{ classesRemoved: 4, propertiesAdded: 5, propertiesRemoved: 6 },
};
const history = { by: 'key a', from: ['b'], message: 'c', changes, oldest: 1, outlineChecksum: '0'.repeat(64) };

it('has a form that depends on each field, and not on their order', () => {
  const others = [
    ...[{ by: 'key b' }, { from: ['c'] }, { from: ['b', 'c'] }, { message: '' }, { oldest: 2 }],
    ...[
      { outlineChecksum: '1'.repeat(64) },
      ...Object.keys(changes).map((name) => ({ changes: { ...changes, [name]: 9 } })),
    ],
  ].map((change) => historyForm({ ...history, ...change }));
  const { message: _, ...without } = history;
  expect(new Set([historyForm(history), historyForm(without), ...others]).size).toBe(others.length + 2);
  expect(historyForm(Object.fromEntries(Object.entries(history).reverse()) as unknown as typeof history)).toBe(
    historyForm(history),
  );
});

it.each([
  ...[undefined, null, 'text', [], {}, { ...history, by: 1 }, { ...history, from: 'b' }, { ...history, from: [1] }],
  ...[
    { ...history, oldest: -1 },
    { ...history, changes: {} },
    { ...history, outlineChecksum: 'x' },
    { ...history, message: 1 },
  ],
])('is not %j', (value) => {
  expect(isVersionHistory(value)).toBe(false);
});

it('is an object with these fields', () => {
  expect([history, { by: 'gateway', from: [], oldest: 1 }].map(isVersionHistory)).toEqual([true, true]);
});
