/** W3C's test cases for the OWL 2 RL profile, by the reasoner alone. */
import { hasCases, judge, w3cCases, WHY_SKIPPED } from '../support/w3c/cases';
import { describeIf } from '../support/conditional';

/**
 * What no closure holds: that there is a class expression, which stands for nothing in the premises, is true of infinitely many.
 */
const NOT_IN_ANY_CLOSURE = new Set(['WebOnt-I5.5-005']);

describeIf(hasCases, WHY_SKIPPED)("W3C's cases for OWL 2 RL", () => {
  const cases = w3cCases();

  it('are all there', () => {
    expect(cases).toHaveLength(49);
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s', (id, each) => {
    const { expected, failures } = judge(each);
    expect(expected.length).toBeGreaterThan(0);
    expect(failures).toEqual(NOT_IN_ANY_CLOSURE.has(id) ? ['follows'] : []);
  });

  it('are reached by forward rules, and beyond', () => {
    const failing = cases.filter((each) => judge(each).failures.length > 0).map(({ id }) => id);
    expect(failing).toEqual([...NOT_IN_ANY_CLOSURE]);
  });
});
