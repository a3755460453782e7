/** Outcome or refusal of a mutation. */
import { ApiError } from '../api/error';
import { refusalsOf } from '../logic/write';
import { t } from '../text';
import { Failure } from './failure';
import type { MutationState } from './mutation';
import { OutcomeView, RefusalView } from './outcome';

export function MutationView({ state: { isSending, error, result } }: { readonly state: MutationState }) {
  return (
    <>
      {isSending && <p role="status">{t('app.loading')}</p>}
      {error && (error instanceof ApiError ? <RefusalView refusals={refusalsOf(error)} /> : <Failure error={error} />)}
      {result && <OutcomeView outcome={result.outcome} isApplied={result.isApplied} />}
    </>
  );
}
