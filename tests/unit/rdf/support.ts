/** What the tests of readers share. */
import { OwlgateError } from '../../../src/errors';

/** @throws Error where nothing is thrown, and whatever is thrown that is no error of the table */
export function failureOf(run: () => unknown): OwlgateError {
  try {
    run();
  } catch (error) {
    if (error instanceof OwlgateError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

export async function rejectionOf(promise: Promise<unknown>): Promise<OwlgateError> {
  return promise.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: unknown) => {
      if (error instanceof OwlgateError) return error;
      throw error;
    },
  );
}
