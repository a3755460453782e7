/** Transfer of errors between processes: an error of a class that callers distinguish keeps its class. */
import { EngineFailure } from '../../dgraph';
import type { EngineErrorEntry } from '../../dgraph';
import { DqlSyntaxError, type Position } from '../../dql';
import { OwlgateError } from '../../errors';
import type { ErrorCode } from '../../errors';
import { ImportFailure } from '../load/imports/file';
import { VersionChanged } from '../store/transaction';
import { WriteRefusal } from '../write/refusal';

/** An error as data. */
export type SerializedFailure =
  | {
      readonly kind: 'owlgate';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'engine'; readonly errors: readonly EngineErrorEntry[]; readonly body: Uint8Array }
  | { readonly kind: 'version' }
  /** `isOfText`: the message begins with the position. */
  | { readonly kind: 'dql'; readonly position: Position; readonly reason: string; readonly isOfText: boolean }
  | { readonly kind: 'refusal'; readonly errors: readonly SerializedFailure[] }
  | { readonly kind: 'import'; readonly message: string }
  | { readonly kind: 'other'; readonly name: string; readonly message: string; readonly stack: string };

export function packFailure(error: unknown): SerializedFailure {
  if (error instanceof OwlgateError) {
    const { code, message, details } = error;
    return { kind: 'owlgate', code, message, details };
  }
  if (error instanceof EngineFailure) return { kind: 'engine', errors: error.errors, body: error.body };
  if (error instanceof WriteRefusal) return { kind: 'refusal', errors: error.errors.map(packFailure) };
  if (error instanceof VersionChanged) return { kind: 'version' };
  if (error instanceof DqlSyntaxError) {
    const { line, column, offset, reason, message } = error;
    return { kind: 'dql', position: { line, column, offset }, reason, isOfText: message !== reason };
  }
  if (error instanceof ImportFailure) return { kind: 'import', message: error.message };
  if (!(error instanceof Error)) return { kind: 'other', name: 'Error', message: String(error), stack: '' };
  return { kind: 'other', name: error.name, message: error.message, stack: error.stack ?? '' };
}

export function unpackFailure(failure: SerializedFailure): Error {
  switch (failure.kind) {
    case 'owlgate':
      return OwlgateError.worded(failure.code, failure.message, failure.details);
    case 'engine':
      return new EngineFailure(failure.errors, Buffer.from(failure.body));
    case 'version':
      return new VersionChanged();
    case 'refusal':
      return new WriteRefusal(failure.errors.map(unpackFailure).filter((each) => each instanceof OwlgateError));
    case 'dql':
      return DqlSyntaxError[failure.isOfText ? 'at' : 'forSpan'](failure.position, failure.reason);
    case 'import':
      return new ImportFailure(failure.message);
    case 'other': {
      const { name, message, stack } = failure;
      return Object.assign(new Error(message), { name, stack });
    }
  }
}
