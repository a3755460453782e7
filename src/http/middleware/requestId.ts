/** The id under which a request is found in the log: the client's own, or a new one. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Long enough for the ids of proxies and tracers, and nothing that could break out of a log line. */
const SANE = /^[\w.:+/=@-]{1,128}$/;

/** Takes `X-Request-Id` where it is sane, and says in the answer which id it is. */
export function identify(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? named(response, given) : identifyAnew(response);
}

/** Gives a request an id without a look at its headers. */
export const identifyAnew = (response: ServerResponse): string => named(response, randomUUID());

function named(response: ServerResponse, id: string): string {
  response.setHeader('X-Request-Id', id);
  return id;
}
