/** Probe of a walk's steps: the same result as by one query for each step, with few queries. */
import fc from 'fast-check';
import { EngineSchema } from '../../../../src/materialize/store/engine-schema';
import { nextProbed, probe } from '../../../../src/materialize/walk/probe';
import type { Step } from '../../../../src/materialize/walk/steps';

const classStep = (o: string): Step => ({ kind: 'types', need: { p: 'dgraph.type', o } });
const edgeStep = (p: string): Step => ({ kind: 'types', need: { p } });

/**
 * Engine that has members of some classes and facts of some predicates.
 *
 * @param perNode classes of a node
 */
function engineWith(inhabited: ReadonlySet<string>, perNode = 1) {
  const queries: string[] = [];
  const types = [...inhabited].filter((name) => name.startsWith('C'));
  const nodes = types.flatMap((_, i) => (i % perNode === 0 ? [types.slice(i, i + perNode)] : []));
  const read = (blocks: string): Promise<Record<string, unknown>> => {
    queries.push(blocks);
    const [, few] = /^few\(func: has\(dgraph\.type\), first: (\d+)\) \{ dgraph\.type \}$/.exec(blocks) ?? [];
    if (few !== undefined) {
      return Promise.resolve({ few: nodes.slice(0, Number(few)).map((classes) => ({ 'dgraph.type': classes })) });
    }
    const answer: Record<string, unknown> = {};
    for (const block of blocks.split('\n')) {
      const [, name, of] =
        /^(\w+)\(func: (?:eq\(dgraph\.type, |has\()([^)]*)\), first: 1(?:, after: 0x0)?\) \{ uid \}$/.exec(block)!;
      const sought = of!.startsWith('[') || of!.startsWith('"') ? [JSON.parse(of!) as string | string[]].flat() : [of!];
      answer[name!] = sought.some((one) => inhabited.has(one)) ? [{ uid: '0x1' }] : [];
    }
    return Promise.resolve(answer);
  };
  return { queries, read };
}

const schema = new EngineSchema({ schema: [], types: [] });
const open = { schema, isInEngine: () => true, isThere: (p: string) => p !== 'absent' };

it('the steps with facts are found, wherever they stand', async () => {
  const names = Array.from({ length: 3000 }, (_, i) => (i % 7 === 3 ? `p${i}` : `C${i}`));
  const steps = names.map((name) => (name.startsWith('p') ? edgeStep(name) : classStep(name)));
  const some = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 40 });
  const inRow = fc.tuple(fc.nat(2999), fc.nat(800)).map(([from, length]) => names.slice(from, from + length));
  await fc.assert(
    fc.asyncProperty(fc.oneof(some, inRow), fc.integer({ min: 1, max: 20 }), async (inhabited, perNode) => {
      const { read } = engineWith(new Set(inhabited), perNode);
      const found = await probe(steps, { ...open, read });
      expect(names.filter((_, i) => found[i])).toEqual(names.filter((name) => inhabited.includes(name)));
    }),
    { numRuns: 40 },
  );
});

const names = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => `C${from + i}`);

it('classes without members take one query for thousands, those with some a few more', async () => {
  const steps = Array.from({ length: 20_000 }, (_, i) => classStep(`C${i}`));
  const queriesFor = async (inhabited: readonly string[], perNode = 1): Promise<number> => {
    const { read, queries } = engineWith(new Set(inhabited), perNode);
    for (let at = 0; at < steps.length;) {
      const next = nextProbed(steps, at);
      await probe(next, { ...open, read });
      at += next.length;
    }
    return queries.length;
  };
  expect(await queriesFor([])).toBe(3);
  expect(await queriesFor(['C77', 'C78', 'C19000'])).toBe(3 + 2);
  expect(await queriesFor(names(77, 85), 2)).toBe(3 + 1);
  // More nodes than are read.
  expect(await queriesFor(names(77, 86))).toBeLessThan(30);
  expect(await queriesFor(steps.map(({ need }) => need.o!))).toBeLessThan((20_000 / 256) * 3);
});

it('predicates that cannot have facts are not asked for, those outside the engine are visited', async () => {
  const { read, queries } = engineWith(new Set(['C1']));
  const steps = [edgeStep('absent'), edgeStep('kept'), classStep('C1'), classStep('C2')];
  const found = await probe(steps, { ...open, isInEngine: (p) => p !== 'kept', read });
  expect(found).toEqual([false, true, true, false]);
  expect(queries.join()).not.toMatch(/absent|kept/);
});

it('steps of one kind are probed together', () => {
  const steps: Step[] = [classStep('A'), classStep('B'), { kind: 'revisit', need: { p: 'q' } }];
  expect([nextProbed(steps, 0), nextProbed(steps, 1), nextProbed(steps, 2)].map(({ length }) => length)).toEqual([
    2, 1, 1,
  ]);
});
