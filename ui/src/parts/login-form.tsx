/** Form of a login, with a refusal below it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../text';

interface LoginFormProps {
  readonly title: string;
  readonly explain: string;
  /** @throws Error whose message is shown */
  readonly onSubmit: (fields: FormData) => Promise<void>;
  readonly children: ComponentChildren;
}

export function LoginForm({ title, explain, onSubmit, children }: LoginFormProps) {
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    setError(undefined);
    try {
      await onSubmit(new FormData(event.currentTarget as HTMLFormElement));
    } catch (thrown) {
      setError((thrown as Error).message);
    }
    setSending(false);
  };
  return (
    <main class="login">
      <h1>{title}</h1>
      <p>{explain}</p>
      <form onSubmit={(event) => void submit(event)}>
        {children}
        <button type="submit" disabled={isSending}>
          {t('login.submit')}
        </button>
        {error !== undefined && (
          <p class="failure" role="alert">
            {error}
          </p>
        )}
      </form>
    </main>
  );
}
