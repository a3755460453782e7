/** Readings as DQL: names are bound or written as IRIs, and what cannot be followed is not asked. */
import type { Graph } from '../../../../src/retrieval/types';
import type { CheckedReading } from '../../../../src/retrieval/question/check';
import { compile, run } from '../../../../src/retrieval/question/query';
import type { Node } from '../../../../src/retrieval/knowledge/nodes';

const free = { nodes: undefined, classes: [], values: [], isValue: false, anyOf: [], without: [] };
const node = (uid: string): Node => ({ uid, labels: [], types: [] });
const reading: CheckedReading = {
  variables: [
    { ...free, classes: ['Dog'] },
    { ...free, nodes: [node('0x1')] },
  ],
  links: [{ property: 'ownedBy', subject: 0, object: 1 }],
  focus: 0,
  cost: 0,
  excluded: [],
};
const graphOf = (q: unknown, count?: number): Graph =>
  ({
    query: () => Promise.resolve({ q, ...(count !== undefined && { count: [{ count }] }) }),
  }) as unknown as Graph;
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

  it('asks for what lacks a fact or a class, all of it', () => {
    const links = [{ property: 'ownedBy', subject: 0, object: 1, isNegated: true as const }];
    const denied: CheckedReading = { ...reading, links };
    const { text } = compile(denied, new Set(['ownedBy']))!;
    expect(text).toMatch(/eq\(dgraph\.type, \$v0\), first: \d+\) @filter\(NOT uid\(L0\)\)/);
    expect(text).toContain('N1 as var(func: uid(0x1))');
    const other = { ...reading, variables: [{ ...free, classes: ['Dog'], without: ['Hound'] }], links: [] };
    expect(compile(other, new Set())!.text).toContain('@filter(NOT eq(dgraph.type, $v0))');
    // Of nothing that is known nothing can be denied.
    expect(compile({ ...denied, variables: [free, reading.variables[1]!] }, new Set(['ownedBy']))).toBeUndefined();
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
      excluded: [],
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
    excluded: [],
  };
  const ask = async (given: CheckedReading, rows: unknown) =>
    (await run(given, compile(given, new Set())!, graphOf(rows), signal)).rows.map(({ uid }) => uid);

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
      excluded: [],
      superlative: { variable: 0, property: 'height', most: true },
    };
    const rows = [{ uid: '0x1', m: 3 }, { uid: '0x2', m: 9 }, { uid: '0x3', m: 9 }, { uid: '0x4' }];
    expect(await ask(most, rows)).toEqual(['0x2', '0x3']);
    expect(await ask({ ...most, superlative: { ...most.superlative!, most: false } }, rows)).toEqual(['0x1']);
  });

  it('counts what each has', async () => {
    const counting = (count: NonNullable<CheckedReading['variables'][number]['count']>): CheckedReading => ({
      ...reading,
      variables: [
        { ...free, classes: ['Kennel'] },
        { ...free, classes: ['Dog'], count },
      ],
      links: [{ property: 'keeps', subject: 0, object: 1 }],
    });
    const dogs = (...uids: string[]) => ({ e0: uids.map((uid) => ({ uid })) });
    const rows = [
      { uid: '0x1', ...dogs('0x11') },
      { uid: '0x2', ...dogs('0x11', '0x12', '0x12') },
      { uid: '0x3', ...dogs('0x11', '0x13', '0x14') },
    ];
    const asking = async (count: Parameters<typeof counting>[0]) => {
      const given = counting(count);
      const { rows: found } = await run(given, compile(given, new Set(['keeps']))!, graphOf(rows), signal);
      return found.map(({ uid }) => uid);
    };
    expect(await asking({ bounds: [{ how: 'ge', value: 2 }] })).toEqual(['0x2', '0x3']);
    expect(await asking({ most: true })).toEqual(['0x3']);
    expect(await asking({ most: false })).toEqual(['0x1']);
  });

  describe('of more than are read', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ uid: `0x${i + 16}`, v0: 1900 + i }));
    const dogs: CheckedReading = {
      variables: [{ ...free, classes: ['Dog'] }],
      links: [],
      focus: 0,
      cost: 0,
      excluded: [],
    };
    const asked = (given: CheckedReading, most: number) =>
      run(given, compile(given, new Set(['ownedBy']))!, graphOf(rows(most), 2_345), signal);

    it('counts in the graph, and says where it cannot', async () => {
      const { text } = compile(dogs, new Set())!;
      expect(text).toContain('first: 201');
      expect(await asked(dogs, 201)).toMatchObject({ count: 2_345, isCut: false });
      expect((await asked(dogs, 201)).rows).toHaveLength(200);
      expect(await run(dogs, compile(dogs, new Set())!, graphOf(rows(201), 100_000), signal)).toMatchObject({
        count: 100_000,
        isCut: true,
      });
    });

    it('counts what it has read, where that is all', async () => {
      expect(await asked(dogs, 200)).toMatchObject({ count: 200, isCut: false });
    });

    it('reads all of which only some hold', async () => {
      expect(compile(measured, new Set())!.text).toContain('first: 10001');
      expect(await asked(measured, 500)).toMatchObject({ count: 499, isCut: false });
      expect(await asked(measured, 10_001)).toMatchObject({ count: 9_999, isCut: true });
    });

    it('leaves out what the question names', async () => {
      const others: CheckedReading = {
        variables: [free, { ...free, nodes: [node('0x10')] }],
        links: [{ property: 'knows', subject: 0, object: 1 }],
        focus: 0,
        cost: 0,
        excluded: [],
      };
      const compiled = compile(others, new Set(['knows']))!;
      expect(compiled.text).toContain('@filter(NOT uid(0x10)) { count(uid) }');
      const known = [{ uid: '0x10' }, { uid: '0x11' }].map((each) => ({ ...each, e0: [{ uid: '0x10' }] }));
      const { rows: found, count } = await run(others, compiled, graphOf(known, 1), signal);
      expect([found.map(({ uid }) => uid), count]).toEqual([['0x11'], 1]);
    });
  });
});
