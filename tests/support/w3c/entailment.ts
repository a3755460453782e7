/** Simple entailment of graphs (RDF 1.1 Semantics, 5.2): blank nodes of the conclusion match any term. */

/** Subject, predicate, object; blank nodes begin with `_:`. */
export type Triple = readonly [string, string, string];

const isBlank = (term: string): boolean => term.startsWith('_:');

/** Index of triples by each end, so that a conclusion is matched without a full scan. */
export class Premise {
  private readonly byPredicate = new Map<string, Triple[]>();
  private readonly all = new Set<string>();

  constructor(triples: Iterable<Triple>) {
    for (const triple of triples) {
      this.all.add(triple.join('\n'));
      const triples = this.byPredicate.get(triple[1]);
      if (triples) triples.push(triple);
      else this.byPredicate.set(triple[1], [triple]);
    }
  }

  entails(conclusion: readonly Triple[]): boolean {
    const groundTriples = conclusion.filter((triple) => !triple.some(isBlank));
    if (!groundTriples.every((triple) => this.all.has(triple.join('\n')))) return false;
    return this.match(
      conclusion.filter((triple) => triple.some(isBlank)),
      new Map(),
    );
  }

  private match(open: readonly Triple[], bound: ReadonlyMap<string, string>): boolean {
    if (open.length === 0) return true;
    // Most bound triples first: shared nodes of expressions narrow the choice.
    const free = (triple: Triple) => triple.filter((term) => isBlank(term) && !bound.has(term)).length;
    const next = open.reduce((best, triple) => (free(triple) < free(best) ? triple : best));
    const rest = open.filter((triple) => triple !== next);
    return (this.byPredicate.get(next[1]) ?? []).some((fact) => {
      const extended = unify(next, fact, bound);
      return extended !== undefined && this.match(rest, extended);
    });
  }
}

function unify(pattern: Triple, fact: Triple, bound: ReadonlyMap<string, string>): Map<string, string> | undefined {
  const extended = new Map(bound);
  for (const [i, term] of pattern.entries()) {
    const value = isBlank(term) ? (extended.get(term) ?? fact[i]!) : term;
    if (value !== fact[i]) return undefined;
    if (isBlank(term)) extended.set(term, value);
  }
  return extended;
}
