/** Assertions of an ontology about individuals, as facts. */
import { vocabulary } from '../../ontology';
import type { Individual, Iri, OwlLiteral, RlAxiom } from '../../ontology';
import type { Fact } from '../store/terms';

/** Names of the ontology's terms in facts. */
interface Naming {
  readonly type: string;
  readonly equality: boolean;
  class(iri: Iri): string;
  property(iri: Iri): string;
  individual(individual: Individual): string;
  literal(property: Iri, literal: OwlLiteral): string;
}

/** Fact, and the axiom that states it. */
export interface StatedFact extends Fact {
  readonly axiom: Pick<RlAxiom, 'text' | 'position'>;
}

const { owl } = vocabulary;

/**
 * Returns the facts of assertions, without duplicates. Assertions of class expressions and negative assertions become
 * rules instead. Equality and difference are facts only if equality is inferred.
 */
export function assertionsOf(axioms: readonly RlAxiom[], naming: Naming): readonly StatedFact[] {
  const facts = axioms.flatMap((axiom) => assertion(axiom, naming).map((fact): StatedFact => ({ ...fact, axiom })));
  return [...new Map(facts.map((fact) => [`${fact.s} ${fact.p} ${fact.o}`, fact])).values()];
}

function assertion(axiom: RlAxiom, naming: Naming): Fact[] {
  switch (axiom.kind) {
    case 'ClassAssertion': {
      const { class: of, individual } = axiom;
      if (of.kind !== 'Class' || of.iri === owl.Nothing) return [];
      return [{ s: naming.individual(individual), p: naming.type, o: naming.class(of.iri) }];
    }
    case 'ObjectPropertyAssertion': {
      const { property, source, target } = axiom;
      return [{ s: naming.individual(source), p: naming.property(property), o: naming.individual(target) }];
    }
    case 'DataPropertyAssertion': {
      const { property, source, value } = axiom;
      return [{ s: naming.individual(source), p: naming.property(property), o: naming.literal(property, value) }];
    }
    case 'SameIndividual': {
      if (!naming.equality) return [];
      const [first, ...others] = axiom.individuals.map((individual) => naming.individual(individual));
      return others.map((other) => ({ s: first!, p: naming.property(owl.sameAs), o: other }));
    }
    case 'DifferentIndividuals': {
      if (!naming.equality) return [];
      const nodes = axiom.individuals.map((individual) => naming.individual(individual));
      return nodes.flatMap((s, i) => nodes.slice(i + 1).map((o) => ({ s, p: naming.property(owl.differentFrom), o })));
    }
    default:
      return [];
  }
}
