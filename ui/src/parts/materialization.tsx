/** Progress of the materialization, asked for each second while it runs. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import { number, t } from '../text';

const PERIOD_MS = 1_000;

interface Progress {
  readonly state: string;
  readonly phase?: string;
  readonly step?: number;
  readonly steps?: number;
  readonly nodes?: number;
  readonly inferred?: number;
  readonly reason?: string;
}

/** @param isRunning true while a load is known to run; else the state decides */
export function Materialization({ isRunning = false }: { readonly isRunning?: boolean }) {
  const [progress, setProgress] = useState<Progress>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    const ask = (): void => {
      const next = (state: string): void => {
        if (!hasEnded && (isRunning || state === 'running')) timer = setTimeout(ask, PERIOD_MS);
      };
      call('GET /ontology/materialization').then(
        (answer) => {
          if (!hasEnded) setProgress(answer);
          next(answer.state);
        },
        // Before the first load there is nothing to ask for.
        () => next('none'),
      );
    };
    ask();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [isRunning]);
  if (!progress || (isRunning && progress.state !== 'running')) return <p role="status">{t('app.loading')}</p>;
  const { state, step, steps, nodes = 0, inferred = 0, reason } = progress;
  return (
    <div role="status">
      <p>
        {t('materialization.state', { state })}
        {state === 'running' && ` ${t('materialization.counts', { nodes: number(nodes), inferred: number(inferred) })}`}
        {reason !== undefined && ` ${reason}`}
      </p>
      {state === 'running' && steps !== undefined && (
        <progress max={steps} value={step ?? 0} aria-label={t('materialization.title')} />
      )}
    </div>
  );
}
