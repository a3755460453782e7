/** Axioms → plan: every axiom's rules, as the names of facts would have them. */
import { OwlgateError } from '../errors';
import type { RlAxiom } from '../ontology';
import { makePlan } from './plan';
import type { Plan } from './plan';
import { ruleText } from './rule';
import type { Rule } from './rule';
import { makeRules, makeRulesOfEverything } from './rules';
import { NotInRules, RuleBuilder } from './rules/builder';
import type { Vocabulary } from './rules/builder';
import { Terms } from './terms';

export interface Compilation {
  readonly plan: Plan;
  /** Axioms that no rule was made of, or none for all that they say, with what in them stands against it. */
  readonly leftOut: readonly { readonly axiom: RlAxiom; readonly reason: string }[];
}

/** The names of an ontology's terms, and what else it knows; see DEFAULTS for the rest. */
export type PartialVocabulary = Pick<Vocabulary, 'type' | 'class' | 'property'> & Partial<Vocabulary>;

/** Individuals and values are written as they are; there are no rules about everything. */
const DEFAULTS: Omit<Vocabulary, 'type' | 'class' | 'property'> = {
  individual: (individual) => individual,
  literal: (_property, { value, lang }) => (lang === undefined ? `"${value}"` : `"${value}"@${lang}`),
  range: () => {
    throw new NotInRules('a data range');
  },
  equality: false,
  signature: { classes: [], objectProperties: [], dataProperties: [], individuals: [] },
};

/** Rules of an ontology; the largest in practice have some hundred thousand. */
const MOST_RULES = 500_000;

/**
 * Compiles axioms.
 *
 * @throws OwlgateError OntologyTooLarge
 * @param given how the ontology's terms are written in facts: by Dgraph name, or by IRI
 */
export function compile(axioms: readonly RlAxiom[], given: PartialVocabulary): Compilation {
  const vocabulary: Vocabulary = { ...DEFAULTS, ...given };
  const terms = new Terms();
  const type = terms.id(vocabulary.type);
  const rules: Rule[] = [];
  const add = (made: readonly Rule[]): void => {
    for (const rule of made) rules.push(rule);
    if (rules.length <= MOST_RULES) return;
    const advice = 'make lists of disjoint classes out of pairs, and leave out reflexive properties';
    throw new OwlgateError('OntologyTooLarge', { what: 'rules', limit: MOST_RULES, advice });
  };
  const leftOut: { axiom: RlAxiom; reason: string }[] = [];
  for (const axiom of axioms) {
    const builder = new RuleBuilder(axiom, vocabulary, (text) => terms.id(text));
    try {
      makeRules(builder);
      add(builder.rules);
      for (const reason of builder.remarks) leftOut.push({ axiom, reason });
    } catch (error) {
      if (!(error instanceof NotInRules)) throw error;
      leftOut.push({ axiom, reason: error.reason });
    }
  }
  const builder = new RuleBuilder(OF_EVERYTHING, vocabulary, (text) => terms.id(text));
  makeRulesOfEverything(builder);
  add(builder.rules);
  return { plan: makePlan(terms, type, distinctRules(rules)), leftOut };
}

/** What rules are made of that need no axiom: that two names may be of one thing. */
const OF_EVERYTHING: RlAxiom = {
  kind: 'SameIndividual',
  individuals: [],
  position: { line: 0, column: 0 },
  text: 'owl:sameAs',
};

/** Without rules that are there already, and without those that yield what they ask for. */
function distinctRules(rules: readonly Rule[]): Rule[] {
  const byText = new Map<string, Rule>();
  for (const rule of rules) {
    const text = ruleText(rule, String);
    const isIdle = rule.head && rule.body.some((atom) => JSON.stringify(atom) === JSON.stringify(rule.head));
    if (!isIdle && !byText.has(text)) byText.set(text, rule);
  }
  return [...byText.values()];
}
