/** Which request the code is running for, so that every log line can carry its id. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  readonly requestId: string;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();
