/** Subscriptions as Dgraph has them: the query is asked again and again, and its answer is told where the data is another. */
import { RequestFailure, type ResponseError } from '../request/failure';
import type { Subscriber } from './session';

export interface Look {
  /** The whole response, as JSON. */
  readonly response: string;
  /** What is compared: the data alone, as JSON. */
  readonly data: string;
  readonly errors?: readonly ResponseError[] | undefined;
}

export interface Polling {
  /** Undefined where nothing can have changed; `'ended'` where there is nothing to subscribe to any more. */
  readonly look: () => Promise<Look | undefined | 'ended'>;
  readonly intervalMs: number;
}

/** As Dgraph's `poll-interval` is by default. */
export const POLL_INTERVAL_MS = 1_000;

/**
 * Tells the first answer, and every one that is another than the one before.
 *
 * @returns what ends it
 * @throws RequestFailure where the first answer has errors
 */
export async function poll({ look, intervalMs }: Polling, subscriber: Subscriber): Promise<() => void> {
  const first = await look();
  if (first === undefined || first === 'ended') throw RequestFailure.of('there is nothing to subscribe to');
  if (first.errors?.length) throw new RequestFailure(first.errors);
  subscriber.next(first.response);
  let told = first.data;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const again = (): void => {
    if (isOver) return;
    timer = setTimeout(() => void next(), intervalMs);
    timer.unref();
  };
  const next = async (): Promise<void> => {
    try {
      const found = await look();
      if (isOver) return;
      if (found === 'ended') return subscriber.completed();
      if (found && found.data !== told) {
        told = found.data;
        subscriber.next(found.response);
      }
    } catch (error) {
      if (isOver) return;
      // A token may have run out. What cannot be asked for now, for another reason, may be next time.
      if (error instanceof RequestFailure) return subscriber.failed(error.errors);
    }
    again();
  };
  again();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
