/** GET /livez and /readyz: probes of orchestrators. Neither needs a key, and each answers within about a second. */
import type { Request, Response } from 'express';
import type { ServerResponse } from 'node:http';
import type { Engine } from '../../dgraph';
import { LIVE, READY } from '../operations/probes';
import { readParameters } from '../parameters';
import { sendJson } from '../send';
import type { Services } from '../services';

/** Time limit of the engine's answer. */
export const PROBE_MS = 900;

const ALIVE = JSON.stringify({ status: 'alive' });

interface Check {
  readonly ok: boolean;
  readonly reason?: string;
}

export function livez(request: Request, response: Response): void {
  readParameters(request.originalUrl, LIVE);
  answerAlive(response);
}

/** Answers that the gateway runs, also while it starts. */
export function answerAlive(response: ServerResponse): void {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': ALIVE.length, 'Cache-Control': 'no-store' };
  response.writeHead(200, headers).end(ALIVE);
}

export async function readyz(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, READY);
  const { engine, materializer, diskProblem } = services;
  const [engineReason, diskReason] = await Promise.all([engineProblem(engine), diskProblem?.()]);
  const checks = {
    engine: checkOf(engineReason),
    materialization: checkOf(
      materializer.isComplete ? undefined : 'facts that the ontology entails are still being added to stored data',
    ),
    disk: checkOf(diskReason),
  };
  const isReady = Object.values(checks).every(({ ok }) => ok);
  response.status(isReady ? 200 : 503).setHeader('Cache-Control', 'no-store');
  await sendJson(request, response, {
    status: isReady ? 'ready' : 'not ready',
    checks,
    ontology: materializer.inForce?.version ?? null,
  });
}

const checkOf = (reason: string | undefined): Check => (reason === undefined ? { ok: true } : { ok: false, reason });

async function engineProblem(engine: Engine): Promise<string | undefined> {
  try {
    const { status } = await engine.sendToAll({ method: 'GET', path: '/health', timeoutMs: PROBE_MS });
    return status === 200 ? undefined : `it answers its health with status ${status}`;
  } catch {
    // The probe needs no key: what the failure says, addresses among it, is for the log.
    return 'it does not answer its health';
  }
}
