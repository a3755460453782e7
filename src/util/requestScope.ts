/** Request that the current code runs for: its id, for log lines; its span and its work at the engine, if recorded. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './telemetry';

/** Work of one request, for the log of slow requests. */
export interface RequestWork {
  engineRequests: number;
  engineMs: number;
  /** Body as read; absent for a request without one. */
  body?: Buffer;
}

interface RequestScope {
  readonly requestId: string;
  /** Span of the request; absent without tracing. */
  readonly span?: Span | undefined;
  /** Absent without a log of slow requests. */
  readonly work?: RequestWork | undefined;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();
