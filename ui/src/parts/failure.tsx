/** Failures and waiting. */
import type { ComponentChildren } from 'preact';
import { t } from '../text';
import type { Remote } from './remote';

export function Failure({ error, again }: { readonly error: Error; readonly again?: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{error.message}</p>
      {again && (
        <button type="button" onClick={again}>
          {t('app.retry')}
        </button>
      )}
    </div>
  );
}

/** Shows a value once it is there. The value before stays while the next is awaited. */
export function Loaded<Value>({
  remote,
  children,
}: {
  readonly remote: Remote<Value>;
  readonly children: (value: Value) => ComponentChildren;
}) {
  if (remote.error) return <Failure error={remote.error} again={remote.again} />;
  if (remote.value === undefined) return <p class="quiet">{t('app.loading')}</p>;
  return <>{children(remote.value)}</>;
}
