/**
 * Log of slow requests: a shape instead of the text. Two requests that differ in literals alone have one shape, so that
 * lines can be counted by it.
 */
import { createHash } from 'node:crypto';
import type { Logger } from '../../util/log';
import type { RequestWork } from '../../util/requestScope';

/** Maximum characters of a text that are hashed and logged. */
const MAX_TEXT = 64 * 1024;
/** Strings, also without an end, IRIs, and numbers with uids among them. */
const LITERALS = /"(?:[^"\\]|\\.)*"?|<[^<>\s]*>|\b\d[\w.]*/g;

/** Routes and methods whose bodies may have passwords or keys: neither their texts nor their shapes are logged. */
const WITH_SECRETS = /^(?:\/login|\/admin(?:\/.*)?|Login)$/;

interface SlowLogOptions {
  readonly thresholdMs: number;
  /** True if the text is logged, with the literals of clients. */
  readonly withText: boolean;
  readonly logger: Logger;
}

interface LineFields extends Readonly<Record<string, unknown>> {
  /** Pattern of the route, or name of the method in gRPC. */
  readonly route: string;
}

export class SlowLog {
  constructor(private readonly options: SlowLogOptions) {}

  /** Begins to record the work of a request. */
  begin(): RequestWork {
    return { engineRequests: 0, engineMs: 0 };
  }

  /** @param fields of the line, besides those of the work */
  end({ engineRequests, engineMs, body }: RequestWork, ms: number, fields: LineFields): void {
    const { thresholdMs, withText, logger } = this.options;
    if (ms < thresholdMs) return;
    // The digest of a short text with a password would let others try passwords.
    const text = body && !WITH_SECRETS.test(fields.route) ? textOf(body) : undefined;
    logger.warn('slow request', {
      ...fields,
      ms: Math.round(ms * 10) / 10,
      engineRequests,
      engineMs: Math.round(engineMs * 10) / 10,
      ...(body && { bodyBytes: body.length }),
      ...(text !== undefined && {
        shape: shapeOf(text),
        ...(withText && { text }),
      }),
    });
  }
}

/** Returns the query in a JSON body, else the beginning of the body. */
function textOf(body: Buffer): string {
  const text = body.toString('utf8', 0, MAX_TEXT);
  if (body.length > MAX_TEXT || !text.startsWith('{')) return text;
  try {
    const { query } = JSON.parse(text) as { readonly query?: unknown };
    return typeof query === 'string' ? query : text;
  } catch {
    return text;
  }
}

/** Returns 16 hexadecimal digits of the SHA-256 of a text without its literals and spaces. */
export function shapeOf(text: string): string {
  const plain = text.replace(LITERALS, '?').replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(plain).digest('hex').slice(0, 16);
}
