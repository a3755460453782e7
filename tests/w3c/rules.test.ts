/** One case for each rule, from the RDF-based test suite that W3C also published, by the reasoner alone. */
import { hasCases, judge, ruleCases, WHY_SKIPPED } from '../support/w3c/cases';
import { describeIf } from '../support/conditional';

describeIf(hasCases, WHY_SKIPPED)('the rule-level cases', () => {
  const cases = ruleCases();

  it('are complete', () => {
    expect(cases).toHaveLength(87);
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s', (_, each) => {
    const { expected, failures } = judge(each);
    expect(failures).toEqual([]);
    expect(expected.length).toBeGreaterThan(0);
  });
});
