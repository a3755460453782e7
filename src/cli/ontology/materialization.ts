/** Progress of a materialization, shown while a request waits for its end. */
import type { GatewayContext } from '../gateway/command';
import { ProgressLine } from '../progress';

const EVERY_MS = 500;

/** Answer of GET /ontology/materialization. */
export interface MaterializationState {
  readonly state: string;
  readonly version?: number;
  readonly phase?: string;
  readonly step?: number;
  readonly steps?: number;
  readonly nodes?: number;
  readonly inferred?: number;
  readonly pending?: number;
  readonly reason?: string;
  readonly last?: {
    readonly endedAt: string;
    readonly nodes: number;
    readonly inferred: number;
    readonly retracted: number;
    readonly violations: number;
  };
}

/** Runs work and shows progress on a terminal meanwhile. */
export async function withProgress<T>({ gateway, stderr }: GatewayContext, work: () => Promise<T>): Promise<T> {
  if (stderr.isTTY !== true) return work();
  const progress = new ProgressLine(stderr);
  const ended = new AbortController();
  const signal = AbortSignal.any([gateway.signal, ended.signal]);
  let poll: Promise<void> | undefined;
  const timer = setInterval(() => {
    poll ??= gateway
      .json<MaterializationState>({ path: '/ontology/materialization', signal })
      .then(({ state, phase = '', step = 0, steps = 0, inferred = 0, pending = 0 }) => {
        if (state !== 'running') return;
        const facts = inferred + pending;
        progress.show(`${phase}${facts > 0 ? `, ${facts.toLocaleString('en')} facts` : ''}: step`, step, steps);
      })
      // The request itself reports failures.
      .catch(() => undefined)
      .finally(() => (poll = undefined));
  }, EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    ended.abort();
    await poll;
    progress.clear();
  }
}
