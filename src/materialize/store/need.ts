/** Needs of the reasoner: facts to read from the engine. */

/** Pattern of facts to read, as texts: undefined matches everything. See the reasoner's Pattern. */
export interface Need {
  readonly s?: string | undefined;
  readonly p: string;
  readonly o?: string | undefined;
  readonly any?: boolean | undefined;
  /** For a need without subject and object: the page of nodes, each with all its facts. */
  readonly page?: { readonly first: number; readonly after: string } | undefined;
}
