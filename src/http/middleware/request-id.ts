/** Request id for the log: the client's own, or a new one. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Accepted ids: long enough for proxies and tracers, without characters that could break a log line. */
const ACCEPTED_ID = /^[\w.:+/=@-]{1,128}$/;

/** Takes a valid `X-Request-Id` or creates an id, and sets it on the answer. */
export const identify = (request: IncomingMessage, response: ServerResponse): string =>
  setId(response, requestIdOf(request));

/** Returns a valid `X-Request-Id`, or a new id. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const statedId = headers['x-request-id'];
  return typeof statedId === 'string' && ACCEPTED_ID.test(statedId) ? statedId : randomUUID();
}

/** Creates an id regardless of the request's headers. */
export const identifyAnew = (response: ServerResponse): string => setId(response, randomUUID());

function setId(response: ServerResponse, id: string): string {
  response.setHeader('X-Request-Id', id);
  return id;
}
