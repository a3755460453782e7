/** The routes of Dgraph's HTTP API, and what every one of them does before its handler. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleAdmin } from './admin';
import { handleAlter } from './alter';
import { BodyError } from './body';
import { handleCommit } from './commit';
import { Exchange } from './exchange';
import { messageOf } from '../failures';
import { handleGraphql } from './graphql';
import { handleProbe, handleSchema, handleValidate } from './graphql-schema';
import { RequestFault, type Context, type Handler } from './handler';
import { handleMutate } from './mutate';
import { ParameterError } from '../../util/go-parameters';
import { handleQuery } from './query';
import { handleHealth, handleHome, handleKeywords, handleLogin, handleState } from './status';

interface Route {
  readonly handler: Handler;
  /** Only POST and PUT, and OPTIONS answered with nothing. */
  readonly posted: boolean;
}

const posted = (handler: Handler): Route => ({ handler, posted: true });
const any = (handler: Handler): Route => ({ handler, posted: false });

const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['/query', posted(handleQuery)],
  ['/query/', posted(handleQuery)],
  ['/mutate', posted(handleMutate)],
  ['/mutate/', posted(handleMutate)],
  ['/commit', posted(handleCommit)],
  ['/alter', posted(handleAlter)],
  ['/login', posted(handleLogin)],
  ['/health', any(handleHealth)],
  ['/state', any(handleState)],
  ['/ui/keywords', any(handleKeywords)],
  ['/admin', any(handleAdmin)],
  ['/admin/schema', any(handleSchema)],
  ['/admin/schema/validate', any(handleValidate)],
  ['/graphql', any(handleGraphql)],
  ['/probe/graphql', any(handleProbe)],
  ['/', any(handleHome)],
]);

/** Paths that are served. */
export const PATHS: readonly string[] = [...ROUTES.keys()];

/** Answers one request; never throws. */
export async function route(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
  maxBodyBytes: number,
): Promise<void> {
  const exchange = new Exchange(request, response, maxBodyBytes);
  try {
    await answer(exchange, context);
  } catch (error) {
    await answerFault(exchange, error, context).catch((failed: unknown) => {
      context.logger.warn('an answer could not be sent', { error: String(failed) });
      response.destroy();
    });
  }
}

async function answer(exchange: Exchange, context: Context): Promise<void> {
  const found = ROUTES.get(exchange.path);
  if (!found) return exchange.text('404 page not found\n', 404);
  const { method } = exchange;
  if (method === 'OPTIONS' && found.handler !== handleGraphql) return exchange.json('');
  if (found.posted && method !== 'POST' && method !== 'PUT') {
    return exchange.fail('ErrorInvalidMethod', 'Invalid method', 400);
  }
  return found.handler(exchange, context);
}

async function answerFault(exchange: Exchange, error: unknown, { logger }: Context): Promise<void> {
  if (error instanceof BodyError) {
    if (error.unread) exchange.closeAfter();
    return exchange.fail(error.code, error.message);
  }
  if (error instanceof RequestFault || error instanceof ParameterError) {
    return exchange.fail('ErrorInvalidRequest', error.message);
  }
  return exchange.fail('Error', messageOf(error, logger));
}
