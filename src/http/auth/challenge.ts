/** Headers of refusals: challenges (RFC 6750, section 3) and retry times (RFC 9110, section 10.2.3). */
import type { OwlgateError } from '../../errors';

const BEARER = 'Bearer realm="owlgate"';

/** Returns the headers of a refusal; none for most codes. */
export function challenge({ code, details }: OwlgateError): Readonly<Record<string, string>> {
  switch (code) {
    case 'KeyMissing':
      return { 'WWW-Authenticate': BEARER };
    case 'KeyInvalid':
      return { 'WWW-Authenticate': `${BEARER}, error="invalid_token"` };
    case 'RoleMissing':
      return { 'WWW-Authenticate': `${BEARER}, error="insufficient_scope", scope="${String(details['needed'])}"` };
    case 'QuotaExhausted':
    case 'TooManyAttempts':
    case 'TooManyLogins':
    case 'TooManyRequests':
      return { 'Retry-After': String(details['retryAfter']) };
    case 'IdempotencyInProgress':
      return { 'Retry-After': '1' };
    default:
      return {};
  }
}
