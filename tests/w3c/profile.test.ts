/** W3C's test cases for the OWL 2 RL profile, by the reasoner alone. */
import { hasCases, judge, w3cCases, WHY_SKIPPED } from '../support/w3c/cases';
import { describeIf } from '../support/conditional';

/**
 * Conclusions that no closure contains: infinitely many class expressions exist that stand for nothing in the premises.
 */
const NOT_IN_ANY_CLOSURE = new Set(['WebOnt-I5.5-005']);

describeIf(hasCases, WHY_SKIPPED)("W3C's cases for OWL 2 RL", () => {
  const cases = w3cCases();

  it('are complete', () => {
    expect(cases).toHaveLength(49);
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s', (id, each) => {
    const { expected, failures } = judge(each);
    expect(expected.length).toBeGreaterThan(0);
    expect(failures).toEqual(NOT_IN_ANY_CLOSURE.has(id) ? ['follows'] : []);
  });

  it('fail only where no closure can contain the conclusion', () => {
    const failing = cases.filter((each) => judge(each).failures.length > 0).map(({ id }) => id);
    expect(failing).toEqual([...NOT_IN_ANY_CLOSURE]);
  });
});
