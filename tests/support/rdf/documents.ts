/** Shared helpers of the reader tests. */
import { OwlgateError } from '../../../src/errors';
import type { QuadDocument, Term } from '../../../src/rdf';

/** Returns the OwlgateError that a function throws. @throws Error if it throws none; any other error unchanged */
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

/**
 * Returns the statements of a document in a canonical order. Blank nodes are replaced by the statements about them.
 *
 * @param document document without cycles of blank nodes
 */
export function canonical({ quads }: QuadDocument): string[] {
  const descriptions = new Map<string, string[]>();
  const print = (term: Term): string => {
    if (typeof term !== 'string') return JSON.stringify([term.value, term.datatype, term.lang ?? '']);
    if (!term.startsWith('_:')) return `<${term}>`;
    let description = descriptions.get(term);
    if (!description) {
      const statements = quads.filter(({ subject }) => subject === term);
      description = statements.map(({ predicate, object }) => `${predicate} ${print(object)}`).sort();
      descriptions.set(term, description);
    }
    return `[${description.join(' ; ')}]`;
  };
  const lines = quads.map(({ subject, predicate, object }) => `${print(subject)} ${predicate} ${print(object)}`);
  return [...new Set(lines)].sort();
}
