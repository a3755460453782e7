/** Order of a walk: which steps are visited, by the facts that the engine had when they were noted. */
import type { Engine } from '../../../../src/dgraph';
import { needText } from '../../../../src/materialize/walk/steps';
import type { Step } from '../../../../src/materialize/walk/steps';
import { Tally } from '../../../../src/materialize/walk/tally';
import { Walk } from '../../../../src/materialize/walk/walk';
import { makeDraftContext } from '../../../../src/materialize/write/context';
import { schemaOf } from '../../../support/materialize/small';

const revisit = (p: string): Step => ({ kind: 'revisit', need: { p } });
const byObjects = (p: string): Step => ({ kind: 'revisit', need: { p, isReverse: true } });
const suspect = (p: string): Step => ({ kind: 'suspect', need: { p } });

/** Walk that notes the steps it visits. */
class Visits extends Walk {
  readonly visited: string[] = [];

  /** @param hubs predicates whose edges lead to few nodes */
  constructor(
    predicates: ReadonlySet<string>,
    steps: readonly Step[],
    from?: number,
    { after = '0x0', hubs = [] }: { after?: string; hubs?: readonly string[] } = {},
  ) {
    const query = (text: string) => {
      const data: Record<string, unknown> = {};
      for (const [, block, p] of text.matchAll(/(s\d+)\(func: has\(~?(\w+)\)/g)) {
        data[block!] = predicates.has(p!) ? [{ uid: '0x1' }] : [];
      }
      const [, counted] = /objects\(func: has\(~(\w+)\)/.exec(text) ?? [];
      if (counted !== undefined) {
        data['objects'] = [{ uid: '0x1', edges: hubs.includes(counted) ? 9 : 1 }];
        data['subjects'] = [{ uid: '0x2', edges: 1 }];
      }
      return Promise.resolve({ data, extensions: {} });
    };
    const context = { engine: { query } as unknown as Engine, schema: schemaOf('p: [uid]\nq: [uid]\nr: [uid]') };
    super({
      context,
      rules: makeDraftContext(context),
      head: undefined,
      steps,
      former: { kept: new Set(), inferred: new Set() },
      checked: new Set(),
      from: from === undefined ? undefined : { step: from, after },
      tally: new Tally(),
      signal: new AbortController().signal,
    });
  }

  protected override step({ kind, need }: Step, _step: number, from: string): Promise<void> {
    this.visited.push(`${kind} ${needText(need)}${from === '0x0' ? '' : ` after ${from}`}`);
    return Promise.resolve();
  }

  protected finish(): void {}
}

const STEPS = [suspect('p'), suspect('q'), revisit('p'), revisit('q'), revisit('r')];

test('revisits of facts that come after they were noted are left out', async () => {
  const predicates = new Set(['q']);
  const walk = new Visits(predicates, STEPS);
  await walk.noteRevisits();
  predicates.add('p').add('r');
  await walk.run();
  expect(walk.visited).toEqual(['suspect p', 'suspect q', 'revisit q']);
});

test('without a note, the facts at the time of the steps count', async () => {
  const predicates = new Set(['q']);
  const walk = new Visits(predicates, STEPS);
  predicates.add('r');
  await walk.run();
  expect(walk.visited).toEqual(['suspect q', 'revisit q', 'revisit r']);
});

test('a walk that was cut off notes the steps that are left', async () => {
  const walk = new Visits(new Set(['p', 'r']), STEPS, 3);
  await walk.noteRevisits();
  await walk.run();
  expect(walk.visited).toEqual(['revisit r']);
});

describe('a step over objects', () => {
  const steps = [byObjects('p'), revisit('p'), byObjects('q'), revisit('q'), revisit('r')];
  const all = new Set(['p', 'q', 'r']);

  test('stands for the one over subjects if the edges lead to fewer nodes', async () => {
    const walk = new Visits(all, steps, undefined, { hubs: ['p'] });
    await walk.noteRevisits();
    await walk.run();
    expect(walk.visited).toEqual(['revisit ~p', 'revisit q', 'revisit r']);
  });

  test('is left out with the other one if there are no edges', async () => {
    const walk = new Visits(new Set(['r']), steps, undefined, { hubs: ['p', 'q'] });
    await walk.run();
    expect(walk.visited).toEqual(['revisit r']);
  });

  test('is resumed, and still stands for the other one', async () => {
    const walk = new Visits(all, steps, 0, { after: '0x5' });
    await walk.noteRevisits();
    await walk.run();
    expect(walk.visited).toEqual(['revisit ~p after 0x5', 'revisit q', 'revisit r']);
  });

  test('is not begun by a walk that was cut off in the other one', async () => {
    const walk = new Visits(all, steps, 1, { after: '0x5', hubs: ['p', 'q'] });
    await walk.noteRevisits();
    await walk.run();
    expect(walk.visited).toEqual(['revisit p after 0x5', 'revisit ~q', 'revisit r']);
  });
});
