/** Stored versions of the ontology: differences, sources, rollback. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Version } from '../api/schema';
import { printRoute } from '../logic/route';
import { may } from '../logic/state';
import { dateTime, t } from '../text';
import { Failure, Loaded } from './failure';
import { Data } from './links';
import { DifferenceView } from './load-report';
import { useRemote } from './remote';
import { useShared } from './shared';

const FIRST = 20;

export function Versions() {
  const { terms } = useShared();
  const [limit, setLimit] = useState(FIRST);
  const remote = useRemote(
    (signal) => call('GET /ontology/versions', { query: { limit }, signal }),
    [limit, terms?.version],
  );
  return (
    <section>
      <h2>{t('versions.title')}</h2>
      <Loaded remote={remote}>
        {({ versions, next }) => (
          <>
            <ol class="versions">
              {versions.map((version, i) => (
                <Entry key={version.version} version={version} before={versions[i + 1]?.version} />
              ))}
            </ol>
            {next !== undefined && (
              <button type="button" onClick={() => setLimit(limit + FIRST)}>
                {t('class.more')}
              </button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Entry({ version, before }: { readonly version: Version; readonly before: number | undefined }) {
  const { session } = useShared();
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { version: number, inForce, loadedAt, by, from = [], message, changes } = version;
  return (
    <li>
      <strong>{t('versions.version', { version: number })}</strong>{' '}
      {inForce && <span class="mark asserted">{t('versions.inForce')}</span>} {dateTime(loadedAt)}{' '}
      <span class="quiet">
        <Data text={[by, ...from].filter((each) => each !== undefined).join(', ')} />
      </span>{' '}
      {changes && t('versions.changes', { added: changes.axiomsAdded, removed: changes.axiomsRemoved })}
      {message !== undefined && (
        <p>
          <Data text={message} />
        </p>
      )}
      <div class="actions">
        <a href={printRoute(['source'], { version: String(number) })}>{t('source.title')}</a>
        {before !== undefined && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('report.difference')}
          </button>
        )}
        {!inForce && may(session, 'admin') && (
          <button type="button" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
            {t('versions.rollback')}
          </button>
        )}
      </div>
      {isAsked && <Rollback version={number} />}
      {isOpen && before !== undefined && <Changes from={before} to={number} />}
    </li>
  );
}

function Changes({ from, to }: { readonly from: number; readonly to: number }) {
  const remote = useRemote((signal) => call('GET /ontology/diff', { query: { from, to }, signal }), [from, to]);
  return <Loaded remote={remote}>{({ diff }) => <DifferenceView difference={diff} />}</Loaded>;
}

/** Asks before it loads the documents of a version again. */
function Rollback({ version }: { readonly version: number }) {
  const { refresh } = useShared();
  const [error, setError] = useState<Error>();
  const [isRunning, setRunning] = useState(false);
  const roll = async (): Promise<void> => {
    setRunning(true);
    try {
      await call('POST /ontology/rollback', { query: { version } });
      refresh();
    } catch (thrown) {
      setError(thrown as Error);
    }
    setRunning(false);
  };
  return (
    <div class="actions">
      <span>{t('versions.sure', { version })}</span>
      <button type="button" class="main" disabled={isRunning} onClick={() => void roll()}>
        {t('versions.confirm')}
      </button>
      {error && <Failure error={error} />}
    </div>
  );
}
