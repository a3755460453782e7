/** Rewriting of long texts: work that grows with the text, and no recursion over it. */
import { rewriteTypePredicate } from '../../../../src/dql';
import { cpuTime } from '../../../support/cpu-time';

const COUNT = 40_000;
const times = (part: (i: number) => string, separator = ' '): string =>
  Array.from({ length: COUNT }, (_, i) => part(i)).join(separator);

describe('a text with the word 40,000 times', () => {
  it.each([
    ['in a list of the schema', `schema(pred: [${times(() => 'graph.type', ', ')}]) { type }`],
    ['in brackets that do not close', `{ q(func: uid(1)) @filter(${times(() => '(graph.type')}`],
    ['in a list that does not close', `{ q(func: uid(1), orderasc: [${times(() => 'graph.type', ', ')}`],
    ['beside facets that do not close', `{ q(func: uid(1)) { ${times(() => 'f @facets(graph.type')}`],
    [
      'in a chain of fragments',
      `{ q(func: uid(1)) { ...a0 } } ${times((i) => `fragment a${i} { graph.type ...a${i + 1} }`)}`,
    ],
  ])('%s is rewritten in time that grows with it', async (_, text) => {
    let rewritten = '';
    const ms = await cpuTime(() => (rewritten = rewriteTypePredicate(text)));
    expect(rewritten.length).toBeGreaterThanOrEqual(text.length);
    // The square of the number would take minutes.
    expect(ms).toBeLessThan(5_000);
  });
});
