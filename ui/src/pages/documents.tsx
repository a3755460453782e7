/** Documents: added by dropping files, and listed; one with its passages and the nodes and classes that they name. */
import { Columns } from '../parts/columns';
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { DocumentPage } from '../api/schema';
import { printRoute } from '../logic/route';
import { may } from '../logic/state';
import { DocumentPassages } from '../parts/document-passages';
import { Failure, Loaded } from '../parts/failure';
import { Data } from '../parts/links';
import { useRemote } from '../parts/remote';
import { useShared } from '../parts/shared';
import { Uploads } from '../parts/uploads';
import { dateTime, number, t } from '../text';

const PAGE = 100;

export function DocumentsPage({
  source,
  passage,
}: {
  readonly source: string | undefined;
  readonly passage: string | undefined;
}) {
  return (
    <article key={source}>
      {source === undefined ? <All /> : <DocumentPassages source={source} passage={Number(passage ?? NaN)} />}
    </article>
  );
}

function All() {
  const { session } = useShared();
  const [after, setAfter] = useState<string>();
  const remote = useRemote(
    async (signal) => {
      const query = { first: PAGE, ...(after !== undefined && { after }) };
      const path = { id: 'default' };
      return (await call('GET /api/v1/databases/:id/documents', { path, query, signal })) as DocumentPage;
    },
    [after],
  );
  return (
    <>
      <h1>{t('documents.title')}</h1>
      {may(session, 'write') ? <Uploads onStored={remote.again} /> : <p class="quiet">{t('documents.role')}</p>}
      <Loaded remote={remote}>
        {({ documents, next }) => (
          <>
            {documents.length === 0 && <p class="quiet">{t('documents.none')}</p>}
            {documents.length > 0 && (
              <div class="scroll">
                <table>
                  <Columns
                    titles={['documents.document', 'documents.passages', 'documents.characters', 'documents.loaded']}
                  />
                  <tbody>
                    {documents.map(({ source, title, chunk_count: passages, characters, loaded_at: loadedAt }) => (
                      <tr key={source}>
                        <th scope="row">
                          <a href={printRoute(['documents', source])} title={source.slice(0, 200)}>
                            <Data text={title === '' ? source : title} />
                          </a>
                        </th>
                        <td>{number(passages)}</td>
                        <td>{number(characters)}</td>
                        <td>{dateTime(loadedAt)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {next !== undefined && (
              <button type="button" onClick={() => setAfter(next)}>
                {t('health.next')}
              </button>
            )}
          </>
        )}
      </Loaded>
      {may(session, 'write') && <Relink />}
    </>
  );
}

/** Links all documents again, for nodes that were added after them. */
function Relink() {
  const [result, setResult] = useState<string>();
  const [error, setError] = useState<Error>();
  const relink = (): void => {
    setError(undefined);
    setResult(t('app.loading'));
    call('POST /api/v1/databases/:id/documents/relink', { path: { id: 'default' } }).then(
      ({ chunks, relinked }) =>
        setResult(t('documents.relinked', { chunks: number(chunks), relinked: number(relinked) })),
      (thrown: unknown) => {
        setResult(undefined);
        setError(thrown as Error);
      },
    );
  };
  return (
    <div class="actions">
      <button type="button" onClick={relink}>
        {t('documents.relink')}
      </button>
      <span class="quiet">{t('documents.relink.explain')}</span>
      {result !== undefined && <p role="status">{result}</p>}
      {error && <Failure error={error} />}
    </div>
  );
}
