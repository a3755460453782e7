/** Rules of table 4 for a graph. They are made only once equality can occur, then for each predicate. */
import { vocabulary } from '../../ontology';
import type { Rule } from '../rule';
import * as eq from '../rules/eq';
import * as ext from '../rules/ext';
import { NO_ROW } from '../table';
import type { TermId } from '../terms';
import { GraphRuleBuilder, NOWHERE } from './builder';
import type { RdfGraph } from './graph';
import { MEMBER_OF } from './terms';

const { owl } = vocabulary;

const SAME = { kind: 'Semantics', position: NOWHERE, text: 'what is the same has the same properties' } as const;
const DIFFERENT = { kind: 'Semantics', position: NOWHERE, text: 'nothing differs from itself' } as const;

/** Names of rules that already include the consequences of eq-ref. */
const INCLUDES_REFLEXIVITY = /^(eq-(?!rep-p)|dt-)/;

export class Equality {
  private readonly rewritten = new Set<TermId>();
  private readonly renamed = new Set<string>();
  private readonly reflected = new Set<TermId>();
  private hasDifference = false;
  private needsReflexivity = false;
  private readonly sameAs: TermId;
  private readonly differentFrom: TermId;

  constructor(private readonly graph: RdfGraph) {
    this.sameAs = graph.id(owl.sameAs);
    this.differentFrom = graph.id(owl.differentFrom);
  }

  /** Returns the rules needed in addition to `rules`. */
  update(rules: readonly Rule[]): readonly Rule[] {
    return [...this.different(rules), ...this.same(rules), ...this.properties(rules), ...this.reflexive(rules)];
  }

  private isStatable(p: TermId, rules: readonly Rule[]): boolean {
    return this.graph.table.firstOfPredicate(p) !== NO_ROW || rules.some(({ head }) => head?.p === p);
  }

  private different(rules: readonly Rule[]): readonly Rule[] {
    if (this.hasDifference || !this.isStatable(this.differentFrom, rules)) return [];
    this.hasDifference = true;
    const rule = new GraphRuleBuilder(this.graph, DIFFERENT);
    eq.different(rule);
    ext.differenceIsSymmetric(rule);
    return rule.rules;
  }

  private same(rules: readonly Rule[]): readonly Rule[] {
    if (!this.isStatable(this.sameAs, rules)) return [];
    const rule = new GraphRuleBuilder(this.graph, SAME);
    if (this.rewritten.size === 0) {
      eq.symmetric(rule);
      eq.transitive(rule);
      this.rewritten.add(this.sameAs);
    }
    for (const p of this.predicates(rules)) {
      if (this.rewritten.has(p)) continue;
      this.rewritten.add(p);
      eq.replaceEnds(rule, this.graph.text(p));
    }
    return rule.rules;
  }

  /** eq-rep-p, for each property that is the same as another term. */
  private properties(rules: readonly Rule[]): readonly Rule[] {
    const { table } = this.graph;
    const predicates = this.predicates(rules);
    const rule = new GraphRuleBuilder(this.graph, SAME);
    for (const row of this.graph.rowsOf(this.sameAs)) {
      const [p, q] = [table.subject[row]!, table.object[row]!];
      if (p === q || !predicates.has(p) || this.renamed.has(`${p} ${q}`)) continue;
      this.renamed.add(`${p} ${q}`);
      eq.replaceProperty(rule, { s: p, p: this.sameAs, o: q }, this.graph.text(p), this.graph.text(q));
    }
    return rule.rules;
  }

  /**
   * eq-ref, as facts. They are needed once another rule than those of INCLUDES_REFLEXIVITY has owl:sameAs in its body.
   */
  private reflexive(rules: readonly Rule[]): readonly Rule[] {
    this.needsReflexivity ||= rules.some(
      ({ name, body }) => !INCLUDES_REFLEXIVITY.test(name) && body.some(({ p }) => p === this.sameAs),
    );
    if (!this.needsReflexivity) return [];
    const rule = new GraphRuleBuilder(this.graph, SAME);
    for (const p of this.predicates(rules)) {
      if (this.reflected.has(p)) continue;
      this.reflected.add(p);
      eq.reflexive(rule, this.graph.text(p));
    }
    return rule.rules;
  }

  private predicates(rules: readonly Rule[]): ReadonlySet<TermId> {
    const predicates = new Set(this.graph.predicates());
    for (const { head } of rules) if (head) predicates.add(head.p);
    predicates.delete(this.graph.terms.find(MEMBER_OF));
    return predicates;
  }
}
