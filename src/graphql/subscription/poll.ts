/** Subscriptions by polling, as in Dgraph: the query runs repeatedly, and changed answers are sent. */
import { RequestFailure, type ResponseError } from '../request/failure';
import type { Subscriber } from './session';

export interface PolledAnswer {
  /** Whole response, as JSON. */
  readonly response: string;
  /** Data, as JSON; compared with that of the previous run. */
  readonly data: string;
  readonly errors?: readonly ResponseError[] | undefined;
}

interface Polling {
  /** Undefined if nothing can have changed; `'ended'` if the subscription is over. */
  readonly runQuery: () => Promise<PolledAnswer | undefined | 'ended'>;
  readonly intervalMs: number;
}

/** Dgraph's default of `poll-interval`. */
export const POLL_INTERVAL_MS = 1_000;

/**
 * Sends the first answer, then every answer that differs from the previous one.
 * @returns a function that stops polling
 * @throws RequestFailure if the first answer has errors
 */
export async function poll({ runQuery, intervalMs }: Polling, subscriber: Subscriber): Promise<() => void> {
  const first = await runQuery();
  if (first === undefined || first === 'ended') throw RequestFailure.of('there is nothing to subscribe to');
  if (first.errors?.length) throw new RequestFailure(first.errors);
  subscriber.next(first.response);
  let lastData = first.data;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const scheduleNext = (): void => {
    if (isOver) return;
    timer = setTimeout(() => void next(), intervalMs);
    timer.unref();
  };
  const next = async (): Promise<void> => {
    try {
      const result = await runQuery();
      if (isOver) return;
      if (result === 'ended') return subscriber.completed();
      if (result && result.data !== lastData) {
        lastData = result.data;
        subscriber.next(result.response);
      }
    } catch (error) {
      if (isOver) return;
      // An expired token, for example, is permanent. Other failures may be temporary.
      if (error instanceof RequestFailure) return subscriber.failed(error.errors);
    }
    scheduleNext();
  };
  scheduleNext();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
