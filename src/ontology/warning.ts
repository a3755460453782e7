/** What a load has to say without refusing: the entries of `warnings[]` in its answer. */
import { comparePositions } from '../rdf';

export interface OntologyWarning {
  /** For programs; the message is for people. */
  readonly code: string;
  readonly message: string;
  /** 1-based place in the ontology document, where there is one. */
  readonly line?: number;
  readonly column?: number;
  /** The document, where it is an imported one. */
  readonly document?: string;
}

/** Those without a place first. */
export function compareWarnings(a: OntologyWarning, b: OntologyWarning): number {
  return comparePositions(placeOf(a), placeOf(b));
}

const placeOf = ({ line = 0, column = 0, document }: OntologyWarning) => ({
  line,
  column,
  ...(document !== undefined && { document }),
});
