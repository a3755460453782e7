/** Hands a client's request to the engine and the engine's answer to the client, as byte streams. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECRET_HEADER } from '../../util/endpoint';
import type { ForwardOptions } from '../types';
import type { Connection, Connections } from './connections';
import { Exchange, type Outgoing } from './exchange';
import { passedOn, printRequestHead, type AnswerHead } from './head';
import { onConnection, onlyReads, Stale } from './stale';
import type { WireError } from './wire-error';

/** How it ended, where the client could be told nothing any more: it had left, or the engine broke off its answer. */
export type Forwarded = 'answered' | 'clientLeft' | WireError;

/**
 * Forwards one request. Back-pressure goes both ways; a client that leaves ends the engine's work; an engine that breaks off
 * its answer ends the client's connection, so that half an answer is never taken for a whole one.
 *
 * @throws WireError where the engine gave no answer: nothing has been written to `response` then
 */
export async function forward(
  connections: Connections,
  request: IncomingMessage,
  response: ServerResponse,
  options: ForwardOptions,
  keepAlive: boolean,
): Promise<Forwarded> {
  return onConnection(
    connections,
    () => isRepeatable(request, options),
    (connection) => attempt(connections, connection, request, response, options, keepAlive),
  );
}

/** Asking twice does no harm, and nothing that has to be sent has been consumed. */
function isRepeatable(request: IncomingMessage, { body, path = request.url ?? '/' }: ForwardOptions): boolean {
  if (body === undefined && hasBody(request)) return false;
  return onlyReads(request.method, path);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function attempt(
  connections: Connections,
  connection: Connection,
  request: IncomingMessage,
  response: ServerResponse,
  options: ForwardOptions,
  keepAlive: boolean,
): Promise<Forwarded> {
  if (response.destroyed) {
    connections.release(connection, 0);
    return Promise.resolve('clientLeft');
  }
  let outgoing: Outgoing;
  try {
    outgoing = prepare(connection, request, options, keepAlive);
  } catch (error) {
    connections.release(connection, 0);
    throw error;
  }
  return new Promise((resolve, reject) => {
    const onDrain = (): void => exchange.resume();
    const onClose = (): void => {
      exchange.cancel();
      settle();
      resolve('clientLeft');
    };
    const settle = (): void => {
      response.off('drain', onDrain).off('close', onClose);
    };
    const exchange = new Exchange(connections, connection, outgoing, {
      head: (head) => {
        writeHead(response, head);
      },
      data: (chunk) => {
        if (!response.write(chunk)) exchange.pause();
      },
      end: () => {
        settle();
        response.end();
        resolve('answered');
      },
      fail: (error) => {
        settle();
        if (response.headersSent) {
          response.destroy();
          resolve(error);
        } else if (response.destroyed) resolve('clientLeft');
        else reject(exchange.wasStale ? new Stale(error) : error);
      },
    });
    response.on('drain', onDrain).on('close', onClose);
    exchange.start();
  });
}

function prepare(
  { address }: Connection,
  request: IncomingMessage,
  options: ForwardOptions,
  keepAlive: boolean,
): Outgoing {
  const method = request.method ?? 'GET';
  const set = Object.entries(options.headers ?? {});
  const omit = new Set(set.map(([name]) => name.toLowerCase()));
  if (address.authorization !== undefined) omit.add('authorization');
  // Behind a secret, only browsers would send the engine an origin.
  if (address.secret !== undefined) omit.add(SECRET_HEADER).add('origin');
  const flat = ['Host', address.authority, 'Connection', keepAlive ? 'keep-alive' : 'close'];
  for (const part of passedOn(request.rawHeaders, omit)) flat.push(part);
  for (const [name, value] of set) if (value !== undefined) flat.push(name, value);
  if (address.authorization !== undefined) flat.push('Authorization', address.authorization);
  if (address.secret !== undefined) flat.push(SECRET_HEADER, address.secret);
  const given = options.body;
  let body: Outgoing['body'];
  let chunked = false;
  if (given !== undefined) {
    body = typeof given === 'string' ? Buffer.from(given) : given;
    flat.push('Content-Length', String(body.length));
  } else if (request.headers['transfer-encoding'] !== undefined) {
    body = request;
    chunked = true;
    flat.push('Transfer-Encoding', 'chunked');
  } else if (request.headers['content-length'] !== undefined) {
    body = hasBody(request) ? request : undefined;
    flat.push('Content-Length', request.headers['content-length']);
  }
  const target = options.path ?? request.url ?? '/';
  return { method, head: printRequestHead(method, address.basePath + target, flat), body, chunked };
}

function writeHead(response: ServerResponse, { status, reason, rawHeaders }: AnswerHead): void {
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, reason, rawHeaders as string[]);
    return;
  }
  // The engine's headers replace those of the same name that are set already; several of one name all stay.
  for (let i = 0; i < rawHeaders.length; i += 2) response.removeHeader(rawHeaders[i]!);
  for (let i = 0; i < rawHeaders.length; i += 2) response.appendHeader(rawHeaders[i]!, rawHeaders[i + 1]!);
  response.writeHead(status, reason);
}
