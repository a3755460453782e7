/** Requests are counted: those of a key against its quota, and those without a valid one by address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { rateLimit, type Options, type RateLimitRequestHandler } from 'express-rate-limit';
import { OwlgateError } from '../../errors';
import { countedAs } from '../limits/concurrency';
import type { ClientAddresses } from './client-address';
import { printQuota, QUOTA_UNITS, type ApiKey } from './keys';

/** Requests of one address without a valid key, in a minute. */
const MOST_ATTEMPTS = 60;
const MINUTE_MS = 60_000;

export class Quotas {
  /** By name and quota: what has been used up stays so when the keys are read again. */
  private readonly limiters = new Map<string, RateLimitRequestHandler>();
  private readonly attempts: RateLimitRequestHandler;

  constructor(addresses: ClientAddresses) {
    this.attempts = limiter({
      windowMs: MINUTE_MS,
      limit: MOST_ATTEMPTS,
      standardHeaders: false,
      keyGenerator: (request) => countedAs(addresses.addressOf(request)),
      refusal: (seconds) => new OwlgateError('TooManyAttempts', { seconds }, { retryAfter: seconds }),
    });
  }

  /**
   * Counts a request of a key, and tells in the answer's headers (`RateLimit`, `RateLimit-Policy`) how many are left.
   *
   * @throws OwlgateError QuotaExhausted
   */
  async count(key: ApiKey, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!key.quota) return;
    const { count, unit } = key.quota;
    const quota = printQuota(key.quota);
    const id = `${key.name}:${quota}`;
    let found = this.limiters.get(id);
    if (!found) {
      found = limiter({
        windowMs: QUOTA_UNITS[unit] * 1000,
        limit: count,
        // The later draft's are written with express's methods, which Dgraph's routes have not.
        standardHeaders: 'draft-7',
        keyGenerator: () => id,
        refusal: (seconds) =>
          new OwlgateError('QuotaExhausted', { name: key.name, quota, seconds }, { retryAfter: seconds }),
      });
      this.limiters.set(id, found);
    }
    await hit(found, request, response);
  }

  /**
   * Counts a request without a valid key.
   *
   * @throws OwlgateError TooManyAttempts
   */
  countAttempt(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return hit(this.attempts, request, response);
  }
}

interface LimiterOptions extends Partial<Options> {
  readonly windowMs: number;
  readonly refusal: (seconds: number) => OwlgateError;
}

function limiter({ refusal, windowMs, ...options }: LimiterOptions): RateLimitRequestHandler {
  return rateLimit({
    ...options,
    windowMs,
    legacyHeaders: false,
    // Its checks are of express's settings, and of there being an express at all.
    validate: false,
    handler: (request, _response, next) => {
      const { resetTime } = (request as Request & { readonly rateLimit: { readonly resetTime?: Date } }).rateLimit;
      const leftMs = resetTime ? resetTime.getTime() - Date.now() : windowMs;
      next(refusal(Math.max(1, Math.ceil(leftMs / 1000))));
    },
  });
}

/** It asks of request and response nothing but what node's own have. */
function hit(handler: RateLimitRequestHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown): void => {
      if (error instanceof Error) reject(error);
      else resolve();
    };
    void handler(request as Request, response as Response, next);
  });
}
