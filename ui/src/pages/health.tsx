/** Health: engine and readiness, the materialization, and contradictions among the stored facts. */
import { useState } from 'preact/hooks';
import { call, request } from '../api/client';
import { may } from '../logic/state';
import { Failure, Loaded } from '../parts/failure';
import { Data } from '../parts/links';
import { ForGuardians } from '../parts/for-guardians';
import { Materialization } from '../parts/materialization';
import { MetricsGlance } from '../parts/metrics';
import { useRemote } from '../parts/remote';
import { useShared } from '../parts/shared';
import { Violations } from '../parts/violations';
import { t } from '../text';

export function HealthPage() {
  const { terms } = useShared();
  return (
    <article>
      <h1>{t('health.title')}</h1>
      <Readiness />
      <MetricsGlance />
      {terms && (
        <ForGuardians>
          <Runs />
          <Violations />
        </ForGuardians>
      )}
    </article>
  );
}

interface Health {
  readonly instances: readonly { readonly address: string; readonly status: string; readonly version: string }[];
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly reason?: string }>>;
}

async function loadHealth(signal: AbortSignal): Promise<Health> {
  const [health, ready] = await Promise.all([
    request('GET', '/health', { signal }),
    // A gateway that is not ready says so with a status of its own.
    call('GET /readyz', { signal }).catch(() => undefined),
  ]);
  const instances = (await health.json()) as Health['instances'];
  return { instances, checks: ready?.checks ?? {} };
}

function Readiness() {
  const { session } = useShared();
  const remote = useRemote(loadHealth, []);
  return (
    <section>
      <h2>{t(`app.engine.${session.engine}`)}</h2>
      <Loaded remote={remote}>
        {({ instances, checks }) => (
          <dl>
            <dt>owlgate</dt>
            <dd>{session.version}</dd>
            {instances.map(({ address, status, version }) => (
              <>
                <dt>
                  <Data text={address} />
                </dt>
                <dd>
                  <Data text={`${version}: ${status}`} />
                </dd>
              </>
            ))}
            {Object.entries(checks).map(([name, { ok, reason }]) => (
              <>
                <dt>{name}</dt>
                <dd>
                  <span class={`mark ${ok ? 'asserted' : 'bad'}`}>{ok ? t('health.ok') : t('health.fails')}</span>{' '}
                  {reason !== undefined && <Data text={reason} />}
                </dd>
              </>
            ))}
          </dl>
        )}
      </Loaded>
    </section>
  );
}

/** State of the materialization, and a start of a new one. */
function Runs() {
  const { session } = useShared();
  const [turn, setTurn] = useState(0);
  const [error, setError] = useState<Error>();
  const start = (): void => {
    setError(undefined);
    call('POST /ontology/materialize').then(
      () => setTurn(turn + 1),
      (thrown: unknown) => setError(thrown as Error),
    );
  };
  return (
    <section>
      <h2>{t('materialization.title')}</h2>
      <Materialization key={turn} />
      {may(session, 'admin') && (
        <button type="button" onClick={start}>
          {t('health.materialize')}
        </button>
      )}
      {error && <Failure error={error} />}
    </section>
  );
}
