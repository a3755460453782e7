import { expiryOf, isEnding } from '../../../../ui/src/logic/token';

const token = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

it('the end of a token is read from its claims', () => {
  expect(expiryOf(token({ userid: 'ümläut>?', exp: 1000 }))).toBe(1000);
  for (const odd of ['', 'a.b.c', 'x', token({}), token({ exp: '1' }), '..']) expect(expiryOf(odd)).toBe(0);
});

it('a token is refreshed half a minute before its end', () => {
  expect(isEnding(token({ exp: 1000 }), 969_000)).toBe(false);
  expect(isEnding(token({ exp: 1000 }), 971_000)).toBe(true);
  expect(isEnding('x', 0)).toBe(true);
});
