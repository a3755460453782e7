/**
 * POST /mcp: the Model Context Protocol over streamable HTTP (service specification 4.8; docs/mcp.md). Each request
 * is independent; there is no stream to GET and no session to DELETE.
 *
 * Body: a JSON-RPC message of the protocol. Answer: server-sent events, or 202 for a notification.
 *
 * Errors: 400, 406, 413 and 415 in the protocol's form; 401, 403 and 429 as everywhere. A tool reports failures in
 * its result.
 */
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { ownerOf } from '../account';
import { callerOf, demand } from '../auth/caller';
import { allows } from '../auth/roles';
import { becomesWork } from '../limits/concurrency';
import { readBytes } from '../json-body';
import { MCP } from '../operations';
import { readParameters } from '../parameters';
import type { Services } from '../services';
import { programVersion } from '../../util/version';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** @throws OwlgateError InvalidRequest, BodyTooLarge */
export async function mcp(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, MCP);
  const { retrieval, logger, maxBodyBytes } = services;
  const caller = callerOf(request);
  const bytes = await readBytes(request, Math.min(maxBodyBytes, MAX_BODY_BYTES));
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString());
  } catch (error) {
    return refuse(response, -32700, `Parse error: ${(error as Error).message}`);
  }
  // A batch would count as one request for quotas, and for the limits of answers.
  if (Array.isArray(body)) return refuse(response, -32600, 'batches are no part of the protocol since 2025-06-18');
  // Loaded on demand: most processes never need this library.
  const { answerMcp } = await import('../../retrieval/mcp/index.js');
  await answerMcp(request, response, body, {
    retrieval,
    credentialsFor: (engine) => clientOf(request.headers, engine),
    ownerFor: (engine) => [...ownerOf(request, clientOf(request.headers, engine)), caller.role],
    secrets: services.secrets(),
    allows: (needed) => allows(caller.role, needed),
    demand: (needed, operation) => demand(caller, needed, operation),
    begin: (work) => becomesWork(request, work),
    logger,
    requestId: String(response.getHeader('X-Request-Id')),
    version: programVersion(),
  });
}

function refuse(response: Response, code: number, message: string): void {
  response.status(400).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}
