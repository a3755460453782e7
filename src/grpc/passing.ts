/** Calls that need no reasoning, passed on to an alpha. */
import { CallFailure, CREDENTIAL_METADATA, type AlphaCalls } from '../dgraph';
import type { Admitted } from './admission';
import { engineHeaders } from '../http/shared';
import type { Call } from './call';

/** Metadata by header. */
const METADATA: ReadonlyMap<string, string> = new Map([
  ...CREDENTIAL_METADATA,
  ['traceparent', 'traceparent'],
  ['tracestate', 'tracestate'],
]);
/** An array, which needs no iterator for each call. */
const PASSED = [...METADATA];

interface Passing {
  /** True if the call changes nothing. */
  readonly reads: boolean;
  /** Name of the alpha's method; by default that of the call. */
  readonly method?: string;
}

/**
 * Passes a composed message on to an alpha.
 *
 * @returns the answer's message
 * @throws CallFailure; OwlgateError OutcomeUnknown for a change whose answer did not come
 */
export function pass(message: Buffer, call: Call, { reads, method }: Passing): Promise<Buffer> {
  const { arrival, signal, services } = call;
  const metadata: Record<string, string> = {};
  const headers = engineHeaders(arrival, arrival.requestId);
  for (const name in headers) {
    const key = METADATA.get(name);
    if (key !== undefined) metadata[key] = headers[name]!;
  }
  const name = method ?? arrival.path.slice(arrival.path.lastIndexOf('/') + 1);
  return services.engine.alphas!.call({ method: name, message, metadata, reads, signal });
}

/** Passes the message of a query on to an alpha as it came. @throws CallFailure */
export function passQuery(message: Buffer, { arrival, span, work }: Admitted, alphas: AlphaCalls): Promise<Buffer> {
  const metadata: Record<string, string> = {};
  for (const [header, name] of PASSED) {
    const value = arrival.headers[header];
    if (typeof value === 'string' && value !== '') metadata[name] = value;
  }
  const scope = { span, work };
  return alphas.call({ method: 'Query', message, metadata, reads: true, client: arrival.response, scope });
}

/** True for the failure of a read that no alpha has answered over gRPC: it can be carried out over HTTP. */
export const isUnanswered = (error: unknown): boolean => error instanceof CallFailure && error.isUnanswered;

/** Returns undefined if no alpha answers over gRPC, and the call can be carried out over HTTP. */
export async function unlessUnanswered(passing: Promise<Buffer>, reads: boolean): Promise<Buffer | undefined> {
  try {
    return await passing;
  } catch (error) {
    if (reads ? isUnanswered(error) : error instanceof CallFailure && error.isUnsent) return undefined;
    throw error;
  }
}
