/** Logins: an API key, and a user of a cluster with access control. Both stay in the session of this tab. */
import { call } from '../api/client';
import { storeKey } from '../api/credentials';
import { ApiError } from '../api/error';
import { login } from '../api/login';
import { LoginForm } from '../parts/login-form';
import { t } from '../text';

const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

export function KeyPage({ onLogin }: { readonly onLogin: () => void }) {
  const submit = async (fields: FormData): Promise<void> => {
    storeKey(textOf(fields, 'key'));
    try {
      await call('GET /ui/session');
    } catch (thrown) {
      storeKey(undefined);
      throw thrown instanceof ApiError && thrown.status === 401 ? new Error(t('login.refused')) : thrown;
    }
    onLogin();
  };
  return (
    <LoginForm title={t('login.title')} explain={t('login.explain')} onSubmit={submit}>
      <label>
        {t('login.key')} <input name="key" type="password" required autoComplete="off" spellcheck={false} />
      </label>{' '}
    </LoginForm>
  );
}

export function ClusterPage({ onLogin }: { readonly onLogin: () => void }) {
  const submit = async (fields: FormData): Promise<void> => {
    // A password may begin or end with spaces.
    const password = fields.get('password') as string;
    await login(textOf(fields, 'user'), password, Number(textOf(fields, 'namespace')));
    onLogin();
  };
  return (
    <LoginForm title={t('cluster.title')} explain={t('cluster.explain')} onSubmit={submit}>
      <label class="block">
        {t('cluster.user')} <input name="user" required autoComplete="username" spellcheck={false} />
      </label>
      <label class="block">
        {t('cluster.password')} <input name="password" type="password" required autoComplete="current-password" />
      </label>
      <label class="block">
        {t('cluster.namespace')} <input name="namespace" type="number" min="0" step="1" value="0" required />
      </label>
    </LoginForm>
  );
}
