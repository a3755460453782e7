import type { ApiError } from '../../../../ui/src/api/error';
import type { OntologyReport } from '../../../../ui/src/api/schema';
import { refusalsOf, remarksOf } from '../../../../ui/src/logic/load';

const error = (message: string, details: Record<string, unknown>): ApiError => ({ message, details }) as never;

it('a refusal has a remark for each violation, with its place and the advice', () => {
  const violations = [{ axiom: 'SubClassOf(:A :B)', rule: 'no unions', line: 3, column: 1, advice: 'split it' }];
  expect(refusalsOf(error('1 violation', { violations }))).toEqual([
    { message: 'SubClassOf(:A :B): no unions', line: 3, column: 1, advice: 'split it', severity: 'error' },
  ]);
  expect(refusalsOf(error('line 2', { line: 2, column: 5 }))).toEqual([
    { message: 'line 2', line: 2, column: 5, severity: 'error' },
  ]);
});

it('a warning of many places has a remark for each of its examples', () => {
  const report = {
    warnings: [
      { code: 'a', message: 'one', line: 1 },
      { code: 'b', message: 'many', count: 2, examples: [{ text: 'x', line: 4 }, { text: 'y' }] },
    ],
  } as unknown as OntologyReport;
  expect(remarksOf(report).map(({ message, line }) => [message, line])).toEqual([
    ['one', 1],
    ['many', undefined],
    ['x', 4],
    ['y', undefined],
  ]);
});
