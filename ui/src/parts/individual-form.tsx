/** Form for a new individual of a class: its properties as fields, which make the text of a write. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Class, Property } from '../api/schema';
import { individualText } from '../logic/write';
import { language, t } from '../text';
import { Loaded } from './failure';
import { Data } from './links';
import { useRemote } from './remote';
import { useShared } from './shared';

const MAX_FIELDS = 100;

export function IndividualForm({ name, onText }: { readonly name: string; readonly onText: (text: string) => void }) {
  const remote = useRemote(
    async (signal) =>
      (await call('GET /ontology/introspect', { query: { class: name, lang: language() }, signal })) as Class,
    [name],
  );
  return <Loaded remote={remote}>{(described) => <Fields described={described} onText={onText} />}</Loaded>;
}

function Fields({ described, onText }: { readonly described: Class; readonly onText: (text: string) => void }) {
  const { terms } = useShared();
  const [iri, setIri] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { iri: name, properties = [] } = described;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onText(individualText(name, iri, properties, values));
  };
  const hint = ({ range, type }: Property): string =>
    type === 'ObjectProperty'
      ? t('form.node', { classes: range.map((each) => terms?.labelOf(each) ?? each).join(', ') })
      : range.join(', ');
  return (
    <form class="fields" onSubmit={submit}>
      <h2>
        {t('form.title')} <Data text={terms?.labelOf(name) ?? name} />
      </h2>
      <label>
        IRI <input value={iri} onInput={({ currentTarget }) => setIri(currentTarget.value)} />
      </label>
      {properties.slice(0, MAX_FIELDS).map((property) => (
        <label key={property.iri}>
          <Data text={terms?.labelOf(property.iri) ?? property.iri} />{' '}
          <input
            value={values[property.iri] ?? ''}
            placeholder={hint(property)}
            onInput={({ currentTarget }) => setValues({ ...values, [property.iri]: currentTarget.value })}
          />
        </label>
      ))}
      <button type="submit">{t('form.make')}</button>
    </form>
  );
}
