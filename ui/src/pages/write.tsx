/** Writes with a dry run: what would be inferred, retracted or refused stands there before anything is applied. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { engine } from '../api/client';
import { ApiError } from '../api/error';
import { may } from '../logic/state';
import { FORMATS, outcomeOf, refusalsOf, type Format, type Outcome } from '../logic/write';
import { Failure } from '../parts/failure';
import { IndividualForm } from '../parts/individual-form';
import { LazyEditor } from '../parts/lazy-editor';
import { marksOf } from '../parts/marks';
import { OutcomeView, RefusalView } from '../parts/outcome';
import { useShared } from '../parts/shared';
import { t } from '../text';

const NAMES: Readonly<Record<Format, string>> = { json: 'JSON', rdf: 'RDF', turtle: 'Turtle' };

interface Result {
  readonly text: string;
  readonly outcome: Outcome;
  readonly isApplied: boolean;
}

export function WritePage({ className }: { readonly className: string | undefined }) {
  const { session } = useShared();
  const [format, setFormat] = useState<Format>('json');
  const [start, setStart] = useState({ text: FORMATS.json.example });
  const [text, setText] = useState(start.text);
  const [result, setResult] = useState<Result>();
  const [error, setError] = useState<Error>();
  const marks = useMemo(() => marksOf(error), [error]);
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    setResult(undefined);
    setError(undefined);
  }, [format]);
  const replace = (changed: string): void => {
    setStart({ text: changed });
    setText(changed);
  };
  const choose = (chosen: Format): void => {
    if (text === FORMATS[format].example) replace(FORMATS[chosen].example);
    setFormat(chosen);
  };
  const send = async (isApplied: boolean): Promise<void> => {
    setSending(true);
    setError(undefined);
    setResult(undefined);
    try {
      const query: Record<string, string> = isApplied ? { commitNow: 'true' } : { dryRun: 'true' };
      const { extensions } = await engine('/mutate', { query, type: FORMATS[format].type, body: text });
      setResult({ text, outcome: outcomeOf(extensions), isApplied });
    } catch (thrown) {
      setError(thrown as Error);
    }
    setSending(false);
  };
  const isAllowed = may(session, 'write');
  // Only what has been tried as it stands is applied.
  const isTried = result !== undefined && !result.isApplied && result.text === text;
  return (
    <article>
      <h1>{t('write.title')}</h1>
      {!isAllowed && <p class="quiet">{t('write.role')}</p>}
      {className !== undefined && (
        <IndividualForm
          name={className}
          onText={(made) => {
            setFormat('json');
            replace(made);
          }}
        />
      )}
      <fieldset class="choice">
        <legend>{t('write.format')}</legend>
        {(Object.keys(FORMATS) as Format[]).map((each) => (
          <label key={each}>
            <input type="radio" name="format" checked={format === each} onChange={() => choose(each)} />
            {NAMES[each]}
          </label>
        ))}
      </fieldset>
      <LazyEditor
        start={start}
        syntax={FORMATS[format].syntax}
        label={t('write.text')}
        marks={marks}
        onText={setText}
      />
      <div class="actions">
        <button type="button" disabled={!isAllowed || isSending} onClick={() => void send(false)}>
          {t('write.try')}
        </button>
        <button
          type="button"
          class="main"
          disabled={!isAllowed || isSending || !isTried}
          onClick={() => void send(true)}
        >
          {t('write.apply')}
        </button>
        <span class="quiet">{t('write.explain')}</span>
      </div>
      {isSending && <p role="status">{t('app.loading')}</p>}
      {error && (error instanceof ApiError ? <RefusalView refusals={refusalsOf(error)} /> : <Failure error={error} />)}
      {result && <OutcomeView outcome={result.outcome} isApplied={result.isApplied} />}
    </article>
  );
}
