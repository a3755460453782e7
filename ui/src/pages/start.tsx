/** First page of an empty database: loads an example. */
import { useState } from 'preact/hooks';
import { call, engine } from '../api/client';
import { EXAMPLES, type Example } from '../logic/examples';
import { may } from '../logic/state';
import { Failure } from '../parts/failure';
import { useShared } from '../parts/shared';
import { t } from '../text';

export function StartPage() {
  const { session, refresh } = useShared();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<Error>();
  const load = async (example: Example): Promise<void> => {
    setLoading(true);
    setError(undefined);
    try {
      const { ontology, data } = await example.read();
      const query = { message: `example ${example.name}`, from: `${example.name}.ttl` };
      await call('POST /ontology', { query, type: 'text/turtle', body: ontology });
      await engine('/mutate', { query: { commitNow: 'true' }, type: example.dataType, body: data });
      refresh();
    } catch (thrown) {
      setError(thrown as Error);
    }
    setLoading(false);
  };
  const isAllowed = may(session, 'admin');
  return (
    <article class="start">
      <h1>{t('start.title')}</h1>
      <p>{t('start.explain')}</p>
      {!isAllowed && <p class="quiet">{t('start.admin')}</p>}
      <ul class="examples">
        {EXAMPLES.map((example) => (
          <li key={example.name}>
            <button type="button" disabled={!isAllowed || isLoading} onClick={() => void load(example)}>
              {t('start.load', { name: t(`start.${example.name}`) })}
            </button>
            <p>{t(`start.${example.name}.about`)}</p>
          </li>
        ))}
      </ul>
      {isLoading && <p role="status">{t('app.loading')}</p>}
      {error && <Failure error={error} />}
      <p class="quiet">{t('start.own', { command: 'npx owlgate ontology load FILE' })}</p>
    </article>
  );
}
