/** Conflicts of concurrent transactions. Every row comes from a Dgraph v25.4. */
import { parseRdfMutation } from '../../../src/dql/mutation/rdf';
import { Engine } from '../../../src/embedded/engine';
import { AbortedError } from '../../../src/embedded/transaction';
import { inconsistencies } from '../../support/embedded/consistency';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';

const SCHEMA = `
  s: string .
  i: string @index(term) .
  u: [uid] .
  one: uid @reverse .
  l: [string] .
  up: string @index(exact) @upsert .
  nc: string @noconflict .
  c: [uid] @count .
  rev: [uid] @reverse .
  lang: string @lang .`;

const set = (line: string): string => `{ set {\n${line}\n} }`;
const remove = (line: string): string => `{ delete {\n${line}\n} }`;

const CASES: readonly (readonly [title: string, first: string, second: string, conflict: boolean, before?: string])[] =
  [
    ['one value of one node', set('<0x1> <s> "a" .'), set('<0x1> <s> "b" .'), true],
    ['the same value of one node', set('<0x1> <s> "a" .'), set('<0x1> <s> "a" .'), true],
    ['one predicate of two nodes', set('<0x1> <s> "a" .'), set('<0x2> <s> "a" .'), false],
    ['two predicates of one node', set('<0x1> <s> "a" .'), set('<0x1> <i> "a" .'), false],
    ['two edges of a list', set('<0x1> <u> <0x2> .'), set('<0x1> <u> <0x3> .'), false],
    ['one edge of a list', set('<0x1> <u> <0x2> .'), set('<0x1> <u> <0x2> .'), true],
    ['two edges where there is one place', set('<0x1> <one> <0x2> .'), set('<0x1> <one> <0x3> .'), true],
    ['two values of a list', set('<0x1> <l> "a" .'), set('<0x1> <l> "b" .'), false],
    ['one value of a list', set('<0x1> <l> "a" .'), set('<0x1> <l> "a" .'), true],
    ['one token of two nodes', set('<0x1> <i> "a" .'), set('<0x2> <i> "a" .'), false],
    ['an @upsert value of two nodes', set('<0x1> <up> "a" .'), set('<0x2> <up> "a" .'), true],
    ['an @upsert value of two new nodes', set('_:a <up> "a" .'), set('_:a <up> "a" .'), true],
    ['two @upsert values of two nodes', set('<0x1> <up> "a" .'), set('<0x2> <up> "b" .'), false],
    ['an @upsert value given up and taken', set('<0x1> <up> "b" .'), set('<0x2> <up> "a" .'), true, '<0x1> <up> "a" .'],
    ['@noconflict', set('<0x1> <nc> "a" .'), set('<0x1> <nc> "b" .'), false],
    ['two edges of one node that are counted', set('<0x1> <c> <0x2> .'), set('<0x1> <c> <0x3> .'), true],
    ['edges of two nodes that are counted', set('<0x1> <c> <0x3> .'), set('<0x2> <c> <0x3> .'), false],
    ['edges to one node, reversed', set('<0x1> <rev> <0x3> .'), set('<0x2> <rev> <0x3> .'), false],
    ['two languages of one node', set('<0x1> <lang> "a"@en .'), set('<0x1> <lang> "b"@de .'), true],
    ['a set and a delete', set('<0x1> <s> "a" .'), remove('<0x1> <s> * .'), true],
    ['a delete of every member, and a new member', remove('<0x1> <l> * .'), set('<0x1> <l> "a" .'), false],
  ];

let engine: Engine;
beforeEach(async () => {
  engine = await Engine.open(temporaryDirectory());
  await engine.alter(SCHEMA);
});
afterEach(() => engine.close());
afterAll(removeTemporaryDirectories);

const open = async (body: string): Promise<number> => (await engine.mutate(parseRdfMutation(body), 0, false)).startTs;

describe('two transactions that write', () => {
  const rows = CASES.map(([title, first, second, conflict, before]) => ({
    what: title,
    first,
    second,
    conflict,
    before,
  }));
  it.each(rows)('$what: conflict is $conflict', async ({ first, second, conflict, before }) => {
    if (before !== undefined) await engine.mutate(parseRdfMutation(set(before)), 0, true);
    const a = await open(first);
    const b = await open(second);
    await engine.commit(a);
    if (conflict) await expect(engine.commit(b)).rejects.toThrow(AbortedError);
    else await engine.commit(b);
    expect(inconsistencies(engine.view())).toEqual([]);
  });

  it('do not conflict when one has ended before the other starts', async () => {
    await engine.commit(await open(set('<0x1> <s> "a" .')));
    await engine.commit(await open(set('<0x1> <s> "b" .')));
    expect(engine.view().values('s', 1)[0]?.value.value).toBe('b');
  });

  it('conflict with a mutation that commits at once, which itself never conflicts', async () => {
    const a = await open(set('<0x1> <s> "a" .'));
    await engine.mutate(parseRdfMutation(set('<0x1> <s> "b" .')), 0, true);
    await expect(engine.commit(a)).rejects.toThrow('Transaction has been aborted. Please retry');
    expect(engine.view().values('s', 1)[0]?.value.value).toBe('b');
  });

  it('conflict even if both are in one batch', async () => {
    const transactions = await Promise.all(Array.from({ length: 20 }, () => open(set('<0x1> <s> "x" .'))));
    const ends = await Promise.allSettled(transactions.map((startTs) => engine.commit(startTs)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('upserts that commit at once', () => {
  it('see the effect of the one before', async () => {
    const body = `upsert {
      query { v as var(func: eq(up, "only one")) }
      mutation @if(eq(len(v), 0)) { set {
        _:new <up> "only one" .
      } }
    }`;
    await Promise.all(Array.from({ length: 50 }, () => engine.mutate(parseRdfMutation(body), 0, true)));
    expect([...engine.view().subjects('up', false)]).toHaveLength(1);
  });
});
