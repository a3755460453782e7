/** Login to a cluster with access control: tokens are refreshed shortly before their end. */
import { isEnding } from '../logic/token';
import { engine, takeTokensFrom } from './client';
import { storedLogin, storeLogin } from './credentials';

/** Logs in. The password is not kept. @throws ApiError */
export const login = (userid: string, password: string, namespace: number): Promise<void> =>
  ask({ userid, password, namespace });

async function ask(body: object): Promise<void> {
  const { data } = await engine('/login', { type: 'application/json', body: JSON.stringify(body), isAnonymous: true });
  const { accessJWT: access, refreshJWT: refresh } = data;
  if (typeof access !== 'string' || typeof refresh !== 'string') throw new Error('the answer has no token');
  storeLogin({ access, refresh });
}

let onEnd: () => void = () => {};
/** Sets what happens when a login has ended and cannot be refreshed. */
export const whenLoginEnds = (action: () => void): void => void (onEnd = action);

let refreshing: Promise<void> | undefined;

/** Access token; undefined without a login. @throws ApiError, TypeError */
async function accessToken(): Promise<string | undefined> {
  const tokens = storedLogin();
  if (!tokens || !isEnding(tokens.access, Date.now())) return tokens?.access;
  refreshing ??= ask({ refresh_token: tokens.refresh }).finally(() => (refreshing = undefined));
  try {
    await refreshing;
  } catch (thrown) {
    // A connection that fails ends no login.
    if (thrown instanceof TypeError) throw thrown;
    storeLogin(undefined);
    onEnd();
    throw thrown;
  }
  return storedLogin()?.access;
}

takeTokensFrom(accessToken);
