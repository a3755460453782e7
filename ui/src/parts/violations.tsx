/** Contradictions among the stored facts with their proofs and the smallest repairs, page by page. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Repair, Violations as ViolationsPage } from '../api/schema';
import { labelsOf } from '../logic/proofs';
import { printRoute } from '../logic/route';
import { may } from '../logic/state';
import { number, t } from '../text';
import { Loaded } from './failure';
import { Data } from './links';
import { useMutation } from './mutation';
import { MutationView } from './mutation-view';
import { AxiomText, Contradiction, FactText } from './proof';
import { useRemote } from './remote';
import { useShared } from './shared';

const PAGE = 20;
const REPAIRS = { repairs: 'true' } as const;

type Violation = ViolationsPage['violations'][number];
type Names = Readonly<Record<string, string>>;

export function Violations() {
  const { terms } = useShared();
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const [hasRepairs, setRepairs] = useState(false);
  const after = cursors.at(-1);
  const remote = useRemote(
    async (signal) => {
      const query = { first: PAGE, ...(after !== undefined && { after }), ...(hasRepairs && REPAIRS) };
      const page = await call('GET /ontology/violations', { query, signal });
      return { ...page, labels: await labelsOf(page.violations.flatMap(proofsIn), signal) };
    },
    [after, hasRepairs, terms],
  );
  return (
    <section>
      <h2>{t('health.violations')}</h2>
      <Loaded remote={remote}>
        {({ violations, next, labels }) => (
          <>
            {violations.length === 0 && (
              <p class="quiet">{next === undefined ? t('health.none') : t('health.noneHere')}</p>
            )}
            {violations.length > 0 && !hasRepairs && (
              <button type="button" onClick={() => setRepairs(true)}>
                {t('repairs.find')}
              </button>
            )}
            <ul class="remarks">
              {violations.map((violation, i) => (
                <Item key={i} violation={violation} labels={labels} onRepaired={remote.again} />
              ))}
            </ul>
            {remote.isLoading && <p role="status">{t('app.loading')}</p>}
            {next !== undefined && (
              <button type="button" onClick={() => setCursors([...cursors, next])}>
                {t('health.next')}
              </button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Facts of a violation whose nodes have to be named. */
const proofsIn = ({ explanation, repairs }: Violation) => [
  ...(explanation?.premises ?? []),
  ...(repairs?.sets ?? []).flatMap(({ facts, examples }) =>
    [...facts, ...examples].map((fact) => ({ fact, kind: 'asserted' as const })),
  ),
];

interface ItemProps {
  readonly violation: Violation;
  readonly labels: Names;
  readonly onRepaired: () => void;
}

function Item({ violation: { message, entity, explanation, repairs }, labels, onRepaired }: ItemProps) {
  return (
    <li>
      <p class="failure">
        <Data text={message} /> <a href={printRoute(['node', entity])}>{entity}</a>
      </p>
      {explanation && <Contradiction {...explanation} nodes={labels} />}
      {repairs && (
        <section>
          <h3>{t('repairs.title')}</h3>
          {repairs.sets.length === 0 && <p>{t(repairs.complete ? 'repairs.axioms' : 'repairs.none')}</p>}
          <ol>
            {repairs.sets.map((repair) => (
              <RepairItem key={repair.mutation} repair={repair} labels={labels} onRepaired={onRepaired} />
            ))}
          </ol>
          {!repairs.complete && repairs.sets.length > 0 && <p class="quiet">{t('repairs.incomplete')}</p>}
        </section>
      )}
    </li>
  );
}

interface RepairProps {
  readonly repair: Repair;
  readonly labels: Names;
  readonly onRepaired: () => void;
}

/** Deletions that end a contradiction. They are applied after a dry run. */
function RepairItem({ repair, labels, onRepaired }: RepairProps) {
  const { facts, mutation, retracted, axioms = [] } = repair;
  const { session } = useShared();
  const state = useMutation();
  const isAllowed = may(session, 'write') && !state.isSending;
  const send = (isApplied: boolean): Promise<void> => state.send(mutation, 'application/rdf', isApplied);
  const isTried = state.isTried(mutation);
  return (
    <li class="repair">
      <ul class="changes">
        {facts.map((fact, i) => (
          <li key={i} class="removed">
            − <FactText fact={fact} nodes={labels} />
          </li>
        ))}
      </ul>
      <p class="quiet">{t('repairs.retracts', { count: number(retracted) })}</p>
      {axioms.map((axiom, i) => (
        <p key={i}>
          {t('repairs.stated')} <AxiomText axiom={axiom} />
        </p>
      ))}
      <div class="actions">
        <button type="button" disabled={!isAllowed} onClick={() => void send(false)}>
          {t('write.try')}
        </button>
        <button type="button" class="main" disabled={!isAllowed || !isTried} onClick={() => void send(true)}>
          {t('write.apply')}
        </button>
        {state.result?.isApplied && (
          <button type="button" onClick={onRepaired}>
            {t('repairs.again')}
          </button>
        )}
      </div>
      <MutationView state={state} />
    </li>
  );
}
