/** The ontology: a document is pasted or dropped, checked, compared with the version in force, and loaded. */
import { useMemo, useState } from 'preact/hooks';
import { call } from '../api/client';
import { ApiError } from '../api/error';
import type { OntologyReport } from '../api/schema';
import { refusalsOf, remarksOf, type Remark } from '../logic/load';
import { may } from '../logic/state';
import { Document } from '../parts/document';
import { Failure } from '../parts/failure';
import { LoadReport, Remarks } from '../parts/load-report';
import { Materialization } from '../parts/materialization';
import { useShared } from '../parts/shared';
import { Versions } from '../parts/versions';
import { t } from '../text';

type Action = 'check' | 'load';

export function OntologyPage() {
  const { session, terms, refresh } = useShared();
  const [text, setText] = useState('');
  const [name, setName] = useState<string>();
  const [profile, setProfile] = useState<'strict' | 'lenient'>('strict');
  const [message, setMessage] = useState('');
  const [running, setRunning] = useState<Action>();
  const [report, setReport] = useState<OntologyReport>();
  const [error, setError] = useState<Error>();

  const send = async (action: Action): Promise<void> => {
    setRunning(action);
    setError(undefined);
    setReport(undefined);
    try {
      const query =
        action === 'check'
          ? ({ profile, validate: 'true' } as const)
          : { profile, ...(message !== '' && { message }), ...(name !== undefined && { from: name }) };
      // Without a media type the gateway tells the syntax by the text.
      setReport(await call('POST /ontology', { query, body: text, type: 'application/octet-stream' }));
      if (action === 'load') refresh();
    } catch (thrown) {
      setError(thrown as Error);
    }
    setRunning(undefined);
  };
  const remarks = useMemo<readonly Remark[]>(() => {
    if (error instanceof ApiError) return refusalsOf(error);
    return report ? remarksOf(report) : [];
  }, [error, report]);
  const isEmpty = text.trim() === '';
  return (
    <article>
      <h1>{t('ontology.title')}</h1>
      <Document
        label={t('ontology.document')}
        marks={remarks}
        canShowCurrent={terms !== undefined}
        onText={(changed, file) => {
          setText(changed);
          if (file !== undefined) setName(file);
        }}
      />
      <div class="filters">
        <label>
          {t('ontology.profile')}{' '}
          <select
            value={profile}
            onChange={({ currentTarget }) => setProfile(currentTarget.value as 'strict' | 'lenient')}
          >
            <option value="strict">{t('ontology.profile.strict')}</option>
            <option value="lenient">{t('ontology.profile.lenient')}</option>
          </select>
        </label>
        <label>
          {t('ontology.message')}{' '}
          <input maxLength={2000} value={message} onInput={({ currentTarget }) => setMessage(currentTarget.value)} />
        </label>
        <button
          type="button"
          disabled={isEmpty || running !== undefined || !may(session, 'validate')}
          onClick={() => void send('check')}
        >
          {t('ontology.check')}
        </button>
        <button
          type="button"
          class="main"
          disabled={isEmpty || running !== undefined || !may(session, 'admin')}
          onClick={() => void send('load')}
        >
          {t('ontology.load')}
        </button>
      </div>
      {!may(session, 'admin') && <p class="quiet">{t('start.admin')}</p>}
      {running === 'check' && <p role="status">{t('app.loading')}</p>}
      {running === 'load' && <Materialization isRunning />}
      {error && <Failure error={error} />}
      {error && <Remarks remarks={remarks} />}
      {report && <LoadReport report={report} />}
      {terms && <Versions />}
    </article>
  );
}
