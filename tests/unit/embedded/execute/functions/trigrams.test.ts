/** Trigrams required by a regular expression: all occur in every match. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { requiredTrigrams, type TrigramQuery } from '../../../../../src/embedded/execute/functions/trigrams';
import { runs } from '../../../../support/runs';

function show(query: TrigramQuery): string {
  if (query.kind === 'trigram') return query.token.toString('utf8');
  if (!('operands' in query)) return query.kind;
  return `(${query.operands.map(show).join(query.kind === 'and' ? ' ' : '|')})`;
}

function holds(query: TrigramQuery, text: string): boolean {
  switch (query.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'trigram':
      return Buffer.from(text).includes(query.token);
    case 'and':
      return query.operands.every((operand) => holds(operand, text));
    case 'or':
      return query.operands.some((operand) => holds(operand, text));
  }
}

describe('required trigrams', () => {
  it.each([
    ['abcd', false, '(abc bcd)'],
    ['^abc$', false, 'abc'],
    ['abc|xyz', false, '(abc|xyz)'],
    ['abc.*xyz', false, '(abc xyz)'],
    ['a.*b', false, 'all'],
    ['.*', false, 'all'],
    ['ab', false, 'all'],
    ['a[bc]d', false, '(abd|acd)'],
    ['(abc)+', false, 'abc'],
    ['(abc)?', false, 'all'],
    ['abc{2}', false, '(abc bcc)'],
    ['\\Qa.b\\E', false, 'a.b'],
    ['\\d{3}', false, 'all'],
    ['ab\\.c', false, '(ab. b.c)'],
    ['é12', false, '(é1 \ufffd12)'],
  ])('of %s', (pattern, ignoreCase, expected) => {
    expect(show(requiredTrigrams(pattern, ignoreCase))).toBe(expected);
  });

  it('occur in every match', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      'c',
      'ab',
      'abc',
      '[ab]',
      '[^a]',
      '.',
      '(?:ab|c)',
      '(bc)',
      '\\w',
      'a?',
      'b*',
      'c+',
      '(ab)?',
      'a{2}',
      'b{1,2}',
      '^',
      '$',
      '(?i)c',
    );
    const pattern = fc.array(atom, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
    const either = fc.array(pattern, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|'));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'C', 'd'), maxLength: 12 });
    fc.assert(
      fc.property(either, fc.boolean(), fc.array(text, { maxLength: 20 }), (regex, ignoreCase, texts) => {
        const query = requiredTrigrams(regex, ignoreCase);
        const matcher = RE2JS.compile(regex, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
        for (const t of texts) if (matcher.matcher(t).find()) expect(holds(query, t)).toBe(true);
      }),
      { numRuns: runs(800) },
    );
  });

  it('requires nothing of a pattern that it cannot parse', () => {
    expect(show(requiredTrigrams('abc(', false))).toBe('all');
    expect(show(requiredTrigrams('('.repeat(5000), false))).toBe('all');
  });
});
