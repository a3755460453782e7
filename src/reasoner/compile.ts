/** Compiles axioms into a plan: their rules, with the names that facts use. */
import { OwlgateError } from '../errors';
import type { RlAxiom } from '../ontology';
import type { Plan } from './plan';
import { ruleText } from './rule';
import type { Rule } from './rule';
import { makeRules, makeEqualityRules } from './rules';
import { NotInRules, RuleBuilder } from './rules/builder';
import type { Vocabulary } from './rules/builder';
import { Terms } from './terms';

export interface Compilation {
  readonly plan: Plan;
  /** Axioms that rules do not carry, in whole or in part, with the reason. */
  readonly leftOut: readonly { readonly axiom: RlAxiom; readonly reason: string }[];
}

/** Names of an ontology's terms; DEFAULTS has the optional members. */
export type PartialVocabulary = Pick<Vocabulary, 'type' | 'class' | 'property'> & Partial<Vocabulary>;

/** Individuals and values keep their texts; no rules range over the signature. */
const DEFAULTS: Omit<Vocabulary, 'type' | 'class' | 'property'> = {
  individual: (individual) => individual,
  literal: (_property, { value, lang }) => (lang === undefined ? `"${value}"` : `"${value}"@${lang}`),
  range: () => {
    throw new NotInRules('a data range');
  },
  equality: false,
  signature: { classes: [], objectProperties: [], dataProperties: [], individuals: [] },
};

/** Maximum rules of an ontology; the largest in practice have some hundred thousand. */
const MAX_RULES = 500_000;

/**
 * Compiles axioms.
 *
 * @param names the ontology's terms as facts write them: by Dgraph name, or by IRI
 * @throws OwlgateError OntologyTooLarge
 */
export function compile(axioms: readonly RlAxiom[], names: PartialVocabulary): Compilation {
  const vocabulary: Vocabulary = { ...DEFAULTS, ...names };
  const terms = new Terms();
  const type = terms.id(vocabulary.type);
  const rules: Rule[] = [];
  const add = (newRules: readonly Rule[]): void => {
    for (const rule of newRules) rules.push(rule);
    if (rules.length <= MAX_RULES) return;
    const advice = 'state disjoint classes as lists instead of pairs, and omit reflexive properties';
    throw new OwlgateError('OntologyTooLarge', { what: 'rules', limit: MAX_RULES, advice });
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
  const builder = new RuleBuilder(EQUALITY_AXIOM, vocabulary, (text) => terms.id(text));
  makeEqualityRules(builder);
  add(builder.rules);
  return { plan: { terms, type, rules: distinctRules(rules) }, leftOut };
}

/** Source of the equality rules, which need no axiom. */
const EQUALITY_AXIOM: RlAxiom = {
  kind: 'SameIndividual',
  individuals: [],
  position: { line: 0, column: 0 },
  text: 'owl:sameAs',
};

/** Removes duplicate rules, and rules whose head is in their body. */
function distinctRules(rules: readonly Rule[]): Rule[] {
  const byText = new Map<string, Rule>();
  for (const rule of rules) {
    const text = ruleText(rule, String);
    const isIdle = rule.head && rule.body.some((atom) => JSON.stringify(atom) === JSON.stringify(rule.head));
    if (!isIdle && !byText.has(text)) byText.set(text, rule);
  }
  return [...byText.values()];
}
