/** What a load has to say without refusing: the entries of `warnings[]` in its answer. */

export interface OntologyWarning {
  /** For programs; the message is for people. */
  readonly code: string;
  readonly message: string;
  /** 1-based place in the ontology document, where there is one. */
  readonly line?: number;
  readonly column?: number;
}
