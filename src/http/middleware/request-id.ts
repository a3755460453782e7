/** Request id for the log: the client's own, or a new one. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Accepted ids: long enough for proxies and tracers, without characters that could break a log line. */
const SANE = /^[\w.:+/=@-]{1,128}$/;

/** Takes a valid `X-Request-Id` or creates an id, and sets it on the answer. */
export function identify(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? named(response, given) : identifyAnew(response);
}

/** Creates an id regardless of the request's headers. */
export const identifyAnew = (response: ServerResponse): string => named(response, randomUUID());

function named(response: ServerResponse, id: string): string {
  response.setHeader('X-Request-Id', id);
  return id;
}
