/** Progress of the materialization, as the gateway streams it. */
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/error';
import type { MaterializationStatus } from '../api/schema';
import { streamOf } from '../api/stream';
import { number, t } from '../text';

/** Pause before the stream is opened again. */
const PAUSE_MS = 500;

type Progress = MaterializationStatus & {
  readonly step?: number;
  readonly steps?: number;
  readonly nodes?: number;
  readonly inferred?: number;
};

/** @param isRunning true while a load is known to run; else the state decides */
export function Materialization({ isRunning = false }: { readonly isRunning?: boolean }) {
  const [progress, setProgress] = useState<Progress>();
  useEffect(() => {
    const ending = new AbortController();
    void watch(isRunning, ending.signal, setProgress);
    return () => ending.abort();
  }, [isRunning]);
  if (!progress || (isRunning && progress.state !== 'running')) return <p role="status">{t('app.loading')}</p>;
  const { state, phase, step, steps, nodes = 0, inferred = 0, reason } = progress;
  return (
    <div role="status">
      <p>
        {t('materialization.state', { state })}
        {state === 'running' && ` ${t('materialization.counts', { nodes: number(nodes), inferred: number(inferred) })}`}
        {state === 'running' && phase !== undefined && ` ${t(`materialization.${phase}`)}`}
        {reason !== undefined && ` ${reason}`}
      </p>
      {state === 'running' && steps !== undefined && (
        <progress max={steps} value={step ?? 0} aria-label={t('materialization.title')} />
      )}
    </div>
  );
}

/** Follows the materialization until it ends; while a load runs, from its beginning on. */
async function watch(isRunning: boolean, signal: AbortSignal, show: (progress: Progress) => void): Promise<void> {
  for (let hasEnded = false; !signal.aborted && (isRunning || !hasEnded);) {
    try {
      for await (const { event, data } of streamOf('GET', '/ontology/materialization', { signal })) {
        show(data as Progress);
        hasEnded = event !== 'progress';
      }
    } catch (thrown) {
      // Before the first load there is nothing to ask for. A connection that breaks is opened again.
      hasEnded = thrown instanceof ApiError;
    }
    if (isRunning || !hasEnded) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
