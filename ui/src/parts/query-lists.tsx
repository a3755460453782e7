/** Queries that were asked before, and those that were saved under a name. */
import { useState } from 'preact/hooks';
import { asked, forget, save, savedQueries, type Query } from '../logic/saved';
import { t } from '../text';
import { Data } from './links';

export function QueryLists({
  current,
  onChoose,
}: {
  readonly current: Query;
  readonly onChoose: (query: Query) => void;
}) {
  const [saved, setSaved] = useState(savedQueries);
  const [name, setName] = useState('');
  const store = (event: SubmitEvent): void => {
    event.preventDefault();
    save({ ...current, name });
    setSaved(savedQueries());
    setName('');
  };
  const remove = (gone: string): void => {
    forget(gone);
    setSaved(savedQueries());
  };
  return (
    <div class="filters">
      <details>
        <summary>{t('ask.history')}</summary>
        <ul class="queries">
          {asked().map((query, i) => (
            <li key={i}>
              <button type="button" onClick={() => onChoose(query)}>
                <Data text={query.text.replace(/\s+/g, ' ').slice(0, 80)} />
              </button>
            </li>
          ))}
        </ul>
      </details>
      <details>
        <summary>{t('ask.saved')}</summary>
        <ul class="queries">
          {saved.map((query) => (
            <li key={query.name}>
              <button type="button" onClick={() => onChoose(query)}>
                <Data text={query.name} />
              </button>{' '}
              <button
                type="button"
                class="small"
                aria-label={t('ask.forget', { name: query.name })}
                onClick={() => remove(query.name)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
        <form onSubmit={store}>
          <label>
            {t('ask.name')}{' '}
            <input
              required
              maxLength={100}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </label>{' '}
          <button type="submit">{t('ask.save')}</button>
        </form>
      </details>
    </div>
  );
}
