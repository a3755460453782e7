/** What a request to a gateway may come to instead of its result. */
import type { IncomingHttpHeaders } from 'node:http';

/** There is no answer, or one that no gateway gives. */
export class Unreachable extends Error {}

/** One of the `errors` of an answer, in Dgraph's form. */
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

const MOST_QUOTED = 500;

/** The gateway, or the engine behind it, has refused. */
export class Refusal extends Error {
  private constructor(
    readonly status: number,
    readonly errors: readonly [GatewayError, ...GatewayError[]],
    /** Of a GraphQL answer that has both. */
    readonly data: unknown,
  ) {
    super(errors[0].message);
  }

  /** Undefined for an answer that is none. */
  static of({ status, headers, text }: Answer): Refusal | undefined {
    const isFine = status >= 200 && status < 300;
    // A large answer is not parsed to learn that it has no errors.
    const errors = isFine && !/"errors"\s*:/.test(text) ? undefined : errorsOf(text);
    if (errors) return new Refusal(status, errors.errors, errors.data);
    if (isFine) return undefined;
    const place = headers.location === undefined ? '' : ` (it points to ${headers.location}, which is not followed)`;
    const body = text.replace(/\s+/g, ' ').trim().slice(0, MOST_QUOTED);
    const message = `the gateway answers with status ${status}${place}${body === '' ? '' : `: ${body}`}`;
    return new Refusal(status, [{ message }], undefined);
  }

  /** An error that came otherwise than as an answer. */
  static ofError(message: unknown, code: unknown): Refusal {
    const text = typeof message === 'string' ? message : 'no reason was given';
    return new Refusal(0, [{ message: text, ...(typeof code === 'string' && { extensions: { code } }) }], undefined);
  }

  /** The same with words before its message. */
  before(words: string): Refusal {
    const [first, ...more] = this.errors;
    return new Refusal(this.status, [{ ...first, message: `${words}${first.message}` }, ...more], this.data);
  }

  /** The same with words behind its message, unless it says as much. */
  after(words: string): Refusal {
    const [first, ...more] = this.errors;
    if (/\bretry\b/.test(first.message)) return this;
    return new Refusal(this.status, [{ ...first, message: `${first.message}${words}` }, ...more], this.data);
  }

  /** Of the first error; undefined where it has none. */
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
