/** Outcome of a dry run or a write: facts gained and lost; or contradictions with their proofs. */
import type { Fact } from '../api/schema';
import type { Outcome, Refusal } from '../logic/write';
import { labelsOf } from '../logic/proofs';
import { number, t } from '../text';
import { Data } from './links';
import { Contradiction, FactText } from './proof';
import { useRemote } from './remote';

const KINDS = ['inferred', 'retracted', 'removed'] as const;

export function OutcomeView({ outcome, isApplied }: { readonly outcome: Outcome; readonly isApplied: boolean }) {
  const { asserted = 0, inferred = 0, retracted = 0, removed = 0, facts, truncated = [], stillEntailed = [] } = outcome;
  const { warnings = [] } = outcome;
  return (
    <section aria-live="polite">
      <h2>{isApplied ? t('write.applied') : t('write.would')}</h2>
      <p>
        {t('write.counts', {
          asserted: number(asserted),
          inferred: number(inferred),
          retracted: number(retracted),
          removed: number(removed),
        })}
      </p>
      {KINDS.map((kind) => {
        const listed = facts?.[kind] ?? [];
        if (listed.length === 0) return null;
        return (
          <div key={kind}>
            <h3>{t(`write.${kind}`)}</h3>
            <Facts facts={listed} />
            {truncated.includes(kind) && <p class="quiet">{t('write.truncated', { count: number(listed.length) })}</p>}
          </div>
        );
      })}
      {stillEntailed.length > 0 && (
        <>
          <h3>{t('write.stillEntailed')}</h3>
          <Facts facts={stillEntailed} />
        </>
      )}
      {warnings.map(({ message }, i) => (
        <p key={i}>
          <span class="mark">{t('report.warning')}</span> <Data text={message} />
        </p>
      ))}
    </section>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const labels = useRemote(
    (signal) =>
      labelsOf(
        facts.map((fact) => ({ fact, kind: 'inferred' })),
        signal,
      ),
    [facts],
  );
  return (
    <ul class="changes">
      {facts.map((fact, i) => (
        <li key={i}>
          <FactText fact={fact} nodes={labels.value ?? {}} />
        </li>
      ))}
    </ul>
  );
}

export function RefusalView({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const labels = useRemote(
    (signal) =>
      labelsOf(
        refusals.flatMap(({ premises }) => premises),
        signal,
      ),
    [refusals[0]?.message],
  );
  return (
    <section>
      <h2>{t('write.refused')}</h2>
      {refusals.map(({ message, rule, premises }, i) => (
        <div key={i}>
          <p class="failure" role="alert">
            <Data text={message} />
          </p>
          {rule && <Contradiction rule={rule} premises={premises} nodes={labels.value ?? {}} />}
        </div>
      ))}
    </section>
  );
}
