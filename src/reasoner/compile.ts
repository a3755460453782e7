/** Axioms → plan: every axiom's rules, as the names of facts would have them. */
import type { RlAxiom } from '../ontology';
import { makePlan } from './plan';
import type { Plan } from './plan';
import type { Rule } from './rule';
import { makeRules } from './rules';
import { NotInRules, RuleBuilder } from './rules/builder';
import type { Vocabulary } from './rules/builder';
import { Terms } from './terms';

export interface Compilation {
  readonly plan: Plan;
  /** Axioms that no rule was made of, with what in them stands against it. */
  readonly leftOut: readonly { readonly axiom: RlAxiom; readonly reason: string }[];
}

/** @param vocabulary how classes and properties are written in facts: by Dgraph name, or by IRI */
export function compile(axioms: readonly RlAxiom[], vocabulary: Vocabulary): Compilation {
  const terms = new Terms();
  const type = terms.id(vocabulary.type);
  const rules: Rule[] = [];
  const leftOut: { axiom: RlAxiom; reason: string }[] = [];
  for (const axiom of axioms) {
    const builder = new RuleBuilder(axiom, vocabulary, (text) => terms.id(text));
    try {
      makeRules(builder);
      rules.push(...builder.rules);
    } catch (error) {
      if (!(error instanceof NotInRules)) throw error;
      leftOut.push({ axiom, reason: error.reason });
    }
  }
  return { plan: makePlan(terms, type, distinctRules(rules)), leftOut };
}

/** Without rules that are there already, and without those that yield what they ask for. */
function distinctRules(rules: readonly Rule[]): Rule[] {
  const byText = new Map<string, Rule>();
  for (const rule of rules) {
    const text = JSON.stringify([rule.body, rule.head, rule.distinct]);
    const isIdle = rule.head && rule.body.some((atom) => JSON.stringify(atom) === JSON.stringify(rule.head));
    if (!isIdle && !byText.has(text)) byText.set(text, rule);
  }
  return [...byText.values()];
}
