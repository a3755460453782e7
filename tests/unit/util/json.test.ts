import { parseLossless, printLossless } from '../../../src/util/json';

it('integers that are no safe numbers keep their digits', () => {
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

it('what is short or a fraction is a number', () => {
  const text = '[1234567890123456,0.12345678901234567,12345678901234567e5]';
  expect(parseLossless(text)).toEqual(JSON.parse(text));
});
