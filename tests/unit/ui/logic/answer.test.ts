import { csv, graphOf, tables } from '../../../../ui/src/logic/answer';

const DATA = {
  q: [
    {
      uid: '0x1',
      name: 'Ada',
      'graph.type': ['Person'],
      knows: [{ uid: '0x2', name: 'Bo', 'knows|owl.inferred': true }],
    },
    { uid: '0x2', tags: ['a', 'b'], knows: [{ uid: '0x1' }, { uid: '0x3' }] },
  ],
  total: [{ count: 2 }],
};

it('each block is a table; nested fields have columns of their own', () => {
  expect(tables(DATA)).toEqual([
    {
      name: 'q',
      table: {
        columns: ['uid', 'name', 'graph.type', 'knows.uid', 'knows.name', 'knows.knows|owl.inferred', 'tags'],
        rows: [
          ['0x1', 'Ada', 'Person', '0x2', 'Bo', 'true', ''],
          ['0x2', '', '', '0x1, 0x3', '', '', 'a, b'],
        ],
      },
    },
    { name: 'total', table: { columns: ['count'], rows: [['2']] } },
  ]);
});

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['a\nb', '"a\nb"'],
  ['=1+1', "'=1+1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['-5', '-5'],
  ['-a', "'-a"],
])('the cell %j is %j in CSV', (text, expected) => {
  expect(csv({ columns: ['c'], rows: [[text]] })).toBe(`c\r\n${expected}\r\n`);
});

it('nodes and edges make a graph, up to a limit', () => {
  const { nodes, edges } = graphOf(DATA, 10);
  expect([...nodes.values()].map(({ uid, label, types }) => [uid, label, types])).toEqual([
    ['0x1', '0x1', []],
    ['0x2', '0x2', []],
    ['0x3', '0x3', []],
  ]);
  expect([...edges.values()].map(({ from, to, isInferred }) => [from, to, isInferred])).toEqual([
    ['0x1', '0x2', true],
    ['0x2', '0x1', false],
    ['0x2', '0x3', false],
  ]);
  expect(graphOf(DATA, 2).nodes.size).toBe(2);
});
