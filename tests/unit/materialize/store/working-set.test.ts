import { WorkingSet, valueLock } from '../../../../src/materialize/store/working-set';
import { NO_RULES } from '../../../../src/materialize/write/context';
import { ANY, NO_ROW, Stored } from '../../../../src/reasoner';

const make = (): { workingSet: WorkingSet; covers: (s: string, p: string, o: string) => boolean } => {
  const workingSet = new WorkingSet(NO_RULES, (predicate) => predicate !== 'unknown');
  const id = (text: string): number => (text === '?' ? ANY : workingSet.terms.id(text));
  return { workingSet, covers: (s, p, o) => workingSet.covers(id(s), id(p), id(o)) };
};

describe('coverage of a working set', () => {
  it('begins empty and includes everything that was read', () => {
    const { workingSet, covers } = make();
    expect(covers('0x1', 'knows', '?')).toBe(false);
    workingSet.cover('0x1', 'knows', undefined);
    expect(covers('0x1', 'knows', '?')).toBe(true);
    expect(covers('0x1', 'knows', '0x2')).toBe(true);
    expect(covers('0x1', 'likes', '?')).toBe(false);
    expect(covers('0x2', 'knows', '?')).toBe(false);
    expect(covers('?', 'knows', '0x2')).toBe(false);
  });

  it('includes incoming edges, single facts and whole predicates', () => {
    const { workingSet, covers } = make();
    workingSet.cover(undefined, 'knows', '0x2');
    workingSet.cover('0x5', 'knows', '0x6');
    expect(covers('?', 'knows', '0x2')).toBe(true);
    expect(covers('0x9', 'knows', '0x2')).toBe(true);
    expect(covers('0x5', 'knows', '0x6')).toBe(true);
    expect(covers('0x5', 'knows', '?')).toBe(false);
    workingSet.cover(undefined, 'likes', undefined);
    expect(covers('0x7', 'likes', '?')).toBe(true);
  });

  it('includes new nodes and predicates unknown to the engine', () => {
    const { covers } = make();
    expect(covers('_:a', 'knows', '?')).toBe(true);
    expect(covers('0x1', 'knows', '_:a')).toBe(true);
    expect(covers('0x1', 'unknown', '?')).toBe(true);
  });

  it('lists the stored nodes that were read, for their guards', () => {
    const { workingSet } = make();
    workingSet.cover('0x1', 'dgraph.type', undefined);
    workingSet.cover(undefined, 'dgraph.type', 'Person');
    workingSet.cover(undefined, 'knows', '0x2');
    workingSet.cover('_:a', 'knows', undefined);
    workingSet.cover(undefined, 'name', '"x"');
    // A value is locked under a name of its own: the same for the same value of the same predicate.
    expect([...workingSet.readTerms]).toEqual(['0x1', '0x2', valueLock('name', '"x"')]);
    expect(valueLock('name', '"y"')).not.toBe(valueLock('name', '"x"'));
  });

  it('keeps facts as they are stored', () => {
    const { workingSet } = make();
    workingSet.add('0x1', 'knows', '0x2', false);
    workingSet.add('0x1', 'knows', '0x3', true);
    const row = (o: string): number =>
      workingSet.table.find(workingSet.terms.id('0x1'), workingSet.terms.id('knows'), workingSet.terms.id(o));
    expect(workingSet.table.flags[row('0x2')]! & Stored.Asserted).toBeTruthy();
    expect(workingSet.table.flags[row('0x3')]! & Stored.Inferred).toBeTruthy();
    expect(row('0x4')).toBe(NO_ROW);
  });
});
