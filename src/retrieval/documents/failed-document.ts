/** Reports of documents that could not be stored. */
import { EngineFailure } from '../../dgraph';
import { OwlgateError } from '../../errors';

interface FailedDocument {
  readonly source: string;
  readonly status: 'failed';
  readonly error: { readonly message: string; readonly extensions: { readonly code: string } };
}

/**
 * Returns the report of one document among several.
 *
 * @throws the error if it is none of this document alone: without an engine the next one fails too
 */
export function failedDocument(source: string, error: unknown): FailedDocument {
  if (!(error instanceof OwlgateError || error instanceof EngineFailure)) throw error;
  const code = error instanceof OwlgateError ? error.code : 'EngineError';
  if (code === 'EngineUnreachable') throw error;
  return { source, status: 'failed', error: { message: error.message, extensions: { code } } };
}
