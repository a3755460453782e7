/** Counters of requests: by key against its quota, and by address without a valid key. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { rateLimit, type Options, type RateLimitRequestHandler } from 'express-rate-limit';
import { OwlgateError } from '../../errors';
import { countedAs } from '../limits/concurrency';
import type { ClientAddresses } from './client-address';
import { printQuota, QUOTA_UNITS, type ApiKey } from './keys';

/** Maximum requests per minute of one address without a valid key. */
const MAX_ATTEMPTS = 60;
const MINUTE_MS = 60_000;

export class Quotas {
  /** Limiters by key name and quota; counts survive a reload of the keys. */
  private readonly limiters = new Map<string, RateLimitRequestHandler>();
  private readonly attempts: RateLimitRequestHandler;

  constructor(addresses: ClientAddresses) {
    this.attempts = limiter({
      windowMs: MINUTE_MS,
      limit: MAX_ATTEMPTS,
      standardHeaders: false,
      keyGenerator: (request) => countedAs(addresses.addressOf(request)),
      refusal: (seconds) => new OwlgateError('TooManyAttempts', { seconds }, { retryAfter: seconds }),
    });
  }

  /**
   * Counts a request of a key, and sets the headers `RateLimit` and `RateLimit-Policy` of the answer.
   *
   * @throws OwlgateError QuotaExhausted
   */
  async count(key: ApiKey, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!key.quota) return;
    const { count, unit } = key.quota;
    const quota = printQuota(key.quota);
    const id = `${key.name}:${quota}`;
    let quotaLimiter = this.limiters.get(id);
    if (!quotaLimiter) {
      quotaLimiter = limiter({
        windowMs: QUOTA_UNITS[unit] * 1000,
        limit: count,
        // Later drafts need methods of express, which responses on Dgraph's routes lack.
        standardHeaders: 'draft-7',
        keyGenerator: () => id,
        refusal: (seconds) =>
          new OwlgateError('QuotaExhausted', { name: key.name, quota, seconds }, { retryAfter: seconds }),
      });
      this.limiters.set(id, quotaLimiter);
    }
    await hit(quotaLimiter, request, response);
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
    // The checks need an express application.
    validate: false,
    handler: (request, _response, next) => {
      const { resetTime } = (request as Request & { readonly rateLimit: { readonly resetTime?: Date } }).rateLimit;
      const leftMs = resetTime ? resetTime.getTime() - Date.now() : windowMs;
      next(refusal(Math.max(1, Math.ceil(leftMs / 1000))));
    },
  });
}

/** Runs a limiter, which uses only members that Node's request and response have. */
function hit(handler: RateLimitRequestHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown): void => {
      if (error instanceof Error) reject(error);
      else resolve();
    };
    void handler(request as Request, response as Response, next);
  });
}
