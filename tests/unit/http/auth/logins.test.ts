/** Failed logins are counted by the network of their client; others are not. */
import { Logins } from '../../../../src/http/auth/logins';
import type { OwlgateError } from '../../../../src/errors';
import type { Arrival } from '../../../../src/http/auth/arrival';

const arrival = {} as Arrival;
const shown = ({ code, details }: OwlgateError): string => `${code} ${String(details['retryAfter'])}`;
const failed = (isFailed: boolean): boolean => isFailed;

describe('Logins', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Returns a function that logs in from an address. */
  const start = (): ((address: string, isWrong?: boolean, count?: number) => Promise<string>) => {
    let address = '';
    const logins = new Logins(() => address);
    return async (from, isWrong = true, count = 1) => {
      address = from;
      return logins
        .attempt(arrival, () => Promise.resolve(isWrong), failed, count)
        .then(
          () => 'sent',
          (error: unknown) => shown(error as OwlgateError),
        );
    };
  };

  it('refuses the logins of an address after 60 failures, until the minute is over', async () => {
    const login = start();
    for (let i = 0; i < 60; i++) {
      expect(await login('192.0.2.1', false)).toBe('sent');
      expect(await login('192.0.2.1')).toBe('sent');
    }
    expect(await login('192.0.2.1')).toBe('TooManyLogins 60');
    expect(await login('192.0.2.1', false)).toBe('TooManyLogins 60');
    expect(await login('192.0.2.2')).toBe('sent');
    jest.advanceTimersByTime(60_001);
    expect(await login('192.0.2.1', false)).toBe('sent');
  });

  it.each(['2001:db8::1', '2001:db8:0:ff::2'])('counts %s with its network', async (other) => {
    const login = start();
    for (let i = 0; i < 60; i++) await login('2001:db8::5');
    expect(await login(other)).toMatch(/TooManyLogins/);
    expect(await login('2001:db8:1::1')).toBe('sent');
  });

  it('counts each login of a request', async () => {
    const login = start();
    await login('192.0.2.1', true, 1_000);
    expect(await login('192.0.2.1')).toMatch(/TooManyLogins/);
  });

  it('counts no login that the engine did not answer', async () => {
    const logins = new Logins(() => '192.0.2.1');
    const unanswered = () => logins.attempt(arrival, () => Promise.reject(new Error('cut')), failed);
    for (let i = 0; i < 70; i++) await expect(unanswered()).rejects.toThrow('cut');
  });
});
