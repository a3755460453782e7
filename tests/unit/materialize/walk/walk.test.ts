/** Order of a walk: which steps are visited, by the facts that the engine had when they were noted. */
import type { Engine } from '../../../../src/dgraph';
import type { Step } from '../../../../src/materialize/walk/steps';
import { Tally } from '../../../../src/materialize/walk/tally';
import { Walk } from '../../../../src/materialize/walk/walk';
import { makeDraftContext } from '../../../../src/materialize/write/context';
import { schemaOf } from '../../../support/materialize/small';

const revisit = (p: string): Step => ({ kind: 'revisit', need: { p } });
const suspect = (p: string): Step => ({ kind: 'suspect', need: { p } });

/** Walk that notes the steps it visits. */
class Visits extends Walk {
  readonly visited: string[] = [];

  constructor(predicates: ReadonlySet<string>, steps: readonly Step[], from?: number) {
    const query = (text: string) => {
      const data: Record<string, unknown> = {};
      for (const [, block, p] of text.matchAll(/(s\d+)\(func: has\((\w+)\)/g)) {
        data[block!] = predicates.has(p!) ? [{ uid: '0x1' }] : [];
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
      from: from === undefined ? undefined : { step: from, after: '0x0' },
      tally: new Tally(),
      signal: new AbortController().signal,
    });
  }

  protected override step({ kind, need }: Step): Promise<void> {
    this.visited.push(`${kind} ${need.p}`);
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
