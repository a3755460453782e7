/** Needs of the reasoner: facts to read from the engine. */

/** Page of nodes, in order of uid: the first ones after a uid, each with all its facts. */
export interface Page {
  readonly first: number;
  readonly after: string;
  /** Further predicates whose facts are read for the nodes. */
  readonly also?: readonly string[] | undefined;
}

/** Pattern of facts to read, as texts: undefined matches everything. See the reasoner's Pattern. */
export interface Need {
  readonly s?: string | undefined;
  readonly p: string;
  readonly o?: string | undefined;
  readonly any?: boolean | undefined;
  /** For members of a class: they have one of these classes, too. */
  readonly and?: readonly string[] | undefined;
  /** True for the nodes that edges of the predicate lead to. */
  readonly isReverse?: boolean | undefined;
  /** For a need without subject and object; of a need with a node as object alone, the subjects of the page. */
  readonly page?: Page | undefined;
}
