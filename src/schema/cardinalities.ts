/** Which data properties an ontology counts beyond one: those hold lists. */
import { vocabulary } from '../ontology';
import type { ClassExpression, Iri, Ontology } from '../ontology';

/**
 * Data properties with a minimum, maximum or exact cardinality above 1 that some class has, on the class or in a part
 * of what it is said to be.
 */
export function countedBeyondOne(ontology: Ontology): ReadonlySet<Iri> {
  const found = new Set<Iri>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind === 'SubClassOf') collect(axiom.super, found);
    else if (axiom.kind === 'EquivalentClasses') for (const expression of axiom.classes) collect(expression, found);
    else if (axiom.kind === 'ObjectPropertyDomain' || axiom.kind === 'DataPropertyDomain') collect(axiom.domain, found);
    else if (axiom.kind === 'ObjectPropertyRange') collect(axiom.range, found);
  }
  return found;
}

/** Recursion is bounded: expressions nest 64 deep at most (mapping). */
function collect(expression: ClassExpression, into: Set<Iri>): void {
  switch (expression.kind) {
    case 'IntersectionOf':
    case 'UnionOf':
      for (const operand of expression.operands) collect(operand, into);
      break;
    case 'ObjectAllValuesFrom':
    case 'ObjectSomeValuesFrom':
      collect(expression.filler, into);
      break;
    case 'DataMinCardinality':
    case 'DataMaxCardinality':
    case 'DataExactCardinality':
      if (expression.cardinality > 1) into.add(expression.onProperty);
      break;
  }
}

/** Data properties that are the whole key of a class (owl:hasKey of one property). */
export function singleKeys(ontology: Ontology): ReadonlySet<Iri> {
  const found = new Set<Iri>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'HasKey' || axiom.objectProperties.length > 0 || axiom.dataProperties.length !== 1) continue;
    if (axiom.class.kind !== 'Class' || axiom.class.iri !== vocabulary.owl.Nothing) found.add(axiom.dataProperties[0]!);
  }
  return found;
}
