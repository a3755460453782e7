/** Readings as DQL: names are bound or written as IRIs, and what cannot be followed is not asked. */
import type { Graph } from '../../../../../src/retrieval/types';
import type { CheckedReading } from '../../../../../src/retrieval/modules/owl/check';
import { compile, run } from '../../../../../src/retrieval/modules/owl/query';
import type { Node } from '../../../../../src/retrieval/agents/graph/nodes';

const free = { nodes: undefined, classes: [], values: [], isValue: false };
const node = (uid: string): Node => ({ uid, labels: [], types: [] });
const reading: CheckedReading = {
  variables: [
    { ...free, classes: ['Dog'] },
    { ...free, nodes: [node('0x1')] },
  ],
  links: [{ property: 'ownedBy', subject: 0, object: 1 }],
  focus: 0,
  cost: 0,
};
const graphOf = (q: unknown): Graph => ({ query: () => Promise.resolve({ q }) }) as unknown as Graph;
const { signal } = new AbortController();

describe('compile', () => {
  it('binds names of classes and quotes predicates', () => {
    const { text, variables, root } = compile(reading, new Set(['ownedBy']))!;
    expect(root).toBe(0);
    expect(variables).toEqual({ $v0: 'Dog' });
    expect(text).toContain('uid(0x1)');
    expect(text).toContain('<~ownedBy>');
    expect(text).not.toContain('"');
    expect(text).not.toContain('Dog');
  });

  it('gives up where a link cannot be followed', () => {
    expect(compile(reading, new Set())).toBeUndefined();
  });

  it('asks the node that has the value', () => {
    const of: CheckedReading = {
      variables: [
        { ...free, isValue: true },
        { ...free, nodes: [node('0x2')] },
      ],
      links: [{ property: 'height', subject: 1, object: 0 }],
      focus: 0,
      cost: 0,
    };
    expect(compile(of, new Set())!.root).toBe(1);
  });
});

describe('run', () => {
  const measured: CheckedReading = {
    variables: [free, { ...free, isValue: true, values: [{ how: 'gt', value: 1900 }] }],
    links: [{ property: 'built', subject: 0, object: 1 }],
    focus: 0,
    cost: 0,
  };
  const ask = async (given: CheckedReading, rows: unknown) =>
    (await run(given, compile(given, new Set())!, graphOf(rows), signal)).map(({ uid }) => uid);

  it('compares values, and dates by their year', async () => {
    const rows = [
      { uid: '0x1', v0: 1899 },
      { uid: '0x2', v0: 1901 },
      { uid: '0x3', v0: '1950-01-02T00:00:00Z' },
      { uid: '0x4', v0: 'late' },
      { uid: '0x5' },
    ];
    expect(await ask(measured, rows)).toEqual(['0x2', '0x3']);
  });

  it('keeps those with the most, several where they are even', async () => {
    const most: CheckedReading = {
      variables: [free],
      links: [],
      focus: 0,
      cost: 0,
      superlative: { variable: 0, property: 'height', most: true },
    };
    const rows = [{ uid: '0x1', m: 3 }, { uid: '0x2', m: 9 }, { uid: '0x3', m: 9 }, { uid: '0x4' }];
    expect(await ask(most, rows)).toEqual(['0x2', '0x3']);
    expect(await ask({ ...most, superlative: { ...most.superlative!, most: false } }, rows)).toEqual(['0x1']);
  });
});
