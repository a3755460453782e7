/** Removal of candidates that disjoint classes of the ontology exclude; counts them. */
import { wordsOf } from '../language/words';
import type { Node } from './nodes';
import type { Vocabulary } from './vocabulary';

/** Excluded candidate. */
export interface Pruned {
  readonly candidate: string;
  readonly reason: string;
}

export class Pruning {
  private readonly counted = new Set<string>();

  /**
   * @param questionClasses classes of the question; a candidate that is disjoint with all of them is irrelevant
   */
  constructor(
    private readonly vocabulary: Vocabulary | undefined,
    readonly questionClasses: readonly string[],
  ) {}

  /** Number of excluded candidates, each counted once per reason. */
  get total(): number {
    return this.counted.size;
  }

  /** Counts candidates that another component excluded. */
  note(pruned: readonly Pruned[]): void {
    this.count(pruned);
  }

  /**
   * Separates possible nodes from excluded ones.
   *
   * @param targetClasses classes of the target, if known; they replace the classes of the question. Without them, if
   *   all candidates are excluded, all are kept: an intermediate node need not belong to a class of the question
   */
  nodes<T extends Pick<Node, 'uid' | 'label' | 'types'>>(
    candidates: readonly T[],
    targetClasses?: readonly string[],
  ): { readonly retained: readonly T[]; readonly pruned: readonly Pruned[] } {
    const retained: T[] = [];
    const pruned: Pruned[] = [];
    const excludedUids = new Set<string>();
    for (const node of candidates) {
      const conflict = this.conflict(node.types, targetClasses);
      if (!conflict) retained.push(node);
      else if (!excludedUids.has(node.uid) && excludedUids.add(node.uid))
        pruned.push(this.reason(`${node.label ?? node.uid} (${node.uid})`, conflict));
    }
    if (retained.length === 0 && !targetClasses?.length) return { retained: candidates, pruned: [] };
    return { retained, pruned: this.count(pruned) };
  }

  private conflict(types: readonly string[], targetClasses?: readonly string[]): readonly [string, string] | undefined {
    const { vocabulary } = this;
    if (!vocabulary) return undefined;
    const against = targetClasses && targetClasses.length > 0 ? targetClasses : this.questionClasses;
    if (against.length === 0) return undefined;
    let first: readonly [string, string] | undefined;
    for (const name of against) {
      const pair = vocabulary.contradiction(types, [name]);
      if (!pair) return undefined;
      first ??= pair;
    }
    return first;
  }

  private reason(candidate: string, [type, other]: readonly [string, string]): Pruned {
    return { candidate, reason: `"${type}" is disjoint with "${other}"` };
  }

  private count(pruned: readonly Pruned[]): readonly Pruned[] {
    for (const { candidate, reason } of pruned) this.counted.add(`${candidate} ${reason}`);
    return pruned;
  }
}

/**
 * Returns the classes of a question: classes that it names, and domains and ranges of properties that it names. Empty
 * if it names none, or names a property without a domain or range: then no candidate can be excluded.
 */
export function classesAskedFor(question: string, vocabulary: Vocabulary): string[] {
  const classes = new Set<string>();
  for (const { terms } of vocabulary.match(wordsOf(question))) {
    for (const term of terms) {
      if (term.kind === 'class') classes.add(term.name);
      else {
        if (term.domain.length === 0 || (term.isObject && term.range.length === 0)) return [];
        for (const name of [...term.domain, ...term.range]) classes.add(name);
      }
    }
  }
  return [...classes];
}

/** Summary of excluded candidates in one line, for a trajectory. */
export const toldPruned = (pruned: readonly Pruned[]): string =>
  pruned.length === 0
    ? ''
    : `; left out ${pruned.length}: ${pruned
        .slice(0, 3)
        .map(({ candidate, reason }) => `${candidate}: ${reason}`)
        .join(', ')}${pruned.length > 3 ? ', …' : ''}`;
