/** Login of the gateway: the time and kind of its token requests. */
import { EngineFailure, type Login, type LoginRequest } from '../../../src/dgraph';
import { claimsOf, Session } from '../../../src/dgraph/session';

const WHO = { userid: 'groot', password: 'secret', namespace: 2 };
const refusal = new EngineFailure([{ message: 'invalid username or password' }], Buffer.from(''));

/** Login of a server: tokens with a given life, numbered in order of issue. */
function startSession(lifeMs = 100_000) {
  let now = 1_000_000;
  const logins: LoginRequest[] = [];
  const answers: ((request: LoginRequest) => Error | undefined)[] = [];
  const token = (name: string): string => {
    const payload = Buffer.from(JSON.stringify({ namespace: 2, exp: (now + lifeMs) / 1000, name })).toString(
      'base64url',
    );
    return `head.${payload}.signature`;
  };
  const login = (request: LoginRequest): Promise<Login> => {
    logins.push(request);
    const error = answers.shift()?.(request);
    if (error) return Promise.reject(error);
    return Promise.resolve({ accessJwt: token(`a${logins.length}`), refreshJwt: `r${logins.length}` });
  };
  const session = new Session(WHO, login, () => now);
  return { session, logins, answers, pass: (ms: number) => (now += ms) };
}

it('logs in once, keeps the token for most of its life, and renews it with the refresh token', async () => {
  const { session, logins, pass } = startSession();
  const first = await session.token();
  pass(79_000);
  expect(await session.token()).toBe(first);
  expect(logins).toEqual([WHO]);
  pass(2_000);
  const second = await session.token();
  expect(second).not.toBe(first);
  expect(logins.slice(1)).toEqual([{ refreshToken: 'r1' }]);
});

it('logs in anew if the refresh token has expired', async () => {
  const { session, logins, answers, pass } = startSession();
  await session.token();
  pass(1_000_000);
  answers.push(() => refusal);
  await session.token();
  expect(logins).toEqual([WHO, { refreshToken: 'r1' }, WHO]);
});

it('sends one request for all waiting callers', async () => {
  const { session, logins } = startSession();
  const tokens = await Promise.all(Array.from({ length: 5 }, () => session.token()));
  expect(new Set(tokens).size).toBe(1);
  expect(logins).toHaveLength(1);
});

it('replaces a refused token once for all callers', async () => {
  const { session, logins } = startSession();
  const refused = await session.token();
  const others = await Promise.all([session.tokenAfter(refused), session.tokenAfter(refused)]);
  expect(others[0]).not.toBe(refused);
  expect(others[1]).toBe(others[0]);
  expect(await session.tokenAfter(refused)).toBe(others[0]);
  expect(logins).toHaveLength(2);
});

it('names the user of a refused login, and retries on the next call', async () => {
  const { session, answers } = startSession();
  answers.push(() => refusal);
  await expect(session.token()).rejects.toMatchObject({
    code: 'LoginRefused',
    message: expect.stringMatching(/login of groot: invalid username or password; see DGRAPH_USER/),
  });
  await expect(session.token()).resolves.toMatch(/^head\./);
});

it('does not treat an unreachable engine as a refusal', async () => {
  const { session, logins, answers, pass } = startSession();
  await session.token();
  pass(1_000_000);
  answers.push(() => new Error('away'));
  await expect(session.token()).rejects.toThrow('away');
  expect(logins).toHaveLength(2);
});

it('reads the claims of a token, and none from other text', () => {
  const payload = Buffer.from('{"namespace":3,"exp":5}').toString('base64url');
  expect(claimsOf(`a.${payload}.b`)).toEqual({ namespace: 3, expiresAt: 5000 });
  for (const none of ['', 'a', 'a.b.c', `a.${Buffer.from('null').toString('base64url')}.c`, 'a.e30.c']) {
    expect(claimsOf(none)).toEqual({});
  }
});
