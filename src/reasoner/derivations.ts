/**
 * The ways in which a fact follows from others, laid bare backwards and layer by layer: a graph of facts and of the rule
 * applications (derivations) that yield them, in which proofs are looked for (shortest.ts).
 *
 * All facts that hold are in the source, inferred ones too, so that a rule application that yields a fact is a match of a
 * rule's body with facts that hold. An asserted fact needs no reason, and is not gone behind.
 */
import { Matcher } from './match';
import type { Plan } from './plan';
import type { Rule, Trigger } from './rule';
import type { FactSource, Pattern } from './source';
import { NO_ROW, Now } from './table';
import type { Row } from './table';

/** How much is looked at before a search gives up, so that no question takes for ever. */
export interface ExplainLimits {
  /** Facts that are gone behind. */
  readonly facts: number;
  /** Rule applications that are looked at. */
  readonly derivations: number;
  /** Matches of one rule that are looked at for one fact. */
  readonly matches: number;
  /** Those of them that are kept: with the fewest facts that need reasons themselves. */
  readonly kept: number;
  /** Steps of the search for proofs. */
  readonly steps: number;
}

export const EXPLAIN_LIMITS: ExplainLimits = {
  facts: 2000,
  derivations: 40_000,
  matches: 4096,
  kept: 256,
  steps: 20_000,
};

/** One application of a rule. */
export interface Derivation {
  readonly rule: Rule;
  /** Position of the rule in the plan. */
  readonly number: number;
  /** The facts that its body matches, each once, in its order. */
  readonly premises: readonly FactNode[];
}

export interface FactNode {
  /** NO_ROW for what is to be explained where that is a contradiction. */
  readonly row: Row;
  /** The least number of rule applications between this and what is to be explained. */
  readonly depth: number;
  /** Needs no reason. */
  readonly isLeaf: boolean;
  /** Whether all derivations that were found are in the list; until then it is empty. */
  isExpanded: boolean;
  /** Whether there may be more of them: some are not known, or were too many. */
  isOpen: boolean;
  readonly derivations: Derivation[];
}

export class DerivationGraph {
  /** What is not covered by the source, and would have to be known to go on. */
  readonly missing = new Map<string, Pattern>();
  /** Whether a limit has been met. */
  isCut = false;
  /** What is to be explained. */
  readonly root: FactNode;
  private readonly nodes = new Map<Row, FactNode>();
  private readonly matcher: Matcher;
  /** The rule applications that have been found for the fact in hand. */
  private readonly known = new Set<string>();
  private layer: FactNode[];
  private depth = 0;
  private expanded = 0;
  private derivations = 0;

  /** @param goal what is to be explained: a fact, or the facts that a rule without a head matches */
  constructor(
    private readonly plan: Plan,
    private readonly source: FactSource,
    readonly limits: ExplainLimits,
    goal: Row | { readonly rule: Rule; readonly facts: readonly Row[] },
  ) {
    this.matcher = new Matcher(source, this.missing);
    const isFact = typeof goal === 'number';
    this.root = {
      row: isFact ? goal : NO_ROW,
      depth: 0,
      isLeaf: false,
      isExpanded: !isFact,
      isOpen: false,
      derivations: [],
    };
    if (isFact) this.nodes.set(goal, this.root);
    this.layer = [this.root];
    if (!isFact) this.add(this.root, goal.rule, -1, goal.facts);
  }

  get facts(): Iterable<FactNode> {
    return this.root.row === NO_ROW ? [this.root, ...this.nodes.values()] : this.nodes.values();
  }

  /**
   * Goes behind the next layer of facts.
   *
   * @returns false where there is none
   */
  goOn(): boolean {
    const layer = this.layer;
    if (layer.length === 0) return false;
    this.layer = [];
    this.depth++;
    for (const node of layer) {
      if (this.expand(node)) continue;
      node.isOpen = true;
      this.isCut = true;
    }
    return true;
  }

  /**
   * The fewest rule applications that a proof can have which has not come to light yet. It goes through a fact that has not
   * been gone behind, or behind which not everything is known.
   */
  get leastUnseen(): number {
    let least = Infinity;
    for (const { isLeaf, isExpanded, isOpen, depth } of this.facts) {
      if (!isLeaf && (!isExpanded || isOpen)) least = Math.min(least, depth + 1);
    }
    return least;
  }

  /**
   * Goes straight down from the root where there are the fewest facts that need reasons themselves: a way to some proof
   * where there are too many facts to go behind all of them.
   *
   * @param most facts to go behind
   */
  dive(most: number): void {
    const seen = new Set<FactNode>();
    const stack = [this.root];
    for (let left = most; left > 0 && this.missing.size === 0; left--) {
      const node = stack.pop();
      if (!node) return;
      if (node.isLeaf || seen.has(node)) continue;
      seen.add(node);
      this.expandNow(node);
      const open = ({ premises }: Derivation) => premises.filter((premise) => !premise.isLeaf && !seen.has(premise));
      const ways = node.derivations.map(open).filter((premises) => premises.length > 0);
      if (node.derivations.some(({ premises }) => premises.every(({ isLeaf }) => isLeaf))) continue;
      ways.sort((a, b) => b.length - a.length);
      for (const premises of ways) stack.push(...premises);
    }
  }

  /** Goes behind one fact. False where the limits do not allow it. */
  private expand(node: FactNode): boolean {
    const isAllowed = this.expanded < this.limits.facts && this.derivations < this.limits.derivations;
    if (isAllowed) this.expandNow(node);
    return isAllowed || node.isExpanded;
  }

  private expandNow(node: FactNode): void {
    if (node.isExpanded) return;
    this.expanded++;
    node.isExpanded = true;
    const { subject, predicate, object } = this.source.table;
    const s = subject[node.row]!;
    const o = object[node.row]!;
    const before = this.missing.size;
    this.known.clear();
    for (const trigger of this.plan.heads.of(predicate[node.row]!, o)) {
      if (this.matcher.bind(trigger.rule, trigger.rule.head!, s, o)) this.match(node, trigger);
    }
    if (this.missing.size > before) node.isOpen = true;
  }

  private match(node: FactNode, trigger: Trigger): void {
    const { matches, kept } = this.limits;
    let found: Row[][] = [];
    this.matcher.some(trigger, () => {
      found.push(this.matcher.matched(trigger.rule));
      return found.length > matches;
    });
    if (found.length > kept) {
      node.isOpen = true;
      this.isCut = true;
      const inferred = (rows: readonly Row[]) => rows.filter((row) => !this.isAsserted(row)).length;
      const weighed = found.map((rows) => [inferred(rows), rows] as const).sort(([a], [b]) => a - b);
      found = weighed.slice(0, kept).map(([, rows]) => rows);
    }
    for (const rows of found) this.add(node, trigger.rule, trigger.number, rows);
  }

  private isAsserted(row: Row): boolean {
    return (this.source.table.flags[row]! & Now.Asserted) !== 0;
  }

  private add(node: FactNode, rule: Rule, number: number, rows: readonly Row[]): void {
    const distinct = [...new Set(rows)];
    // No fact supports itself.
    if (distinct.includes(node.row)) return;
    const key = `${number} ${[...distinct].sort((a, b) => a - b).join()}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    this.derivations++;
    node.derivations.push({ rule, number, premises: distinct.map((row) => this.node(row, node.depth + 1)) });
  }

  private node(row: Row, depth: number): FactNode {
    const known = this.nodes.get(row);
    if (known) return known;
    const isLeaf = this.isAsserted(row);
    const node: FactNode = { row, depth, isLeaf, isExpanded: false, isOpen: false, derivations: [] };
    this.nodes.set(row, node);
    if (!isLeaf) this.layer.push(node);
    return node;
  }
}
