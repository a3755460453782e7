/** Errors of a request in GraphQL's form: message, position in the document, path in the answer. */

export interface Location {
  readonly line: number;
  readonly column: number;
}

export type Path = readonly (string | number)[];

/** Element of the response's `errors`. */
export interface ResponseError {
  readonly message: string;
  readonly locations?: readonly Location[];
  readonly path?: Path;
  /** Details of the backend beyond the message. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Failure of a request, or of one of its fields. */
export class RequestFailure extends Error {
  constructor(readonly errors: readonly ResponseError[]) {
    super(errors.map(({ message }) => message).join('; '));
  }

  static of(message: string, locations?: readonly Location[], path?: Path): RequestFailure {
    return new RequestFailure([{ message, ...(locations && { locations }), ...(path && path.length > 0 && { path }) }]);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns `what because why` for each error. */
export function because(consequence: string, error: unknown): readonly ResponseError[] {
  if (error instanceof RequestFailure) {
    return error.errors.map((each) => ({ ...each, message: `${consequence} because ${each.message}` }));
  }
  const { extensions } = Object(error) as { readonly extensions?: ResponseError['extensions'] };
  return [{ message: `${consequence} because ${messageOf(error)}`, ...(extensions && { extensions }) }];
}
