/** Files that are dropped or chosen become documents, one after another, each with a report. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import { printRoute } from '../logic/route';
import { typeOfFile } from '../logic/files';
import { number, t } from '../text';
import { Data } from './links';

interface Report {
  readonly name: string;
  readonly state: 'waiting' | 'created' | 'replaced' | 'unchanged' | 'failed';
  readonly text: string;
}

export function Uploads({ onStored }: { readonly onStored: () => void }) {
  const [reports, setReports] = useState<readonly Report[]>([]);
  const take = async (files: readonly File[]): Promise<void> => {
    const kept = reports.filter(({ name }) => !files.some((file) => file.name === name));
    const current = files.map(({ name }): Report => ({ name, state: 'waiting', text: '' }));
    for (const [i, file] of files.entries()) {
      setReports([...kept, ...current]);
      current[i] = await send(file);
    }
    setReports([...kept, ...current]);
    onStored();
  };
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <div class="filters">
        <label>
          {t('documents.files')}{' '}
          <input type="file" multiple onChange={({ currentTarget }) => void take([...(currentTarget.files ?? [])])} />
        </label>
        <span class="quiet">{t('documents.drop')}</span>
      </div>
      <ul class="remarks" aria-live="polite">
        {reports.map(({ name, state, text }) => (
          <li key={name}>
            <span class={`mark ${state === 'failed' ? 'bad' : ''}`}>{t(`documents.${state}`)}</span>{' '}
            <a href={printRoute(['documents', name])}>
              <Data text={name} />
            </a>{' '}
            <Data text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

async function send(file: File): Promise<Report> {
  const { name } = file;
  const type = typeOfFile(name);
  if (type === undefined) return { name, state: 'failed', text: t('documents.kinds') };
  try {
    const query = { source: name };
    const route = 'POST /api/v1/databases/:id/documents';
    const { documents } = await call(route, { path: { id: 'default' }, query, type, body: file });
    const { status, chunks, mentions, warning } = documents[0]!;
    const counts =
      chunks === undefined ? '' : t('documents.linked', { passages: number(chunks), mentions: number(mentions ?? 0) });
    return { name, state: status, text: [counts, warning].filter(Boolean).join(' ') };
  } catch (thrown) {
    return { name, state: 'failed', text: (thrown as Error).message };
  }
}
