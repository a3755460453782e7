/** Writers of statements: batches of any number → text of a syntax. */
import type { Individual, Iri, Term } from '../quads';

/** Statement, in a named graph or in the default graph. */
export interface Statement {
  readonly subject: Individual;
  readonly predicate: Iri;
  readonly object: Term;
  readonly graph?: Iri | undefined;
}

/** Prefix → namespace. */
export type Prefixes = ReadonlyMap<string, Iri>;

/**
 * Writer of one document: `begin`, then batches, then `end`. Statements of one subject, and of one graph, that follow
 * each other in a batch are written together.
 */
export interface StatementWriter {
  /** Returns the text before the first batch. */
  begin(): string;
  write(batch: readonly Statement[]): string;
  /** Returns the text after the last batch. */
  end(): string;
}

/** Returns the statements by subject and graph, in order of the first of each. */
export function bySubject(batch: readonly Statement[]): (readonly [Statement, ...Statement[]])[] {
  const groups = new Map<string, [Statement, ...Statement[]]>();
  for (const statement of batch) {
    const key = statement.graph === undefined ? statement.subject : `${statement.graph} ${statement.subject}`;
    const group = groups.get(key);
    if (group) group.push(statement);
    else groups.set(key, [statement]);
  }
  return [...groups.values()];
}
