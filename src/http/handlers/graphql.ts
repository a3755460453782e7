/**
 * /graphql: the gateway answers by the API of the ontology in force. The engine answers if there is no ontology, or if
 * the engine has a GraphQL schema of its owner; even then, under an ontology, the gateway takes mutations, and it
 * refuses requests over a limit. The gateway parses a request and composes it again, so that the engine sees the same
 * document.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { clientOf, type Credentials } from '../../dgraph';
import {
  checkHash,
  persistedHash,
  printRequest,
  readHttpRequest,
  RequestFailure,
  responseHead,
  type HttpRequest,
} from '../../graphql/request';
import type { GraphqlAnswer } from '../../materialize';
import { callerOf, demand } from '../auth/caller';
import { graphqlRole } from '../auth/graphql-role';
import { allows } from '../auth/roles';
import type { Exchange } from '../exchange';
import { readIdempotency } from '../idempotency';
import { countAnswer } from '../limits/concurrency';
import { allowOrigins, answerPreflight, DGRAPH_METHODS } from '../middleware/cors';
import type { Services } from '../services';
import { TurnQueue } from '../../util/turns';
import { MAX_JSON_BYTES, readEngineBody, engineRequest } from './engine-relay';

/** Characters from which parsing a body takes some hundredths of a second. */
const LARGE_BODY = 256 * 1024;
const largeBodies = new TurnQueue();

export async function handleGraphql(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, parameters, method } = exchange;
  const { engine, graphql } = services;
  if (method === 'OPTIONS') return announce(exchange, services);
  const caller = callerOf(request);
  // With a role that may write, no mutation is searched for. The request counts as one: it ends if the key loses the
  // role.
  if (allows(caller.role, 'write')) demand(caller, 'write', 'a GraphQL request');
  const body = method === 'POST' ? (await readEngineBody(exchange, services, MAX_JSON_BYTES)).toString('utf8') : '';
  // Large bodies that arrive together are parsed in separate turns of the event loop: other requests run in between.
  if (body.length > LARGE_BODY) await largeBodies.next();
  const { headers } = request;
  const http = { method, contentType: headers['content-type'] ?? '', parameters, body, headers };
  const credentials = clientOf(headers, engine);
  const answer = await answerOrEngineBody(http, credentials, exchange, services);
  if (typeof answer === 'string') {
    const headerNames = await graphql.headerNames(credentials);
    exchange.retarget('/graphql', {});
    const type = 'application/json';
    const reads = !MUTATION_SIGNS.test(answer);
    return engine.forward(
      engineRequest(exchange, { method: 'POST', body: answer, type, headerNames, reads }),
      response,
    );
  }
  const length = Buffer.byteLength(answer.body);
  countAnswer(services.unread, length);
  allowOrigins(response, DGRAPH_METHODS, originsOf(services.materializer));
  if (answer.isReplay) response.setHeader('Idempotent-Replayed', 'true');
  const head = responseHead(headers.accept ?? '', answer.executed);
  response.writeHead(head.status, { 'Content-Type': head.contentType, 'Content-Length': length });
  // As text, head and body leave in one write.
  if (length <= PART_LENGTH) response.end(answer.body);
  else await sendInParts(answer.body, response);
}

/** Characters of a part of a long answer. */
const PART_LENGTH = 1024 * 1024;

/** Sends an answer as its client reads it. Encoded as a whole, it would be in memory twice and stop other requests. */
async function sendInParts(body: string, response: Exchange['response']): Promise<void> {
  const clientGone = new AbortController();
  const { signal } = clientGone;
  response.once('close', () => clientGone.abort());
  for (let start = 0; start < body.length && !response.destroyed && !signal.aborted;) {
    let end = start + PART_LENGTH;
    // A pair of surrogates stays together.
    if (isHighSurrogate(body.charCodeAt(end - 1))) end++;
    const isTaken = response.write(Buffer.from(body.slice(start, end), 'utf8'));
    start = end;
    await (isTaken ? nextTurn() : once(response, 'drain', { signal }).catch(() => undefined));
  }
  response.end();
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Answers OPTIONS. The engine's schema may name the allowed origins. */
async function announce(exchange: Exchange, services: Services): Promise<void> {
  const { request, response } = exchange;
  const { engine, graphql } = services;
  const names = await graphql.ownHeaderNames(clientOf(request.headers, engine));
  if (!names) return engine.forward(engineRequest(exchange), response);
  answerPreflight(response, DGRAPH_METHODS, names, originsOf(services.materializer));
}

/** Returns the origins that the extension allows: `# Dgraph.Allow-Origin "https://example.org"`; empty: all. */
const originsOf = ({ graphqlExtension }: Services['materializer']): readonly string[] =>
  (graphqlExtension.current?.sdl ?? '').split('\n').flatMap((line) => ALLOWED_ORIGIN.exec(line.trim())?.[1] ?? []);

const ALLOWED_ORIGIN = /^# ?Dgraph\.Allow-Origin "([^"]+)"$/;

/** Returns the gateway's answer, or the body of the request to the engine. @throws OwlgateError RoleMissing */
async function answerOrEngineBody(
  http: HttpRequest,
  credentials: Credentials | undefined,
  exchange: Exchange,
  { engine, graphql }: Services,
): Promise<GraphqlAnswer | string> {
  try {
    const graphqlRequest = readHttpRequest(http);
    const hash = persistedHash(graphqlRequest);
    // With a hash of another text, the engine could find another document.
    if (hash !== undefined && graphqlRequest.query !== '') checkHash(graphqlRequest.query, hash);
    const caller = callerOf(exchange.request);
    if (!allows(caller.role, 'write'))
      demand(caller, await graphqlRole(http, engine, credentials), 'a GraphQL mutation');
    const idempotent = readIdempotency(exchange, credentials, http.body);
    return (await graphql.answer(http, graphqlRequest, credentials, idempotent)) ?? printRequest(graphqlRequest);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return { body: JSON.stringify({ errors: error.errors }), executed: false };
  }
}

/** Signs of a mutation in a composed request: the keyword, escapes that may spell it, the hash of a document. */
const MUTATION_SIGNS = /mutation|\\u|sha256/i;
