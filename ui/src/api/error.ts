/** Refusals, as the gateway and the engine word them. */

/** Refusal of the gateway or the engine. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    /** Details: place, proofs, suggestions. */
    readonly details: Readonly<Record<string, unknown>>,
    /** All errors of the answer. */
    readonly errors: readonly WireError[] = [],
  ) {
    super(message);
  }
}

export interface WireError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}
