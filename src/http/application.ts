/**
 * Express application of owlgate's own routes. It provides path parameters and the request and response of Express to
 * the handlers; all decisions about a request are the dispatcher's.
 */
import express, { type Request, type Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OwlgateError } from '../errors';
import type { OwlgateHandler, OwlgateRoute } from './route';
import type { Services } from './services';

/** Runs the handler of a request, and rejects with its error. */
export type Application = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function createApplication(routes: readonly OwlgateRoute[], services: Services): Application {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.enable('case sensitive routing');
  application.enable('strict routing');
  // Handlers parse the query string themselves, strictly.
  application.set('query parser', false);
  for (const { path, handlers } of routes) {
    const mounted = application.route(path);
    const { GET, POST, DELETE } = handlers;
    if (GET) mounted.get(running(GET, services));
    if (POST) mounted.post(running(POST, services));
    if (DELETE) mounted.delete(running(DELETE, services));
  }
  return (request, response) =>
    new Promise((resolve, reject) => {
      // Express extends Node's request and response objects in place.
      application(request as Request, response as Response, (thrown?: unknown) => {
        if (!thrown) resolve();
        else if (!(thrown instanceof Error)) reject(new Error('a handler failed', { cause: thrown }));
        else if (!(thrown instanceof URIError)) reject(thrown);
        else reject(new OwlgateError('InvalidRequest', { reason: `the path: ${thrown.message}` }));
      });
    });
}

/** Runs a handler, then leaves the application, which resolves the promise of the request. */
const running =
  (handler: OwlgateHandler, services: Services) =>
  async (request: Request, response: Response, next: (exit: 'router') => void): Promise<void> => {
    await handler(request, response, services);
    next('router');
  };
