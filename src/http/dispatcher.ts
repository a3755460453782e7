/**
 * Dispatcher: takes every request through the same steps, by its row in the table of routes. Preflights, admission,
 * addresses, methods and refusals are decided here for Dgraph's routes and owlgate's own alike.
 */
import { Timestamps } from '../dgraph';
import { OwlgateError } from '../errors';
import { createApplication, type Application } from './application';
import type { Admission } from './auth/admission';
import type { Needed } from './auth/roles';
import type { Whitelist } from './auth/whitelist';
import type { Exchange } from './exchange';
import { allowOrigins, announcedMethod, answerPreflight, DGRAPH_METHODS } from './middleware/cors';
import { answerDgraphFailure, answerOwlgateFailure } from './middleware/failures';
import { ENTAILMENTS_HEADER } from './handlers/health';
import { unlessHeld } from './middleware/timestamps';
import { invalidMethod } from './refusal';
import { noteRoute } from './middleware/access-log';
import { enginePath, methodsOf, needsAdmin, neededRole, patternOf, workOf, type Route } from './route';
import { findRoute, ROUTES } from './routes';
import type { Services } from './services';

/** Decisions about clients. */
interface AccessControl {
  readonly admission: Admission;
  readonly whitelist: Whitelist;
  /** Addresses that may read metrics without a key. */
  readonly scrapers: Whitelist;
  /** True if requests need API keys. */
  readonly hasKeys: boolean;
}

export class Dispatcher {
  private readonly application: Application;
  private readonly timestamps: Timestamps;

  constructor(
    private readonly services: Services,
    private readonly accessControl: AccessControl,
  ) {
    const owlgateRoutes = ROUTES.filter((route) => route.kind === 'owlgate');
    this.application = createApplication(owlgateRoutes, services);
    this.timestamps = new Timestamps(services.engine);
  }

  /** Answers a request. Never rejects. */
  async dispatch(exchange: Exchange): Promise<void> {
    const route = findRoute(exchange.path);
    noteRoute(exchange.request, patternOf(route));
    const refuse = (error: unknown): void => {
      const { request, response, id: requestId } = exchange;
      const answer = route.kind === 'dgraph' ? answerDgraphFailure : answerOwlgateFailure;
      answer(error, { request, response, requestId, logger: this.services.logger });
    };
    try {
      await this.answer(route, exchange, refuse);
    } catch (error) {
      refuse(error);
    }
  }

  private async answer(route: Route, exchange: Exchange, refuse: (error: unknown) => void): Promise<void> {
    const { request, response, method, printedPath: path } = exchange;
    const { admission } = this.accessControl;
    if (!this.services.materializer.isComplete) response.setHeader(...ENTAILMENTS_HEADER);
    if (route.kind === 'dgraph') exchange.retarget(enginePath(route, exchange.path), route.parameters ?? {});
    else allowOrigins(response, announcedMethods(route));
    if (method === 'OPTIONS' && !isForEngine(route)) {
      const announced = announcedMethod(request);
      if (announced !== undefined) admission.requirePreflight(request, neededRole(route, announced, exchange), path);
      return answerPreflight(response, announcedMethods(route));
    }
    const isScrape = this.isScrape(route, request);
    const needed = isScrape ? 'none' : neededRole(route, method, exchange);
    const admitting = admission.admit({ request, response, needed, path, work: workOf(route, method) });
    if (admitting) await admitting;
    this.requireAddress(route, needed, exchange);
    requireMethod(route, exchange);
    if (route.kind === 'dgraph') {
      return unlessHeld(exchange, this.timestamps, () => route.handler(exchange, this.services), refuse);
    }
    request.url = exchange.printedTarget;
    return this.application(request, response);
  }

  /** True for a read of metrics by a program at an address of a scraper, not by a web page there. */
  private isScrape(route: Route, request: Exchange['request']): boolean {
    if (route.kind !== 'owlgate' || route.scraped !== true || request.headers.origin !== undefined) return false;
    const { admission, scrapers } = this.accessControl;
    return !admission.isForeignPage(request) && scrapers.includes(request);
  }

  /**
   * Checks the address of a request to administer.
   *
   * @throws OwlgateError NotWhitelisted; AdminOnly, with a real status, where no client of Dgraph expects the refusal
   *   of Dgraph's whitelist
   */
  private requireAddress(route: Route, needed: Needed, { request, method, printedPath }: Exchange): void {
    const { whitelist, hasKeys } = this.accessControl;
    const isAlways = needsAdmin(route, method);
    if (needed !== 'admin' || (hasKeys && !isAlways)) return;
    try {
      whitelist.require(request);
    } catch (error) {
      if (route.kind === 'owlgate' || !(error instanceof OwlgateError) || (isAlways && !route.realStatus)) throw error;
      const alternative = isAlways ? '' : ', or an API key of the role admin';
      const parameters = { what: `${method} ${printedPath}`, alternative, reason: error.message };
      throw new OwlgateError('AdminOnly', parameters, error.details);
    }
  }
}

/** Returns true if the engine answers OPTIONS, as any other request. */
const isForEngine = (route: Route): boolean => route.kind === 'dgraph' && route.preflight === 'engine';

/** Returns the value of `Access-Control-Allow-Methods`. */
const announcedMethods = (route: Route): string =>
  route.kind === 'dgraph' ? DGRAPH_METHODS : [...methodsOf(route), 'OPTIONS'].join(', ');

/** @throws OwlgateError MethodNotAllowed; DgraphRefusal in Dgraph's words */
function requireMethod(route: Route, { response, method, printedPath: path }: Exchange): void {
  if (method === 'OPTIONS' || methodsOf(route).includes(method)) return;
  if (route.kind === 'dgraph') throw invalidMethod();
  const methods = announcedMethods(route);
  response.setHeader('Allow', methods);
  throw new OwlgateError('MethodNotAllowed', { method, path, allowed: methods });
}
