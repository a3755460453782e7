/** Report of a validation or a load: remarks, differences, effect on the stored data. */
import type { OntologyReport, PlacedAxiom } from '../api/schema';
import { differenceOf, effectOf, remarksOf, type Difference, type Effect, type Remark } from '../logic/load';
import { number, t } from '../text';
import { Data } from './links';
import { FactText } from './proof';

const MAX_SHOWN = 200;

export function LoadReport({ report }: { readonly report: OntologyReport }) {
  const { status, version, classes, objectProperties, dataProperties } = report;
  const effect = effectOf(report);
  return (
    <section aria-live="polite">
      <h2>{status === 'valid' ? t('report.valid') : t('report.loaded', { version: version ?? '' })}</h2>
      <p>
        {t('report.counts', {
          classes: number(classes),
          objects: number(objectProperties),
          data: number(dataProperties),
        })}
      </p>
      <Remarks remarks={remarksOf(report)} />
      {report.diff && <DifferenceView difference={differenceOf(report)} />}
      {effect && <EffectView effect={effect} />}
    </section>
  );
}

export function Remarks({ remarks }: { readonly remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul class="remarks">
      {remarks.slice(0, MAX_SHOWN).map(({ message, line, document, advice, severity }, i) => (
        <li key={i}>
          <span class={`mark ${severity === 'error' ? 'bad' : ''}`}>{t(`report.${severity}`)}</span>{' '}
          {line !== undefined && (
            <>
              {document !== undefined && <Data text={document} />} {t('source.line', { line })}:{' '}
            </>
          )}
          <Data text={message} />
          {advice !== undefined && (
            <>
              {' '}
              <em>
                <Data text={advice} />
              </em>
            </>
          )}
        </li>
      ))}
      {remarks.length > MAX_SHOWN && <li>+{number(remarks.length - MAX_SHOWN)}</li>}
    </ul>
  );
}

export function DifferenceView({ difference }: { readonly difference: Difference }) {
  const { axioms, classes, properties, conflicts = [] } = difference;
  return (
    <>
      <h3>{t('report.difference')}</h3>
      <Names sign="+" names={[...(classes?.added ?? []), ...(properties?.added ?? [])]} />
      <Names sign="−" names={[...(classes?.removed ?? []), ...(properties?.removed ?? [])]} />
      {axioms && (
        <ul class="changes">
          <Axioms sign="+" axioms={axioms.added} />
          <Axioms sign="−" axioms={axioms.removed} />
          {axioms.addedCount + axioms.removedCount === 0 && <li>{t('report.same')}</li>}
        </ul>
      )}
      {conflicts.map(({ name, reason }) => (
        <p class="failure" key={name}>
          <Data text={`${name}: ${reason}`} />
        </p>
      ))}
    </>
  );
}

const Names = ({ sign, names }: { readonly sign: string; readonly names: readonly string[] }) =>
  names.length === 0 ? null : (
    <p>
      {sign} <Data text={names.join(', ')} />
    </p>
  );

const Axioms = ({ sign, axioms }: { readonly sign: string; readonly axioms: readonly PlacedAxiom[] }) => (
  <>
    {axioms.slice(0, MAX_SHOWN).map(({ axiom, line }, i) => (
      <li key={i} class={sign === '+' ? 'added' : 'removed'}>
        {sign}{' '}
        <code>
          <Data text={axiom} />
        </code>{' '}
        <span class="quiet">{t('source.line', { line })}</span>
      </li>
    ))}
    {axioms.length > MAX_SHOWN && (
      <li>
        {sign} {number(axioms.length - MAX_SHOWN)}
      </li>
    )}
  </>
);

function EffectView({ effect }: { readonly effect: Effect }) {
  const { nodes, inferred, retracted, violationCount, violations, examples, exact, reason } = effect;
  return (
    <>
      <h3>{t('report.effect')}</h3>
      <p>
        {t('report.effect.counts', {
          nodes: number(nodes),
          inferred: number(inferred),
          retracted: number(retracted),
          violations: number(violationCount),
        })}
      </p>
      {exact === false && <p class="quiet">{reason}</p>}
      <ul class="changes">
        {(['inferred', 'retracted'] as const).flatMap((kind) =>
          (examples?.[kind] ?? []).map((fact, i) => (
            <li key={`${kind} ${i}`} class={kind === 'inferred' ? 'added' : 'removed'}>
              {kind === 'inferred' ? '+' : '−'} <FactText fact={fact} />
            </li>
          )),
        )}
        {violations.slice(0, MAX_SHOWN).map(({ message }, i) => (
          <li key={i} class="removed">
            <Data text={message} />
          </li>
        ))}
      </ul>
    </>
  );
}
