/** Credentials of this tab: an API key, and a login to a cluster with access control. Other tabs do not see them. */
const KEY = 'owlgate.key';
const LOGIN = 'owlgate.login';

/** Tokens of a login. */
export interface Login {
  readonly access: string;
  readonly refresh: string;
}

export const storedKey = (): string | null => sessionStorage.getItem(KEY);
export const storeKey = (key: string | undefined): void => store(KEY, key);

export function storedLogin(): Login | undefined {
  const stored = sessionStorage.getItem(LOGIN);
  return stored === null ? undefined : (JSON.parse(stored) as Login);
}

export const storeLogin = (login: Login | undefined): void => store(LOGIN, login && JSON.stringify(login));

function store(name: string, value: string | undefined): void {
  if (value === undefined) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, value);
}
