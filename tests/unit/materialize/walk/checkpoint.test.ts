/** Marks of materializations: read back as printed, and never a failure whatever text is stored. */
import * as fc from 'fast-check';
import {
  printCheckpoint,
  readCheckpoint,
  statusOf,
  summaryOf,
  type Checkpoint,
} from '../../../../src/materialize/walk/checkpoint';

const MARK: Checkpoint = {
  at: 1_700_000_000_000,
  cause: 'request',
  startedAt: '2026-01-31T12:00:00.000Z',
  seconds: 1.25,
  before: 3,
  phase: 'inferring',
  counts: { nodes: 1, inferred: 2, retracted: 3, violations: 4 },
  position: { step: 2, after: '0x1f' },
  steps: 7,
  pending: 3,
  digest: 'abc',
};

it('a checkpoint is read as it was printed', () => {
  expect(readCheckpoint(printCheckpoint(MARK))).toEqual(MARK);
});

it.each([
  [undefined],
  ['3'],
  ['null'],
  ['{'],
  ['{"startedAt":"2026-01-31T12:00:00.000Z"}'],
  ['{"startedAt":"2026-01-31T12:00:00.000Z","at":1e300}'],
  ['{"startedAt":"soon","at":1}'],
])('%s is not a checkpoint', (text) => {
  expect(readCheckpoint(text)).toBeUndefined();
});

it('any value in any field gives a valid checkpoint or none', () => {
  const fields = Object.keys({ ...MARK, failure: '', isLeft: true }) as (keyof Checkpoint)[];
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.jsonValue(), (field, value) => {
      const mark = readCheckpoint(JSON.stringify({ ...MARK, [field]: value }));
      if (mark === undefined) return;
      expect(() => [summaryOf(mark), statusOf(1, 'running', mark)]).not.toThrow();
    }),
  );
});
