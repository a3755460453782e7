/** A document that is typed, pasted, dropped or chosen as a file, with remarks at its lines. */
import { useMemo, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Remark } from '../logic/load';
import { number, t } from '../text';
import { Failure } from './failure';
import { LazyEditor } from './lazy-editor';
import { SourceLines } from './source-lines';

/** Characters that can be edited here; a longer document is shown. */
const MAX_EDITED = 1_000_000;

interface DocumentProps {
  readonly label: string;
  readonly marks: readonly Remark[];
  /** True to offer the document in force. */
  readonly canShowCurrent: boolean;
  /** @param file name of the file that it came from */
  readonly onText: (text: string, file?: string) => void;
}

export function Document({ label, marks, canShowCurrent, onText }: DocumentProps) {
  const [start, setStart] = useState({ text: '' });
  const [error, setError] = useState<Error>();
  const replace = (text: string, file?: string): void => {
    setStart({ text });
    onText(text, file);
  };
  const take = (file: File | undefined): void => {
    file?.text().then(
      (text) => replace(text, file.name),
      (thrown: unknown) => setError(thrown as Error),
    );
  };
  const showCurrent = (): void => {
    call('GET /ontology').then(
      ({ source }) => replace(source),
      (thrown: unknown) => setError(thrown as Error),
    );
  };
  // Remarks about imports are not of this text.
  const marked = useMemo(
    () =>
      marks.flatMap(({ line, document, ...rest }) =>
        line === undefined || document !== undefined ? [] : [{ line, ...rest }],
      ),
    [marks],
  );
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files[0]);
      }}
    >
      <div class="filters">
        <label>
          {t('document.file')} <input type="file" onChange={({ currentTarget }) => take(currentTarget.files?.[0])} />
        </label>
        {canShowCurrent && (
          <button type="button" onClick={showCurrent}>
            {t('document.current')}
          </button>
        )}
        <span class="quiet">{t('document.drop')}</span>
      </div>
      {error && <Failure error={error} />}
      {start.text.length > MAX_EDITED ? (
        <>
          <p class="quiet">{t('document.large', { count: number(start.text.length) })}</p>
          <SourceLines
            text={start.text}
            label={label}
            line={marked[0]?.line}
            marked={new Set(marked.map(({ line }) => line))}
          />
        </>
      ) : (
        <LazyEditor start={start} syntax="turtle" label={label} marks={marked} onText={onText} />
      )}
    </div>
  );
}
