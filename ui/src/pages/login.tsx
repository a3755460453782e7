/** Login with an API key, which stays in the session of this tab. */
import { useState } from 'preact/hooks';
import { call, storeKey } from '../api/client';
import { ApiError } from '../api/error';
import { t } from '../text';

export function LoginPage({ onKey }: { readonly onKey: () => void }) {
  const [error, setError] = useState<string>();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get('key');
    storeKey(typeof key === 'string' ? key.trim() : undefined);
    try {
      await call('GET /ui/session');
      onKey();
    } catch (thrown) {
      storeKey(undefined);
      const isRefused = thrown instanceof ApiError && thrown.status === 401;
      setError(isRefused ? t('login.refused') : (thrown as Error).message);
    }
  };
  return (
    <main class="login">
      <h1>{t('login.title')}</h1>
      <p>{t('login.explain')}</p>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          {t('login.key')} <input name="key" type="password" required autoComplete="off" spellcheck={false} />
        </label>
        <button type="submit">{t('login.submit')}</button>
        {error !== undefined && (
          <p class="failure" role="alert">
            {error}
          </p>
        )}
      </form>
    </main>
  );
}
