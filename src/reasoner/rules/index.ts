/** Every axiom that rules are made of, and the function that makes them: the list of what the reasoner infers. */
import type { RlAxiom, RlAxiomKind } from '../../ontology';
import { named, NotInRules } from './builder';
import type { RuleBuilder } from './builder';
import { disjointClasses, subClassOf } from './cax';
import * as prp from './prp';

type RuleMaker<K extends RlAxiomKind> = (rule: RuleBuilder, axiom: RlAxiom & { kind: K }) => void;

const notYet =
  (reason: string): RuleMaker<RlAxiomKind> =>
  () => {
    throw new NotInRules(reason);
  };

/** Functional properties are kept by the write itself, which has one place for their value. */
const nothing = () => undefined;

const makers: { readonly [K in RlAxiomKind]: RuleMaker<K> } = {
  SubClassOf: subClassOf,
  DisjointClasses: disjointClasses,
  HasKey: notYet('keys'),
  SubObjectPropertyOf: (rule, { sub, super: sup }) => prp.subPropertyOf(rule, named(sub), sup),
  PropertyChain: prp.chain,
  InverseObjectProperties: prp.inverse,
  DisjointObjectProperties: (rule, { properties }) => prp.disjointProperties(rule, properties),
  ObjectPropertyDomain: prp.domain,
  ObjectPropertyRange: prp.range,
  FunctionalObjectProperty: nothing,
  InverseFunctionalObjectProperty: notYet('inverse-functional properties'),
  IrreflexiveObjectProperty: (rule, { property }) => prp.irreflexive(rule, property),
  SymmetricObjectProperty: (rule, { property }) => prp.symmetric(rule, property),
  AsymmetricObjectProperty: (rule, { property }) => prp.asymmetric(rule, property),
  TransitiveObjectProperty: (rule, { property }) => prp.transitive(rule, property),
  SubDataPropertyOf: (rule, { sub, super: sup }) => prp.subPropertyOf(rule, named(sub), named(sup)),
  DisjointDataProperties: (rule, { properties }) => prp.disjointProperties(rule, properties.map(named)),
  DataPropertyDomain: prp.domain,
  DataPropertyRange: nothing,
  FunctionalDataProperty: nothing,
  InverseFunctionalDataProperty: nothing,
  DatatypeDefinition: nothing,
  ClassAssertion: notYet('assertions inside the ontology'),
  ObjectPropertyAssertion: notYet('assertions inside the ontology'),
  NegativeObjectPropertyAssertion: notYet('negative assertions'),
  DataPropertyAssertion: notYet('assertions inside the ontology'),
  NegativeDataPropertyAssertion: notYet('negative assertions'),
  SameIndividual: notYet('equality of individuals'),
  DifferentIndividuals: notYet('difference of individuals'),
};

/** Adds the rules of an axiom to its builder. @throws NotInRules */
export function makeRules(rule: RuleBuilder): void {
  (makers[rule.axiom.kind] as RuleMaker<RlAxiomKind>)(rule, rule.axiom);
}
