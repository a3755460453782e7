/** Rule makers by kind of axiom: the list of what the reasoner infers. */
import { vocabulary } from '../../ontology';
import type { RlAxiom, RlAxiomKind } from '../../ontology';
import { named, NotInRules } from './builder';
import type { RuleBuilder } from './builder';
import { disjointClasses, subClassOf } from './cax';
import { sameAsRules } from './eq';
import * as prp from './prp';

type RuleMaker<K extends RlAxiomKind> = (rule: RuleBuilder, axiom: RlAxiom & { kind: K }) => void;

/** Axioms without rules: assertions are facts, and for a functional data property the write itself keeps one value. */
const noRules = () => undefined;

const sameIndividual: RuleMaker<'SameIndividual'> = (rule) => {
  if (!rule.vocabulary.equality)
    throw new NotInRules('two names are two individuals unless OWL_EQUALITY=sameAs is set');
};

const makers: { readonly [K in RlAxiomKind]: RuleMaker<K> } = {
  SubClassOf: subClassOf,
  DisjointClasses: disjointClasses,
  HasKey: prp.key,
  SubObjectPropertyOf: (rule, { sub, super: sup }) => prp.subPropertyOf(rule, named(sub), sup),
  PropertyChain: prp.chain,
  InverseObjectProperties: prp.inverse,
  DisjointObjectProperties: (rule, { properties }) => prp.disjointProperties(rule, properties),
  ObjectPropertyDomain: prp.domain,
  ObjectPropertyRange: prp.range,
  FunctionalObjectProperty: (rule, { property }) => prp.functional(rule, property),
  InverseFunctionalObjectProperty: (rule, { property }) => prp.inverseFunctional(rule, property),
  ReflexiveObjectProperty: (rule, { property }) => prp.reflexive(rule, property),
  IrreflexiveObjectProperty: (rule, { property }) => prp.irreflexive(rule, property),
  SymmetricObjectProperty: (rule, { property }) => prp.symmetric(rule, property),
  AsymmetricObjectProperty: (rule, { property }) => prp.asymmetric(rule, property),
  TransitiveObjectProperty: (rule, { property }) => prp.transitive(rule, property),
  SubDataPropertyOf: (rule, { sub, super: sup }) => prp.subDataPropertyOf(rule, sub, sup),
  DisjointDataProperties: (rule, { properties }) => prp.disjointProperties(rule, properties.map(named)),
  DataPropertyDomain: prp.domain,
  DataPropertyRange: prp.dataRange,
  FunctionalDataProperty: noRules,
  InverseFunctionalDataProperty: (rule, { property }) => prp.inverseFunctional(rule, property),
  ClassAssertion: prp.classAssertion,
  ObjectPropertyAssertion: noRules,
  NegativeObjectPropertyAssertion: prp.negativeObject,
  DataPropertyAssertion: noRules,
  NegativeDataPropertyAssertion: prp.negativeData,
  SameIndividual: sameIndividual,
  DifferentIndividuals: noRules,
};

/** Adds the rules of equality, which need no axiom, if equality is inferred. */
export function makeEqualityRules(rule: RuleBuilder): void {
  const { equality, signature } = rule.vocabulary;
  if (!equality) return;
  const { classes, objectProperties, dataProperties } = signature;
  const properties = [...objectProperties, vocabulary.owl.differentFrom];
  sameAsRules(rule, { properties, values: dataProperties, classes });
}

/** Adds the rules of an axiom to its builder. @throws NotInRules */
export function makeRules(rule: RuleBuilder): void {
  (makers[rule.axiom.kind] as RuleMaker<RlAxiomKind>)(rule, rule.axiom);
}
