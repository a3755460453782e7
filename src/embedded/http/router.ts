/** Routes of Dgraph's HTTP API, and the steps common to all of them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleAdmin } from './admin';
import { handleAlter } from './alter';
import { handleAssign } from './assign';
import { BodyError } from './body';
import { handleCommit } from './commit';
import { NoRoomError, type Call } from './call';
import { messageOf } from '../failures';
import { handleGraphql } from './graphql';
import { handleProbe, handleSchema, handleValidate } from './graphql-schema';
import { RequestFault } from './fault';
import type { Context, Handler } from './handler';
import { HttpCall } from './http-call';
import { handleMutate } from './mutate';
import { ParameterError } from '../../util/go-parameters';
import { handleQuery } from './query';
import { handleHealth, handleHome, handleKeywords, handleLogin, handleState } from './status';

interface Route {
  readonly handler: Handler;
  /** True if only POST and PUT are allowed; OPTIONS gets an empty answer. */
  readonly postOnly: boolean;
}

const postRoute = (handler: Handler): Route => ({ handler, postOnly: true });
const anyRoute = (handler: Handler): Route => ({ handler, postOnly: false });

const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['/query', postRoute(handleQuery)],
  ['/query/', postRoute(handleQuery)],
  ['/mutate', postRoute(handleMutate)],
  ['/mutate/', postRoute(handleMutate)],
  ['/commit', postRoute(handleCommit)],
  ['/alter', postRoute(handleAlter)],
  ['/assign', anyRoute(handleAssign)],
  ['/login', postRoute(handleLogin)],
  ['/health', anyRoute(handleHealth)],
  ['/state', anyRoute(handleState)],
  ['/ui/keywords', anyRoute(handleKeywords)],
  ['/admin', anyRoute(handleAdmin)],
  ['/admin/schema', anyRoute(handleSchema)],
  ['/admin/schema/validate', anyRoute(handleValidate)],
  ['/graphql', anyRoute(handleGraphql)],
  ['/probe/graphql', anyRoute(handleProbe)],
  ['/', anyRoute(handleHome)],
]);

/** Paths of the routes. */
export const PATHS: readonly string[] = [...ROUTES.keys()];

/** Answers one request over HTTP; never throws. */
export async function route(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
  maxBodyBytes: number,
): Promise<void> {
  try {
    await answerCall(new HttpCall(request, response, maxBodyBytes, context.unread), context);
  } catch (sendError) {
    context.logger.warn('an answer could not be sent', { error: String(sendError) });
    response.destroy();
  }
}

/** Answers a call, failures included. @throws if the answer cannot be sent */
export async function answerCall(call: Call, context: Context): Promise<void> {
  try {
    await answer(call, context);
  } catch (error) {
    await answerFault(call, error, context);
  }
}

async function answer(call: Call, context: Context): Promise<void> {
  const matchingRoute = ROUTES.get(call.path);
  if (!matchingRoute) return call.text('404 page not found\n', 404);
  const { method } = call;
  if (method === 'OPTIONS' && matchingRoute.handler !== handleGraphql) return call.json('');
  if (matchingRoute.postOnly && method !== 'POST' && method !== 'PUT') {
    return call.fail('ErrorInvalidMethod', 'Invalid method', 400);
  }
  return matchingRoute.handler(call, context);
}

async function answerFault(call: Call, error: unknown, { logger }: Context): Promise<void> {
  if (error instanceof BodyError) {
    if (error.unread) call.closeAfter();
    return call.fail(error.code, error.message);
  }
  if (error instanceof NoRoomError) return call.fail('Error', error.message, 503);
  if (error instanceof RequestFault || error instanceof ParameterError) {
    return call.fail('ErrorInvalidRequest', error.message);
  }
  return call.fail('Error', messageOf(error, logger));
}
