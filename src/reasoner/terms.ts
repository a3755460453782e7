/**
 * Terms as small integers, so that facts are triples of integers.
 *
 * A term is a text: a node (`0x1`, `_:b`, an IRI), a class or property (its Dgraph name, or its IRI), or a literal
 * (always begins with `"`). The reasoner compares terms; it looks inside literals only.
 */

export type TermId = number;

/** Wildcard in patterns; the id of no term. */
export const ANY: TermId = 0;

/** Mapping between texts and integers from 1. */
export interface Dictionary {
  /** Returns the id of a text; assigns one if it has none. */
  id(text: string): TermId;
  /** Returns the id of a text, or ANY if it has none. */
  find(text: string): TermId;
  /** Returns the text of an id. */
  text(id: TermId): string;
  /** Largest id plus one. */
  readonly end: number;
}

/** Dictionary in a Map. It may extend a base dictionary without changing it. */
export class Terms implements Dictionary {
  private readonly ids = new Map<string, TermId>();
  private readonly texts: string[] = [];
  private readonly first: number;

  constructor(private readonly base?: Dictionary) {
    this.first = base ? base.end : 1;
  }

  id(text: string): TermId {
    const existing = this.find(text);
    if (existing !== ANY) return existing;
    const id = this.first + this.texts.length;
    this.texts.push(text);
    this.ids.set(text, id);
    return id;
  }

  find(text: string): TermId {
    return this.ids.get(text) ?? this.base?.find(text) ?? ANY;
  }

  text(id: TermId): string {
    if (id < this.first) return this.base!.text(id);
    return this.texts[id - this.first]!;
  }

  get end(): number {
    return this.first + this.texts.length;
  }

  /** Returns a copy with the same ids and new texts. New texts must be distinct and must not be texts of other ids. */
  renamed(texts: ReadonlyMap<string, string>): Terms {
    const renamed = new Terms(this.base);
    for (const text of this.texts) {
      const id = renamed.first + renamed.texts.push(texts.get(text) ?? text) - 1;
      renamed.ids.set(renamed.texts.at(-1)!, id);
    }
    return renamed;
  }
}
