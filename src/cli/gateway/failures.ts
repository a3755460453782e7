/** Failures of requests to a gateway. */
import type { IncomingHttpHeaders } from 'node:http';

/** Missing answer, or an answer that is not from a gateway. */
export class Unreachable extends Error {}

/** Entry of an answer's `errors`, in Dgraph's form. */
export interface GatewayError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const MAX_QUOTED = 500;

/** Refusal of the gateway, or of the engine behind it. */
export class GatewayRefusal extends Error {
  private constructor(
    readonly status: number,
    readonly errors: readonly [GatewayError, ...GatewayError[]],
    /** Data of an answer with data and errors, as of GraphQL. */
    readonly data: unknown,
  ) {
    super(errors[0].message);
  }

  /** Returns the refusal in an answer; undefined for a success. */
  static of({ status, headers, text }: Answer): GatewayRefusal | undefined {
    const isFine = status >= 200 && status < 300;
    // Avoids parsing a large answer without errors.
    const errors = isFine && !/"errors"\s*:/.test(text) ? undefined : errorsOf(text);
    if (errors) return new GatewayRefusal(status, errors.errors, errors.data);
    if (isFine) return undefined;
    const place = headers.location === undefined ? '' : ` (redirect to ${headers.location}, not followed)`;
    const body = text.replace(/\s+/g, ' ').trim().slice(0, MAX_QUOTED);
    const message = `the gateway answers with status ${status}${place}${body === '' ? '' : `: ${body}`}`;
    return new GatewayRefusal(status, [{ message }], undefined);
  }

  /** Creates a refusal from an error in an event. */
  static ofError(message: unknown, code: unknown): GatewayRefusal {
    const text = typeof message === 'string' ? message : 'no reason given';
    return new GatewayRefusal(
      0,
      [{ message: text, ...(typeof code === 'string' && { extensions: { code } }) }],
      undefined,
    );
  }

  /** Returns a copy with a prefix before the message. */
  withPrefix(words: string): GatewayRefusal {
    const [first, ...more] = this.errors;
    return new GatewayRefusal(this.status, [{ ...first, message: `${words}${first.message}` }, ...more], this.data);
  }

  /** Returns a copy with a suffix after the message, unless the message already advises a retry. */
  withSuffix(words: string): GatewayRefusal {
    const [first, ...more] = this.errors;
    if (/\bretry\b/.test(first.message)) return this;
    return new GatewayRefusal(this.status, [{ ...first, message: `${first.message}${words}` }, ...more], this.data);
  }

  /** Returns a copy with the errors of another refusal. */
  with({ errors }: GatewayRefusal): GatewayRefusal {
    return new GatewayRefusal(this.status, [...this.errors, ...errors], this.data);
  }

  /** Returns a copy with data: the effects of the parts that were not refused. */
  withData(data: unknown): GatewayRefusal {
    return new GatewayRefusal(this.status, this.errors, data);
  }

  /** Code of the first error. */
  get code(): string | undefined {
    const code = this.errors[0].extensions?.['code'];
    return typeof code === 'string' ? code : undefined;
  }
}

function errorsOf(text: string): { errors: [GatewayError, ...GatewayError[]]; data: unknown } | undefined {
  let body: { readonly errors?: unknown; readonly data?: unknown } | null;
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return undefined;
  }
  const errors = body?.errors;
  if (!Array.isArray(errors)) return undefined;
  const [first, ...more] = errors.filter(
    (each: unknown): each is GatewayError => typeof (each as GatewayError | null)?.message === 'string',
  );
  return first && { errors: [first, ...more], data: body?.data };
}
