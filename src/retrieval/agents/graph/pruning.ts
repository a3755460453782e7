/** Candidates that the ontology makes impossible, left out before anyone looks at them, and counted. */
import { wordsOf } from '../../language/words';
import type { Node } from '../../knowledge/nodes';
import type { Vocabulary } from '../../knowledge/vocabulary';

/** Why a candidate was left out. */
export interface Pruned {
  readonly candidate: string;
  readonly reason: string;
}

export class Pruning {
  private readonly counted = new Set<string>();

  /**
   * @param asked classes that the question speaks of: a candidate that every one of them excludes has no part in it
   */
  constructor(
    private readonly vocabulary: Vocabulary | undefined,
    readonly asked: readonly string[],
  ) {}

  /** How many candidates were left out, each counted once for each reason. */
  get total(): number {
    return this.counted.size;
  }

  /** Counts readings that are impossible, whoever found them so. */
  note(pruned: readonly Pruned[]): void {
    this.count(pruned);
  }

  /**
   * Nodes that may be what is looked for.
   *
   * @param wanted the classes of what is looked for, where they are known: they alone decide then. Where they are not, and
   *   all candidates would go, none goes: a step on the way need not be of a class that the question speaks of
   */
  nodes<T extends Pick<Node, 'uid' | 'label' | 'types'>>(
    candidates: readonly T[],
    wanted?: readonly string[],
  ): { readonly kept: readonly T[]; readonly pruned: readonly Pruned[] } {
    const kept: T[] = [];
    const pruned: Pruned[] = [];
    const seen = new Set<string>();
    for (const node of candidates) {
      const conflict = this.conflict(node.types, wanted);
      if (!conflict) kept.push(node);
      else if (!seen.has(node.uid) && seen.add(node.uid))
        pruned.push(this.reason(`${node.label ?? node.uid} (${node.uid})`, conflict));
    }
    if (kept.length === 0 && !wanted?.length) return { kept: candidates, pruned: [] };
    return { kept, pruned: this.count(pruned) };
  }

  /** The same of classes, by name. */
  classes(
    candidates: readonly string[],
    wanted?: readonly string[],
  ): { readonly kept: readonly string[]; readonly pruned: readonly Pruned[] } {
    const kept: string[] = [];
    const pruned: Pruned[] = [];
    for (const name of candidates) {
      const conflict = this.conflict([name], wanted);
      if (!conflict) kept.push(name);
      else pruned.push(this.reason(name, conflict));
    }
    if (kept.length === 0 && !wanted?.length) return { kept: candidates, pruned: [] };
    return { kept, pruned: this.count(pruned) };
  }

  private conflict(types: readonly string[], wanted?: readonly string[]): readonly [string, string] | undefined {
    const { vocabulary } = this;
    if (!vocabulary) return undefined;
    const against = wanted && wanted.length > 0 ? wanted : this.asked;
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
 * The classes that a question speaks of: those that it names, and those that the properties which it names lead from and
 * to. Empty where it names none, or a property that says nothing of one side: then nothing can be left out.
 */
export function classesAskedFor(question: string, vocabulary: Vocabulary): string[] {
  const asked = new Set<string>();
  for (const { terms } of vocabulary.match(wordsOf(question))) {
    for (const term of terms) {
      if (term.kind === 'class') asked.add(term.name);
      else {
        if (term.domain.length === 0 || (term.isObject && term.range.length === 0)) return [];
        for (const name of [...term.domain, ...term.range]) asked.add(name);
      }
    }
  }
  return [...asked];
}

/** Reasons in one line. */
export const toldPruned = (pruned: readonly Pruned[]): string =>
  pruned.length === 0
    ? ''
    : `; left out ${pruned.length}: ${pruned
        .slice(0, 3)
        .map(({ candidate, reason }) => `${candidate}: ${reason}`)
        .join(', ')}${pruned.length > 3 ? ', …' : ''}`;
