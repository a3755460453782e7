/** Text of answers where JSON parsers see no difference: exact integers, escapes, the form of floats. */
import { askText } from '../../../../support/embedded/ask';

describe('the text of an answer', () => {
  it('has integers beyond doubles in full', () => {
    expect(askText('{ q(func: uid(0x6)) { age } }')).toBe('{"q":[{"age":9007199254740993}]}');
    expect(askText('{ q(func: eq(age, 9007199254740993)) { uid } r(func: eq(age, 9007199254740992)) { uid } }')).toBe(
      '{"q":[{"uid":"0x6"}],"r":[]}',
    );
  });

  it('has Go’s floats', () => {
    expect(askText('{ q(func: uid(0x5, 0x22)) { height rating } }')).toBe('{"q":[{"height":1e+06},{"rating":-1e-05}]}');
    expect(askText('{ q(func: uid(0x1)) { taste } }')).toBe('{"q":[{"taste":[1E+00,0E+00,5E-01]}]}');
  });

  it('has bigfloats with all their digits', () => {
    expect(askText('{ q(func: uid(0x1)) { wealth } }')).toBe('{"q":[{"wealth":1.234567890123456789012345678905e+29}]}');
  });

  it('has Go’s escapes', () => {
    expect(askText('{ q(func: uid(0x5)) { name note } }')).toBe(
      '{"q":[{"name":"Emily \\u0026 \\u003cCo\\u003e","note":"tab\\there, quote\\" and \\u2028"}]}',
    );
  });

  it('has fields in the order of the query', () => {
    expect(
      askText('{ q(func: uid(0x1)) { age c: count(knows) uid name spouse { name } knows(first: 1) { age name } } }'),
    ).toBe('{"q":[{"age":36,"c":3,"uid":"0x1","name":"Ada","knows":[{"age":79,"name":"Charles"}]}]}');
  });

  it('shows every uid in debug mode', () => {
    expect(askText('{ q(func: uid(0x1)) { name knows(first: 1) { name } } }', { debug: true })).toBe(
      '{"q":[{"name":"Ada","knows":[{"name":"Charles","uid":"0x2"}],"uid":"0x1"}]}',
    );
  });
});
