/** Conversions: predicates without data are dropped and declared anew, the others are changed a few at a time. */
import { parseSchema } from '../../../../src/dql';
import { convertSchema } from '../../../../src/materialize/load/convert';
import { diffSchema, type StoredPredicate } from '../../../../src/schema';

type ConvertingEngine = Parameters<typeof convertSchema>[0];

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `p${i}`);

interface Case {
  readonly kind?: 'cluster' | 'embedded';
  readonly count: number;
  /** Names of predicates with data. */
  readonly stored?: readonly string[];
  /** Declaration of the predicates in the engine. */
  readonly from: Omit<StoredPredicate, 'predicate'>;
  readonly to: string;
  readonly confirm?: () => Promise<void>;
}

async function convert({ kind = 'cluster', count, stored = [], from, to, confirm = () => Promise.resolve() }: Case) {
  const compiled = parseSchema(
    names(count)
      .map((name) => `${name}: ${to} .`)
      .join('\n'),
  );
  const diff = diffSchema(compiled, { schema: names(count).map((predicate) => ({ predicate, ...from })), types: [] });
  const requests: string[] = [];
  const progress: number[] = [];
  const engine = {
    kind,
    alter: (operation: unknown) => {
      requests.push(typeof operation === 'string' ? operation : JSON.stringify(operation));
      return Promise.resolve();
    },
    query: (text: string) => {
      const blocks = [...text.matchAll(/(c\d+)\(func: has\(<?([\w]+)>?(?:@\.)?\)/g)];
      const rows = (name: string) => (stored.includes(name) ? [{ uid: '0x1' }] : []);
      return Promise.resolve({ data: Object.fromEntries(blocks.map(([, block, name]) => [block, rows(name!)])) });
    },
  } as unknown as ConvertingEngine;
  const onProgress = (left: number): void => void progress.push(left);
  const converted = convertSchema(engine, diff, compiled, { onProgress, confirm });
  return { requests, progress, error: await converted.then(() => undefined, String) };
}

const INT = { type: 'int', index: true, tokenizer: ['int'] };
const TEXT = { type: 'string', index: true, tokenizer: ['exact', 'term'] };

it('drops predicates without data, and declares them in a few requests', async () => {
  const { requests, progress } = await convert({ count: 100, from: INT, to: 'string @index(exact, term)' });
  const [drops, texts] = [
    requests.filter((each) => each.startsWith('{')),
    requests.filter((each) => !/^\{/.test(each)),
  ];
  expect(drops.sort()).toEqual(
    names(100)
      .map((drop_attr) => JSON.stringify({ drop_attr }))
      .sort(),
  );
  const declared = texts.map((text) => parseSchema(text).predicates.map(({ name }) => name));
  expect(declared.map(({ length }) => length)).toEqual([32, 32, 32, 4]);
  expect(declared.flat().sort()).toEqual(names(100).sort());
  expect(progress).toEqual([...Array.from({ length: 101 }, (_, i) => 100 - i), 0]);
});

it('does so for lists, and changes those with data in groups', async () => {
  const stored = names(20);
  const { requests, progress } = await convert({ count: 30, stored, from: TEXT, to: '[string] @index(exact, term)' });
  const [drops, texts] = [
    requests.filter((each) => each.startsWith('{')),
    requests.filter((each) => !/^\{/.test(each)),
  ];
  expect(drops).toHaveLength(10);
  expect(texts.map((text) => parseSchema(text).predicates.length)).toEqual([10, 8, 8, 4]);
  expect(progress).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 12, 4, 0]);
});

it('does not drop a predicate that its owner has given an index', async () => {
  const from = { ...TEXT, tokenizer: ['exact', 'term', 'trigram'] };
  const { requests } = await convert({ count: 3, from, to: '[string] @index(exact, term)' });
  expect(requests).toHaveLength(1);
  expect(requests[0]!.match(/trigram/g)).toHaveLength(3);
});

it('changes nothing if stored data rules a change out', async () => {
  const { requests, error } = await convert({ count: 3, stored: ['p1'], from: INT, to: 'string @index(exact, term)' });
  expect(error).toContain('"p1" is of type int and would be string');
  expect(requests).toEqual([]);
});

it('drops no predicate any more once another gateway has taken over', async () => {
  let confirmed = 0;
  const confirm = () => (++confirmed > 5 ? Promise.reject(new Error('taken over')) : Promise.resolve());
  const { requests, error } = await convert({ count: 20, from: INT, to: 'string @index(exact, term)', confirm });
  expect(error).toBe('Error: taken over');
  expect(requests).toHaveLength(5);
});

it('lets the embedded engine, which rebuilds nothing without data, do all at once', async () => {
  const { requests } = await convert({ kind: 'embedded', count: 30, from: INT, to: 'string @index(exact, term)' });
  expect(requests).toHaveLength(1);
});
