/** Warnings of a load: the entries of `warnings[]` in its answer. */
import { comparePositions } from '../rdf';

export interface OntologyWarning {
  /** Identifier for programs; the message is for people. */
  readonly code: string;
  readonly message: string;
  /** Position in the ontology document, 1-based, if there is one. */
  readonly line?: number;
  readonly column?: number;
  /** Name of an additional or imported document. */
  readonly document?: string;
}

/** Compares warnings by position; those without a position come first. */
export function compareWarnings(a: OntologyWarning, b: OntologyWarning): number {
  return comparePositions(positionOf(a), positionOf(b));
}

const positionOf = ({ line = 0, column = 0, document }: OntologyWarning) => ({
  line,
  column,
  ...(document !== undefined && { document }),
});
