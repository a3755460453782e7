/** What the tests of readers share. */
import { OwlgateError } from '../../../src/errors';
import type { QuadDocument, Term } from '../../../src/rdf';

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

/**
 * The statements of a document, sorted, whatever its blank nodes are called: each is spelled by what is said of it.
 *
 * @param document in which no blank node leads back to itself
 */
export function canonical({ quads }: QuadDocument): string[] {
  const about = new Map<string, string[]>();
  const spell = (term: Term): string => {
    if (typeof term !== 'string') return JSON.stringify([term.value, term.datatype, term.lang ?? '']);
    if (!term.startsWith('_:')) return `<${term}>`;
    let said = about.get(term);
    if (!said) {
      const own = quads.filter(({ subject }) => subject === term);
      about.set(term, (said = own.map(({ predicate, object }) => `${predicate} ${spell(object)}`).sort()));
    }
    return `[${said.join(' ; ')}]`;
  };
  const lines = quads.map(({ subject, predicate, object }) => `${spell(subject)} ${predicate} ${spell(object)}`);
  return [...new Set(lines)].sort();
}
