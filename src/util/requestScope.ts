/** Request that the current code runs for; its id goes into every log line. */
import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestScope {
  readonly requestId: string;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();
