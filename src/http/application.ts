/** owlgate's own routes, as an express application. */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { OwlgateError } from '../errors';
import type { Gate } from './auth/gate';
import { ownRole } from './auth/roles';
import { allowOrigins, announcedMethod, answerPreflight } from './middleware/cors';
import { answerOwnFailure } from './middleware/failures';
import type { Whitelist } from './middleware/whitelist';
import { workOf } from './limits/work';
import { needsAdmin, OWN_ROUTES, type OwnRoute } from './routes';
import type { Services } from './services';

/** @param requestIdOf returns the id of a request */
export function createApplication(
  services: Services,
  whitelist: Whitelist,
  gate: Gate,
  requestIdOf: (response: Response) => string,
): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.enable('case sensitive routing');
  application.enable('strict routing');
  // Handlers parse the query string themselves, strictly.
  application.set('query parser', false);
  for (const route of OWN_ROUTES) mount(application, route, services, whitelist, gate);
  application.use((thrown: unknown, request: Request, response: Response, _next: NextFunction) => {
    // A path segment that is percent-encoded and not UTF-8.
    const error =
      thrown instanceof URIError
        ? new OwlgateError('InvalidRequest', { reason: `the path: ${thrown.message}` })
        : thrown;
    answerOwnFailure(error, { request, response, requestId: requestIdOf(response), logger: services.logger });
  });
  return application;
}

function mount(application: Express, route: OwnRoute, services: Services, whitelist: Whitelist, gate: Gate): void {
  const { GET, POST, DELETE } = route.handlers;
  const methods = [
    ...(GET ? ['GET', 'HEAD'] : []),
    ...(POST ? ['POST'] : []),
    ...(DELETE ? ['DELETE'] : []),
    'OPTIONS',
  ];
  const mounted = application.route(route.path);
  mounted.options((request, response) => {
    const announced = announcedMethod(request);
    if (announced !== undefined) {
      gate.requirePreflight(request, ownRole(route, announced, request.originalUrl), request.path);
    }
    answerPreflight(response, methods.join(', '));
  });
  mounted.all(async (request, response, next) => {
    allowOrigins(response, methods.join(', '));
    const { method, path, originalUrl } = request;
    const needed = ownRole(route, method, originalUrl);
    await gate.admit({ request, response, needed, path, work: workOf(method, route.path) });
    if (needed === 'admin' && needsAdmin(route, method)) whitelist.require(request);
    next();
  });
  if (GET) mounted.get((request, response) => GET(request, response, services));
  if (POST) mounted.post((request, response) => POST(request, response, services));
  if (DELETE) mounted.delete((request, response) => DELETE(request, response, services));
  mounted.all((request, response) => {
    response.setHeader('Allow', methods.join(', '));
    const { method, path } = request;
    throw new OwlgateError('MethodNotAllowed', { method, path, allowed: methods.join(', ') });
  });
}
