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

/** Data properties of which the document itself gives an individual several values. */
export function severalValues(ontology: Ontology): ReadonlySet<Iri> {
  const found = new Set<Iri>();
  const values = new Map<string, string>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'DataPropertyAssertion') continue;
    const place = JSON.stringify([axiom.source, axiom.property]);
    const value = JSON.stringify([axiom.value.value, axiom.value.datatype, axiom.value.lang]);
    const other = values.get(place);
    if (other !== undefined && other !== value) found.add(axiom.property);
    values.set(place, value);
  }
  return found;
}

/** Data properties that are a key of a class, or part of one (owl:hasKey): nodes are found by their values. */
export function keyProperties(ontology: Ontology): ReadonlySet<Iri> {
  const found = new Set<Iri>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'HasKey') continue;
    if (axiom.class.kind === 'Class' && axiom.class.iri === vocabulary.owl.Nothing) continue;
    for (const property of axiom.dataProperties) found.add(property);
  }
  return found;
}
