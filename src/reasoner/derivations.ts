/**
 * Derivation graph: facts and the rule applications (derivations) that yield them, expanded backwards layer by layer.
 * Proofs are searched in it (shortest.ts).
 *
 * All facts that hold are in the source, inferred ones too, so a rule application that derives a fact is a match of a
 * rule's body with facts that hold. An asserted fact needs no reason and is not expanded.
 */
import { Matcher } from './match';
import { indexOf } from './plan';
import type { Plan } from './plan';
import type { Rule, Trigger } from './rule';
import type { FactSource, Pattern } from './source';
import { NO_ROW, Now } from './table';
import type { Row } from './table';

/** Limits after which a search gives up, so that every request ends. */
export interface ExplainLimits {
  /** Facts that are expanded. */
  readonly facts: number;
  /** Rule applications in the graph. */
  readonly derivations: number;
  /** Matches of one rule for one fact. */
  readonly matches: number;
  /** Matches retained of these: those with the fewest inferred premises. */
  readonly retained: number;
  /** Steps of the search for proofs. */
  readonly steps: number;
}

export const EXPLAIN_LIMITS: ExplainLimits = {
  facts: 2000,
  derivations: 40_000,
  matches: 4096,
  retained: 256,
  steps: 20_000,
};

/** Application of a rule. */
export interface Derivation {
  readonly rule: Rule;
  /** Position of the rule in the plan. */
  readonly number: number;
  /** Distinct facts that its body matches, in its order. */
  readonly premises: readonly FactNode[];
}

export interface FactNode {
  /** Row of the fact; NO_ROW for a contradiction. */
  readonly row: Row;
  /** Least number of rule applications between this fact and the goal. */
  readonly depth: number;
  /** True if the fact needs no reason. */
  readonly isLeaf: boolean;
  /** True if the derivations are listed; until then the list is empty. */
  isExpanded: boolean;
  /** True if the fact may have more derivations: facts that the source does not cover, or derivations over a limit. */
  isOpen: boolean;
  readonly derivations: Derivation[];
}

export class DerivationGraph {
  /** Patterns that the source does not cover and the search needs. */
  readonly missing = new Map<string, Pattern>();
  /** True if a limit has been met. */
  isCut = false;
  /** Goal of the explanation. */
  readonly root: FactNode;
  private readonly nodes = new Map<Row, FactNode>();
  private readonly matcher: Matcher;
  /** Keys of the derivations of the current fact, to skip duplicates. */
  private readonly derivationKeys = new Set<string>();
  private layer: FactNode[];
  private depth = 0;
  private expanded = 0;
  private derivations = 0;

  /** @param goal fact to explain, or the facts that a constraint matches */
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
   * Expands the next layer of facts.
   *
   * @returns false if there is none
   */
  expandLayer(): boolean {
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

  /** Adds asserted facts to the next layer: proofs without the assertions need their derivations. */
  reopen(rows: readonly Row[]): void {
    this.layer.push(...rows.map((row) => this.nodes.get(row)!).filter(({ isExpanded }) => !isExpanded));
  }

  /**
   * Least length of a proof that is not yet in the graph. Such a proof uses a fact that is not expanded, or not
   * completely.
   */
  get minimumUnseen(): number {
    let least = Infinity;
    for (const { isLeaf, isExpanded, isOpen, depth } of this.facts) {
      if (!isLeaf && (!isExpanded || isOpen)) least = Math.min(least, depth + 1);
    }
    return least;
  }

  /**
   * Expands depth-first from the root along the derivations with the fewest inferred premises. Finds some proof where
   * there are too many facts to expand all of them.
   *
   * @param maximum facts to expand
   */
  dive(maximum: number): void {
    const visited = new Set<FactNode>();
    const stack = [this.root];
    for (let left = maximum; left > 0 && this.missing.size === 0; left--) {
      const node = stack.pop();
      if (!node) return;
      if (node.isLeaf || visited.has(node)) continue;
      visited.add(node);
      this.expandNow(node);
      const unseenPremises = ({ premises }: Derivation) =>
        premises.filter((premise) => !premise.isLeaf && !visited.has(premise));
      const alternatives = node.derivations.map(unseenPremises).filter((premises) => premises.length > 0);
      if (node.derivations.some(({ premises }) => premises.every(({ isLeaf }) => isLeaf))) continue;
      alternatives.sort((a, b) => b.length - a.length);
      for (const premises of alternatives) stack.push(...premises);
    }
  }

  /** Expands one fact. Returns false if the limits do not allow it. */
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
    this.derivationKeys.clear();
    for (const trigger of indexOf(this.plan).heads.list(predicate[node.row]!, o)) {
      if (this.matcher.bind(trigger.rule, trigger.rule.head!, s, o)) this.match(node, trigger);
    }
    if (this.missing.size > before) node.isOpen = true;
  }

  private match(node: FactNode, trigger: Trigger): void {
    const { matches, retained } = this.limits;
    let matched: Row[][] = [];
    this.matcher.some(trigger, () => {
      matched.push(this.matcher.matched(trigger.rule));
      return matched.length > matches;
    });
    if (matched.length > retained) {
      node.isOpen = true;
      this.isCut = true;
      const inferred = (rows: readonly Row[]) => rows.filter((row) => !this.isAsserted(row)).length;
      const weighed = matched.map((rows) => [inferred(rows), rows] as const).sort(([a], [b]) => a - b);
      matched = weighed.slice(0, retained).map(([, rows]) => rows);
    }
    for (const rows of matched) this.add(node, trigger.rule, trigger.number, rows);
  }

  private isAsserted(row: Row): boolean {
    return (this.source.table.flags[row]! & Now.Asserted) !== 0;
  }

  private add(node: FactNode, rule: Rule, number: number, rows: readonly Row[]): void {
    const distinct = [...new Set(rows)];
    // No fact supports itself.
    if (distinct.includes(node.row)) return;
    const key = `${number} ${[...distinct].sort((a, b) => a - b).join()}`;
    if (this.derivationKeys.has(key)) return;
    this.derivationKeys.add(key);
    this.derivations++;
    node.derivations.push({ rule, number, premises: distinct.map((row) => this.node(row, node.depth + 1)) });
  }

  private node(row: Row, depth: number): FactNode {
    const existing = this.nodes.get(row);
    if (existing) return existing;
    const isLeaf = this.isAsserted(row);
    const node: FactNode = { row, depth, isLeaf, isExpanded: false, isOpen: false, derivations: [] };
    this.nodes.set(row, node);
    if (!isLeaf) this.layer.push(node);
    return node;
  }
}
