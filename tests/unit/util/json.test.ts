import { LosslessNumber } from 'lossless-json';
import { parseLossless, parseStrictly, printLossless } from '../../../src/util/json';

it('integers outside the safe range keep their digits', () => {
  const text = '{"a":9223372036854775807,"b":-9007199254740993,"c":1,"d":1.5,"e":"9223372036854775807"}';
  expect(parseLossless(text)).toEqual({
    a: 9223372036854775807n,
    b: -9007199254740993n,
    c: 1,
    d: 1.5,
    e: '9223372036854775807',
  });
  expect(printLossless(parseLossless(text))).toBe(text);
});

it('short integers and fractions become numbers', () => {
  const text = '[1234567890123456,0.12345678901234567,12345678901234567e5]';
  expect(parseLossless(text)).toEqual(JSON.parse(text));
});

it('numbers of all representations are printed with all digits', () => {
  expect(printLossless({ a: [new LosslessNumber('1.50')], b: 1n, c: undefined })).toBe('{"a":[1.50],"b":1}');
  expect(printLossless({ isLosslessNumber: 'a key' })).toBe('{"isLosslessNumber":"a key"}');
  expect(printLossless(undefined)).toBe('null');
});

it('a cycle throws', () => {
  const loop: Record<string, unknown> = {};
  loop['itself'] = loop;
  expect(() => printLossless(loop)).toThrow();
});

describe('parseStrictly', () => {
  it.each([10_000, 100_000, 1_000_000])('refuses %i levels with its own message', (depth) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const texts = [`${open.repeat(depth)}1${close.repeat(depth)}`, open.repeat(depth)];
      for (const text of texts) {
        let message = '';
        try {
          parseStrictly(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
          ({ message } = error as Error);
        }
        expect(message).not.toContain('call stack');
      }
    }
  });
});
