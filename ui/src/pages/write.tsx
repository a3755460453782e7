/** Writes with a dry run: what would be inferred, retracted or refused stands there before anything is applied. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { isGuardian, may } from '../logic/state';
import { FORMATS, type Format } from '../logic/write';
import { IndividualForm } from '../parts/individual-form';
import { LazyEditor } from '../parts/lazy-editor';
import { marksOf } from '../parts/marks';
import { useMutation } from '../parts/mutation';
import { MutationView } from '../parts/mutation-view';
import { useShared } from '../parts/shared';
import { t } from '../text';

const NAMES: Readonly<Record<Format, string>> = { json: 'JSON', rdf: 'RDF', turtle: 'Turtle' };

export function WritePage({ className }: { readonly className: string | undefined }) {
  const { session } = useShared();
  const [format, setFormat] = useState<Format>('json');
  const [start, setStart] = useState({ text: FORMATS.json.example });
  const [text, setText] = useState(start.text);
  const state = useMutation();
  const marks = useMemo(() => marksOf(state.error), [state.error]);
  useEffect(() => state.clear(), [format]);
  const replace = (changed: string): void => {
    setStart({ text: changed });
    setText(changed);
  };
  const choose = (chosen: Format): void => {
    if (text === FORMATS[format].example) replace(FORMATS[chosen].example);
    setFormat(chosen);
  };
  const send = (isApplied: boolean): Promise<void> => state.send(text, FORMATS[format].type, isApplied);
  const isAllowed = may(session, 'write');
  // Dry runs report stored facts.
  const canTry = isGuardian(session);
  const canSend = isAllowed && !state.isSending;
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
        <button type="button" disabled={!canSend || !canTry} onClick={() => void send(false)}>
          {t('write.try')}
        </button>
        <button
          type="button"
          class="main"
          // Only what has been tried as it stands is applied.
          disabled={!canSend || (canTry && !state.isTried(text))}
          onClick={() => void send(true)}
        >
          {t('write.apply')}
        </button>
        <span class="quiet">{t(canTry ? 'write.explain' : 'write.guardians')}</span>
      </div>
      <MutationView state={state} />
    </article>
  );
}
