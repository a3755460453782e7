/** Tokens of dry runs: valid for what they are bound to, for a while, and under the secrets of their gateway. */
import fc from 'fast-check';
import { checkToken, issueToken } from '../../../../src/retrieval/mcp/confirmation';
import { runs } from '../../../support/runs';

const cluster = (cid: string) => ({ state: () => Promise.resolve({ cid }) });
const ENGINE = cluster('a');
const SECRETS = ['secret of the gateways'];
const BOUND = ['agent', 'write', 'default', '{"set":[]}', '{"inferred":1}'];
const NOW = 1_800_000_000_000;

const check = (
  token: string,
  { bound = BOUND, engine = ENGINE, secrets = SECRETS, now = NOW } = {},
): Promise<string | undefined> =>
  checkToken(token, bound, { engine, secrets, now }).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
const issue = (secrets = SECRETS, engine = ENGINE): Promise<string> => issueToken(BOUND, { engine, secrets, now: NOW });

const OTHER = /^mutate: the token is of another write, caller or database/;

it('accepts a token for a quarter of an hour', async () => {
  const token = await issue();
  expect(token.length).toBeLessThanOrEqual(100);
  expect(await check(token)).toBeUndefined();
  expect(await check(token, { now: NOW + 899_000 })).toBeUndefined();
  expect(await check(token, { now: NOW + 902_000 })).toBe(
    'mutate: the token is older than 15 minutes; make a dry run again',
  );
  expect(await issue()).not.toBe(token);
});

it('refuses it for another caller, role, database, write or effect, and parts that are put together otherwise', async () => {
  const token = await issue();
  for (const at of BOUND.keys()) {
    expect(await check(token, { bound: BOUND.with(at, `${BOUND[at]!} `) })).toMatch(OTHER);
  }
  expect(await check(token, { bound: [...BOUND.slice(0, 3), BOUND.slice(3).join('')] })).toMatch(OTHER);
  expect(await check(token, { secrets: ['another secret'] })).toMatch(OTHER);
  expect(await check(token, { secrets: [] })).toMatch(OTHER);
});

it('without secrets, gateways of one cluster agree', async () => {
  const token = await issue([]);
  expect(await check(token, { secrets: [], engine: cluster('a') })).toBeUndefined();
  expect(await check(token, { secrets: [], engine: cluster('b') })).toMatch(OTHER);
});

it('refuses every changed token', async () => {
  const token = await issue();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(token.length - 1),
      fc.constantFrom('a', 'B', '0', '-', '_', '.', '?'),
      async (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        fc.pre(changed !== token);
        expect(await check(changed, { now: 0 })).toMatch(OTHER);
      },
    ),
    { numRuns: runs(300) },
  );
});
