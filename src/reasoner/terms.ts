/**
 * Terms as small integers, so that facts are triples of integers.
 *
 * A term is a text: a node (`0x1`, `_:b`, an IRI), a class or property (its Dgraph name, or its IRI), or a literal
 * (see literal.ts; always begins with `"`). The reasoner compares terms and never looks inside them, except for literals.
 */

export type TermId = number;

/** No term: a wildcard in patterns. */
export const ANY: TermId = 0;

/** Texts ↔ integers from 1. */
export interface Dictionary {
  /** The id of a text, given on first sight. */
  id(text: string): TermId;
  /** The id of a text, or ANY when it has none. */
  find(text: string): TermId;
  /** The text of an id. */
  text(id: TermId): string;
  /** One more than the largest id. */
  readonly end: number;
}

/** A dictionary in a Map. It may stand on another, which it extends without changing it. */
export class Terms implements Dictionary {
  private readonly ids = new Map<string, TermId>();
  private readonly texts: string[] = [];
  private readonly first: number;

  constructor(private readonly base?: Dictionary) {
    this.first = base ? base.end : 1;
  }

  id(text: string): TermId {
    const known = this.find(text);
    if (known !== ANY) return known;
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

  /** The same ids with other texts: no two of the new texts are the same, and none is a text of another id. */
  renamed(texts: ReadonlyMap<string, string>): Terms {
    const renamed = new Terms(this.base);
    for (const text of this.texts) {
      const id = renamed.first + renamed.texts.push(texts.get(text) ?? text) - 1;
      renamed.ids.set(renamed.texts.at(-1)!, id);
    }
    return renamed;
  }
}
